"""Cited deals and numbers: the rule text (RT) and the rulings DE1 to DE5.

Scores and the end of a match are in `test_democracy_score.py`.
"""

import pytest

from engine.play.table import Table
from engine.rules.errors import IllegalAction, InvalidNotation
from engine.rules.state import EVERYBODY, FACE_DOWN
from tests.games.rounds import random_round

from .deals import (
    GAME,
    NEIGHBOURS,
    PAGAT,
    POINTS,
    RANKING,
    begin_second_day,
    captured,
    dealt,
    play,
    play_first,
    points,
    trick,
)


class TestPack:
    """RT: setup."""

    @pytest.mark.parametrize(
        ("players", "cards", "jokers"), [(2, 48, 0), (3, 48, 0), (4, 50, 2), (5, 48, 0), (6, 49, 1)]
    )
    def test_number_of_cards_and_jokers(self, players, cards, jokers):
        pack = [GAME.pack.format(card) for card in GAME.deck(players, GAME.options())]
        assert len(pack) == cards
        assert pack[48:] == ["X1", "X2"][:jokers]
        assert not {"C2", "S2", "H2", "D2"} & set(pack)

    def test_two_to_six_play(self):
        assert GAME.players == (2, 3, 4, 5, 6)

    @pytest.mark.parametrize("suit", "CSHD")
    def test_suit_has_25_points(self, suit):
        ranks = [card[1] for card in map(GAME.pack.format, GAME.deck(2, None)) if card[0] == suit]
        assert sorted(ranks) == sorted(RANKING)
        assert sum(POINTS.get(rank, 0) for rank in ranks) == 25


class TestDeal:
    """DE1."""

    @pytest.mark.parametrize(
        ("players", "first", "second"), [(2, 12, 4), (3, 8, 4), (4, 6, 4), (5, 4, 4), (6, 4, 3)]
    )
    def test_cards_of_each_day(self, players, first, second):
        view = dealt(players=players).view(None)
        assert [hand["count"] for hand in view["hands"]] == [first] * players
        assert view["facts"]["pool"] + view["upcard"]["count"] == first
        view = begin_second_day(players=players).view(None)
        assert [hand["count"] for hand in view["hands"]] == [second] * players
        assert view["facts"]["pool"] + view["upcard"]["count"] == second
        assert view["trick"] == first

    @pytest.mark.parametrize("players", GAME.players)
    def test_nothing_is_left_over(self, players):
        table = random_round(GAME, players, 0)
        assert "stock" not in table.view(None)
        assert table.state.trick == len(table.rounds[0].actions) // players

    @pytest.mark.parametrize(
        ("players", "cards", "left"), [(2, 8, 0), (3, 6, 0), (4, 5, 0), (5, 4, 0), (6, 3, 7)]
    )
    def test_option_pagat_deals_as_many_cards_on_both_days(self, players, cards, left):
        table = dealt(players=players, options=PAGAT)
        assert len(table.view(0)["hand"]) == cards
        table = begin_second_day(players=players, options=PAGAT)
        assert len(table.view(0)["hand"]) == cards
        play_first(table, until=lambda t: t.round_over)
        assert table.state.trick == 2 * cards
        assert table.view(None).get("stock", {"count": 0})["count"] == left

    def test_option_is_off_unless_asked_for(self):
        assert GAME.options().model_dump() == {"pagat": False}

    def test_hands_are_packets_from_the_left_then_the_pool_with_its_top_first(self):
        deck = [GAME.pack.format(card) for card in GAME.deck(3, GAME.options())]
        table = Table(GAME, players=3)
        table.deal(deck=" ".join(deck), dealer=0)
        hands = [set(table.view(seat)["hand"]) for seat in (1, 2, 0)]
        assert hands == [set(deck[:8]), set(deck[8:16]), set(deck[16:24])]
        assert table.view(None)["upcard"]["cards"] == [deck[24]]

    def test_second_day_goes_on_where_the_first_ended(self):
        deck = [GAME.pack.format(card) for card in GAME.deck(3, GAME.options())]
        table = Table(GAME, players=3)
        table.deal(deck=" ".join(deck), dealer=0)
        play_first(table, until=lambda t: t.view(None)["facts"]["day"] == 2)
        hands = [set(table.view(seat)["hand"]) for seat in (1, 2, 0)]
        assert hands == [set(deck[32:36]), set(deck[36:40]), set(deck[40:44])]
        assert table.view(None)["upcard"]["cards"] == [deck[44]]

    def test_round_is_both_days_by_one_dealer(self):
        table = dealt(players=4)
        play_first(table, until=lambda t: t.round_over)
        assert (table.view(None)["facts"]["day"], len(table.rounds)) == (2, 1)
        table.deal()
        assert table.rounds[1].dealer == 0


class TestUpcard:
    """DE2."""

    def test_upcard_is_open_and_fixes_trump(self):
        view = dealt(stock="H7").view(None)
        assert (view["upcard"]["cards"], view["facts"]["trump"]) == (["H7"], "H")

    def test_each_trick_has_an_upcard_of_its_own(self):
        table = trick("H7", "HA", "CK")
        assert table.view(None)["upcard"]["cards"] != ["H7"]

    def test_upcard_does_not_compete_but_is_captured(self):
        assert captured(trick("H5", "H7", "CA")) == ["CA H5 H7", ""]

    def test_upcard_of_the_rank_played_makes_no_tie(self):
        assert captured(trick("HK", "CK", "D9")) == ["CK HK D9", ""]

    def test_joker_turned_up_means_no_trump(self):
        table = dealt("C6", "S7", "H8", "DK", stock="X1")
        assert table.view(None)["facts"]["trump"] is None
        assert captured(play(table, "C6", "S7", "H8", "DK"))[3] == "C6 S7 H8 DK X1"

    def test_trump_is_none_when_no_upcard_lies_open(self):
        assert random_round(GAME, 3, 1).view(None)["facts"]["trump"] is None


class TestTrick:
    """RT: ranking and winner; DE3, DE4."""

    @pytest.mark.parametrize(("lower", "higher"), NEIGHBOURS)
    def test_ranking_within_trumps(self, lower, higher):
        low, high = "C" + lower, "C" + higher
        rest = "CT" if "T" not in (lower, higher) else "C8"
        assert captured(trick(rest, low, high))[0] == ""

    @pytest.mark.parametrize(("lower", "higher"), NEIGHBOURS)
    def test_ranking_without_trumps_over_all_suits(self, lower, higher):
        assert captured(trick("C7", "H" + higher, "D" + lower))[1] == ""

    def test_rank_decides_and_not_points(self):
        assert captured(trick("C7", "HQ", "DK"))[0] == ""

    def test_lowest_trump_beats_everything_else(self):
        assert captured(trick("C7", "S5", "C6", "H5"))[1] == "C6 C7 S5 H5"

    def test_any_card_may_be_played(self):
        table = play(dealt("HA", "HK C3 D9", stock="H7"), "HA")
        assert table.legal() == table.view(1)["hand"]

    def test_six_of_trump_beats_the_five(self):
        assert captured(trick("C9", "C5", "C6"))[1] == "C5 C6 C9"

    def test_six_wins_outright_whatever_else_was_played(self):
        assert captured(trick("C9", "C6", "C4", "C5", "S5"))[0] == "C4 C5 C6 C9 S5"

    def test_six_loses_to_any_trump_but_the_five(self):
        assert captured(trick("C9", "C6", "C7"))[1] == "C6 C7 C9"
        assert captured(trick("C9", "C6", "C4"))[1] == "C4 C6 C9"

    def test_five_turned_up_does_not_count_as_played(self):
        assert captured(trick("C5", "C6", "CK"))[1] == "C5 C6 CK"

    def test_six_turned_up_does_not_count_as_played(self):
        assert captured(trick("C6", "C5", "C4"))[0] == "C4 C5 C6"

    def test_six_beats_the_five_in_the_trump_suit_only(self):
        assert captured(trick("H9", "C5", "C6"))[0] == "C5 C6 H9"
        assert captured(trick("C9", "C5", "S6"))[0] == "C5 C9 S6"

    @pytest.mark.parametrize("other", [rank for rank in RANKING if rank != "5"])
    def test_joker_wins_like_a_five_that_is_no_trump(self, other):
        assert captured(trick("CQ", "X1", "H" + other, "S6", "D6"))[0].endswith("X1")

    def test_joker_loses_to_any_trump(self):
        assert captured(trick("CQ", "X1", "C6", "X2", "D6"))[1] == "C6 CQ D6 X1 X2"

    def test_two_jokers_tie(self):
        assert captured(trick("CQ", "X1", "X2", "H4", "D6")) == ["X1", "X2", "H4", "D6"]

    def test_joker_ties_with_a_five_also_when_a_joker_lies_open(self):
        assert captured(trick("X1", "X2", "S5", "H4", "D6")) == ["X2", "S5", "H4", "D6"]


class TestTie:
    """DE5."""

    def test_everybody_takes_back_his_own_card_and_the_upcard_is_discarded(self):
        table = trick("C7", "HK", "DK", "SJ")
        assert captured(table) == ["HK", "DK", "SJ"]
        assert table.view(None)["discard"]["cards"] == ["C7"]
        assert points(table) == [(0, 0, 2, 0), (0, 0, 0, 2), (0, 2, 0, 0)]

    def test_three_can_tie(self):
        assert captured(trick("C7", "HA", "DA", "SA")) == ["HA", "DA", "SA"]

    def test_tie_below_the_highest_does_not_matter(self):
        assert captured(trick("C7", "HK", "DK", "SA"))[2] == "C7 SA HK DK"

    def test_trump_breaks_a_tie_of_others(self):
        assert captured(trick("C7", "H5", "D5", "C8"))[2] == "C7 C8 H5 D5"

    def test_joker_turned_up_is_discarded_as_well(self):
        table = trick("X2", "H5", "D5", "C8", "S9")
        assert table.view(None)["discard"]["cards"] == ["X2"]

    def test_cards_taken_back_are_won_and_not_in_hand_again(self):
        table = trick("C7", "HK", "DK")
        assert "HK" not in table.view(0)["hand"]
        assert points(table) == [(0, 0, 2, 0), (0, 0, 0, 2)]


class TestSecrets:
    """DE2a, G6, G7c, G7d: a chosen card is its owner's secret until all are shown."""

    def test_cards_are_chosen_in_the_order_of_seats_in_every_trick(self):
        table = trick("C7", "H4", "HK", "SJ")
        assert table.rounds[0].dealer == 2
        assert [table.turn, play(table, table.legal()[0]).turn] == [0, 1]

    def test_chosen_card_lies_face_down_for_all_others(self):
        table = play(dealt("HK", "", "", stock="C7"), "HK")
        assert table.view(0)["table"] == [{"seat": 0, "card": "HK"}]
        for reader in (1, 2, None):
            assert table.view(reader)["table"] == [{"seat": 0, "card": None}]
            assert "HK" not in str(table.view(reader))

    def test_chosen_card_is_known_to_its_owner_until_it_is_shown(self):
        table = play(dealt("HK", "DK", stock="C7"), "HK")
        card = GAME.pack.parse("HK")
        assert table.state.known[card] == 1
        assert play(table, "DK").state.known[card] == EVERYBODY

    def test_others_read_that_a_card_was_chosen(self):
        table = play(dealt("HK", "DK", "SJ", stock="C7"), "HK", "DK")
        down = {"seat": 0, "action": "a card face down"}
        assert table.told(1) == [down, {"seat": 1, "action": "DK"}]
        assert [said["action"] for said in table.told(None)] == ["a card face down"] * 2

    def test_everybody_reads_who_played_what_once_it_is_shown(self):
        table = play(dealt("HK", "DK", "SJ", stock="C7"), "HK", "DK")
        table.view(2)
        play(table, "SJ")
        for reader in (0, 1, 2, None):
            assert [said["action"] for said in table.told(reader)] == ["HK", "DK", "SJ"]

    def test_next_choice_is_secret_again(self):
        table = trick("C7", "HK", "DK")
        play(table, table.legal()[0])
        assert table.told(1)[-1]["action"] == "a card face down"

    @pytest.mark.parametrize("reader", [1, 2, None])
    def test_nothing_tells_which_card_was_chosen(self, reader):
        views, minds = [], []
        for card in dealt("", "", "").view(0)["hand"]:
            table = play(dealt("", "", ""), card)
            minds.append(table.mind(reader).tobytes())
            views.append(table.view(reader))
        assert all(view == views[0] for view in views)
        assert len(set(minds)) == 1

    def test_own_hand_shows_what_is_left(self):
        table = play(dealt("HK", "DK", stock="C7"), "HK")
        assert "HK" not in table.view(0)["hand"]
        assert len(table.view(0)["hand"]) == table.view(1)["hands"][0]["count"] == 11

    @pytest.mark.parametrize("reader", [0, 1, 2, None])
    def test_pool_and_second_day_are_seen_by_nobody(self, reader):
        table = dealt(players=3)
        assert table.view(reader)["stock"] == {"count": 7 + 16, "cards": []}
        assert set(table.mind(reader).stock[:24].tolist()) == {FACE_DOWN}

    def test_card_of_the_second_day_is_seen_by_its_holder(self):
        table = begin_second_day(players=3)
        shown = [hand["cards"] for hand in table.view(1)["hands"]]
        assert [len(cards) for cards in shown] == [0, 4, 0]

    def test_captured_and_discarded_cards_are_public(self):
        view = trick("C7", "HK", "DK").view(None)
        assert [pile["cards"] for pile in view["won"]] == [["HK"], ["DK"]]
        assert view["discard"] == {"count": 1, "cards": ["C7"]}

    def test_cards_that_were_never_dealt_stay_unseen(self):
        """G7b; only six players, dealt as on pagat, have any."""
        table = dealt(players=6, options=PAGAT)
        play_first(table, until=lambda t: t.round_over)
        assert table.view(0)["stock"] == {"count": 7, "cards": []}


class TestTexts:
    @pytest.mark.parametrize("text", ["C2", "X3", "X", "10C", "HA HK", "pass"])
    def test_text_that_is_no_card_of_this_pack_is_invalid(self, text):
        with pytest.raises(InvalidNotation):
            dealt().play(text)

    def test_card_of_another_hand_is_refused_in_words(self):
        with pytest.raises(IllegalAction, match="HK is not in this hand"):
            dealt("HA", "HK").play("HK")

    def test_second_joker_is_not_there_between_six(self):
        with pytest.raises(IllegalAction, match="X2 is not in this hand"):
            dealt(players=6).play("X2")
