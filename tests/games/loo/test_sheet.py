"""The score sheet: who stayed, tricks, pot, flush and who pays after it (LO1a, LO3, LO6, LO11)."""

import pytest
from pydantic import ValidationError

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from tests.games.rounds import seeds

GAME = games.get("loo")
OUT = {}
STAYED = {"stayed": True}


def took(tricks):
    return {"stayed": True, "tricks": tricks}


def data_of(*players, pot=5, dealer=0):
    return {"dealer": dealer, "pot": pot, "players": list(players)}


def sheet_of(*players, **round_):
    return GAME.sheet.model_validate(data_of(*players, **round_))


def faults(*players, **round_):
    with pytest.raises(ValidationError) as caught:
        sheet_of(*players, **round_)
    return {".".join(map(str, error["loc"])): error["msg"] for error in caught.value.errors()}


def written_sheet(table):
    """Return the sheet that players would write at the end of a round."""
    facts = GAME.facts(table.state)
    flush = facts["taker"] if facts["revealed"] else None
    players = [
        {
            "stayed": seat in facts["stayed"],
            "tricks": tricks,
            "flush": seat == flush,
            "pays": flush is not None and seat in facts["looed"],
        }
        for seat, tricks in enumerate(facts["tricks"])
    ]
    return data_of(*players, dealer=table.rounds[-1].dealer)


def random_rounds(players, number):
    """Yield a table at the end of each round of random matches, and the pot of that round."""
    done, seed = 0, 0
    while done < number:
        table = Table(GAME, players, secret=seed.to_bytes(32, "big"))
        while not table.over:
            table.deal()
            pot = GAME.facts(table.state)["pot"]
            runner.advance(table, [builtin.get("random")] * players, seed=b"%d" % seed)
            yield table, pot
            done += 1
        seed += 1


@pytest.mark.parametrize("players", GAME.players)
def test_sheet_and_engine_agree_on_random_rounds(players):
    for table, pot in random_rounds(players, len(seeds(GAME))):
        sheet = GAME.sheet.model_validate(written_sheet(table) | {"pot": pot})
        assert sheet.scores() == table.round_scores
        assert sheet.next_pot == GAME.facts(table.state)["pot"]


@pytest.mark.further
def test_random_rounds_end_in_every_way():
    ends = {kind_of_end(table) for table, _ in random_rounds(5, 1000)}
    assert ends == {"all passed", "alone", "flush", "tricks"}


def kind_of_end(table):
    facts = GAME.facts(table.state)
    if len(facts["stayed"]) < 2:
        return "alone" if facts["stayed"] else "all passed"
    return "flush" if facts["revealed"] else "tricks"


def test_tricks_share_the_pot_and_the_looed_pay():
    sheet = sheet_of(took(3), took(2), STAYED, OUT, OUT, pot=20, dealer=4)
    assert (sheet.scores(), sheet.next_pot) == ([12, 8, -5, 0, -5], 5)


def test_dealer_pays_the_ante_beside_all_else():
    """LO1a"""
    sheet = sheet_of(took(5), STAYED, OUT, OUT, OUT, dealer=1)
    assert sheet.scores() == [5, -10, 0, 0, 0]


def test_one_alone_takes_the_pot():
    """LO3"""
    sheet = sheet_of(OUT, OUT, STAYED, OUT, OUT, pot=15)
    assert (sheet.scores(), sheet.next_pot) == ([-5, 0, 15, 0, 0], 0)


def test_all_pass_and_the_pot_stays():
    """LO3"""
    sheet = sheet_of(*[OUT] * 5, pot=15)
    assert (sheet.scores(), sheet.next_pot) == ([-5, 0, 0, 0, 0], 15)


def test_flush_takes_the_pot_and_who_is_named_pays():
    """LO6"""
    flush, pays = STAYED | {"flush": True}, STAYED | {"pays": True}
    sheet = sheet_of(OUT, flush, pays, STAYED, pays, pot=25)
    assert (sheet.scores(), sheet.next_pot) == ([-5, 25, -5, 0, -5], 10)


@pytest.mark.parametrize("others", [[took(4)], [took(3), took(3)]])
def test_five_tricks_are_taken(others):
    players = [*others, STAYED, STAYED, *[OUT] * 4][:6]
    last = len(others) + 1
    assert "not 5" in faults(*players)[f"players.{last}.tricks"]


def test_who_passed_takes_no_trick():
    assert "players.2.tricks" in faults(took(2), took(2), {"tricks": 1}, OUT, OUT)


def test_one_alone_takes_no_trick():
    assert "players.0.tricks" in faults(took(5), OUT, OUT, OUT, OUT)


def test_no_tricks_are_played_after_a_flush():
    assert "players.1.tricks" in faults(STAYED | {"flush": True}, took(5), OUT, OUT, OUT)


@pytest.mark.parametrize("others", [[STAYED, STAYED], [OUT, OUT]])
def test_flush_is_shown_by_a_stayer_among_others(others):
    player = {"flush": True} if others[0] else STAYED | {"flush": True}
    assert "players.0.flush" in faults(player, *others, OUT, OUT)


def test_one_flush_takes_the_pot():
    flush = STAYED | {"flush": True}
    assert "players.1.flush" in faults(flush, flush, OUT, OUT, OUT)


@pytest.mark.parametrize(
    "player", [{"pays": True}, {"stayed": True, "flush": True, "pays": True}], ids=["out", "flush"]
)
def test_only_other_stayers_pay_after_a_flush(player):
    shown = {"stayed": True} if "flush" in player else {"stayed": True, "flush": True}
    assert "players.0.pays" in faults(player, shown, OUT, OUT, OUT)


def test_who_takes_no_trick_is_not_named():
    assert "players.1.pays" in faults(took(5), STAYED | {"pays": True}, OUT, OUT, OUT)


def test_somebody_of_ten_pays_after_a_flush():
    """Two flushes of each suit, and Pam in a ninth hand."""
    flush = STAYED | {"flush": True}
    assert "players.9.pays" in faults(flush, *[STAYED] * 9)
    assert sheet_of(flush, *[STAYED] * 8).next_pot == 0
    assert sheet_of(flush, *[STAYED] * 8, STAYED | {"pays": True}).next_pot == 5


@pytest.mark.parametrize("pot", [0, 3, -5, 10_005, "much", None])
def test_pot_is_a_multiple_of_five_with_the_ante(pot):
    """LO1"""
    assert "pot" in faults(*[OUT] * 5, pot=pot)


@pytest.mark.parametrize("dealer", [-1, 5, 10])
def test_dealer_is_a_seat(dealer):
    assert "dealer" in faults(*[OUT] * 5, dealer=dealer)


@pytest.mark.parametrize("count", [4, 11])
def test_sheet_is_for_five_to_ten(count):
    assert "players" in faults(*[OUT] * count)


@pytest.mark.parametrize("tricks", [-1, 6, "all", 1.5])
def test_tricks_that_cannot_be_name_their_field(tricks):
    assert "players.1.tricks" in faults(OUT, took(tricks), OUT, OUT, OUT)


def test_unknown_field_is_named():
    assert "players.0.pam" in faults({"pam": True}, OUT, OUT, OUT, OUT)


@pytest.mark.parametrize(
    "scores",
    [
        [-5, 0, 0, 0, 0],  # all passed
        [0, 0, 0, 0, 0],  # the dealer alone took his own ante
        [-5, 1, 4, -5, -5],
        [-10, 2, 8, -5, 0],
        [-4, -5, 4, 0, 0],  # the dealer won a trick
        [-5, 10, 0, 0, 0],
    ],
)
def test_scores_that_can_be_are_allowed(scores):
    assert GAME.scores_fault(5, scores) is None


@pytest.mark.parametrize(
    "scores",
    [
        [5, 5, 0, 0, 0],  # whoever dealt
        [-5, -5, -5, -5, -5],  # four were looed, but nobody took the pot
        [-10, -10, 5, 0, 0],
        [-5, 3, 3, 0, 0],  # six tricks
        [-5, 1, 14, 0, -5],  # a fifteenth is not a fifth
        [-5, 7, 0, 0, 0],
        [-5, 5, -3, 0, 0],
    ],
)
def test_scores_that_cannot_be_are_refused(scores):
    assert "five equal parts" in GAME.scores_fault(5, scores)
