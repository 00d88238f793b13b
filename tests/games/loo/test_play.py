"""Cited tricks, payments and matches of Loo (RT, LO7 to LO11, G2, G7b, G8)."""

import pytest

from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.records.document import record_of
from engine.rules.errors import IllegalAction

from .deals import GAME, OTHER, PLAIN, actions_read, dealt, facts, play, playing


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

    @pytest.mark.further
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
            table = Table(GAME, players=players, secret=seed.to_bytes(32, "big"))
            runner.play_match(table, [builtin.get("random")] * players, seed=b"pot")
            pot = facts(table)["pot"]
            assert pot % 5 == 0
            assert sum(table.totals) == -pot

    def test_first_round_carries_nothing(self):
        table = play(dealt(), *["pass"] * 5)
        table.deal()
        carried = [played["carried"] for played in record_of(table)["rounds"]]
        assert carried == [{}, {"pot": 5}]


def play_out(table):
    while not table.round_over:
        table.play(table.legal()[0])


def played_at_random(players):
    """Return who was looed, the tricks and the stayers of rounds that were played in tricks."""
    rounds = []
    for seed in range(200):
        table = Table(GAME, players=players, secret=seed.to_bytes(32, "big"))
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
        table = Table(GAME, players=players, secret=bytes(32), native=native)
        runner.play_match(table, [builtin.get("random")] * players, seed=b"match")
        first = table.rounds[0].dealer
        dealers = [(first + i) % players for i in range(cycles * players)]
        assert [played.dealer for played in table.rounds] == dealers

    def test_most_chips_win_and_ties_share(self):
        assert GAME.place([-5, 20, -5, 20, 0]) == [4, 1, 4, 1, 3]
