"""Cited exchanges of Mulatschag: the rule text (RT) and the rulings MU8 to MU13, G7a, G7c, G9."""

import pytest

from engine.rules.errors import IllegalAction
from tests.games.mulatschag.deals import (
    ALL_TRICKS,
    NO_LIFT,
    PLAIN,
    actions_read,
    called,
    dealt,
    exchanging,
    facts,
    hand,
    last_of_four,
    lifted,
    play,
    play_out,
    put_away,
    swap,
)

SAU = "HS E7 E8 L9 LU"
"""A hand with the Sau of the trumps, hearts, and nothing else of them."""
OTHERS = (1, 2, 3, None)


def with_sau(stock="", **deal):
    return exchanging(SAU, *PLAIN[1:], stock=stock, **deal)


def give_points(table, seat, points):
    table.state.totals[seat] = points - 21


class TestExchange:
    """MU8 and RT: one exchange each, the holder first."""

    def test_trump_is_named_before_the_exchange(self):
        assert facts(exchanging())["trump"] == "H"

    @pytest.mark.parametrize("holder", [0, 2, 3])
    def test_holder_exchanges_first_then_clockwise(self, holder):
        table, asked = exchanging(holder=holder), []
        while table.phase == "exchange":
            asked.append(table.turn)
            table.play("stand")
        assert asked == [(holder + step) % 4 for step in range(4)]
        assert (table.phase, table.turn) == ("play", holder)

    def test_none_to_five_cards_may_be_put_away(self):
        texts = [text for text in exchanging().legal() if not text.startswith("show")]
        assert len(texts) == 32
        assert {"stand", "exchange E7", "exchange E7 E8 L9 LU HT"} <= set(texts)

    def test_cards_are_drawn_from_the_top_of_the_stock(self):
        table = play(exchanging(*PLAIN, stock="EK ES LK"), "exchange E7 L9", "exchange H7")
        assert hand(table, 0) == ["E8", "EK", "ES", "LU", "HT"]
        assert "LK" in hand(table, 1, 1)

    def test_cards_put_away_do_not_return(self):
        table = play(exchanging(*PLAIN), "exchange E7 L9")
        assert put_away(table, 0) == ["E7", "L9"]
        assert table.view(None)["stock"]["count"] == 11

    def test_nobody_exchanges_more_than_the_stock_holds(self):
        table = play(exchanging(*PLAIN, stock="EK"), "exchange E7 E8 L9 LU", "exchange E9 ET L8 LO")
        play(table, "exchange EU L7 H8")
        assert table.view(None)["stock"]["count"] == 2
        assert sum(text.startswith("exchange") for text in table.legal()) == 5 + 10
        with pytest.raises(IllegalAction, match="the stock holds 2 cards"):
            table.play("exchange EO LT S9")

    def test_empty_stock_leaves_nothing_but_to_stand_or_to_drop(self):
        assert last_of_four(0).legal() == ["stand", "drop"]

    def test_card_of_another_hand_cannot_be_exchanged(self):
        with pytest.raises(IllegalAction, match="E9 is not in this hand"):
            exchanging().play("exchange E9")

    @pytest.mark.parametrize("text", ["E7", "accept", "discard E7", "pass", "trump E"])
    def test_nothing_else_may_be_done(self, text):
        with pytest.raises(IllegalAction, match="time to exchange"):
            exchanging().play(text)


class TestKnowledge:
    """G7a and G7c: who knows the cards put away and drawn."""

    def test_cards_put_away_are_known_to_who_held_them_only(self):
        table = play(exchanging(), "exchange E7 L9")
        assert [put_away(table, reader) for reader in OTHERS] == [[]] * 4

    def test_cards_drawn_are_known_to_who_drew_them_only(self):
        table = play(exchanging(), "exchange E7 L9")
        assert [hand(table, reader) for reader in OTHERS] == [[]] * 4

    @pytest.mark.parametrize("reader", OTHERS)
    def test_others_read_how_many_were_exchanged(self, reader):
        table = play(exchanging(), "exchange E7 L9", "stand")
        assert actions_read(table, reader)[-2:] == ["exchange 2", "stand"]

    def test_who_exchanges_reads_the_cards(self):
        assert actions_read(play(exchanging(), "exchange E7 L9"), 0)[-1] == "exchange E7 L9"

    @pytest.mark.parametrize("count", [1, 2, 3, 4])
    def test_kept_weli_is_lost_when_some_cards_go(self, count):
        table = weli_at_the_holder()
        cards = hand(table, 2, 2)
        play(table, "exchange " + " ".join(cards[:count]))
        assert [hand(table, reader, 2) for reader in (0, 1, 3, None)] == [[]] * 4
        assert "W" in hand(table, 2, 2)

    def test_weli_put_away_among_others_is_known_to_its_owner_only(self):
        table = play(weli_at_the_holder(), "exchange W")
        assert [put_away(table, reader) for reader in (0, 1, 3, None)] == [[]] * 4
        assert put_away(table, 2) == ["W"]

    def test_weli_stays_known_when_the_whole_hand_goes(self):
        table = weli_at_the_holder()
        play(table, "exchange " + " ".join(hand(table, 2, 2)))
        assert [put_away(table, reader) for reader in (0, 1, 3, None)] == [["W"]] * 4

    def test_weli_stays_known_when_no_card_goes(self):
        table = play(weli_at_the_holder(), "stand")
        assert hand(table, None, 2) == ["W"]


def weli_at_the_holder(*first, trump="E"):
    """Return a table at which seat 2 kept the Weli, holds the contract and exchanges."""
    table = called(play(lifted(*first), "keep"), "pass", "pass", "bid 1", "pass")
    return play(table, f"trump {trump}")


class TestFewPoints:
    """MU9 and RT: who has five points or fewer may not exchange."""

    @pytest.mark.parametrize(("points", "may"), [(6, True), (5, False), (1, False), (-3, False)])
    def test_five_points_or_fewer_leave_only_to_stand(self, points, may):
        table = exchanging()
        give_points(table, 0, points)
        assert (table.legal() != ["stand"]) is may

    def test_reason_is_given(self):
        table = with_sau()
        give_points(table, 0, 5)
        for text in ("exchange E7", "show E7", "five"):
            with pytest.raises(IllegalAction, match="5 points or fewer"):
                table.play(text)

    def test_the_phase_occurs_all_the_same(self):
        """G9"""
        table = exchanging()
        give_points(table, 1, 5)
        assert (play(table, "stand").turn, table.phase) == (1, "exchange")

    def test_more_than_50_points_bar_nobody(self):
        table = exchanging()
        give_points(table, 0, 60)
        assert "exchange E7" in table.legal()

    def test_points_come_from_the_rounds_before(self):
        """A Mulatschag in Herz takes 20 of 21 points; others have 41."""
        table = play(dealt(ALL_TRICKS, *PLAIN[1:3], "EO LT S9 ST S7"), "mulatschag", "trump H")
        play_out(table)
        assert facts(table)["points"] == [1, 41, 41, 41]
        table.deal(hands=PLAIN, entropy=NO_LIFT)
        play(called(table, "bid 1", "pass", "pass", "pass"), "trump E")
        assert (table.turn, len(table.legal()) > 1) == (1, True)
        assert play(table, "stand", "stand", "stand").legal() == ["stand"]


class TestDropping:
    """MU10 and RT: the last of four may drop out if the stock is short."""

    @pytest.mark.parametrize("left", [4, 2, 0])
    def test_last_player_may_drop_with_fewer_than_five_cards_left(self, left):
        table = last_of_four(left)
        assert table.view(None).get("stock", {"count": 0})["count"] == left
        assert "drop" in table.legal()

    def test_nobody_drops_with_five_cards_left(self):
        table = last_of_four(5)
        assert "drop" not in table.legal()
        with pytest.raises(IllegalAction, match="only the last of four"):
            table.play("drop")

    def test_only_the_fourth_in_order_drops(self):
        stock = "EK ES LK LS SK SU S7 SO SS HO HK HS W"
        table = swap(swap(exchanging(*PLAIN, stock=stock, trump="E"), 5), 5)
        assert (table.turn, table.view(None)["stock"]["count"]) == (2, 1)
        assert "drop" not in table.legal()

    def test_others_may_have_stood(self):
        stock = "EK ES LK LS SK SU S7 SO SS HO HK HS W"
        table = exchanging(*PLAIN, stock=stock, trump="E")
        play(swap(swap(table, 5), 5), "stand")
        assert "drop" in table.legal()

    def test_three_players_do_not_drop(self):
        stock = "EK ES LK LS SK W SU EO LT S9 ST S7 HK SO"
        table = swap(swap(exchanging(*PLAIN[:3], players=3, stock=stock), 5), 5)
        assert (table.turn, table.view(None)["stock"]["count"]) == (2, 4)
        assert "drop" not in table.legal()

    def test_who_may_not_exchange_may_not_drop(self):
        table = last_of_four(4)
        give_points(table, 3, 5)
        assert table.legal() == ["stand"]
        with pytest.raises(IllegalAction, match="5 points or fewer"):
            table.play("drop")

    def test_tricks_have_three_cards_then(self):
        table = play(last_of_four(4), "drop")
        seats = []
        while table.state.trick == 0:
            seats.append(table.turn)
            table.play(table.legal()[0])
        assert seats == [0, 1, 2]
        assert facts(table)["dropped"] == 3

    def test_dropped_hand_stays_face_down(self):
        table = play(last_of_four(4), "drop")
        play_out(table)
        assert table.view(None)["hands"][3] == {"count": 5, "cards": []}

    @pytest.mark.parametrize(("trump", "score"), [("E", 3), ("H", 6)])
    def test_dropping_costs_three_times_the_multiplier(self, trump, score):
        table = play_out(play(last_of_four(4, trump=trump), "drop"))
        assert table.round_scores[3] == score


class TestFiveOnTheSau:
    """MU11 and RT: the holder shows the Sau of trumps and draws five."""

    def test_for_the_holder_with_the_sau_of_trumps(self):
        assert "five" in with_sau().legal()

    @pytest.mark.parametrize("deal", [{"trump": "E"}, {"holder": 1}])
    def test_not_for_others_or_without_it(self, deal):
        table = with_sau(**deal)
        if deal.get("holder"):
            play(table, "stand", "stand", "stand")
        assert "five" not in table.legal()
        with pytest.raises(IllegalAction, match="Fünf auf die Sau is for the holder"):
            table.play("five")

    def test_other_four_go_and_five_are_drawn(self):
        table = play(with_sau("EK ES LK LS SK"), "five")
        assert put_away(table, 0) == ["E7", "E8", "L9", "LU"]
        assert hand(table, 0) == ["EK", "ES", "LK", "LS", "HS", "SK"]

    def test_one_of_six_is_put_away(self):
        table = play(with_sau("EK ES LK LS SK"), "five")
        assert (table.phase, len(table.legal())) == ("discard", 6)
        play(table, "discard SK")
        assert (table.phase, table.turn, len(hand(table, 0))) == ("exchange", 1, 5)

    @pytest.mark.parametrize("reader", OTHERS)
    def test_sau_is_shown_to_all(self, reader):
        assert hand(play(with_sau(), "five"), reader) == ["HS"]

    @pytest.mark.parametrize("reader", OTHERS)
    @pytest.mark.parametrize("card", ["HS", "SK"])
    def test_others_lose_the_sau_when_a_card_is_put_away(self, card, reader):
        table = play(with_sau("EK ES LK LS SK"), "five", f"discard {card}")
        assert hand(table, reader) == put_away(table, reader) == []
        assert actions_read(table, reader)[-1] == "discard"

    def test_sau_itself_may_be_put_away(self):
        table = play(with_sau("EK ES LK LS SK"), "five", "discard HS")
        assert "HS" in put_away(table, 0)

    def test_kept_weli_is_lost_among_the_four(self):
        """G7a: some but not all cards of the hand went away face down."""
        table = play(weli_at_the_holder("E7 E8 E9 ET EU EO ES", trump="E"), "five")
        assert hand(table, None, 2) == ["ES"]
        assert (put_away(table, None), "W" in put_away(table, 2)) == ([], True)

    def test_four_may_be_exchanged_ordinarily(self):
        table = play(with_sau(), "exchange E7 E8 L9 LU")
        assert (table.phase, table.turn, hand(table, None)) == ("exchange", 1, [])

    def test_only_a_card_in_hand_is_put_away(self):
        table = play(with_sau(), "five")
        with pytest.raises(IllegalAction, match="E7 is not in this hand"):
            table.play("discard E7")
        with pytest.raises(IllegalAction, match="five cards are kept"):
            table.play("stand")


class TestGschaude:
    """MU12 and RT: who exchanges one card may ask to see another."""

    def test_any_card_may_be_put_away_for_it(self):
        shows = [text for text in exchanging().legal() if text.startswith("show")]
        assert shows == ["show E7", "show E8", "show L9", "show LU", "show HT"]

    def test_card_is_shown_to_all(self):
        table = play(exchanging(*PLAIN, stock="EK ES"), "show E7")
        assert (table.phase, table.turn, table.legal()) == ("accept", 0, ["accept", "refuse"])
        assert [table.view(reader)["upcard"]["cards"] for reader in OTHERS] == [["EK"]] * 4

    def test_card_accepted_goes_to_the_hand_known_to_all(self):
        table = play(exchanging(*PLAIN, stock="EK ES"), "show E7", "accept")
        assert hand(table, 0) == ["E8", "EK", "L9", "LU", "HT"]
        assert [hand(table, reader) for reader in OTHERS] == [["EK"]] * 4
        assert table.turn == 1

    def test_card_refused_lies_open_and_the_next_is_drawn_unseen(self):
        table = play(exchanging(*PLAIN, stock="EK ES"), "show E7", "refuse")
        assert hand(table, 0) == ["E8", "ES", "L9", "LU", "HT"]
        assert [put_away(table, reader) for reader in OTHERS] == [["EK"]] * 4
        assert [hand(table, reader) for reader in OTHERS] == [[]] * 4

    @pytest.mark.parametrize("reader", OTHERS)
    def test_card_put_away_is_secret(self, reader):
        table = play(exchanging(*PLAIN, stock="EK ES"), "show E7", "accept")
        assert put_away(table, reader) == []
        assert actions_read(table, reader)[-2:] == ["show", "accept"]
        assert (put_away(table, 0), actions_read(table, 0)[-2]) == (["E7"], "show E7")

    def test_kept_weli_is_lost(self):
        """G7a"""
        table = weli_at_the_holder()
        play(table, f"show {hand(table, 2, 2)[0]}")
        assert hand(table, None, 2) == []

    def test_later_seats_may_ask_too(self):
        table = play(exchanging(*PLAIN, stock="EK ES LK"), "show E7", "refuse", "show E9")
        assert table.view(None)["upcard"]["cards"] == ["LK"]
        assert play(table, "accept").view(None).get("upcard") is None

    @pytest.mark.parametrize(("left", "answers"), [(2, ["accept", "refuse"]), (1, ["accept"])])
    def test_only_card_of_the_stock_must_be_accepted(self, left, answers):
        table = last_of_four(left)
        shown = next(text for text in table.legal() if text.startswith("show"))
        assert play(table, shown).legal() == answers

    def test_reason_why_the_only_card_is_taken(self):
        table = last_of_four(1)
        play(table, next(text for text in table.legal() if text.startswith("show")))
        with pytest.raises(IllegalAction, match="no other card left"):
            table.play("refuse")

    def test_nothing_is_shown_of_an_empty_stock(self):
        table = last_of_four(0)
        own = hand(table, table.turn, table.turn)[0]
        assert [text for text in table.legal() if text != "drop"] == ["stand"]
        for text in (f"show {own}", f"exchange {own}"):
            with pytest.raises(IllegalAction, match="the stock holds 0 cards"):
                table.play(text)

    def test_nothing_else_is_an_answer(self):
        table = play(exchanging(), "show E7")
        with pytest.raises(IllegalAction, match="`accept` or to `refuse`"):
            table.play("stand")

    def test_card_of_another_hand_cannot_be_put_away(self):
        with pytest.raises(IllegalAction, match="E9 is not in this hand"):
            exchanging().play("show E9")


class TestBruckn:
    """MU13 and RT: who exchanges all five draws open cards too."""

    FIVE = "EK ES LK LS SK"

    def bridge(self, *opened, rest="", **deal):
        table = exchanging(*PLAIN, stock=" ".join([self.FIVE, *opened, rest]), **deal)
        return play(table, "exchange E7 E8 L9 LU HT")

    def test_five_closed_and_one_open_card_are_drawn(self):
        table = self.bridge("SU", rest="HO")
        assert hand(table, 0) == ["EK", "ES", "LK", "LS", "SU", "SK"]
        assert [hand(table, reader) for reader in OTHERS] == [["SU"]] * 4
        assert table.phase == "discard"

    def test_another_follows_while_the_open_one_is_a_trump(self):
        table = self.bridge("HO", "HK", "SU", "HS")
        assert hand(table, None) == ["HO", "HK", "SU"]
        assert len(table.legal()) == 8

    def test_weli_is_a_trump_here_too(self):
        assert hand(self.bridge("W", "SU", "HS"), None) == ["W", "SU"]

    def test_weli_is_a_trump_when_bells_are_not(self):
        """MU2"""
        assert hand(self.bridge("W", "SU", "HS", trump="E"), None) == ["W", "SU"]

    def test_cards_are_put_away_one_at_a_time_down_to_five(self):
        table = self.bridge("HO", "HK", "SU", "HS")
        play(table, "discard SU", "discard LK")
        assert (table.phase, table.turn) == ("discard", 0)
        assert (play(table, "discard EK").phase, table.turn) == ("exchange", 1)
        assert hand(table, 0) == ["ES", "LS", "HO", "HK", "SK"]

    @pytest.mark.parametrize("reader", OTHERS)
    def test_open_cards_are_lost_when_one_is_put_away(self, reader):
        """G7a"""
        table = play(self.bridge("HO", "SU", "HS"), "discard SU")
        assert hand(table, reader) == put_away(table, reader) == []

    def test_it_is_always_made_for_all_five(self):
        """Also by seats that do not hold the contract."""
        table = exchanging(*PLAIN, stock=f"{self.FIVE} SU")
        play(table, "stand", "exchange E9 ET L8 LO H7")
        assert hand(table, None, 1) == ["SU"]

    def test_with_exactly_five_in_stock_there_is_no_open_card(self):
        table = exchanging(*PLAIN)
        play(table, "exchange E7 E8 L9 LU", "exchange E9 ET L8 LO")
        assert table.view(None)["stock"]["count"] == 5
        play(table, "exchange EU L7 H8 H9 S8")
        assert (table.phase, table.turn) == ("exchange", 3)
        assert (table.view(None).get("stock"), hand(table, None, 2)) == (None, [])

    def test_it_stops_when_the_stock_is_empty(self):
        """The last card is a trump, and no other follows."""
        table = exchanging(*PLAIN, stock="EK ES LK LS SK SU S7 SO SS W HK HS HO")
        swap(swap(table, 4), 3)
        play(table, "exchange EU L7 H8 H9 S8")
        assert table.view(None).get("stock") is None
        assert (hand(table, None, 2), len(table.legal())) == (["HO"], 6)

    def test_own_cards_put_away_stay_known_to_oneself(self):
        table = play(self.bridge("SU", rest="HO"), "discard SU")
        assert put_away(table, 0) == ["E7", "E8", "L9", "LU", "HT", "SU"]
