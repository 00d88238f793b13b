"""Cited deals and numbers: the rule text (RT) and the rulings CI1, CI4 to CI7."""

from itertools import pairwise

import pytest

from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.rules.errors import IllegalAction, InvalidNotation
from games.cinch.trumps import count_high_and_low

from .deals import GAME, TRUMPS, dealt, play, play_out, points, rob

TOP, MIDDLE, LOW = "SA SK SQ SJ ST S9", "S8 S7 S6 S5 C5 S4", "S3 S2"
"""All trumps: who holds the top six takes every trick."""


def fresh(*hands):
    """Return a table at which the auction begins."""
    table = Table(GAME, players=4, secret=bytes(32))
    table.deal(hands=hands, dealer=3)
    return table


class TestDeal:
    """RT: nine cards each, three at a time; the stub is set aside."""

    def test_nine_cards_each_and_a_stub_of_sixteen(self):
        view = fresh().view(None)
        assert [hand["count"] for hand in view["hands"]] == [9] * 4
        assert view["stock"] == {"count": 16, "cards": []}

    def test_cards_are_dealt_three_at_a_time_from_the_left(self):
        pack = [GAME.pack.format(card) for card in GAME.deck(4, GAME.options())]
        table = Table(GAME, players=4, dealer=1)
        table.deal(deck=" ".join(pack))
        assert table.view(2)["hand"] == pack[0:3] + pack[12:15] + pack[24:27]
        assert table.view(1)["hand"] == pack[9:12] + pack[21:24] + pack[33:36]

    def test_partners_sit_opposite_each_other(self):
        assert GAME.sides(4) == (0, 1, 0, 1)


class TestAuction:
    """RT, CI1: bids from one to fourteen, each higher, one round from the dealer's left."""

    def test_bids_are_one_to_fourteen(self):
        assert fresh().legal() == ["pass", *(f"bid {bid}" for bid in range(1, 15))]

    def test_left_of_the_dealer_begins(self):
        assert fresh().turn == 0

    @pytest.mark.parametrize("bid", ["bid 7", "bid 6"])
    def test_bid_must_be_higher_than_those_before(self, bid):
        with pytest.raises(IllegalAction, match="more than 7"):
            play(fresh(), "bid 7", bid)

    def test_auction_ends_with_the_dealer_and_the_highest_bidder_names_trump(self):
        table = play(fresh(), "bid 2", "bid 5", "pass", "pass")
        assert (table.phase, table.turn) == ("trump", 1)
        assert table.legal() == ["trump C", "trump S", "trump H", "trump D"]

    def test_after_fourteen_the_others_still_pass(self):
        table = play(fresh(), "bid 14")
        assert (table.turn, table.legal()) == (1, ["pass"])

    def test_dealer_may_bid_when_the_others_pass(self):
        table = play(fresh(), "pass", "pass", "pass")
        assert len(table.legal()) == 15
        assert play(table, "bid 1").view(None)["facts"]["contract"] == 1

    def test_dealer_names_trump_and_leads_when_all_pass(self):
        table = dealt("", "", "", TOP, bid=0)
        assert (table.phase, table.turn) == ("play", 3)
        assert table.view(None)["facts"]["declarer"] == 3

    def test_contract_of_nothing_cannot_be_broken(self):
        """The dealer's side gets no point, the other scores the difference, not fourteen."""
        table = play_out(dealt(TOP, MIDDLE, LOW, "", bid=0))
        assert (points(table), table.round_scores) == ([14, 0], [14, 0, 14, 0])

    def test_highest_bidder_leads_anything(self):
        table = rob(dealt(TOP, "", "", "", declarer=2))
        assert (table.turn, table.legal()) == (2, table.view(2)["hand"])


def trick(zero, one, *cards, drawn=""):
    """Return a table at which seats 0 and 1 have played; the others have no trump, no hearts."""
    return play(rob(dealt(zero, one, "", "", stock=drawn)), *cards)


def end_trick(table):
    """Let the seats that have not played to the trick play the first card they may."""
    while table.view(None)["table"]:
        table.play(table.legal()[0])
    return table


def others_of(*named):
    """Return six trumps for each of two hands, one of the named cards in each."""
    rest = [card for card in TRUMPS if card not in named]
    return [" ".join([card, *rest[5 * i : 5 * i + 5]]) for i, card in enumerate(named)]


def winner_of(led, answer):
    """Return who wins when seat 0 leads a heart, seat 1 answers and seat 2 plays the three."""
    rest = [card for card in TRUMPS if card != answer]
    held = [" ".join(rest[:5]), " ".join(rest[5:10]), " ".join(rest[10:])]
    drawn = f"{led} {answer} H3"
    if answer in TRUMPS:
        held[1] += f" {answer}"
        drawn = f"{led} H3"
    table = play(rob(dealt(*held, stock=drawn)), led, answer, "H3")
    return end_trick(table).turn


class TestRanking:
    """RT: A K Q J T 9 8 7 6, right pedro, left pedro, 4 3 2; the others in the usual order."""

    @pytest.mark.parametrize(("higher", "lower"), list(pairwise(TRUMPS)))
    def test_each_trump_beats_the_next(self, higher, lower):
        table = trick(*others_of(lower, higher), lower, higher)
        assert end_trick(table).turn == 1

    @pytest.mark.parametrize(
        ("trump", "left"), [("C", "S5"), ("S", "C5"), ("H", "D5"), ("D", "H5")]
    )
    def test_left_pedro_is_the_five_of_the_same_colour(self, trump, left):
        table = play(fresh(left), "bid 1", "pass", "pass", "pass", f"trump {trump}")
        assert left in table.view(0)["hand"]

    def test_other_fives_are_no_trumps(self):
        assert not {"H5", "D5"} & set(dealt("H5 D5").view(0)["hand"])

    @pytest.mark.parametrize(("led", "answer", "wins"), [("HT", "HJ", 1), ("HA", "HK", 0)])
    def test_plain_suit_ranks_as_usual_with_the_ace_high(self, led, answer, wins):
        assert winner_of(led, answer) == wins

    def test_lowest_trump_beats_any_plain_card(self):
        assert winner_of("HA", "S2") == 1

    def test_card_of_another_plain_suit_does_not_win(self):
        """Seat 0 leads five trumps, which takes all there are, and then the two of hearts."""
        table = rob(dealt("SA SK SQ SJ ST", "", "S9 S8 S7 S6 S5", "C5 S4 S3 S2", stock="H2 DA"))
        play_out(table)
        assert [won["count"] for won in table.view(None)["won"]] == [24, 0, 0, 0]
        assert table.view(None)["log"][-4]["action"] == "H2"


class TestFollowing:
    """RT, CI5: trump led, trump must be played; a plain suit led, follow or trump at will."""

    def test_trump_led_must_be_followed_also_with_the_left_pedro(self):
        table = play(rob(dealt(TOP, "C5", "S8 S7 S6 S5", "S4 S3 S2")), "SA")
        assert set(table.legal()) == {"C5"}

    def test_left_pedro_led_asks_for_trumps_not_for_its_printed_suit(self):
        table = play(
            rob(dealt("C5 SK SQ SJ", "S2", "SA ST S9 S8", "S7 S6 S5 S4 S3", stock="D2 D3 CK")), "C5"
        )
        assert table.legal() == ["S2"]

    def test_plain_suit_led_is_followed_or_trumped(self):
        table = play(rob(dealt("SA SK SQ SJ ST", "C5 S2 S3 S4", stock="H2 H3 D2")), "H2")
        assert table.legal() == ["C5", "S2", "S3", "S4", "H3"]

    def test_without_the_suit_but_with_trumps_trump_must_be_played(self):
        table = play(rob(dealt("SA SK SQ SJ ST", "C5 S2 S3 S4", stock="H2 D2 D3")), "H2")
        assert table.legal() == ["C5", "S2", "S3", "S4"]

    def test_left_pedro_does_not_follow_its_printed_suit(self):
        """Clubs are led: whoever has none but the left pedro holds a trump, not a club."""
        table = rob(dealt("SA SK SQ SJ ST", "C5 S2 S3 S4", stock="CK CQ D3"))
        assert play(table, "CK").legal() == ["C5", "CQ", "S2", "S3", "S4"]

    def test_with_neither_any_card_may_be_played(self):
        table = play(rob(dealt(TOP, "", "S8 S7 S6 S5", "S4 S3 S2 C5")), "SA")
        assert table.legal() == table.view(1)["hand"]

    def test_refusals_say_what_to_play(self):
        table = play(rob(dealt("SA SK SQ SJ ST", "C5 S2 S3 S4", stock="H2 D2 D3")), "H2")
        with pytest.raises(IllegalAction, match="follow suit or play a trump"):
            table.play("D2")
        with pytest.raises(IllegalAction, match="SA is not in this hand"):
            table.play("SA")

    def test_refusal_names_a_trump_that_was_led(self):
        table = play(rob(dealt(TOP, "C5", "S8 S7 S6 S5", "S4 S3 S2")), "SA")
        with pytest.raises(IllegalAction, match="a trump, SA, was led"):
            table.play(next(card for card in table.view(1)["hand"] if card != "C5"))


class TestPoints:
    """RT: high, low, jack, ten one point each, both pedros five each, fourteen in all; CI6."""

    @pytest.mark.parametrize(
        ("card", "counts"), [("SJ", 1), ("ST", 1), ("S5", 5), ("C5", 5), ("SQ", 0), ("S2", 0)]
    )
    def test_card_counts_for_the_side_that_captures_it(self, card, counts):
        own = [trump for trump in ("SA", "SJ", "ST", "S5", "C5", "S3") if trump != card]
        rest = [trump for trump in TRUMPS if trump not in (*own, card)]
        table = rob(dealt(" ".join(own), card, " ".join(rest[:4]), " ".join(rest[4:])))
        assert points(end_trick(play(table, "SA"))) == [counts, 0]

    def test_all_points_of_a_round_are_fourteen(self):
        assert points(play_out(dealt(TOP, MIDDLE, LOW, ""))) == [14, 0]

    def test_high_is_the_highest_trump_in_play_not_the_ace(self):
        """CI6: ace and king stay in the stub; the queen's side gets high, the other nothing."""
        table = rob(dealt("SQ SJ ST S9 S8 S7", "S6 S5 C5 S4 S3 S2"))
        assert {"SA", "SK"} <= set(table.view(3)["stock"]["cards"])
        assert points(play_out(table)) == [14, 0]

    def test_low_is_the_lowest_trump_in_play_not_the_two(self):
        """CI6: captured, so it counts for the side that wins the trick."""
        table = rob(dealt(TOP, MIDDLE))
        assert points(play_out(table)) == [14, 0]

    def test_low_counts_for_who_captures_it_not_for_who_held_it(self):
        table = dealt(TOP, MIDDLE, "", "S3 S2")
        assert "S2" in table.view(3)["hand"]
        assert points(play_out(table)) == [14, 0]

    def test_high_and_low_may_go_to_different_sides(self):
        table = rob(dealt("SK SQ SJ ST S9 S8", "SA S3", "S2 S4 S5 C5", "S6 S7"))
        play_out(play(table, "SK", "S3", "S2"))
        assert winner_of_card(table, "S2") == 0
        assert winner_of_card(table, "SA") == winner_of_card(table, "C5") == 1
        assert points(table) == [1 + 1 + 1 + 5, 1 + 5]

    def test_jack_and_ten_left_in_the_stub_count_for_nobody(self):
        """CI4, CI6."""
        table = rob(dealt("SA SK SQ S9 S8 S7", "S6 S5 C5 S4 S3 S2"))
        assert points(play_out(table)) == [12, 0]

    def test_one_card_may_be_high_and_low_and_jack(self):
        """CI6: seven trumps given up and dead or in the stub leave the jack alone in play."""
        state = rob(dealt(TOP, MIDDLE)).state
        for card in TRUMPS:
            state.place[GAME.pack.parse(card)] = 43
        state.place[GAME.pack.parse("SJ")] = 21
        count_high_and_low(state)
        assert state.points.tolist() == [0, 2]

    def test_high_and_low_count_for_nobody_without_trumps(self):
        """CI6."""
        state = rob(dealt(TOP, MIDDLE)).state
        count_high_and_low(state)
        assert state.points.tolist() == [0, 0]

    def test_high_and_low_are_counted_when_the_round_is_over(self):
        table = rob(dealt(TOP, MIDDLE, LOW))
        assert points(end_trick(play(table, "SA", "S8"))) == [0, 0]


def winner_of_card(table, card):
    piles = table.view(None)["won"]
    return next(seat for seat, pile in enumerate(piles) if card in pile["cards"])


class TestDeadTrumps:
    """CI4: jack, ten and pedros given up by defenders count for the declarers, else for nobody."""

    HAND = "SJ ST S9 S8 S7 S5 C5 S4 S3"

    @pytest.mark.parametrize(
        ("declarer", "given", "counted"),
        [
            (0, "C5 S3 S4", [5, 0]),
            (2, "S5 ST SJ", [7, 0]),
            (0, "C5 S5 SJ", [11, 0]),
            (0, "S7 S8 S9", [0, 0]),
            (1, "C5 S5 SJ", [0, 0]),
            (3, "C5 S5 ST", [0, 0]),
        ],
    )
    def test_given_up_by_seat_1(self, declarer, given, counted):
        table = dealt("", self.HAND, declarer=declarer)
        assert points(play(table, f"discard {given}")) == counted

    def test_dead_trumps_are_neither_high_nor_low(self):
        """CI6: seat 0 gives up the ace and the lowest trumps."""
        table = dealt("SA SK SQ SJ ST S9 S8 S3 S2", "S4 S5", "S6", "S7")
        play_out(play(table, "discard S2 S3 SA"))
        assert winner_of_card(table, "S4") == 0
        assert points(table) == [1 + 1 + 1 + 1 + 5, 0]


class TestScore:
    """RT, CI7: made, the difference for who has more; broken, fourteen and what is missing."""

    def test_contract_made_scores_the_difference(self):
        assert play_out(dealt(TOP, MIDDLE, LOW, "", bid=14)).round_scores == [14, 0, 14, 0]

    def test_broken_contract_scores_fourteen_and_the_missing_points_for_the_defenders(self):
        table = play_out(dealt(TOP, MIDDLE, LOW, "", bid=9, declarer=1))
        assert table.round_scores == [14 + 9, 0, 14 + 9, 0]

    def test_native_match_ends_when_a_side_has_51_points(self):
        table = Table(GAME, 4, secret=bytes(32), native=True)
        while not table.over:
            assert max(table.totals) < 51
            table.deal()
            runner.advance(table, [builtin.get("random")] * 4, seed=b"native")
        assert max(table.totals) >= 51
        assert table.ranking() in ([1, 3, 1, 3], [3, 1, 3, 1])

    @pytest.mark.parametrize("side", [0, 1])
    @pytest.mark.parametrize(("before", "over"), [(36, False), (37, True)])
    def test_51_points_are_enough_for_either_side_and_50_are_not(self, side, before, over):
        table = dealt(*[(TOP, MIDDLE, LOW), (MIDDLE, TOP, LOW)][side], declarer=side, bid=14)
        table.state.rounds = 0
        table.state.totals[side::2] = before
        assert play_out(table).totals[side] == before + 14
        assert table.over == over

    def test_match_of_rounds_has_as_many_as_players(self):
        table = Table(GAME, 4, secret=bytes(32))
        runner.play_match(table, [builtin.get("random")] * 4, seed=b"rounds")
        dealers = [done.dealer for done in table.rounds]
        assert dealers == [(dealers[0] + i) % 4 for i in range(4)]

    def test_totals_of_51_do_not_end_a_match_of_rounds(self):
        table = Table(GAME, 4, secret=bytes(32), dealer=3, cycles=2)
        while not table.over:
            before = max(table.totals)
            table.deal()
            play_out(play(table, "bid 14"))
        assert before >= 51
        assert len(table.rounds) == 8

    def test_only_one_side_scores_in_a_round(self):
        for seed in range(30):
            table = Table(GAME, 4, secret=seed.to_bytes(32, "big"))
            table.deal()
            runner.advance(table, [builtin.get("greedy")] * 4, seed=b"")
            assert 0 in table.round_scores[:2]


class TestTexts:
    @pytest.mark.parametrize(
        "text", ["bid", "bid 0", "bid 15", "bid 07", "bid ٣", "trump X", "trump", "discard", "take"]
    )
    def test_text_that_is_none_is_invalid(self, text):
        with pytest.raises(InvalidNotation):
            fresh().play(text)

    @pytest.mark.parametrize(
        ("actions", "text", "reason"),
        [
            ([], "trump S", "the auction comes first"),
            (["bid 3", "pass", "pass", "pass"], "pass", "trump is to be named now"),
        ],
    )
    def test_action_of_another_phase_is_refused_with_a_reason(self, actions, text, reason):
        with pytest.raises(IllegalAction, match=reason):
            play(fresh(), *actions).play(text)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("pass", "the auction is over"),
            ("bid 7", "the auction is over"),
            ("trump H", "trump has been named: S"),
            ("take SA", "only the dealer"),
            ("discard SA", "before anybody draws"),
        ],
    )
    def test_nothing_but_cards_is_played_to_tricks(self, text, reason):
        with pytest.raises(IllegalAction, match=reason):
            rob(dealt(TOP, MIDDLE, LOW, "")).play(text)
