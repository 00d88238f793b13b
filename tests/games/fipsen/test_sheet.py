"""Values and the score sheet: what a club writes, and what cannot be (RT, FI1, FI3, FI5 to FI9)."""

import random

import pytest
from pydantic import ValidationError

from engine.play.table import Table
from games.fipsen.bids import BIDS
from games.fipsen.sheet import score_of, value_of
from tests.games.rounds import random_round

from .deals import ALONE, GAME, facts, play, played_by

THREE = {"declarer": 1, "bid": "3", "trump": "spades", "made": True}
KIEKER = {"declarer": 2, "bid": "kieker", "trump": "hearts", "made": True}
SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
TRUMPS = {"clubs": 0, "spades": 1, "hearts": 2, "diamonds": 3, None: -1}


def sheet_of(**data):
    return GAME.sheet.model_validate(data)


def faults(**data):
    with pytest.raises(ValidationError) as caught:
        sheet_of(**data)
    return {".".join(map(str, error["loc"])): error["msg"] for error in caught.value.errors()}


def written_sheet(table):
    """Return the sheet that players would write at the end of a round."""
    seen = facts(table)
    bid, *modifiers = seen["bid"].split()
    sheet = {"declarer": seen["declarer"], "bid": bid} | dict.fromkeys(modifiers, True)
    if seen["surrendered"]:
        return sheet | {"surrendered": True}
    sheet |= {"trump": SUITS[seen["trump"]], "played_on": seen["played_on"]}
    return sheet | {"made": seen["tricks"] >= seen["needed"]}


def agrees(table):
    return sheet_of(**written_sheet(table)).scores() == table.round_scores


class TestValue:
    """RT, FI1, FI5, FI8: modifiers double, so do diamonds named late, and playing on."""

    @pytest.mark.parametrize(
        ("bid", "trump", "played_on", "value"),
        [
            ("3", "hearts", 0, 3),  # RT
            ("3 hand", "hearts", 0, 6),  # RT
            ("3 hand durch", "hearts", 0, 12),  # RT
            ("3 ruten", "diamonds", 0, 6),  # RT
            ("3", "diamonds", 0, 6),  # RT: "the same as if they had bid Ruten all along"
            ("3 hand", "diamonds", 0, 12),
            ("3", "hearts", 1, 6),
            ("3", "diamonds", 1, 12),
            ("3 ruten", "diamonds", 1, 12),
            ("2 hand ruten durch", "diamonds", 0, 16),
            ("5", "clubs", 0, 10),
            ("5 hand", "clubs", 0, 20),
            ("5 hand ruten", "diamonds", 0, 40),
            ("5 hand", "diamonds", 0, 40),
            ("kieker", "clubs", 0, 10),  # RT
            ("kieker", "diamonds", 0, 20),
        ],
    )
    def test_value_of_a_contract(self, bid, trump, played_on, value):
        assert value_of(BIDS.index(bid), TRUMPS[trump], played_on) == value

    @pytest.mark.parametrize(
        ("value", "made", "score"),
        [(6, True, 6), (6, False, -12), (10, True, 10), (10, False, -20), (40, False, -80)],
    )
    def test_failed_contract_costs_twice_its_value(self, value, made, score):
        """FI9, RT."""
        assert score_of(value, made, False) == score

    def test_surrender_costs_five(self):
        """FI6, RT."""
        assert score_of(10, False, True) == -5


WON = [2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40]
LOST = [-4, -5, -6, -8, -12, -16, -20, -24, -32, -40, -48, -64, -80]
"""Twice a value, or five for a surrender."""


class TestScoresFault:
    @pytest.mark.parametrize("score", WON + LOST)
    def test_possible(self, score):
        for seat in range(4):
            assert GAME.scores_fault(4, [score if i == seat else 0 for i in range(4)]) is None

    def test_no_other_score_is(self):
        possible = [s for s in range(-200, 201) if GAME.scores_fault(4, [s, 0, 0, 0]) is None]
        assert sorted(possible) == sorted(WON + LOST)

    @pytest.mark.parametrize(
        "scores", [[0, 0, 0, 0], [3, 3, 0, 0], [3, 0, 0, -6], [0, 5, 0, 0], [0, 0, -10, 0]]
    )
    def test_impossible(self, scores):
        assert GAME.scores_fault(4, scores)


class TestAgreement:
    @pytest.mark.further
    def test_sheet_and_engine_agree_on_1000_random_rounds(self):
        assert all(agrees(random_round(GAME, 4, seed)) for seed in range(1000))

    @pytest.mark.further
    def test_sheet_and_engine_agree_on_1000_greedy_rounds(self):
        """Random players bid too much to make it often."""
        for seed in range(1000):
            table = Table(GAME, 4, secret=(seed + 5000).to_bytes(32, "big"))
            table.deal()
            played_by(table, "greedy")
            assert table.rounds[0].redeal or agrees(table)

    @pytest.mark.sweep(12)
    @pytest.mark.parametrize("bid", BIDS)
    @pytest.mark.parametrize("bots", ["random", "greedy"])
    def test_sheet_and_engine_agree_on_every_contract(self, bid, bots):
        chance = random.Random(f"{bid} {bots}")
        call = bid if bid == "kieker" else f"bid {bid}"
        for _ in range(40):
            table = Table(GAME, 4, secret=chance.randbytes(32))
            table.deal(hands=["C7 C8 S9 ST HA"] if bid == "kieker" else [], dealer=3)
            play(table, call, *ALONE)
            assert agrees(played_by(table, bots))


class TestSheet:
    def test_declarer_alone_scores(self):
        assert sheet_of(**THREE).scores() == [0, 3, 0, 0]
        assert sheet_of(**KIEKER).scores() == [0, 0, 10, 0]

    @pytest.mark.parametrize(
        ("change", "score"),
        [
            ({"made": False}, -6),
            ({"played_on": True}, 6),
            ({"played_on": True, "made": False}, -12),
            ({"trump": "diamonds"}, 6),
            ({"trump": "diamonds", "ruten": True}, 6),
            ({"trump": "diamonds", "ruten": True, "made": False}, -12),
            ({"trump": "diamonds", "played_on": True, "made": False}, -24),
            ({"hand": True, "durch": True}, 12),
            ({"bid": "5", "hand": True}, 20),
            ({"bid": "5", "made": False}, -20),
        ],
    )
    def test_all_that_changes_a_score(self, change, score):
        assert sheet_of(**THREE | change).scores() == [0, score, 0, 0]

    @pytest.mark.parametrize(
        ("change", "score"),
        [({"made": False}, -20), ({"trump": "diamonds"}, 20)],
    )
    def test_kieker(self, change, score):
        assert sheet_of(**KIEKER | change).scores() == [0, 0, score, 0]

    def test_surrender(self):
        given_up = {"declarer": 3, "bid": "kieker", "surrendered": True}
        assert sheet_of(**given_up).scores() == [0, 0, 0, -5]

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"declarer": 4}, "declarer"),
            ({"declarer": None}, "declarer"),
            ({"bid": "1"}, "bid"),
            ({"bid": "6"}, "bid"),
            ({"bid": "3 hand"}, "bid"),
            ({"bid": None}, "bid"),
            ({"bid": "5", "durch": True}, "durch"),
            ({"bid": "kieker", "hand": True}, "hand"),
            ({"bid": "kieker", "ruten": True}, "ruten"),
            ({"bid": "kieker", "durch": True}, "durch"),
            ({"trump": None}, "trump"),
            ({"trump": "S"}, "trump"),
            ({"ruten": True}, "trump"),
            ({"made": None}, "made"),
            ({"durch": True, "played_on": True}, "played_on"),
            ({"bid": "5", "played_on": True}, "played_on"),
            ({"bid": "kieker", "played_on": True}, "played_on"),
            ({"surrendered": True}, "surrendered"),
            ({"tricks": 3}, "tricks"),
        ],
    )
    def test_sheet_that_cannot_be_names_the_field(self, change, field):
        assert field in faults(**THREE | change)

    def test_kieker_given_up_is_not_played(self):
        wrong = faults(**KIEKER | {"surrendered": True, "played_on": True})
        assert set(wrong) == {"trump", "made", "played_on"}

    def test_empty_sheet_names_what_is_missing(self):
        assert set(faults()) == {"declarer", "bid"}
