"""Cited deals of Mulatschag: the rule text (RT) and the rulings MU3 to MU7, G2, G7a, G9."""

import pytest

from engine.inference.belief import Deals
from engine.play.table import Table
from engine.records.document import record_of
from engine.rules.errors import IllegalAction, InvalidNotation
from engine.rules.state import HAND, cards_at
from tests.games.mulatschag.deals import (
    GAME,
    LIFTED,
    NO_LIFT,
    PACK,
    PLAIN,
    called,
    dealt,
    facts,
    hand,
    lifted,
    play,
    play_out,
    put_away,
)

NO_FIGURE = "E7 E8 L9 HT S7"


class TestDeal:
    """RT: pack and dealing."""

    def test_pack_has_eight_ranks_of_four_suits_and_the_weli(self):
        assert len(PACK) == 33
        assert " ".join(PACK[:8]) == "E7 E8 E9 ET EU EO EK ES"
        assert PACK[24:26] == ["W", "S7"]

    @pytest.mark.parametrize(("players", "stock"), [(2, 23), (3, 18), (4, 13)])
    def test_five_each_and_the_rest_is_the_stock(self, players, stock):
        view = dealt(players=players).view(None)
        assert [held["count"] for held in view["hands"]] == [5] * players
        assert view["stock"] == {"count": stock, "cards": []}

    def test_three_are_dealt_in_the_first_round_and_two_in_the_second(self):
        table = Table(GAME, 3)
        table.deal(deck=" ".join(PACK), entropy=NO_LIFT, dealer=0)
        assert hand(table, 1, 1) == [*PACK[0:3], *PACK[9:11]]
        assert hand(table, 0, 0) == [*PACK[6:9], *PACK[13:15]]

    def test_everybody_starts_with_21_points(self):
        assert facts(dealt())["points"] == [21] * 4

    def test_seat_left_of_the_dealer_calls_first(self):
        table = dealt()
        assert (table.phase, table.turn) == ("auction", 0)


class TestLift:
    """MU3 and RT: the Weli lifted may be kept."""

    def test_one_card_of_33_is_lifted(self):
        found = sum(lifts_weli(number) for number in range(3300))
        assert 70 < found < 130

    @pytest.mark.parametrize(("entropy", "phase"), [(NO_LIFT, "auction"), (LIFTED, "lift")])
    def test_entropies_for_tables_of_people(self, entropy, phase):
        table = Table(GAME, 4)
        table.deal(deck=" ".join(PACK), entropy=entropy, dealer=0)
        assert table.phase == phase

    @pytest.mark.parametrize(
        ("players", "dealer", "seat"), [(4, 0, 3), (4, 2, 1), (3, 0, 2), (2, 1, 0)]
    )
    def test_seat_at_the_dealers_right_decides(self, players, dealer, seat):
        table = lifted(players=players, dealer=dealer)
        assert (table.turn, table.legal()) == (seat, ["keep", "return"])

    def test_who_kept_the_weli_is_dealt_two_and_two(self):
        table = play(lifted(), "keep")
        without = [card for card in PACK if card != "W"]
        assert hand(table, 2, 2) == [*without[6:8], *without[15:17], "W"]
        assert hand(table, 3, 3) == [*without[8:11], *without[17:19]]

    def test_kept_weli_leaves_the_pack_wherever_it_lies(self):
        first, later = (play(lifted(cards), "keep") for cards in ("W E7", "E7"))
        assert hand(first, 0) == hand(later, 0)
        assert hand(first, 0)[:3] == ["E7", "E8", "E9"]

    def test_weli_kept_leaves_13_in_stock(self):
        assert play(lifted(), "keep").view(None)["stock"]["count"] == 13

    @pytest.mark.parametrize("reader", [0, 1, 2, 3, None])
    def test_kept_weli_is_known_to_all(self, reader):
        """G7a"""
        assert "W" in hand(play(lifted(), "keep"), reader, 2)

    def test_returned_weli_is_dealt_as_it_lies(self):
        table = play(lifted("E7 E8 W"), "return")
        assert "W" in hand(table, 0, 0)
        assert hand(table, 2, 0) == hand(table, None, 0) == []

    def test_returned_weli_is_known_to_nobody_even_who_lifted_it(self):
        table = play(lifted(), "return")
        assert table.view(2)["stock"]["cards"] == []
        assert hand(table, 2, 2) == hand(dealt_as_it_lies(), 2, 2)

    @pytest.mark.parametrize("reader", [0, 2, None])
    def test_nothing_is_seen_before_the_decision(self, reader):
        view = lifted().view(reader)
        assert view["stock"] == {"count": 33, "cards": []}
        assert [held["count"] for held in view["hands"]] == [0] * 4

    def test_weli_may_be_kept_after_a_fold_too(self):
        """RT, note 1."""
        table = called_out(dealt(NO_FIGURE, *PLAIN[1:]), "fold")
        table.deal(deck=" ".join(PACK), entropy=LIFTED)
        assert (table.phase, table.turn) == ("lift", 2)
        assert "W" in hand(play(table, "keep"), None, 2)

    def test_nothing_else_may_be_done_first(self):
        with pytest.raises(IllegalAction, match="`keep` or `return`"):
            lifted().play("pass")


def lifts_weli(number):
    table = Table(GAME, 2, dealer=0)
    table.deal(deck=" ".join(PACK), entropy=number.to_bytes(8, "big"))
    return table.phase == "lift"


def dealt_as_it_lies():
    table = Table(GAME, 4)
    table.deal(deck=" ".join(PACK), entropy=NO_LIFT, dealer=3)
    return table


def called_out(table, answer):
    """Return a table after everybody passed, with this answer to the first question to fold."""
    return play(table, *["pass"] * table.players, answer)


class TestAuction:
    """MU4 and RT: each bid is one trick more, the dealer may hold it."""

    def test_first_call_is_any_bid_a_pass_or_a_mulatschag(self):
        bids = [f"bid {bid}" for bid in range(1, 6)]
        assert dealt(*PLAIN).legal() == ["pass", *bids, "mulatschag"]

    def test_each_bid_is_higher_than_the_last(self):
        table = play(dealt(*PLAIN), "bid 3")
        assert table.legal() == ["pass", "bid 4", "bid 5", "mulatschag"]
        with pytest.raises(IllegalAction, match="more than 3"):
            table.play("bid 3")

    def test_bids_may_jump(self):
        assert facts(play(dealt(*PLAIN), "bid 1", "bid 5"))["bid"] == 5

    def test_pass_is_final(self):
        table = play(dealt(*PLAIN), "pass", "bid 1", "bid 2", "pass")
        assert (table.turn, facts(table)["passed"]) == (1, [0, 3])
        assert play(table, "bid 3").turn == 2

    def test_dealer_may_hold_the_last_bid(self):
        table = play(dealt(*PLAIN), "bid 2", "pass", "pass", "my game")
        assert (facts(table)["bid"], facts(table)["holder"], table.turn) == (2, 3, 0)
        assert table.legal() == ["pass", "bid 3", "bid 4", "bid 5"]

    def test_dealer_may_hold_a_bid_again_and_again(self):
        calls = ("bid 1", "pass", "pass", "my game", "bid 2", "my game", "bid 5", "my game", "pass")
        table = play(dealt(*PLAIN), *calls)
        assert (table.phase, table.turn, facts(table)["bid"]) == ("trump", 3, 5)

    def test_only_the_dealer_holds_a_bid(self):
        with pytest.raises(IllegalAction, match="`my game` is for the dealer"):
            play(dealt(*PLAIN), "bid 2").play("my game")

    def test_dealer_has_no_bid_to_hold_if_nobody_bid(self):
        assert "my game" not in play(dealt(*PLAIN), "pass", "pass", "pass").legal()

    def test_others_act_after_a_bid_of_five(self):
        table = play(dealt(*PLAIN), "bid 5")
        assert table.legal() == ["pass", "mulatschag"]
        play(table, "pass", "pass")
        assert table.legal() == ["pass", "my game", "mulatschag"]

    def test_bid_of_five_is_played_with_an_exchange(self):
        table = play(dealt(*PLAIN), "bid 5", "pass", "pass", "pass", "trump E")
        assert table.phase == "exchange"

    def test_auction_ends_when_all_others_have_passed(self):
        table = play(dealt(*PLAIN), "bid 1", "bid 2", "pass", "pass")
        assert table.phase == "auction"
        assert play(table, "pass").phase == "trump"
        assert table.turn == 1

    def test_last_one_is_asked_if_nobody_bid(self):
        """G9"""
        table = play(dealt(*PLAIN), "pass", "pass", "pass")
        assert (table.turn, len(table.legal())) == (3, 7)

    def test_holder_names_one_of_four_suits(self):
        table = play(dealt(*PLAIN), "bid 1", "pass", "pass", "pass")
        assert table.legal() == ["trump E", "trump L", "trump H", "trump S"]
        assert facts(play(table, "trump L"))["trump"] == "L"

    def test_two_players_bid_against_each_other(self):
        table = play(dealt(*PLAIN[:2], players=2), "bid 1", "my game", "bid 2", "pass")
        assert (table.phase, table.turn) == ("trump", 0)


class TestMulatschag:
    """MU5 and RT: all five tricks, announced as the first call."""

    def test_announcement_ends_the_auction_and_names_trump(self):
        table = play(dealt(*PLAIN), "pass", "mulatschag")
        assert (table.phase, table.turn) == ("trump", 1)
        assert (facts(table)["mulatschag"], facts(table)["bid"]) == (True, None)

    def test_no_cards_are_exchanged_and_the_announcer_leads(self):
        table = play(dealt(*PLAIN), "pass", "mulatschag", "trump E")
        assert (table.phase, table.turn) == ("play", 1)

    def test_game_cannot_fold(self):
        table = play(dealt(NO_FIGURE, *PLAIN[1:]), "pass", "pass", "pass", "mulatschag")
        assert table.phase == "trump"

    def test_legal_after_a_bid_of_five(self):
        table = play(dealt(*PLAIN), "bid 5", "mulatschag")
        assert facts(table)["holder"] == 1

    def test_not_legal_as_a_second_call(self):
        table = play(dealt(*PLAIN), "bid 1", "bid 2", "pass", "pass")
        with pytest.raises(IllegalAction, match="first call only"):
            table.play("mulatschag")

    def test_dealer_may_announce_it_as_the_last(self):
        assert "mulatschag" in play(dealt(*PLAIN), "bid 1", "bid 2", "bid 3").legal()


class TestFold:
    """MU6 and RT: who has no figure may have the deal thrown in, which doubles."""

    def test_asked_when_everybody_has_called_once(self):
        table = play(dealt(NO_FIGURE, *PLAIN[1:]), "bid 1", "pass", "pass")
        assert (table.phase, table.turn) == ("auction", 3)
        assert play(table, "bid 2").phase == "fold"
        assert (table.turn, table.legal()) == (0, ["continue", "fold"])

    def test_asked_in_order_from_the_dealers_left(self):
        hands = ("EK LK HK SK H7", NO_FIGURE, PLAIN[2], "E9 ET L8 LT S9")
        table = play(dealt(*hands), *["pass"] * 3, "bid 1")
        asked = []
        while table.phase == "fold":
            asked.append(table.turn)
            table.play("continue")
        assert asked == [1, 3]

    @pytest.mark.further
    def test_who_is_asked_is_known_to_have_no_figure(self):
        table = play(dealt(NO_FIGURE, *PLAIN[1:]), *["pass"] * 3, "bid 1")
        figures = {GAME.pack.parse(suit + rank) for suit in "ELHS" for rank in "UOKS"}
        for number in range(10):
            deal = Deals(table.game, table.belief(3), seed=number).next()
            assert not figures & set(cards_at(deal, HAND))

    def test_those_who_passed_are_asked_too(self):
        assert play(dealt(NO_FIGURE, *PLAIN[1:]), "pass", "pass", "pass", "bid 1").turn == 0

    def test_asked_if_everybody_has_passed(self):
        table = play(dealt(NO_FIGURE, *PLAIN[1:]), *["pass"] * 4)
        assert table.phase == "fold"
        assert play(table, "continue").round_over
        assert not table.rounds[0].redeal

    def test_bidding_goes_on_where_it_was(self):
        table = play(dealt(NO_FIGURE, *PLAIN[1:]), "pass", "bid 1", "pass", "bid 2", "continue")
        assert (table.phase, table.turn) == ("auction", 1)

    def test_holder_names_trump_if_the_bidding_is_over(self):
        table = play(dealt(NO_FIGURE, *PLAIN[1:]), "pass", "bid 1", "pass", "pass", "continue")
        assert (table.phase, table.turn) == ("trump", 1)

    def test_asked_only_once(self):
        table = play(dealt(NO_FIGURE, *PLAIN[1:]), "bid 1", "bid 2", "pass", "pass", "continue")
        assert play(table, "bid 3", "pass").phase == "trump"

    def test_weli_is_no_figure(self):
        table = play(dealt("E7 E8 L9 HT W", *PLAIN[1:]), *["pass"] * 3, "bid 1")
        assert (table.phase, table.turn) == ("fold", 0)

    @pytest.mark.parametrize("figure", ["EU", "LO", "HK", "SS"])
    def test_one_figure_is_enough_not_to_be_asked(self, figure):
        table = dealt(f"E7 E8 L9 LT {figure}", "EK H8 H9 S7 S8", "ES H7 HT ST S9", "LK E9 ET L7 L8")
        assert play(table, *["pass"] * 3, "bid 1").phase == "trump"

    def test_fold_throws_the_deal_in_for_the_same_dealer(self):
        table = called_out(dealt(NO_FIGURE, *PLAIN[1:]), "fold")
        assert (table.round_scores, table.rounds[0].redeal) == ([0] * 4, True)
        table.deal()
        assert table.rounds[1].dealer == table.rounds[0].dealer

    def test_fold_after_bids_scores_nothing_either(self):
        table = play(dealt(NO_FIGURE, *PLAIN[1:]), "bid 5", "pass", "pass", "pass", "fold")
        assert table.round_scores == [0] * 4

    def test_folds_do_not_count_as_rounds(self):
        table = dealt(NO_FIGURE, *PLAIN[1:])
        called_out(table, "fold")
        for _ in range(4):
            assert not table.over
            table.deal(hands=PLAIN, entropy=NO_LIFT)
            play(table, *["pass"] * 4)
        assert table.over
        assert len(table.rounds) == 5

    def test_folds_multiply_without_a_cap_that_matters(self):
        table = dealt(NO_FIGURE, *PLAIN[1:])
        for folds in range(1, 17):
            called_out(table, "fold")
            assert facts(table)["multiplier"] == 2**folds
            table.deal(hands=(NO_FIGURE, *PLAIN[1:]), entropy=NO_LIFT)
        assert play(table, *["pass"] * 4).legal() == ["continue"]

    def test_only_folding_or_going_on_is_an_answer(self):
        with pytest.raises(IllegalAction, match="`fold` or to `continue`"):
            play(dealt(NO_FIGURE, *PLAIN[1:]), *["pass"] * 4).play("pass")


class TestThrownIn:
    """MU7, G2: everybody passes."""

    def test_nobody_scores_and_the_next_one_deals(self):
        table = play(dealt(*PLAIN), *["pass"] * 4)
        assert (table.round_scores, table.rounds[0].redeal) == ([0] * 4, False)
        table.deal()
        assert table.rounds[1].dealer == 0

    def test_it_counts_as_a_round(self):
        table = play(dealt(*PLAIN[:2], players=2), "pass", "pass")
        table.deal(hands=PLAIN[:2], entropy=NO_LIFT)
        assert play(table, "pass", "pass").over

    def test_multiplier_of_folds_is_carried_over(self):
        table = called_out(dealt(NO_FIGURE, *PLAIN[1:]), "fold")
        table.deal(hands=PLAIN, entropy=NO_LIFT)
        play(table, *["pass"] * 4)
        table.deal(hands=PLAIN, entropy=NO_LIFT)
        assert facts(table)["multiplier"] == 2
        assert [played["carried"] for played in record_of(table)["rounds"]] == [
            {},
            {"multiplier": 2},
            {"multiplier": 2},
        ]

    def test_after_a_scored_round_the_multiplier_is_one_again(self):
        table = called_out(dealt(NO_FIGURE, *PLAIN[1:]), "fold")
        table.deal(hands=PLAIN, entropy=NO_LIFT)
        play_out(called(table, "bid 1", "pass", "pass", "pass"))
        table.deal()
        assert record_of(table)["rounds"][2]["carried"] == {"multiplier": 1}

    def test_herz_is_not_carried_over(self):
        table = called(dealt(*PLAIN), "bid 1", "pass", "pass", "pass")
        play_out(play(table, "trump H"))
        assert (facts(table)["value"], facts(table)["multiplier"]) == (2, 1)

    def test_cards_thrown_in_are_not_shown(self):
        """G7b"""
        table = play(dealt(*PLAIN), *["pass"] * 4)
        assert hand(table, None) == put_away(table, None) == []


class TestTexts:
    @pytest.mark.parametrize(
        "text",
        ["bid", "bid 0", "bid 6", "bid 01", "my", "game", "trump W", "trump", "discard", "show",
         "exchange", "exchange S7 W", "exchange E7 E7", "S6", "WW", "E10", "Keep"],
    )  # fmt: skip
    def test_text_that_is_none_is_invalid(self, text):
        with pytest.raises(InvalidNotation):
            dealt(*PLAIN).play(text)

    @pytest.mark.parametrize("text", ["trump E", "stand", "E7", "fold", "accept", "discard E7"])
    def test_auction_comes_first(self, text):
        with pytest.raises(IllegalAction, match="the auction comes first"):
            dealt(*PLAIN).play(text)

    def test_trump_comes_before_anything_else(self):
        """MU8"""
        table = called(dealt(*PLAIN), "bid 1", "pass", "pass", "pass")
        with pytest.raises(IllegalAction, match="trump is to be named"):
            table.play("stand")
