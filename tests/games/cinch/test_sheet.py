"""The score sheet of Cinch (CI7): what a club writes, and what cannot be."""

import pytest
from pydantic import ValidationError

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from tests.games.rounds import random_round

from .deals import dealt, play, play_out

GAME = games.get("cinch")


def sheet_of(declarers, bid, *points):
    data = {"declarers": declarers, "bid": bid, "points": points}
    return GAME.sheet.model_validate(data)


def faults(**data):
    sound = {"declarers": 0, "bid": 7, "points": [9, 5]}
    with pytest.raises(ValidationError) as caught:
        GAME.sheet.model_validate(sound | data)
    return {".".join(map(str, error["loc"])) for error in caught.value.errors()}


def written_sheet(table):
    """Return the sheet that players would write at the end of a round."""
    facts = table.view(None)["facts"]
    sheet = {"declarers": facts["declarer"] % 2, "bid": facts["contract"]}
    return sheet | {"points": facts["points"]}


def agrees(table):
    sheet = GAME.sheet.model_validate(written_sheet(table))
    return sheet.scores() == table.round_scores


@pytest.mark.parametrize(
    ("declarers", "bid", "points", "scores"),
    [
        (0, 8, (9, 5), (4, 0)),  # RT: nine and five make four
        (0, 9, (9, 5), (4, 0)),
        (0, 9, (7, 7), (0, 16)),  # RT: 14 + 2 = 16
        (1, 9, (7, 7), (16, 0)),
        (0, 5, (5, 9), (0, 4)),  # RT: made, and the defenders score
        (0, 7, (7, 7), (0, 0)),  # CI7: equal
        (1, 14, (0, 14), (0, 14)),
        (1, 14, (14, 0), (28, 0)),
        (0, 0, (0, 14), (0, 14)),  # CI1: a contract of nothing is not broken
        (1, 0, (7, 2), (5, 0)),
    ],
)
def test_scores_are_those_of_the_rule_text(declarers, bid, points, scores):
    assert sheet_of(declarers, bid, *points).scores() == [*scores, *scores]


@pytest.mark.slow
def test_sheet_and_engine_agree_on_1000_random_rounds():
    assert all(agrees(random_round(GAME, 4, seed)) for seed in range(1000))


@pytest.mark.further
def test_sheet_and_engine_agree_on_rounds_that_are_bid_sensibly():
    for seed in range(300):
        table = Table(GAME, 4, secret=seed.to_bytes(32, "big"))
        table.deal()
        runner.advance(table, [builtin.get("greedy")] * 4, seed=b"greedy")
        assert agrees(table)


def test_sheet_and_engine_agree_when_pedros_are_given_up():
    """CI4: the declarers' points hold those of the defenders' dead trumps."""
    table = dealt("SA SK", "SJ ST S9 S8 S7 S5 C5 S4 S3", bid=5)
    play_out(play(table, "discard C5 S5 SJ"))
    assert table.view(None)["facts"]["points"][0] >= 11
    assert agrees(table)


@pytest.mark.parametrize(
    "points", [(0, 2), (1, 2), (4, 0), (6, 1), (2, 6), (9, 0), (7, 5), (8, 6), (1, 12)]
)
def test_points_that_cards_can_make_are_taken(points):
    assert sheet_of(0, 1, *points).points == points


@pytest.mark.parametrize(
    "points",
    [
        (0, 0),  # CI6: some trump is always in play
        (1, 0),
        (5, 0),
        (5, 5),
        (11, 0),
        (9, 6),  # more than fourteen
        (3, 4),  # a pedro is not divided
    ],
)
def test_points_that_no_cards_make_are_refused(points):
    assert "points" in faults(points=points)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"declarers": 2}, "declarers"),
        ({"declarers": None}, "declarers"),
        ({"bid": 15}, "bid"),
        ({"bid": -1}, "bid"),
        ({"bid": "many"}, "bid"),
        ({"points": [15, -1]}, "points.0"),
        ({"points": [9, "five"]}, "points.1"),
        ({"points": [9]}, "points.1"),
        ({"points": [4, 4, 6]}, "points"),
        ({"trump": "S"}, "trump"),
    ],
)
def test_sheet_that_cannot_be_names_the_field(data, field):
    assert field in faults(**data)


@pytest.mark.parametrize(
    ("scores", "possible"),
    [
        ([4, 0, 4, 0], True),
        ([0, 28, 0, 28], True),
        ([0, 0, 0, 0], True),
        ([4, 0, 0, 4], False),
        ([4, 4, 4, 4], False),
        ([29, 0, 29, 0], False),
        ([-7, 0, -7, 0], False),
    ],
)
def test_scores_by_hand_are_checked(scores, possible):
    assert (GAME.scores_fault(4, scores) is None) == possible
