"""Cited deals and numbers: the rule text (RT) and the rulings LO1 to LO11, G7a, G7b, G7c, G9."""

import pytest

import games
from bots import builtin, runner
from engine.errors import IllegalAction, InvalidNotation

GAME = games.get("loo")
MOUCHE = "S2 S3 S4 S5 CJ"
SPADES = "S6 S7 S8 S9 ST"
HEARTS = "H2 H3 H4 H5 H6"
PLAIN = "C2 C3 D4 D5 S2"
OTHER = "C4 C5 D6 D7 S3"


def dealt(*hands, upcard="H7", stock="", players=5, **table):
    """Return a table at which seat 0 is elder hand, the seats hold these cards and others."""
    table = GAME.table(players=players, secret=bytes(32), **table)
    table.deal(hands=hands, stock=f"{upcard} {stock}", dealer=players - 1)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def stayed(*hands, stayers=None, **deal):
    """Return a table after the first phase: the seats whose hands are given stay, or `stayers`."""
    table = dealt(*hands, **deal)
    stayers = range(len(hands)) if stayers is None else stayers
    return play(table, *("stay" if seat in stayers else "pass" for seat in range(table.players)))


def exchanging(*hands, **deal):
    """Return a table at which the first stayer exchanges; nobody has shown a flush."""
    table = stayed(*hands, **deal)
    while table.phase == "flush":
        table.play("hide")
    return table


def playing(*hands, **deal):
    """Return a table at which the first stayer leads; nobody has exchanged or shown a flush."""
    table = exchanging(*hands, **deal)
    while table.phase != "play":
        table.play("stand" if table.phase == "exchange" else "hide")
    return table


def facts(table):
    return table.view(None)["facts"]


def actions_read(table, reader):
    return [said["action"] for said in table.view(reader)["log"]]


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
        table = GAME.table(players=5, secret=bytes(32))
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
        table = GAME.table(players=5, secret=bytes(32))
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
        assert table.record()["rounds"][1]["carried"] == {"pot": 10}
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


class TestLead:
    """LO7."""

    def test_first_stayer_from_the_left_leads(self):
        assert playing(stayers=[2, 4]).turn == 2

    def test_any_card_may_be_led(self):
        table = playing("CA HA H2 D3 S4", PLAIN, upcard="D7")
        assert table.legal() == ["CA", "S4", "H2", "HA", "D3"]

    def test_winner_of_a_trick_leads_the_next(self):
        table = playing("C9 D8 S4 S5 S6", "CK D3 S7 H2 H3", "C5 DT D2 D4 D6")
        play(table, "C9", "CK", "C5")
        assert table.turn == 1

    def test_players_who_passed_are_left_out_of_the_trick(self):
        table = play(playing(PLAIN, OTHER, stayers=[0, 1]), "C2", "C4")
        assert (table.view(None)["trick"], table.turn) == (1, 1)
        assert table.view(None)["won"][1]["cards"] == ["C2", "C4"]


def after(*trick, hand, upcard="H7"):
    """Return a table at which the next seat holds `hand` after these cards, one by each seat.

    The seats before it hold nothing else of clubs and hearts.
    """
    used = set(" ".join((*trick, hand, upcard)).split())
    low = (suit + rank for suit in "DS" for rank in "23456789TJQKA")
    free = [card for card in low if card not in used]
    hands = [
        " ".join([card.removesuffix(" civil"), *free[4 * seat : 4 * seat + 4]])
        for seat, card in enumerate(trick)
    ]
    return play(playing(*hands, hand, upcard=upcard), *trick)


def legal_after(*trick, **deal):
    return sorted(after(*trick, **deal).legal())


class TestDuties:
    """LO8: follow suit, else trump, and head the trick. Hearts are trump."""

    @pytest.mark.parametrize(
        ("trick", "hand", "legal"),
        [
            # follow suit, and beat the highest card of it
            (["C9"], "C8 CT CK H2 D2", ["CK", "CT"]),
            # cannot beat it: any card of the suit
            (["CQ"], "C8 CT C2 H2 D2", ["C2", "C8", "CT"]),
            # the highest so far counts, not the card led
            (["C5", "CQ"], "C8 CK CT H2 D2", ["CK"]),
            # the suit is trumped already: any card of it
            (["C9", "H3"], "C8 CK CT H9 D2", ["C8", "CK", "CT"]),
            # void: any trump
            (["C9"], "H2 HA DA SA S2", ["H2", "HA"]),
            # void, and trumped already: go higher
            (["C9", "H8"], "H2 HA HT SA S2", ["HA", "HT"]),
            # void, trumped already, no higher trump: any trump
            (["C9", "HQ"], "H2 HT DA SA S2", ["H2", "HT"]),
            # neither suit nor trump: free
            (["C9"], "D2 DA S2 SA SK", ["D2", "DA", "S2", "SA", "SK"]),
            # trump led: beat it
            (["H8"], "H2 HT HA SA S2", ["HA", "HT"]),
            # trump led: follow below
            (["HK"], "H2 HT H9 SA S2", ["H2", "H9", "HT"]),
            # trump led, none held: free
            (["HK"], "C2 D3 DA SA S2", ["C2", "D3", "DA", "S2", "SA"]),
        ],
    )
    def test_duty(self, trick, hand, legal):
        assert legal_after(*trick, hand=hand) == legal

    @pytest.mark.parametrize(
        ("trick", "hand", "card", "reason"),
        [
            (["C9"], "C8 CT D5 H2 D2", "H2", "suit must be followed: play clubs"),
            (["C9"], "C8 CT CK H2 D2", "C8", "play CT or higher"),
            (["C9"], "CJ CT D5 H2 D2", "CJ", "Pam is a trump"),
            (["C9"], "HT S2 D5 H2 D2", "S2", "a trump must be played: hearts"),
            (["C9", "H8"], "HT S2 D5 H2 D2", "H2", "play HT$"),
            (["C9", "HA"], "CJ S2 D5 H2 D2", "H2", "play Pam$"),
            (["C9"], "HT S2 D5 H2 D2", "CA", "CA is not in this hand"),
            (["HA civil"], "CJ S2 D5 H2 D2", "CJ", "asked to be civil"),
            (["C9"], "HA S2 D5 H2 D2", "HA civil", "who leads the ace"),
        ],
    )
    def test_reason_says_which_duty(self, trick, hand, card, reason):
        table = after(*trick, hand=hand)
        with pytest.raises(IllegalAction, match=reason):
            table.play(card)

    @pytest.mark.parametrize(
        ("trick", "winner"),
        [
            (["C9", "CT", "C2"], 1),
            (["C9", "H2", "CA"], 1),
            (["C9", "H2", "H3"], 2),
            (["C9", "DA", "SA"], 0),
            (["H9", "HA", "CJ"], 2),
            (["C9", "HA", "CJ"], 2),
            (["CJ", "HA", "H2"], 0),
        ],
    )
    def test_highest_trump_or_highest_of_the_suit_led_wins(self, trick, winner):
        hands = [f"{card} {rest}" for card, rest in zip(trick, VOIDS, strict=True)]
        assert play(playing(*hands), *trick).turn == winner


VOIDS = ("D2 D3 D4 D5", "D6 D7 D8 S2", "S3 S4 S5 S6")
"""Three times four cards without clubs and hearts."""


class TestPam:
    """LO8a, LO9, LO10. Hearts are trump unless said otherwise."""

    def test_pam_is_the_highest_trump(self):
        assert legal_after("HA", hand="CJ HK H2 D2 D3") == ["CJ"]

    def test_trump_ace_forces_pam_out(self):
        """LO8a"""
        assert legal_after("HA", hand="CJ HK H2 D2 D3") == ["CJ"]

    def test_pam_led_is_a_trump_lead(self):
        """LO8a"""
        assert legal_after("CJ", hand="C2 CA H2 HK D3") == ["H2", "HK"]

    def test_club_led_takes_another_club_from_who_holds_pam(self):
        """LO9"""
        assert legal_after("C9", hand="CJ C2 C3 H2 D3") == ["C2", "C3"]

    def test_without_other_clubs_pam_is_one_of_the_trumps(self):
        """LO9"""
        assert legal_after("C9", hand="CJ H2 H3 D2 D3") == ["CJ", "H2", "H3"]
        assert legal_after("C9", hand="CJ D2 D3 D4 D5") == ["CJ"]

    def test_pam_overtrumps(self):
        assert legal_after("C9", "HA", hand="CJ H2 H3 D2 D3") == ["CJ"]

    def test_pam_is_a_club_when_clubs_are_trump(self):
        assert legal_after("C9", hand="CJ C2 CQ H2 D3", upcard="C7") == ["CJ", "CQ"]
        assert legal_after("CA", hand="CJ C2 CQ H2 D3", upcard="C7") == ["CJ"]

    def test_call_is_offered_when_the_trump_ace_may_be_led(self):
        """LO8a: also by the holder of Pam."""
        table = playing("HA CJ D2 D3 D6", PLAIN)
        assert table.legal() == ["CJ", "HA", "D2", "D3", "D6", "HA civil"]

    def test_no_call_for_another_ace_or_another_trump(self):
        table = playing("CA HK D2 D3 D6", PLAIN)
        assert not any("civil" in text for text in table.legal())
        with pytest.raises(IllegalAction, match="ace of trumps"):
            table.play("CA civil")

    def test_call_is_offered_in_later_tricks(self):
        table = playing("CK HA H2 D2 D3", "C5 S2 S3 S4 D5")
        play(table, "CK", "C5")
        assert "HA civil" in table.legal()

    def test_civil_pam_lets_another_trump_be_played_without_heading(self):
        """LO10"""
        assert legal_after("HA civil", hand="CJ H2 HK D2 D3") == ["H2", "HK"]

    def test_civil_pam_is_played_if_there_is_no_other_trump(self):
        """LO10"""
        assert legal_after("HA civil", hand="CJ C2 C3 D2 D3") == ["CJ"]

    def test_call_is_for_one_trick_only(self):
        table = playing("HA HK D2 D3 D4", "CJ H2 H3 S3 S4")
        play(table, "HA civil", "H2", "HK")
        assert table.legal() == ["CJ"]
        assert not facts(table)["civil"]

    def test_call_is_told_to_everybody(self):
        table = play(playing("HA HK D2 D3 D4", "CJ H2 H3 S3 S4"), "HA civil")
        assert actions_read(table, None)[-1] == "HA civil"
        assert facts(table)["civil"]


class TestPayment:
    """LO1, LO11 and RT: a fifth of the pot for each trick, five for a loo."""

    def test_each_trick_earns_a_fifth_of_the_pot(self):
        table = playing("CA CK SA SK S3", "C2 C3 S2 D2 S4", "C4 C5 S5 S6 D3")
        play(table, "CA", "C2", "C4", "CK", "C3", "C5", "SA", "S2", "S5", "SK", "S4", "S6")
        play(table, "S3", "D2", "D3")
        assert facts(table)["tricks"] == [5, 0, 0, 0, 0]
        assert table.round_scores == [5, -5, -5, 0, -5]
        assert facts(table)["pot"] == 10

    def test_larger_pot_pays_more_for_a_trick(self):
        table = play(dealt(), *["pass"] * 5)
        table.deal(hands=["C2", "CA CK SA SK C5", "C3 C4 S2 S3 HA"], stock="H7")
        play(table, "stay", "stay", "pass", "pass", "pass", *["hide"] * 2, "stand", "stand")
        play_out(table)
        tricks = facts(table)["tricks"]
        looed = [seat for seat in (1, 2) if tricks[seat] == 0]
        paid = [-5 * (seat in looed) - 5 * (seat == 0) for seat in range(5)]
        assert table.round_scores == [2 * t + p for t, p in zip(tricks, paid, strict=True)]
        assert sum(tricks) == 5

    def test_stayer_without_a_trick_is_looed(self):
        table = played_at_random(5)
        seen = 0
        for looed, tricks, stayers in table:
            assert looed == [seat for seat in stayers if tricks[seat] == 0]
            seen += len(looed)
        assert seen

    def test_ledger_may_be_negative(self):
        """LO1"""
        assert play(dealt(), *["pass"] * 5).totals == [0, 0, 0, 0, -5]

    @pytest.mark.parametrize("players", GAME.players)
    def test_pot_is_a_multiple_of_five_and_no_chip_is_lost(self, players):
        """LO1, LO1a: what is left in the pot belongs to nobody."""
        for seed in range(20):
            table = GAME.table(players=players, secret=seed.to_bytes(32, "big"))
            runner.play_match(table, [builtin.get("random")] * players, seed=b"pot")
            pot = facts(table)["pot"]
            assert pot % 5 == 0
            assert sum(table.totals) == -pot

    def test_first_round_carries_nothing(self):
        table = play(dealt(), *["pass"] * 5)
        table.deal()
        carried = [played["carried"] for played in table.record()["rounds"]]
        assert carried == [{}, {"pot": 5}]


def play_out(table):
    while not table.round_over:
        table.play(table.legal()[0])


def played_at_random(players):
    """Return who was looed, the tricks and the stayers of rounds that were played in tricks."""
    rounds = []
    for seed in range(200):
        table = GAME.table(players=players, secret=seed.to_bytes(32, "big"))
        table.deal()
        runner.advance(table, [builtin.get("random")] * players, seed=b"looed")
        end = facts(table)
        if sum(end["tricks"]):
            rounds.append((end["looed"], end["tricks"], end["stayed"]))
    return rounds


class TestMatch:
    """LO11, G2, G8."""

    @pytest.mark.parametrize("players", GAME.players)
    @pytest.mark.parametrize(("native", "cycles"), [(True, 2), (False, 1)])
    def test_native_match_has_two_rounds_for_each_player(self, players, native, cycles):
        table = GAME.table(players=players, secret=bytes(32), native=native)
        runner.play_match(table, [builtin.get("random")] * players, seed=b"match")
        first = table.rounds[0].dealer
        dealers = [(first + i) % players for i in range(cycles * players)]
        assert [played.dealer for played in table.rounds] == dealers

    def test_most_chips_win_and_ties_share(self):
        assert GAME.place([-5, 20, -5, 20, 0]) == [4, 1, 4, 1, 3]
