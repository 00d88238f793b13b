"""The score sheet of Democracy: what a club writes, and what cannot be."""

import pytest
from pydantic import ValidationError

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from games.democracy.sheet import tribes_of
from tests.games.rounds import random_round, seeds

GAME = games.get("democracy")
SUITS = dict(zip("CSHD", ("clubs", "spades", "hearts", "diamonds"), strict=True))
ALL = dict.fromkeys(SUITS.values(), 25)


@pytest.mark.parametrize(
    ("captured_points", "tribes"),
    [
        ((12, 12, 12, 12), 0),
        ((13, 0, 0, 0), 1),
        ((0, 13, 0, 0), 1),
        ((0, 0, 13, 0), 1),
        ((0, 0, 0, 13), 1),
        ((25, 13, 14, 25), 4),
    ],
)
def test_thirteen_points_of_a_suit_are_a_tribe(captured_points, tribes):
    assert tribes_of(*captured_points) == tribes


def sheet_of(*players, **more):
    return GAME.sheet.model_validate({"players": list(players)} | more)


def faults(*players, **more):
    with pytest.raises(ValidationError) as caught:
        sheet_of(*players, **more)
    return {".".join(map(str, error["loc"])): error["msg"] for error in caught.value.errors()}


def written_sheet(table):
    """Return the sheet that players would write at the end of a round."""
    return [
        {SUITS[suit]: points for suit, points in captured.items()}
        for captured in table.view(None)["facts"]["points"]
    ]


@pytest.mark.further
@pytest.mark.sweep(2)
@pytest.mark.parametrize("players", GAME.players)
def test_sheet_and_engine_agree_on_random_rounds(players):
    for seed in seeds(GAME):
        table = random_round(GAME, players, seed)
        assert sheet_of(*written_sheet(table)).scores() == table.round_scores


@pytest.mark.sweep(1)
@pytest.mark.parametrize("players", GAME.players)
def test_sheet_and_engine_agree_on_rounds_dealt_as_on_pagat(players):
    for seed in range(200):
        table = Table(GAME, players, secret=seed.to_bytes(32, "big"), options={"pagat": True})
        table.deal()
        runner.advance(table, [builtin.get("random")] * players, seed=b"random")
        assert sheet_of(*written_sheet(table), pagat=True).scores() == table.round_scores


def test_thirteen_points_are_a_tribe_and_twelve_are_none():
    """DE6."""
    first = {"clubs": 13, "spades": 12, "hearts": 25}
    second = {"clubs": 12, "spades": 12, "diamonds": 20}
    assert sheet_of(first, second).scores() == [2, 1]


def test_suit_that_nobody_has_thirteen_of_scores_for_nobody():
    players = [dict.fromkeys(ALL, 12), dict.fromkeys(ALL, 12), dict.fromkeys(ALL, 1)]
    assert sheet_of(*players).scores() == [0, 0, 0]


def test_more_points_of_a_suit_than_there_are_name_who_has_the_last():
    found = faults({"hearts": 13} | {"clubs": 25}, {"hearts": 13}, {"spades": 25})
    assert found == {"players.1.hearts": "all hearts together are 25 points"}


def test_each_suit_that_is_too_much_is_named():
    assert set(faults(ALL, {"clubs": 1, "diamonds": 2})) == {
        "players.1.clubs",
        "players.1.diamonds",
    }


@pytest.mark.parametrize("points", [-1, 26, "many"])
def test_points_out_of_range_name_the_field(points):
    assert "players.0.spades" in faults({"spades": points}, {})


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players_write_a_sheet(players):
    assert "players" in faults(*[{}] * players)


def test_suit_that_is_none_is_refused():
    assert "players.0.jokers" in faults({"jokers": 1}, {})


@pytest.mark.parametrize(
    ("players", "pagat", "clubs", "spades"),
    [
        (6, False, 21, 0),  # seven tricks: 5 4 3 3 2 2 2
        (5, False, 22, 0),  # eight
        (4, False, 24, 0),  # ten: all clubs of any worth but one farmer
        (3, False, 25, 5),  # twelve: 11 clubs and a chief
        (2, False, 25, 17),  # sixteen: 11 clubs and five others
        (6, True, 25, 9),  # six tricks and seven cards not dealt: 11 and two
    ],
)
def test_only_upcards_of_tied_tricks_can_be_missing(players, pagat, clubs, spades):
    """DE1, DE5: as many cards as there are tricks at most."""
    first = ALL | {"clubs": 25 - clubs, "spades": 25 - spades}
    rest = [{}] * (players - 1)
    assert sheet_of(first, *rest, pagat=pagat).scores()
    less = dict(first)
    less["spades" if spades else "clubs"] -= 1
    assert set(faults(less, *rest, pagat=pagat)) == {"players"}
