"""Cited deals: the rule text (RT) and the rulings FI1 to FI4 and FI10, up to the contract."""

import pytest

from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.rules.errors import IllegalAction, InvalidNotation
from games.fipsen.bids import BIDS, HEIGHTS, VALUES

from .deals import ALONE, GAME, LOW, dealt, facts, play, played_out

OTHER_LOW = "C9 CT S7 S8 H7"
BIDS_BY_VALUE = {
    2: ["2"],
    3: ["3"],
    4: ["4", "2 hand", "2 ruten", "2 durch"],
    4.5: ["kieker"],
    6: ["3 hand", "3 ruten", "3 durch"],
    8: ["2 hand ruten", "2 hand durch", "2 ruten durch", "4 hand", "4 ruten", "4 durch"],
    10: ["5"],
    12: ["3 hand ruten", "3 hand durch", "3 ruten durch"],
    16: ["2 hand ruten durch", "4 hand ruten", "4 hand durch", "4 ruten durch"],
    20: ["5 hand", "5 ruten"],
    24: ["3 hand ruten durch"],
    32: ["4 hand ruten durch"],
    40: ["5 hand ruten"],
}


def bids(table):
    """Return the bids among the legal calls."""
    return {text.removeprefix("bid ") for text in table.legal() if text != "pass"}


def worth(test):
    """Return the bids whose value in the auction passes a test."""
    return {bid for value, some in BIDS_BY_VALUE.items() if test(value) for bid in some}


class TestDeal:
    """RT: 25 cards, three each, two to the skat, two each; three are set aside."""

    def test_game_is_for_four(self):
        assert GAME.players == (4,)

    def test_pack_has_seven_to_ace_of_three_suits_and_the_seven_of_diamonds(self):
        pack = [GAME.pack.format(card) for card in GAME.deck(4, GAME.options())]
        assert pack == [suit + rank for suit in "CSH" for rank in "789TJQKA"] + ["D7"]

    def test_three_each_two_to_the_skat_two_each(self):
        deck = [GAME.pack.format(card) for card in GAME.deck(4, GAME.options())]
        table = Table(GAME, players=4, dealer=3)
        table.deal(deck=" ".join(deck))
        assert table.view(0)["hand"] == deck[0:3] + deck[14:16]
        assert table.view(3)["hand"] == deck[9:12] + deck[20:22]
        play(table, "bid 2", *ALONE)
        assert set(table.view(0)["hand"]) == {*deck[0:3], *deck[14:16], *deck[12:14]}

    @pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
    def test_skat_and_the_cards_aside_are_seen_by_nobody(self, seat):
        view = dealt().view(seat)
        assert view["skat"] == {"count": 2, "cards": []}
        assert view["stock"] == {"count": 3, "cards": []}

    @pytest.mark.parametrize("card", ["C2", "D8", "DA"])
    def test_other_cards_are_not_in_the_pack(self, card):
        with pytest.raises(InvalidNotation, match="pack of 25"):
            dealt().play(card)


class TestBids:
    """FI1, RT: 29 bids; every modifier doubles, a five is durch by itself."""

    def test_there_are_29_bids(self):
        assert set(BIDS) == worth(lambda value: True)
        assert len(set(BIDS)) == len(BIDS) == 29

    @pytest.mark.parametrize(("value", "texts"), BIDS_BY_VALUE.items())
    def test_bids_compare_at_their_value(self, value, texts):
        assert {bid for bid, height in zip(BIDS, HEIGHTS, strict=True) if height == 2 * value} == {
            *texts
        }

    @pytest.mark.parametrize(
        ("bid", "value"),
        [
            ("3", 3),  # RT
            ("3 hand", 6),  # RT
            ("3 hand durch", 12),  # RT
            ("5", 10),
            ("5 hand", 20),
            ("5 ruten", 20),
            ("5 hand ruten", 40),
            ("kieker", 10),
        ],
    )
    def test_value_of_a_contract(self, bid, value):
        assert VALUES[BIDS.index(bid)] == value
        table = play(dealt(LOW), bid if bid == "kieker" else f"bid {bid}", *ALONE)
        assert facts(table)["value"] == value

    def test_any_bid_may_open(self):
        assert bids(dealt(LOW)) == set(BIDS)

    def test_ruten_needs_no_seven_of_diamonds(self):
        """RT: "not necessarily have to hold the 7♦"."""
        play(dealt("C7"), "bid 4 ruten")
        play(dealt("D7"), "bid 4 ruten")

    @pytest.mark.parametrize(
        "text",
        [
            *("bid 1", "bid 6", "bid", "bid 03", "bid 5 durch", "bid 3 ruten hand", "hold"),
            *("bid 3 hand hand", "bid 3  hand", "bid 3 hand ", "bid kieker", "kieker hand"),
        ],
    )
    def test_other_words_are_no_bid(self, text):
        with pytest.raises(InvalidNotation):
            dealt(LOW).play(text)


class TestDuels:
    """FI2, RT: who stands may hold with an equal bid, the other must bid more."""

    @pytest.mark.parametrize(
        ("calls", "turn"),
        [
            ("", 0),
            ("bid 2", 1),
            ("bid 2,bid 3", 0),
            ("bid 2,bid 3,bid 3", 1),
            ("bid 2,bid 3,bid 4", 1),
            ("bid 2,pass", 2),
            ("bid 2,bid 3,pass", 2),
            ("bid 2,bid 3,pass,bid 4", 1),
            ("bid 2,bid 3,bid 3,pass,bid 4", 0),
            ("bid 2,pass,pass", 3),
            ("bid 2,pass,bid 3", 0),
            ("bid 2,pass,bid 3,pass", 3),
            ("bid 2,pass,bid 3,pass,bid 4", 2),
        ],
    )
    def test_order_of_the_duels(self, calls, turn):
        table = play(dealt(), *filter(None, calls.split(",")))
        assert (table.turn, table.phase) == (turn, "auction")

    @pytest.mark.parametrize(
        ("calls", "declarer", "bid"),
        [
            ("bid 2,pass,pass,pass", 0, "2"),
            ("bid 2,bid 3,pass,pass,pass", 1, "3"),
            ("bid 2,bid 3,bid 3,pass,pass,pass", 0, "3"),
            ("bid 2,pass,bid 3,pass,pass", 2, "3"),
            ("bid 2,pass,pass,bid 3,pass", 3, "3"),
            ("bid 2,pass,pass,bid 3,bid 3,pass", 0, "3"),
            ("bid 2,bid 3,bid 4,pass,bid 5,pass,pass", 2, "5"),
        ],
    )
    def test_who_is_left_is_declarer_at_the_last_bid(self, calls, declarer, bid):
        table = play(dealt(), *calls.split(","))
        assert table.turn == facts(table)["declarer"] == declarer
        assert facts(table)["bid"] == bid

    @pytest.mark.parametrize(("bid", "value"), [("2", 2), ("3 hand", 6), ("4 durch", 8), ("5", 10)])
    def test_challenger_must_bid_strictly_more(self, bid, value):
        table = play(dealt("", LOW), f"bid {bid}")
        assert bids(table) == worth(lambda other: other > value)

    @pytest.mark.parametrize(("bid", "value"), [("3", 3), ("3 hand", 6), ("4 durch", 8), ("5", 10)])
    def test_who_stands_may_hold_or_raise(self, bid, value):
        table = play(dealt(LOW), "bid 2", f"bid {bid}")
        assert bids(table) == worth(lambda other: other >= value)

    def test_hold_is_not_open_to_the_challenger(self):
        with pytest.raises(IllegalAction, match="more than the last, bid 3"):
            play(dealt(), "bid 3", "bid 3")

    def test_too_low_a_hold_is_refused(self):
        with pytest.raises(IllegalAction, match="at least as much as the last, bid 3"):
            play(dealt(), "bid 2", "bid 3", "bid 2")

    def test_after_a_hold_the_challenger_must_bid_more_again(self):
        table = play(dealt("", LOW), "bid 2", "bid 3", "bid 3")
        assert bids(table) == worth(lambda other: other > 3)

    def test_pass_is_final(self):
        """Seat 0 is not asked again, whatever is bid."""
        table = play(dealt(), "bid 2", "bid 3", "pass")
        turns = []
        while table.phase == "auction":
            turns.append(table.turn)
            table.play(table.legal()[-1])
        assert 0 not in turns

    def test_cards_come_after_the_auction(self):
        with pytest.raises(IllegalAction, match="auction comes first"):
            dealt("C7").play("C7")


class TestOpening:
    """FI2a: each seat in turn opens or passes for good; all later seats are asked."""

    @pytest.mark.parametrize("opener", [0, 1, 2, 3])
    def test_any_seat_may_open_with_any_bid(self, opener):
        table = play(dealt(*[""] * opener, LOW), *["pass"] * opener)
        assert table.turn == opener
        assert bids(table) == set(BIDS)

    @pytest.mark.parametrize("opener", [0, 1, 2])
    def test_who_opens_stands_against_the_next_seat(self, opener):
        table = play(dealt(), *["pass"] * opener, "bid 2")
        assert table.turn == opener + 1
        assert play(table, "bid 3").turn == opener
        assert "3" in bids(table), "so it holds"

    def test_dealer_who_opens_is_declarer_at_once(self):
        table = play(dealt(), *ALONE, "bid 3 hand")
        assert (table.turn, table.phase) == (3, "trump")

    def test_every_later_seat_is_asked_even_if_only_pass_is_left(self):
        table = play(dealt(), "bid 5 hand ruten")
        for seat in (1, 2, 3):
            assert (table.turn, table.legal()) == (seat, ["pass"])
            table.play("pass")

    def test_earlier_modifiers_are_void(self):
        table = play(dealt(), "bid 2 hand ruten", "bid 5", "bid 5", *ALONE)
        assert table.phase == "discard", "not hand"
        play(table, table.legal()[0])
        assert len(table.legal()) == 4, "not ruten"

    def test_hold_may_use_other_words(self):
        table = play(dealt(), "bid 2", "bid 4", "bid 2 durch", *ALONE)
        assert facts(table)["bid"] == "2 durch"
        assert (facts(table)["value"], facts(table)["needed"]) == (4, 5)

    def test_longest_auction_has_room(self):
        """Every value is bid and held, the Kieker by two who may: 28 calls."""
        table = dealt(LOW, OTHER_LOW)
        play(table, "bid 2")
        for value, texts in list(BIDS_BY_VALUE.items())[1:]:
            call = texts[0] if value == 4.5 else f"bid {texts[0]}"
            play(table, call, call)
        play(table, *ALONE, "trump D")
        assert len(table.rounds[0].actions) == 29
        assert GAME.max_actions == 29 + 20


class TestKieker:
    """FI3, RT: at 4½, with neither king, queen nor jack; the left neighbour sees the hand."""

    @pytest.mark.parametrize("card", ["CJ", "SQ", "HK"])
    def test_court_card_bars_it(self, card):
        table = dealt(f"C7 C8 S9 ST {card}")
        assert "kieker" not in table.legal()
        with pytest.raises(IllegalAction, match="without king, queen and jack"):
            table.play("kieker")

    @pytest.mark.parametrize("hand", [LOW, "CA SA HA D7 C7", "CT ST HT H9 H8"])
    def test_aces_and_tens_do_not(self, hand):
        assert "kieker" in dealt(hand).legal()

    def test_nobody_has_to_bid_it(self):
        play(dealt(LOW), "pass")

    def test_it_beats_four_and_loses_to_six(self):
        table = play(dealt("", LOW), "bid 4", "kieker")
        assert bids(table) == worth(lambda value: value > 4.5), "four does not hold it"
        with pytest.raises(IllegalAction, match="at least as much as the last, kieker"):
            table.play("bid 4")
        assert "kieker" not in play(dealt(LOW), "bid 2", "bid 3 hand").legal()

    def test_another_kieker_holds_it(self):
        table = play(dealt(LOW, OTHER_LOW), "bid 2", "kieker", "kieker", *ALONE)
        assert (facts(table)["declarer"], facts(table)["bid"]) == (0, "kieker")
        assert facts(table)["kieker"] == [0, 1]

    def test_kieker_does_not_raise_a_kieker(self):
        assert "kieker" not in play(dealt(LOW, OTHER_LOW), "kieker").legal()

    @pytest.mark.parametrize("bidder", [0, 1, 2])
    def test_hand_is_shown_to_the_left_neighbour_only(self, bidder):
        table = play(dealt(*[""] * bidder, LOW), *["pass"] * bidder, "kieker")
        for seat in (0, 1, 2, 3, None):
            sees = seat in {bidder, bidder + 1}
            assert table.view(seat)["hands"][bidder]["cards"] == (LOW.split() if sees else [])

    def test_left_neighbour_of_the_dealer_is_seat_0(self):
        table = play(dealt("", "", "", LOW), *ALONE, "kieker")
        assert table.view(0)["hands"][3] == {"count": 10, "cards": LOW.split()}
        assert table.view(1)["hands"][3] == {"count": 10, "cards": []}

    def test_bid_is_public(self):
        table = play(dealt(LOW), "kieker")
        assert table.view(None)["log"] == [{"seat": 0, "action": "kieker"}]
        assert facts(table)["kieker"] == [0]


class TestRedeal:
    """FI4, RT: all pass, and the same dealer deals again."""

    def test_all_pass_throws_the_deal_in(self):
        table = play(dealt(), *ALONE, "pass")
        assert table.round_over
        assert (table.rounds[0].redeal, table.round_scores) == (True, [0, 0, 0, 0])

    def test_same_dealer_deals_again_and_the_round_does_not_count(self):
        table = play(dealt(), *ALONE, "pass")
        for _ in range(4):
            table.deal()
            played_out(play(table, "bid 2", *ALONE))
        assert [done.dealer for done in table.rounds] == [3, 3, 0, 1, 2]
        assert table.over

    def test_cards_stay_down(self):
        """G7b."""
        view = play(dealt(), *ALONE, "pass").view(None)
        assert not any(hand["cards"] for hand in view["hands"])


class TestMatch:
    """FI10, RT: eight deals, the highest total wins; else as many rounds as players."""

    @pytest.mark.parametrize(("native", "rounds"), [(True, 8), (False, 4)])
    def test_length(self, native, rounds):
        table = Table(GAME, 4, secret=bytes(32), native=native)
        runner.play_match(table, [builtin.get("greedy")] * 4, seed=b"length")
        assert sum(not done.redeal for done in table.rounds) == rounds

    def test_highest_total_wins_and_ties_share(self):
        assert GAME.place([3, -12, 3, 0]) == [1, 4, 1, 3]
