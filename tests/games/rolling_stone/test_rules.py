"""Cited deals and numbers: the rule text (RT) and the rulings RS1, RS2, RS4 and RS5."""

import random

import numpy as np
import pytest
from pydantic import ValidationError

import games
from engine.play.table import Table
from engine.rules.errors import IllegalAction, InvalidNotation
from games.rolling_stone.rules import score_of
from tests.games.rounds import random_round, seeds

from .test_end import lowest, played_out

GAME = games.get("rolling-stone")

HANDS = (
    "C7 CT S7 S8 H7 H8 D7 D8",
    "C8 CJ S9 ST H9 HT D9 DT",
    "SJ SK SA HJ HK HA DK DA",
    "C9 CQ CK CA SQ HQ DJ DQ",
)
"""Seat 2 has no clubs."""
FIRST = ("C7", "C8", "pick up")
FULL = (*FIRST, "SA", "SQ", "S7", "S9")
LATE = (*FULL, "HA", "HQ", "H7", "H9", "DA", "DJ", "D7", "D9", "DK", "DQ", "D8", "DT")
LAST = (*LATE, "SJ", "pick up", "SJ", "S8", "ST", "SK", "HJ", "pick up", "HJ", "H8", "HT", "HK")


def dealt(*hands, players=4, **table):
    """Return a table at which seat 0 leads, the seats hold these cards and others."""
    table = Table(GAME, players=players, secret=bytes(32), **table)
    table.deal(hands=hands, dealer=players - 1)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def example(*actions):
    return play(dealt(*HANDS), *actions)


def counts(table):
    return [hand["count"] for hand in table.view(None)["hands"]]


class TestDeal:
    """RT: eight cards each, all that there are."""

    @pytest.mark.parametrize(
        ("players", "cards", "first"), [(4, 32, "C7"), (5, 40, "C5"), (6, 48, "C3")]
    )
    def test_pack_has_eight_cards_for_each_player(self, players, cards, first):
        pack = [GAME.pack.format(card) for card in GAME.deck(players, GAME.options())]
        assert (len(pack), pack[0], pack[-1]) == (cards, first, "DA")

    @pytest.mark.parametrize("players", GAME.players)
    def test_everyone_is_dealt_eight(self, players):
        assert counts(dealt(players=players)) == [8] * players

    def test_cards_are_dealt_one_at_a_time_from_the_left(self):
        table = Table(GAME, players=4, secret=bytes(32))
        pack = [GAME.pack.format(card) for card in GAME.deck(4, GAME.options())]
        table.deal(deck=" ".join(pack), dealer=0)
        assert table.view(1)["hand"] == ["C7", "CJ", "S7", "SJ", "H7", "HJ", "D7", "DJ"]

    def test_seat_left_of_the_dealer_leads(self):
        assert dealt().turn == 0


class TestFollowing:
    def test_any_card_may_be_led(self):
        assert " ".join(example().legal()) == HANDS[0]

    def test_suit_must_be_followed(self):
        table = example("C7")
        assert table.legal() == ["C8", "CJ"]
        with pytest.raises(IllegalAction, match="follow suit: clubs were led"):
            table.play("S9")

    def test_highest_card_leads_when_all_have_followed(self):
        assert example(*FIRST, "SJ", "SQ", "S7", "S9").turn == 3

    def test_ace_is_high(self):
        assert example(*FULL).turn == 2

    def test_trick_to_which_all_follow_is_discarded_and_stays_known(self):
        discard = example(*FULL).view(None)["discard"]
        assert discard == {"count": 4, "cards": ["S7", "S9", "SQ", "SA"]}

    @pytest.mark.parametrize(
        ("actions", "wrong", "reason"),
        [
            ((), "pick up", "nothing to pick up"),
            ((), "C8", "C8 is not in this hand"),
            (("C7",), "pick up", "there are clubs in this hand"),
            (("C7",), "C9", "C9 is not in this hand"),
            (("C7", "C8"), "SJ", "without clubs"),
        ],
    )
    def test_refusal_says_why(self, actions, wrong, reason):
        with pytest.raises(IllegalAction, match=reason):
            example(*actions).play(wrong)

    @pytest.mark.parametrize("text", ["C6", "pick", "pick up C7", "pickup", "X1"])
    def test_text_that_is_no_action_is_invalid(self, text):
        with pytest.raises(InvalidNotation):
            example().play(text)


class TestPickingUp:
    """RS1, RS4."""

    def test_who_cannot_follow_can_only_pick_up(self):
        assert example("C7", "C8").legal() == ["pick up"]

    def test_trick_goes_to_the_hand_and_nothing_is_discarded(self):
        table = example(*FIRST)
        assert counts(table) == [7, 7, 10, 8]
        assert table.view(2)["hand"][:2] == ["C7", "C8"]
        assert "discard" not in table.view(None)

    def test_later_players_do_not_play_and_who_picked_up_leads(self):
        """RS1: seat 3 had clubs."""
        table = example(*FIRST)
        assert (table.turn, table.view(None)["leader"], table.view(None)["table"]) == (2, 2, [])
        assert len(table.legal()) == 10

    def test_picked_up_cards_are_public_and_the_hand_is_not_shown(self):
        """RS1, RS4."""
        hand = example(*FIRST).view(None)["hands"][2]
        assert hand == {"count": 10, "cards": ["C7", "C8"]}

    def test_picked_up_cards_stay_public_when_picked_up_again(self):
        table = example(*LATE, "SJ", "pick up")
        assert table.view(0)["hands"][3]["cards"] == ["SJ"]
        assert table.view(0)["hands"][2]["cards"] == ["C7", "C8"]

    def test_trick_that_was_picked_up_counts_as_a_trick(self):
        assert example(*FIRST).view(None)["trick"] == 1


class TestLastCard:
    """RS2: the round is won at once; RS5: the win is worth 60 points."""

    def test_last_card_wins_even_if_the_trick_is_unfinished(self):
        table = example(*LAST, "C8", "C9")
        assert counts(table) == [1, 1, 1, 3]
        assert not table.round_over
        table.play("CT")
        assert (table.round_over, table.turn, table.phase) == (True, None, "over")
        assert table.round_scores == [60, 0, 0, 0]

    def test_earlier_player_wins_if_two_would_run_out_in_one_trick(self):
        """RS2: seat 1 could have followed with its last card, a higher one."""
        table = example(*LAST, "C8", "C9", "CT")
        assert table.view(1)["hand"] == ["CJ"]
        assert [played["card"] for played in table.view(None)["table"]] == ["C8", "C9", "CT"]

    def test_leader_may_win_with_the_last_card(self):
        """Everybody has two cards of each suit; seat 0 has the highest ones and never stops."""
        ranks = ("KA", "JQ", "9T", "78")
        table = dealt(*(" ".join(s + r for s in "CSHD" for r in pair) for pair in ranks))
        for suit in "CSHD":
            for rank in "AK":
                play(table, suit + rank)
                while not table.round_over and table.turn:
                    table.play(table.legal()[0])
        assert (table.round_scores, counts(table)) == ([60, 0, 0, 0], [0, 1, 1, 1])

    def test_end_of_the_round_reveals_no_hand(self):
        """G7b: of what is left only cards once picked up are known."""
        hands = example(*LAST, "C8", "C9", "CT").view(None)["hands"]
        assert [hand["cards"] for hand in hands] == [[], [], ["C7"], []]

    def test_end_names_the_last_card_and_the_places_by_cards_left(self):
        """RS4: fewest cards first."""
        facts = example(*LAST, "C8", "C9", "CT").view(None)["facts"]
        assert (facts["end"], facts["places"]) == ("last card", [1, 2, 2, 4])

    def test_there_are_no_places_before_the_end(self):
        assert Table(GAME, 4).view(None)["facts"] == {"times": 0, "end": None, "places": None}
        facts = example(*LATE).view(None)["facts"]
        assert (facts["end"], facts["places"]) == (None, None)

    @pytest.mark.parametrize("players", GAME.players)
    def test_win_is_worth_60_and_nobody_else_scores(self, players):
        for seed in range(100):
            table = random_round(GAME, players, seed)
            winner = counts(table).index(0)
            assert table.round_scores == [60 * (seat == winner) for seat in range(players)]


class TestShares:
    """RS5: 60, 30, 20, 15, 12, 10."""

    @pytest.mark.parametrize(
        ("winners", "share"), [(1, 60), (2, 30), (3, 20), (4, 15), (5, 12), (6, 10)]
    )
    def test_points_are_divided_equally(self, winners, share):
        cards = np.array([2] * winners + [3] * (6 - winners))
        scores = [score_of(cards, seat) for seat in range(6)]
        assert scores == [share] * winners + [0] * (6 - winners)

    @pytest.mark.parametrize(
        ("scores", "reason"),
        [
            ([0, 0, 0, 0], "somebody wins"),
            ([60, 60, 0, 0], "divided equally"),
            ([30, 0, 0, 0], "divided equally"),
            ([-60, 0, 0, 0], "divided equally"),
            ([40, 20, 0, 0], "divided equally"),
        ],
    )
    def test_impossible_scores_are_named(self, scores, reason):
        assert reason in GAME.scores_fault(4, scores)

    @pytest.mark.parametrize("scores", [[0, 60, 0, 0], [20, 20, 0, 20], [15] * 4])
    def test_possible_scores_have_no_fault(self, scores):
        assert GAME.scores_fault(4, scores) is None


class TestMatch:
    """RS5: n rounds, most points, ties shared."""

    @pytest.mark.parametrize("players", GAME.players)
    @pytest.mark.parametrize("native", [True, False])
    def test_match_lasts_as_many_rounds_as_players(self, players, native):
        table = Table(GAME, players, secret=bytes(32), native=native)
        chance = random.Random(players)
        while not table.over:
            table.deal()
            while not table.round_over:
                table.play(chance.choice(table.legal()))
        assert len(table.rounds) == players

    def test_most_points_win_and_ties_are_shared(self):
        assert GAME.place([60, 120, 60, 0]) == [2, 1, 2, 4]


class TestSheet:
    @pytest.mark.further
    @pytest.mark.sweep(1)
    @pytest.mark.parametrize("players", GAME.players)
    def test_sheet_and_engine_agree_on_random_rounds(self, players):
        for seed in seeds(GAME):
            table = random_round(GAME, players, seed)
            sheet = GAME.sheet.model_validate({"cards": counts(table)})
            assert sheet.scores() == table.round_scores

    @pytest.mark.sweep(1)
    @pytest.mark.parametrize("players", GAME.players)
    def test_sheet_and_engine_agree_on_rounds_that_repeat(self, players):
        for seed in range(100):
            table = played_out(players, seed, lowest)
            sheet = GAME.sheet.model_validate({"cards": counts(table)})
            assert sheet.scores() == table.round_scores

    def test_fewest_cards_share_when_nobody_has_none(self):
        """RS3, RS5."""
        assert GAME.sheet.model_validate({"cards": [3, 5, 3, 9]}).scores() == [30, 0, 30, 0]

    @pytest.mark.parametrize(
        ("cards", "field"),
        [
            ([0, 0, 5, 5], "cards.1"),
            ([0, 10, 11, 11], "cards"),
            ([9, 9, 9, 9], "cards"),
            ([3, 5, 3, 10], "cards"),
            ([0, 5, -1, 5], "cards.2"),
            ([0, 5, 49, 5], "cards.2"),
            ([0, 5, "few", 5], "cards.2"),
            ([0, 1, 1], "cards"),
            ([0, 1, 1, 1, 1, 1, 1], "cards"),
        ],
    )
    def test_sheet_that_cannot_be_names_the_field(self, cards, field):
        with pytest.raises(ValidationError) as caught:
            GAME.sheet.model_validate({"cards": cards})
        paths = {".".join(map(str, error["loc"])) for error in caught.value.errors()}
        assert field in paths
