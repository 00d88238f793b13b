"""Random matches of every game as players would write them down: a sheet for each deal."""

from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from tests.games.cinch.test_sheet import written_sheet as cinch
from tests.games.democracy.test_sheet import written_sheet as tribes
from tests.games.fipsen.test_sheet import written_sheet as fipsen
from tests.games.loo.test_sheet import written_sheet as loo
from tests.games.mit_list_und_tuecke.test_sheet import written_sheet as mit_list_und_tuecke
from tests.games.mulatschag.test_sheet import written_sheet as mulatschag
from tests.games.skat.test_sheet import written_sheet as skat
from tests.games.truco.test_sheet import written_sheet as truco


def briscola(table):
    points = table.view(None)["facts"]["points"]
    if table.players == 4:
        points = [points[0] + points[2], points[1] + points[3]]
    return {"players": table.players, "points": points}


def cards_left(table):
    return {"cards": [hand["count"] for hand in table.view(None)["hands"]]}


def democracy(table):
    return {"players": tribes(table)}


def gong_zhu(table):
    facts = table.view(None)["facts"]
    players = [{"captured": cards} for cards in facts["captured"]]
    return {"exposed": facts["exposed"], "players": players}


WRITTEN = {
    "briscola": briscola,
    "cinch": cinch,
    "democracy": democracy,
    "fipsen": fipsen,
    "gong-zhu": gong_zhu,
    "linger-longer": cards_left,
    "loo": loo,
    "mit-list-und-tuecke": mit_list_und_tuecke,
    "rolling-stone": cards_left,
    "skat": skat,
    "truco": truco,
}


def random_match(game, players, seed, *, policy="random"):
    """Return the rounds of a match as sheets are handed in, and the scores of each."""
    table = Table(game, players, secret=seed.to_bytes(32, "big"))
    rounds, scores = [], []
    while not table.over:
        table.deal()
        facts = game.facts(table.state)
        runner.advance(table, [builtin.get(policy)] * players, seed=b"%d" % seed)
        done = table.rounds[-1]
        if done.redeal:
            rounds.append({"dealer": done.dealer, "redeal": True})
        else:
            rounds.append({"dealer": done.dealer, "sheet": _sheet(game, table, facts)})
        scores.append(list(done.scores or [0] * players))
    return rounds, scores


def _sheet(game, table, before):
    """Return the sheet of the round that is over; some began with what others had left."""
    if game.slug == "mulatschag":
        return mulatschag(table, before["multiplier"].bit_length() - 1)
    more = {"pot": before["pot"]} if game.slug == "loo" else {}
    return WRITTEN[game.slug](table) | more
