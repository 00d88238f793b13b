"""Values and the score sheet: what a club writes, and what cannot be (SK2, SK5 to SK12)."""

import numpy as np
import pytest
from pydantic import ValidationError

from engine.play.table import Table
from games.skat.cards import CLUBS, DIAMONDS, GRAND, HEARTS, NULL, SPADES
from games.skat.value import (
    NOTHING,
    OUVERT,
    SCHNEIDER,
    SCHWARZ,
    is_reached,
    level_made,
    matadors_of,
    score_of,
    score_ramsch,
    seeger_fabian,
    value_of,
)
from tests.games.rounds import random_round

from .deals import GAME, facts, forced, greedily

CLUBS_GAME = {"declarer": 0, "contract": "clubs", "matadors": 1, "bid": 18, "won": True}
NULL_GAME = {"declarer": 2, "contract": "null", "bid": 18, "won": False}


def sheet_of(**data):
    return GAME.sheet.model_validate(data)


def faults(**data):
    with pytest.raises(ValidationError) as caught:
        sheet_of(**data)
    return {".".join(map(str, error["loc"])): error["msg"] for error in caught.value.errors()}


def written_sheet(table):
    """Return the sheet that players would write at the end of a round."""
    seen = facts(table)
    if seen["contract"] == "ramsch":
        return {"ramsch": ramsch_sheet(table)}
    sheet = {name: seen[name] for name in ("declarer", "contract", "hand", "announced", "bid")}
    points, tricks = seen["points"][seen["declarer"]], seen["tricks"][seen["declarer"]]
    sheet["won"] = table.round_scores[seen["declarer"]] > 0
    if seen["contract"] != "null":
        sheet["matadors"] = seen["matadors"]
        sheet["made"] = "schneider" if points <= 30 or points >= 90 else None
        if tricks in {0, 10}:
            sheet["made"] = "schwarz"
    return sheet


def ramsch_sheet(table):
    """Return how a Ramsch came out; ties are looked up in the record."""
    points, tricks = facts(table)["points"], facts(table)["tricks"]
    without = [seat for seat in range(3) if tricks[seat] == 0]
    fewest = [seat for seat in range(3) if points[seat] == min(points)]
    tie = None
    if len(fewest) > 1 and not set(fewest) & set(without):
        tie = min(fewest, key=lambda seat: int(table.state.last_won[seat]))
        if len(fewest) == 3:
            tie = (int(table.state.dealer) + 1) % 3
    return {"points": points, "without_trick": without, "tie": tie}


class TestValue:
    """RT, SK5 to SK8, SK10."""

    @pytest.mark.parametrize(
        ("contract", "value"),
        [(DIAMONDS, 18), (HEARTS, 20), (SPADES, 22), (CLUBS, 24), (GRAND, 48)],
    )
    def test_game_two_is_twice_the_base_value(self, contract, value):
        assert value_of(contract, 1, 0, NOTHING, NOTHING) == value
        assert value_of(contract, -1, 0, NOTHING, NOTHING) == value

    @pytest.mark.parametrize(
        ("hand", "ouvert", "value"), [(0, 0, 23), (1, 0, 35), (0, 1, 46), (1, 1, 59)]
    )
    def test_null(self, hand, ouvert, value):
        assert value_of(NULL, 0, hand, OUVERT * ouvert, NOTHING) == value

    def test_spades_with_three_hand_schneider_announced_are_77(self):
        """RT: with three, game four, hand five, schneider six, announced seven, times eleven."""
        assert value_of(SPADES, 3, 1, SCHNEIDER, SCHNEIDER) == 77

    @pytest.mark.parametrize(
        ("announced", "made", "multiplier"),
        [
            (NOTHING, NOTHING, 3),
            (NOTHING, SCHNEIDER, 4),
            (NOTHING, SCHWARZ, 5),
            (SCHNEIDER, NOTHING, 5),
            (SCHNEIDER, SCHNEIDER, 5),
            (SCHNEIDER, SCHWARZ, 6),
            (SCHWARZ, NOTHING, 7),
            (SCHWARZ, SCHWARZ, 7),
            (OUVERT, NOTHING, 8),
            (OUVERT, SCHWARZ, 8),
        ],
    )
    def test_multiplier_of_a_hand_with_one(self, announced, made, multiplier):
        """SK6: an announced level counts its unannounced one too, even if not reached."""
        assert value_of(CLUBS, 1, 1, announced, made) == 12 * multiplier

    def test_highest_value_is_264(self):
        assert value_of(GRAND, 4, 1, OUVERT, SCHWARZ) == 264
        assert value_of(CLUBS, 11, 1, OUVERT, SCHWARZ) == 216

    @pytest.mark.parametrize(
        ("points", "tricks", "level"),
        [
            (61, 5, NOTHING),
            (89, 9, NOTHING),
            (90, 9, SCHNEIDER),
            (31, 3, NOTHING),
            (30, 3, SCHNEIDER),
            (12, 1, SCHNEIDER),
            (120, 9, SCHNEIDER),
            (120, 10, SCHWARZ),
            (22, 0, SCHWARZ),
            (0, 1, SCHNEIDER),
        ],
    )
    def test_level_made_by_either_side(self, points, tricks, level):
        """SK5: 30 or fewer is schneider; schwarz is no trick, the skat is none."""
        assert level_made(points, tricks) == level

    @pytest.mark.parametrize(
        ("contract", "announced", "points", "tricks", "reached"),
        [
            (CLUBS, NOTHING, 60, 6, False),
            (CLUBS, NOTHING, 61, 4, True),
            (GRAND, SCHNEIDER, 89, 8, False),
            (GRAND, SCHNEIDER, 90, 8, True),
            (HEARTS, SCHWARZ, 120, 9, False),
            (HEARTS, SCHWARZ, 120, 10, True),
            (SPADES, OUVERT, 116, 9, False),
            (NULL, NOTHING, 0, 1, False),
            (NULL, OUVERT, 0, 0, True),
        ],
    )
    def test_contract_reached(self, contract, announced, points, tricks, reached):
        assert is_reached(contract, announced, points, tricks) == reached


class TestScoreOf:
    def test_won_game_scores_its_value(self):
        assert score_of(CLUBS, 24, 24, True) == 24

    def test_lost_game_costs_twice_its_value(self):
        """SK9: hand games too."""
        assert score_of(CLUBS, 24, 18, False) == -48
        assert score_of(NULL, 35, 18, False) == -70

    def test_clubs_ouvert_lost(self):
        """SK6, [ISS] 13577: 12 × 8 × 2."""
        assert score_of(CLUBS, value_of(CLUBS, 1, 1, OUVERT, NOTHING), 18, False) == -192

    def test_declarer_who_is_schneider(self):
        """SK5, [ISS] 10327743: 12 points make a game of 48 one of 72, so -144."""
        value = value_of(GRAND, 1, 0, NOTHING, level_made(12, 2))
        assert score_of(GRAND, value, 18, is_reached(GRAND, NOTHING, 12, 2)) == -144

    @pytest.mark.parametrize("reached", [False, True])
    def test_overbid_diamonds(self, reached):
        """SK8, [ISS] 596891 and 8650652: bid 36, value 18."""
        assert score_of(DIAMONDS, 18, 36, reached) == -72

    @pytest.mark.parametrize(
        ("contract", "bid", "score"),
        [
            (DIAMONDS, 20, -54),
            (DIAMONDS, 27, -54),
            (CLUBS, 27, -72),
            (HEARTS, 33, -80),
            (SPADES, 23, -66),
            (GRAND, 50, -144),
            (GRAND, 264, -528),
            (DIAMONDS, 264, -540),
        ],
    )
    def test_smallest_multiple_that_meets_the_bid(self, contract, bid, score):
        value = value_of(contract, 1, 0, NOTHING, NOTHING)
        assert score_of(contract, value, bid, True) == score


def word(text):
    cards = GAME.pack.parse_cards(text)
    return sum(1 << 8 * (card >> 5) + (card & 31) - 7 for card in cards)


@pytest.mark.parametrize(
    ("contract", "cards", "matadors"),
    [
        (CLUBS, "CJ", 1),
        (CLUBS, "CJ SJ", 2),
        (CLUBS, "CJ HJ", 1),
        (CLUBS, "HJ", -2),  # RT: against two
        (CLUBS, "CJ SJ HJ DJ CT", 4),
        (CLUBS, "CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 S7", 11),
        (CLUBS, "C7", -10),
        (CLUBS, "S7", -11),
        (SPADES, "SA", -4),
        (GRAND, "CJ SJ HJ DJ CA", 4),
        (GRAND, "CA", -4),
        (GRAND, "DJ", -3),
    ],
)
def test_matadors(contract, cards, matadors):
    """RT, SK7: up to four in grand and eleven in suit games."""
    assert matadors_of(contract, word(cards)) == matadors


class TestRamschScore:
    """SK11."""

    @pytest.mark.parametrize(
        ("points", "last_won", "forehand", "scores"),
        [
            ([20, 40, 60], [3, 8, 9], 1, [10, 0, 0]),
            ([60, 0, 60], [3, -1, 9], 0, [0, 20, 0]),
            ([60, 0, 60], [3, 5, 9], 0, [0, 10, 0]),
            ([30, 30, 60], [3, 5, 9], 2, [10, 0, 0]),
            ([30, 30, 60], [5, 3, 9], 0, [0, 10, 0]),
            ([60, 30, 30], [9, 8, 7], 1, [0, 0, 10]),
            ([0, 0, 120], [5, -1, 9], 0, [0, 20, 0]),  # never is longer ago than any trick
            ([40, 40, 40], [9, 2, 3], 0, [10, 0, 0]),
            ([40, 40, 40], [1, 2, 9], 2, [0, 0, 10]),
            ([0, 120, 0], [-1, 9, -1], 0, [0, -30, 0]),
        ],
    )
    def test_only_the_named_player_scores(self, points, last_won, forehand, scores):
        out = np.zeros(3, np.int64)
        score_ramsch(np.array(points), np.array(last_won), forehand, out)
        assert out.tolist() == scores


class TestSeegerFabian:
    """SK12: a statistic beside the score."""

    def test_game_won(self):
        assert seeger_fabian(1, True, 3) == [0, 50, 0]

    def test_game_lost_at_a_table_of_three(self):
        assert seeger_fabian(1, False, 3) == [40, -50, 40]

    def test_game_lost_at_a_table_of_four(self):
        assert seeger_fabian(1, False, 4) == [30, -50, 30, 30]

    def test_ramsch_gives_nothing(self):
        """SK11: no bonus."""
        assert seeger_fabian(None, False, 3) == [0, 0, 0]

    def test_sheet_tells_its_part(self):
        assert sheet_of(**CLUBS_GAME).seeger_fabian() == [50, 0, 0]
        assert sheet_of(**NULL_GAME, dealer=3).seeger_fabian() == [30, 30, -50, 30]
        assert sheet_of(ramsch={"points": [20, 40, 60]}).seeger_fabian() == [0, 0, 0]


class TestScoresFault:
    @pytest.mark.parametrize(
        "scores", [[0, 24, 0], [-48, 0, 0], [0, 0, 10], [20, 0, 0], [0, -30, 0], [0, 0, -540]]
    )
    def test_possible(self, scores):
        assert GAME.scores_fault(3, scores) is None

    @pytest.mark.parametrize(
        "scores", [[0, 0, 0], [24, 24, 0], [19, 0, 0], [0, -24, 0], [265, 0, 0], [0, 0, -538]]
    )
    def test_impossible(self, scores):
        assert GAME.scores_fault(3, scores)


class TestAgreement:
    @pytest.mark.slow
    def test_sheet_and_engine_agree_on_1000_random_rounds(self):
        for seed in range(1000):
            table = random_round(GAME, 3, seed)
            assert sheet_of(**written_sheet(table)).scores() == table.round_scores

    @pytest.mark.slow
    def test_sheet_and_engine_agree_on_1000_greedy_rounds(self):
        """Random players hardly ever win a game."""
        for seed in range(1000):
            table = Table(GAME, 3, secret=seed.to_bytes(32, "big"))
            table.deal()
            greedily(table)
            assert sheet_of(**written_sheet(table)).scores() == table.round_scores

    @pytest.mark.further
    def test_sheet_and_engine_agree_on_300_ramsch_rounds(self):
        for seed in range(300):
            table = forced(seed, "pass", "pass", "pass")
            assert sheet_of(**written_sheet(table)).scores() == table.round_scores


class TestSheet:
    def test_declarer_alone_scores(self):
        assert sheet_of(**CLUBS_GAME).scores() == [24, 0, 0]
        assert sheet_of(**NULL_GAME).scores() == [0, 0, -46]

    def test_all_that_raises_a_game(self):
        """RT: with three, hand, schneider announced, spades: 77."""
        sheet = CLUBS_GAME | {"contract": "spades", "matadors": 3, "hand": True}
        assert sheet_of(**sheet, announced="schneider", made="schneider").scores() == [77, 0, 0]

    @pytest.mark.parametrize(("won", "score"), [(True, 48), (False, -96)])
    def test_declarer_may_win_all_tricks_or_none(self, won, score):
        """SK5: either is schwarz, here with one, game two, schneider three, schwarz four."""
        sheet = CLUBS_GAME | {"made": "schwarz", "won": won}
        assert sheet_of(**sheet).scores() == [score, 0, 0]

    def test_overbid_game_is_lost(self):
        sheet = CLUBS_GAME | {"contract": "diamonds", "bid": 36, "won": False}
        assert sheet_of(**sheet).scores() == [-72, 0, 0]

    def test_overbid_game_cannot_be_won(self):
        sheet = CLUBS_GAME | {"contract": "diamonds", "bid": 36}
        assert "less than the bid of 36" in faults(**sheet)["won"]

    def test_announced_level_not_made_is_lost(self):
        hand = CLUBS_GAME | {"hand": True}
        assert "won" in faults(**hand, announced="schneider")
        assert "won" in faults(**hand, announced="ouvert", made="schneider")

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"declarer": 3}, "declarer"),
            ({"declarer": None}, "declarer"),
            ({"contract": None}, "contract"),
            ({"contract": "ramsch"}, "contract"),
            ({"matadors": None}, "matadors"),
            ({"matadors": 0}, "matadors"),
            ({"matadors": 12}, "matadors"),
            ({"contract": "grand", "matadors": 5}, "matadors"),
            ({"contract": "grand", "matadors": -5}, "matadors"),
            ({"announced": "schneider"}, "announced"),
            ({"announced": "durch"}, "announced"),
            ({"made": "ouvert"}, "made"),
            ({"bid": None}, "bid"),
            ({"bid": 19}, "bid"),
            ({"won": None}, "won"),
            ({"kontra": True}, "kontra"),
            ({"ramsch": {"points": [20, 40, 60]}}, "declarer"),
        ],
    )
    def test_game_that_cannot_be_names_the_field(self, change, field):
        assert field in faults(**CLUBS_GAME | change)

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"matadors": 1}, "matadors"),
            ({"made": "schneider"}, "made"),
            ({"announced": "schwarz"}, "announced"),
            ({"bid": 24}, "contract"),
            ({"bid": 36, "hand": True}, "contract"),
        ],
    )
    def test_null_that_cannot_be_names_the_field(self, change, field):
        assert field in faults(**NULL_GAME | change)

    def test_empty_sheet_names_the_declarer(self):
        assert "declarer" in faults()


class TestRamschSheet:
    @pytest.mark.parametrize(
        ("ramsch", "scores"),
        [
            ({"points": [20, 40, 60]}, [10, 0, 0]),
            ({"points": [60, 0, 60], "without_trick": [1]}, [0, 20, 0]),
            ({"points": [60, 0, 60]}, [0, 10, 0]),
            ({"points": [30, 30, 60], "tie": 1}, [0, 10, 0]),
            ({"points": [0, 0, 120], "without_trick": [1]}, [0, 20, 0]),
            ({"points": [40, 40, 40], "tie": 2}, [0, 0, 10]),
            ({"points": [0, 120, 0], "without_trick": [0, 2]}, [0, -30, 0]),
        ],
    )
    def test_scores(self, ramsch, scores):
        assert sheet_of(ramsch=ramsch).scores() == scores

    @pytest.mark.parametrize(
        ("ramsch", "field"),
        [
            ({"points": [20, 40, 61]}, "points"),
            ({"points": [-10, 70, 60]}, "points"),
            ({"points": [20, 100]}, "points"),
            ({"points": [20, 40, 60, 0]}, "points"),
            ({"points": [20, 40, 60], "without_trick": [0]}, "without_trick"),
            ({"points": [0, 120, 0], "without_trick": [2, 0]}, "without_trick"),
            ({"points": [0, 120, 0], "without_trick": [0, 0]}, "without_trick"),
            ({"points": [30, 30, 60]}, "tie"),
            ({"points": [30, 30, 60], "tie": 2}, "tie"),
            ({"points": [20, 40, 60], "tie": 0}, "tie"),
            ({"points": [0, 120, 0], "without_trick": [0, 2], "tie": 0}, "tie"),
        ],
    )
    def test_outcome_that_cannot_be_names_the_field(self, ramsch, field):
        assert f"ramsch.{field}" in faults(ramsch=ramsch)


class TestTableOfFour:
    """SK1: the dealer sits out, and seats are those of the table."""

    def test_declarer_is_a_seat_of_the_table(self):
        assert sheet_of(**CLUBS_GAME | {"declarer": 3}, dealer=1).scores() == [0, 0, 0, 24]

    def test_dealer_cannot_be_the_declarer(self):
        assert faults(**CLUBS_GAME, dealer=0) == {
            "declarer": "seat 0 deals this round and sits out"
        }

    @pytest.mark.parametrize(
        ("ramsch", "scores"),
        [
            ({"points": [20, 0, 40, 60]}, [10, 0, 0, 0]),
            ({"points": [60, 0, 60, 0], "without_trick": [3]}, [0, 0, 0, 20]),
            ({"points": [60, 0, 30, 30], "tie": 3}, [0, 0, 0, 10]),
            ({"points": [0, 0, 120, 0], "without_trick": [0, 3]}, [0, 0, -30, 0]),
        ],
    )
    def test_ramsch_has_four_seats(self, ramsch, scores):
        assert sheet_of(dealer=1, ramsch=ramsch).scores() == scores

    @pytest.mark.parametrize(
        ("ramsch", "field"),
        [
            ({"points": [20, 40, 60]}, "points"),
            ({"points": [20, 40, 60, 0]}, "points.1"),
            ({"points": [0, 0, 60, 60], "without_trick": [1]}, "without_trick"),
            ({"points": [30, 0, 30, 60], "tie": 1}, "tie"),
        ],
    )
    def test_who_sits_out_has_no_part_in_ramsch(self, ramsch, field):
        assert list(faults(dealer=1, ramsch=ramsch)) == [f"ramsch.{field}"]
