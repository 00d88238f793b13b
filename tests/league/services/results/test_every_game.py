"""Results of every game as sheets, scores and records."""

from types import SimpleNamespace

import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.records.document import record_of
from league.services.base.refusals import Invalid
from league.services.results.submissions import Scores, Sheets, UploadedRecord, read
from tests.league.sheets import SHEETS

GAMES = [game.slug for game in games.all()]
OPEN_ENDED = [game.slug for game in games.all() if not game.native_rounds(game.players[0])]
REDEALT = {"redeal": True}


def season_of(slug, *, native=False):
    return SimpleNamespace(game=slug, native=native, cycles=1, options={}, points_rule="sum")


def sheets_of(slug, count=None):
    sheet, scores = SHEETS[slug]
    return [{"dealer": 1, "sheet": sheet}] * (count or len(scores))


def outcome(slug, rounds, *, native=False):
    players = len(SHEETS[slug][1])
    return read(Sheets(rounds=rounds), season=season_of(slug, native=native), players=players)


@pytest.mark.parametrize("slug", GAMES)
def test_sheets_are_read_and_ranked(slug):
    scores = SHEETS[slug][1]
    found = outcome(slug, sheets_of(slug))
    assert found.totals == [score * len(scores) for score in scores]
    assert found.places == games.get(slug).place(scores)


@pytest.mark.parametrize("slug", GAMES)
def test_scores_are_read(slug):
    scores = SHEETS[slug][1]
    submission = Scores(rounds=[scores] * len(scores))
    found = read(submission, season=season_of(slug), players=len(scores))
    assert [played.scores for played in found.rounds] == [scores] * len(scores)


@pytest.mark.parametrize("native", [False, True], ids=["rounds", "native"])
@pytest.mark.parametrize("slug", GAMES)
def test_records_are_read(slug, native):
    game = games.get(slug)
    table = Table(game, game.players[0], secret=bytes(32), native=native)
    runner.play_match(table, [builtin.get("greedy")] * table.players, seed=bytes(32))
    submission = UploadedRecord(record=record_of(table))
    found = read(submission, season=season_of(slug, native=native), players=table.players)
    assert (found.totals, found.places) == (table.totals, table.ranking())


@pytest.mark.parametrize("slug", OPEN_ENDED)
def test_match_to_its_own_end_goes_on_until_then(slug):
    game, scores = games.get(slug), SHEETS[slug][1]
    rounds = [
        count
        for count in range(1, 30)
        if game.is_over(rounds=0, played=count, totals=[count * score for score in scores])
    ]
    assert len(outcome(slug, sheets_of(slug, rounds[0]), native=True).rounds) == rounds[0]
    with pytest.raises(Invalid, match="over before this round"):
        outcome(slug, sheets_of(slug, rounds[0] + 1), native=True)
    if rounds[0] > 1:
        with pytest.raises(Invalid, match="The record does not reach the end"):
            outcome(slug, sheets_of(slug, rounds[0] - 1), native=True)


def test_deal_thrown_in_scores_nothing_and_does_not_count():
    found = outcome("fipsen", [REDEALT, *sheets_of("fipsen")])
    assert (found.rounds[0].redeal, found.rounds[0].scores) == (True, [0, 0, 0, 0])
    assert len(found.rounds) == 5


def test_dealer_deals_again_after_a_deal_thrown_in():
    rounds = [{"sheet": SHEETS["fipsen"][0]}] * 4
    found = outcome("fipsen", [rounds[0], REDEALT, *rounds[1:]])
    assert [played.dealer for played in found.rounds] == [0, 1, 1, 2, 3]


def test_deal_thrown_in_has_no_sheet():
    with pytest.raises(Invalid) as caught:
        outcome("fipsen", [*sheets_of("fipsen"), {**sheets_of("fipsen")[0], **REDEALT}])
    assert list(caught.value.errors) == ["rounds.4.sheet"]


def test_deals_thrown_in_are_not_without_number():
    with pytest.raises(Invalid, match="1 to 500 rounds"):
        outcome("fipsen", [*[REDEALT] * 500, *sheets_of("fipsen")])


def test_deal_is_thrown_in_only_where_the_rules_do_so():
    with pytest.raises(Invalid) as caught:
        outcome("cinch", [REDEALT, *sheets_of("cinch")])
    assert list(caught.value.errors) == ["rounds.0.redeal"]


def truco(*stakes, native=False):
    rounds = [[stake, 0, stake, 0] for stake in stakes]
    return read(Scores(rounds=rounds), season=season_of("truco", native=native), players=4)


@pytest.mark.parametrize("native", [False, True], ids=["rounds", "native"])
def test_match_decided_early_has_fewer_rounds(native):
    assert truco(6, 6, native=native).totals == [12, 0, 12, 0]


def test_match_not_decided_has_all_its_rounds():
    with pytest.raises(Invalid, match="The record does not reach the end"):
        truco(6, 3)


def test_round_after_the_decision_is_named():
    with pytest.raises(Invalid) as caught:
        truco(12, 1)
    assert list(caught.value.errors) == ["rounds.1"]


def test_native_match_goes_on_until_it_is_decided():
    with pytest.raises(Invalid, match="The record does not reach the end"):
        truco(1, 1, 1, 1, 6, native=True)
