"""Cited deals of Loo up to the exchange and the flushes (RT, LO1 to LO6, G7a, G7b, G7c, G9)."""

import pytest

from engine.play.table import Table
from engine.records.document import record_of
from engine.rules.errors import IllegalAction, InvalidNotation

from .deals import (
    GAME,
    HEARTS,
    MOUCHE,
    OTHER,
    PLAIN,
    SPADES,
    actions_read,
    dealt,
    exchanging,
    facts,
    play,
    playing,
    stayed,
)


class TestDeal:
    """RT: setup; LO2: Pam turned up."""

    @pytest.mark.parametrize(
        ("players", "stock"), [(5, 26), (6, 21), (7, 16), (8, 11), (9, 6), (10, 1)]
    )
    def test_five_each_then_the_upcard_then_the_stock(self, players, stock):
        view = dealt(players=players).view(None)
        assert [hand["count"] for hand in view["hands"]] == [5] * players
        assert (view["upcard"]["count"], view["stock"]["count"]) == (1, stock)

    def test_cards_are_dealt_one_at_a_time_from_the_left(self):
        table = Table(GAME, players=5, secret=bytes(32))
        pack = [GAME.pack.format(card) for card in GAME.deck(5, table.options)]
        table.deal(deck=" ".join(pack), dealer=4)
        assert table.view(1)["hand"] == [pack[i] for i in range(1, 25, 5)]
        assert table.view(None)["upcard"]["cards"] == [pack[25]]

    def test_pack_has_52_cards_for_five_to_ten(self):
        assert GAME.players == (5, 6, 7, 8, 9, 10)
        assert len(GAME.deck(5, GAME.options())) == 52

    def test_upcard_names_trump_and_is_seen_by_all(self):
        view = dealt(upcard="D9").view(None)
        assert (view["upcard"]["cards"], view["facts"]["trump"]) == (["D9"], "D")

    def test_pam_turned_up_makes_clubs_trump(self):
        """LO2"""
        assert facts(dealt(upcard="CJ"))["trump"] == "C"

    def test_upcard_stays_out_of_play(self):
        """LO2"""
        table = playing(PLAIN, OTHER, upcard="CJ")
        while not table.round_over:
            table.play(table.legal()[0])
        assert table.view(None)["upcard"]["cards"] == ["CJ"]

    def test_dealer_antes_five_to_the_pot(self):
        assert facts(dealt())["pot"] == 5

    def test_seat_left_of_the_dealer_is_asked_first(self):
        table = dealt()
        assert (table.turn, table.phase, table.legal()) == (0, "stay", ["stay", "pass"])


class TestStaying:
    """LO3, LO1a."""

    def test_all_are_asked_in_order(self):
        table, asked = dealt(), []
        while table.phase == "stay":
            asked.append(table.turn)
            table.play("stay")
        assert asked == [0, 1, 2, 3, 4]

    def test_last_seat_is_asked_even_if_all_others_passed(self):
        table = play(dealt(), *["pass"] * 4)
        assert (table.turn, table.legal()) == (4, ["stay", "pass"])

    def test_all_pass_and_the_pot_stays(self):
        table = play(dealt(), *["pass"] * 5)
        assert table.round_scores == [0, 0, 0, 0, -5]
        assert facts(table)["pot"] == 5

    def test_next_dealer_antes_to_the_pot_that_stayed(self):
        table = play(dealt(), *["pass"] * 5)
        table.deal()
        assert (table.rounds[1].dealer, facts(table)["pot"]) == (0, 10)

    def test_round_in_which_all_pass_counts(self):
        """LO1a"""
        table = dealt()
        for _ in range(4):
            play(table, *["pass"] * 5)
            table.deal()
        play(table, *["pass"] * 5)
        assert table.over
        assert [played.redeal for played in table.rounds] == [False] * 5

    @pytest.mark.parametrize("seat", range(5))
    def test_one_alone_takes_the_pot_at_once(self, seat):
        """LO3: without play and without flush windows."""
        table = stayed(stayers=[seat])
        scores = [0, 0, 0, 0, -5]
        scores[seat] += 5
        assert (table.phase, table.round_scores) == ("over", scores)
        assert (facts(table)["taker"], facts(table)["pot"]) == (seat, 0)

    def test_one_alone_does_not_show_the_hand(self):
        """G7b"""
        assert stayed(PLAIN).view(None)["hands"][0] == {"count": 5, "cards": []}

    def test_hand_thrown_in_is_known_to_who_threw_it_only(self):
        table = play(dealt(PLAIN), "pass")
        assert table.view(0)["discard"] == {"count": 5, "cards": sorted_cards(PLAIN)}
        assert table.view(1)["discard"] == {"count": 5, "cards": []}

    def test_nothing_else_may_be_done_first(self):
        with pytest.raises(IllegalAction, match="`stay` or `pass`"):
            dealt(PLAIN).play("C2")


def sorted_cards(text):
    return [GAME.pack.format(card) for card in sorted(GAME.pack.parse_cards(text))]


class TestExchange:
    """LO4: once, in order, no more than the stock holds."""

    def test_stayers_exchange_in_order_from_the_left(self):
        table, asked = exchanging(stayers=[1, 2, 4]), []
        while table.phase == "exchange":
            asked.append(table.turn)
            table.play("stand")
        assert asked == [1, 2, 4]

    def test_any_cards_may_be_exchanged(self):
        assert len(exchanging(PLAIN, OTHER).legal()) == 32

    def test_cards_are_drawn_from_the_top_of_the_stock(self):
        table = exchanging(PLAIN, OTHER, stock="HA HK HQ")
        play(table, "exchange C2 S2", "exchange C4")
        assert table.view(0)["hand"] == ["C3", "HK", "HA", "D4", "D5"]
        assert "HQ" in table.view(1)["hand"]

    def test_all_five_can_be_exchanged(self):
        table = play(exchanging(PLAIN, OTHER), "exchange C2 C3 S2 D4 D5")
        assert not set(table.view(0)["hand"]) & set(PLAIN.split())
        assert table.view(None)["stock"]["count"] == 21

    def test_ten_players_share_a_stock_of_one_card(self):
        table = exchanging(PLAIN, OTHER, players=10)
        assert len(table.legal()) == 6
        play(table, "exchange C2")
        assert table.legal() == ["stand"]

    def test_nobody_exchanges_more_than_the_stock_still_holds(self):
        table = exchanging(PLAIN, OTHER, players=9)
        play(table, "exchange C2 C3 S2 D4 D5")
        assert len(table.legal()) == 6
        with pytest.raises(IllegalAction, match="the stock holds 1 card"):
            table.play("exchange C4 C5")

    def test_discards_and_hands_thrown_in_do_not_return(self):
        table = play(exchanging(PLAIN, OTHER, players=10), "exchange C2", "stand")
        assert table.view(None).get("stock") is None
        assert table.view(None)["discard"]["count"] == 8 * 5 + 1

    def test_everyone_exchanges_once(self):
        table = play(exchanging(PLAIN, OTHER), "exchange C2", "exchange C4")
        assert (table.phase, table.turn) == ("flush", 0)

    def test_discards_are_known_to_who_laid_them_only(self):
        """G7a"""
        table = play(exchanging(PLAIN, OTHER), "exchange C2 S2")
        assert {"C2", "S2"} <= set(table.view(0)["discard"]["cards"])
        assert table.view(1)["discard"]["cards"] == []
        assert table.view(None)["discard"]["cards"] == []

    def test_cards_drawn_are_seen_by_who_drew_them_only(self):
        table = play(exchanging(PLAIN, OTHER, stock="HA"), "exchange C2")
        assert table.view(1)["hands"][0] == {"count": 5, "cards": []}

    @pytest.mark.parametrize("reader", [1, 4, None])
    def test_others_read_how_many_cards_were_exchanged(self, reader):
        """G7c"""
        table = play(exchanging(PLAIN, OTHER), "exchange C2 S2", "stand")
        assert actions_read(table, reader)[-2:] == ["exchange 2", "stand"]

    def test_who_exchanges_reads_the_cards(self):
        table = play(exchanging(PLAIN, OTHER), "exchange C2 S2")
        assert actions_read(table, 0)[-1] == "exchange C2 S2"

    @pytest.mark.parametrize("text", ["exchange", "exchange S2 C2", "exchange C2 C2", "exchange X"])
    def test_exchange_names_cards_in_order(self, text):
        with pytest.raises(InvalidNotation):
            exchanging(PLAIN, OTHER).play(text)

    def test_card_of_another_hand_cannot_be_exchanged(self):
        with pytest.raises(IllegalAction, match="C4 is not in this hand"):
            exchanging(PLAIN, OTHER).play("exchange C4")

    def test_exchange_is_not_for_the_tricks(self):
        with pytest.raises(IllegalAction, match="play a card"):
            playing(PLAIN, OTHER).play("exchange C2")


class TestFlushWindows:
    """LO5: before and after the exchange, every stayer is asked."""

    def test_every_stayer_is_asked_with_or_without_a_flush(self):
        """G9"""
        table, asked = stayed(PLAIN, SPADES, OTHER), []
        while table.phase == "flush":
            asked.append((table.turn, table.legal()))
            table.play("hide")
        assert asked == [(0, ["hide"]), (1, ["hide", "reveal"]), (2, ["hide"])]

    def test_everyone_is_asked_after_a_flush_was_shown_too(self):
        table = play(stayed(SPADES, PLAIN, HEARTS, upcard="D2"), "reveal")
        assert (table.turn, table.legal()) == (1, ["hide"])
        play(table, "hide")
        assert (table.turn, table.legal()) == (2, ["hide", "reveal"])

    def test_all_are_asked_again_after_the_exchange(self):
        table = play(exchanging(SPADES, PLAIN), "stand", "stand")
        assert (table.phase, table.turn, facts(table)["exchanged"]) == ("flush", 0, True)

    def test_flush_hidden_at_first_may_be_shown_later(self):
        table = play(exchanging(SPADES, PLAIN), "stand", "stand", "reveal", "hide")
        assert (table.round_over, facts(table)["taker"]) == (True, 0)

    def test_flush_drawn_may_be_shown_after_the_exchange(self):
        table = exchanging("S6 S7 S8 S9 D2", PLAIN, stock="ST")
        play(table, "exchange D2", "stand", "reveal", "hide")
        assert facts(table)["taker"] == 0

    def test_flush_shown_before_the_exchange_ends_the_round(self):
        table = play(stayed(PLAIN, SPADES), "hide", "reveal")
        assert (table.phase, facts(table)["exchanged"]) == ("over", False)

    def test_no_flush_shown_leads_to_the_tricks(self):
        assert playing(SPADES, PLAIN).phase == "play"

    def test_hand_that_is_no_flush_cannot_be_shown(self):
        with pytest.raises(IllegalAction, match="no flush"):
            stayed("S6 S7 S8 S9 D2", PLAIN).play("reveal")

    def test_four_of_a_suit_without_pam_are_no_flush(self):
        assert stayed("C6 C7 C8 C9 DJ", PLAIN).legal() == ["hide"]

    @pytest.mark.parametrize("hand", [MOUCHE, "C2 C3 C4 C5 CJ", "H2 H3 H4 H5 CJ", SPADES])
    def test_mouche_and_five_of_a_suit_are_flushes(self, hand):
        assert stayed(hand, "D2 D3 D4 HT SA").legal() == ["hide", "reveal"]

    def test_cards_of_a_flush_shown_lie_open(self):
        table = play(stayed(SPADES, PLAIN), "reveal")
        assert table.view(None)["hands"][0]["cards"] == SPADES.split()

    def test_flush_that_was_hidden_is_seen_by_nobody(self):
        table = play(stayed(SPADES, HEARTS, upcard="D2"), "hide", "reveal")
        assert table.view(None)["hands"][0]["cards"] == []

    def test_others_read_only_that_nobody_revealed(self):
        """G7c"""
        table = play(stayed(SPADES, HEARTS, PLAIN, upcard="D2"), "hide", "reveal", "hide")
        assert actions_read(table, 2)[-3:] == ["no reveal", "reveal", "hide"]
        assert actions_read(table, None)[-3:] == ["no reveal", "reveal", "no reveal"]
        assert actions_read(table, 0)[-3:] == ["hide", "reveal", "no reveal"]

    @pytest.mark.parametrize("reader", [1, 4, None])
    def test_hidden_flush_and_no_flush_look_the_same(self, reader):
        """While the window runs, after it, and in the exchange."""
        tables = [stayed("S6 S7 S8 S9 ST", PLAIN, "HA HK HQ DK DA", stayers=[0, 1, 2], upcard="D2")]
        tables += [
            stayed("S6 S7 S8 S9 HA", PLAIN, "ST HK HQ DK DA", stayers=[0, 1, 2], upcard="D2")
        ]
        for action in ("hide", "hide", "hide", "stand", "stand", "stand", "hide", "hide"):
            assert tables[0].view(reader) == tables[1].view(reader)
            for table in tables:
                table.play(action)
        assert tables[0].view(reader) == tables[1].view(reader)


class TestRankOfFlushes:
    """RT: mouche, trump flush, plain flush, then the cards; LO5: the elder of equals."""

    @pytest.mark.parametrize(
        ("lower", "higher"),
        [
            ("HA HK HQ HJ HT", "S2 S3 S4 S5 CJ"),  # a mouche of low cards beats a trump flush
            ("HA HK HQ HJ HT", "C2 C3 C4 C5 CJ"),  # five clubs with Pam are a mouche
            ("SA SK SQ SJ ST", "H2 H3 H4 H5 H6"),  # trump beats a plain suit
            ("SK SQ SJ ST S9", "DA D2 D3 D4 D5"),  # the highest card
            ("SA SQ SJ ST S9", "DA DK D2 D3 D4"),  # then the second
            ("SA SK SJ ST S9", "DA DK DQ D2 D3"),  # then the third
            ("SA SK SQ ST S9", "DA DK DQ DJ D2"),  # then the fourth
            ("SA SK SQ SJ S8", "DA DK DQ DJ D9"),  # then the fifth
        ],
    )
    @pytest.mark.parametrize("is_elder", [True, False])
    def test_higher_flush_takes_the_pot(self, lower, higher, is_elder):
        hands = (higher, lower) if is_elder else (lower, higher)
        table = play(stayed(*hands), "reveal", "reveal")
        assert facts(table)["taker"] == (0 if is_elder else 1)

    @pytest.mark.parametrize("dealer", [4, 0])
    def test_elder_hand_wins_between_equal_flushes(self, dealer):
        table = Table(GAME, players=5, secret=bytes(32))
        hands = ("S2 S3 S4 S5 S7", "D2 D3 D4 D5 D7")
        table.deal(hands=hands, stock="H7", dealer=dealer)
        while table.phase == "stay":
            table.play("stay" if table.turn in (0, 1) else "pass")
        play(table, "reveal", "reveal")
        assert facts(table)["taker"] == (dealer + 1) % 5


class TestLooTheBoard:
    """LO6: a flush takes the whole pot, and other stayers pay five to the next one."""

    def test_flush_takes_the_pot_and_stayers_pay(self):
        table = play(stayed(SPADES, PLAIN, OTHER), "reveal", "hide", "hide")
        assert table.round_scores == [5, -5, -5, 0, -5]
        assert facts(table)["looed"] == [1, 2]

    def test_players_who_passed_pay_nothing(self):
        """Even though the rule text says all other players."""
        table = play(stayed(SPADES, PLAIN), "reveal", "hide")
        assert table.round_scores == [5, -5, 0, 0, -5]

    def test_payments_make_the_next_pot(self):
        table = play(stayed(SPADES, PLAIN, OTHER), "reveal", "hide", "hide")
        assert facts(table)["pot"] == 10
        table.deal()
        assert record_of(table)["rounds"][1]["carried"] == {"pot": 10}
        assert facts(table)["pot"] == 15

    def test_holder_of_pam_does_not_pay(self):
        table = play(stayed(SPADES, "C2 CJ D4 D5 S2"), "reveal", "hide")
        assert table.round_scores == [5, 0, 0, 0, -5]

    @pytest.mark.parametrize("answer", ["reveal", "hide"])
    def test_holder_of_a_flush_does_not_pay_shown_or_not(self, answer):
        table = play(stayed(HEARTS, SPADES), "reveal", answer)
        assert table.round_scores == [5, 0, 0, 0, -5]

    def test_not_paying_shows_nobody_s_cards(self):
        table = play(stayed(HEARTS, SPADES, "C2 CJ D4 D5 S2"), "reveal", "hide", "hide")
        assert [hand["cards"] for hand in table.view(None)["hands"][1:]] == [[]] * 4

    def test_dealer_who_is_looed_pays_twice(self):
        table = play(stayed(SPADES, stayers=[0, 4]), "reveal", "hide")
        assert table.round_scores == [5, 0, 0, 0, -10]
