"""Cited tricks, scores and matches of Mulatschag: the rule text (RT), MU1, MU2, MU14 to MU16."""

import random
from itertools import pairwise

import pytest

from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.rules.errors import IllegalAction
from tests.games.mulatschag.deals import (
    ALL_TRICKS,
    GAME,
    NO_LIFT,
    PACK,
    PLAIN,
    called,
    dealt,
    facts,
    play,
    play_out,
    playing,
)

LOW = ("E7 E8 E9 L7 L8", "L9 LT S7 S8 S9", "ET EU LU ST SU", "EO LO SO EK LK")
"""Four hands without hearts, without the Weli and Saue."""


def after(*trick, hand, trump="H"):
    """Return a table at which the next seat holds `hand` after these cards, one by each seat.

    The seats before it hold nothing else that the lead or a trump would force on them.
    """
    used = set(" ".join((*trick, hand)).split())
    suits = "".join(suit for suit in "SLE" if suit not in (trick[0][0], trump))
    free = [card for card in reversed(PACK) if card[0] in suits and card not in used | {"W"}]
    hands = [" ".join([card, *free[4 * seat : 4 * seat + 4]]) for seat, card in enumerate(trick)]
    return play(playing(*hands, hand, trump=trump), *trick)


def legal_after(*trick, **deal):
    return sorted(after(*trick, **deal).legal())


class TestDuties:
    """MU14 and RT: follow suit; else win with a trump; else undertrump; else any card."""

    @pytest.mark.parametrize(
        ("trick", "hand", "legal"),
        [
            # follow suit with any card of it, no duty to beat
            (["L9"], "L7 LK LS H7 E7", ["L7", "LK", "LS"]),
            (["L9", "H8"], "L7 LK H9 E7 E8", ["L7", "LK"]),
            # trump led: any trump, no duty to beat
            (["H9"], "H7 HK W E7 L7", ["H7", "HK", "W"]),
            # void: any trump wins a trick without one
            (["L9"], "H7 HK E7 E8 W", ["H7", "HK", "W"]),
            # void and trumped already: only what wins
            (["L9", "HO"], "H7 HU HK W E7", ["HK", "W"]),
            # void, trumped already and nothing wins: any lower trump
            (["L9", "HK"], "H7 HU E8 E9 E7", ["H7", "HU"]),
            (["L9", "HS"], "H7 W E8 E9 E7", ["H7", "W"]),
            # neither suit nor trump: any card
            (["L9"], "E7 E8 S7 S8 SS", ["E7", "E8", "S7", "S8", "SS"]),
            (["L9", "H8"], "E7 E8 S7 S8 SS", ["E7", "E8", "S7", "S8", "SS"]),
            # void of trumps when they are led
            (["H9"], "E7 E8 S7 S8 SS", ["E7", "E8", "S7", "S8", "SS"]),
        ],
    )
    def test_duty(self, trick, hand, legal):
        assert legal_after(*trick, hand=hand) == legal

    def test_second_trump_counts_not_the_first(self):
        assert legal_after("L9", "H8", "HU", hand="HT HO E7 E8 E9") == ["HO"]

    def test_any_card_may_be_led(self):
        assert len(playing(*PLAIN).legal()) == 5

    @pytest.mark.parametrize(
        ("trick", "hand", "card", "reason"),
        [
            (["L9"], "L7 LK H7 E7 E8", "H7", "suit must be followed: play leaves$"),
            (["S9"], "S7 SK W E7 E8", "W", "play bells; the Weli is a trump"),
            (["H9"], "H7 W E8 E7 E9", "E7", "play hearts or the Weli$"),
            (["L9"], "H7 E8 S7 E7 E9", "E7", "a trump must be played: hearts or the Weli"),
            (["L9", "HO"], "H7 HK W E7 E8", "H7", "that wins the trick must be played: HK or W"),
            (["L9"], "H7 E8 S7 E7 E9", "SK", "SK is not in this hand"),
        ],
    )
    def test_reason_says_which_duty(self, trick, hand, card, reason):
        with pytest.raises(IllegalAction, match=reason):
            after(*trick, hand=hand).play(card)

    @pytest.mark.parametrize("text", ["pass", "stand", "exchange H7", "discard H7", "fold"])
    def test_only_cards_are_played_to_tricks(self, text):
        with pytest.raises(IllegalAction, match="play a card"):
            after("L9", hand="H7 E8 S7 E7 E9").play(text)

    @pytest.mark.parametrize("trump", "ELHS")
    def test_duties_are_those_of_a_plain_account_of_them(self, trump):
        """Random hands and tricks against `may_play`, written for texts and by the ruling."""
        chance = random.Random(trump)
        for _ in range(150):
            cards = chance.sample(PACK, 20)
            hands = [cards[5 * seat : 5 * seat + 5] for seat in range(4)]
            table = playing(*(" ".join(hand) for hand in hands), trump=trump)
            trick = []
            for seat in range(4):
                expected = may_play(hands[seat], trick, trump)
                assert sorted(table.legal()) == sorted(expected)
                trick.append(chance.choice(table.legal()))
                table.play(trick[-1])
            assert table.turn == trick.index(max(trick, key=lambda card: worth(card, trick, trump)))


def suit_in_play(card, trump):
    return trump if card == "W" else card[0]


def worth(card, trick, trump):
    """Return how high a card ranks in a trick: trumps above the suit led, all else below."""
    suit = suit_in_play(card, trump)
    rank = "789TUOKWS".index(card[-1])
    return (suit == trump, suit == suit_in_play(trick[0], trump), rank)


def may_play(hand, trick, trump):
    """Return the cards that MU14 lets a follower play."""
    if not trick:
        return hand
    led = suit_in_play(trick[0], trump)
    follows = [card for card in hand if suit_in_play(card, trump) == led]
    trumps = [card for card in hand if suit_in_play(card, trump) == trump]
    best = max(worth(card, trick, trump) for card in trick)
    winning = [card for card in trumps if worth(card, trick, trump) > best]
    is_trumped = any(suit_in_play(card, trump) == trump for card in trick)
    if follows:
        return follows
    return winning or (trumps if is_trumped and trumps else hand)


class TestWeli:
    """MU2: always the second trump, never a bell."""

    @pytest.mark.parametrize("trump", "ELHS")
    @pytest.mark.parametrize(("rank", "wins"), [("S", 0), ("K", 1), ("7", 1)])
    def test_weli_ranks_between_sau_and_king_of_trumps(self, trump, rank, wins):
        low = [" ".join(suit + rank for rank in "89TU") for suit in "ELHS" if suit != trump]
        table = playing(f"{trump}{rank} {low[0]}", f"W {low[1]}", trump=trump)
        play(table, f"{trump}{rank}", "W")
        assert int(table.state.winning) == wins

    def test_weli_does_not_follow_a_bell(self):
        assert legal_after("S9", hand="W S7 SK E7 H7", trump="L") == ["S7", "SK"]

    def test_weli_must_trump_a_bell_without_others(self):
        assert legal_after("S9", hand="W E7 E8 H7 H8", trump="L") == ["W"]

    def test_weli_follows_a_bell_that_is_trump(self):
        assert legal_after("S9", hand="W S7 E8 H7 H8", trump="S") == ["S7", "W"]

    def test_weli_led_is_a_trump_lead(self):
        assert legal_after("W", hand="S7 SK H7 L7 L8", trump="L") == ["L7", "L8"]


class TestExampleTrick:
    """MU1 and RT: Laub is trump; seats play as in the rule text, whose result is misprinted."""

    HANDS = ("H7 S7 S8 S9 ST", "H9 HK E7 E8 E9", "HU HO ET EU EK", "LU LK SU SO SK")

    def trick(self):
        return playing(*self.HANDS, trump="L")

    def test_first_plays_the_seven_of_herz_and_all_follow_that_can(self):
        table = play(self.trick(), "H7")
        assert table.legal() == ["H9", "HK"]
        assert play(table, "HK").legal() == ["HU", "HO"]

    def test_fourth_has_no_herz_and_plays_any_laub(self):
        assert play(self.trick(), "H7", "HK", "HU").legal() == ["LU", "LK"]

    def test_laub_king_wins_the_trick(self):
        assert play(self.trick(), "H7", "HK", "HU", "LK").turn == 3

    def test_hand_whose_only_laub_is_lower_must_play_it_too(self):
        """The fifth hand of the example, at a table of four."""
        hands = ("H7 S7 S8 S9 ST", "HU HO ET EU EK", "LU LK SU SO SK", "LO E7 E8 E9 SS")
        table = play(playing(*hands, trump="L"), "H7", "HU", "LK")
        assert table.legal() == ["LO"]
        assert play(table, "LO").turn == 2


class TestTricks:
    def test_holder_leads_first(self):
        assert playing(*PLAIN, holder=2).turn == 2

    def test_winner_leads_the_next(self):
        table = play(playing(*LOW, trump="H"), "E7", "L9", "ET", "EO")
        assert (table.turn, facts(table)["tricks"]) == (3, [0, 0, 0, 1])

    def test_five_tricks_are_played(self):
        table = play_out(playing(*PLAIN))
        assert (sum(facts(table)["tricks"]), int(table.state.trick)) == (5, 5)

    def test_captured_cards_were_seen_by_all(self):
        table = play(playing(*LOW, trump="H"), "E7", "L9", "ET", "EO")
        assert table.view(None)["won"][3]["cards"] == ["E7", "ET", "EO", "L9"]


def round_of(tricks, bid, *, holder=0, players=4, trump="E", multiplier=1):
    """Return the scores of a round in which seats took so many tricks; only a state is made."""
    table = play(dealt(*PLAIN[:players], players=players), *["pass"] * holder, bid)
    while table.phase == "auction":
        table.play("pass")
    play(table, f"trump {trump}")
    s = table.state
    s.tricks[:players] = tricks
    s.value *= multiplier
    GAME.kernels.end_round(s)
    return [int(score) for score in s.scores[:players]]


class TestScore:
    """MU15 and RT: counting points."""

    def test_each_trick_takes_a_point(self):
        assert round_of([2, 1, 1, 1], "bid 2") == [-2, -1, -1, -1]

    def test_tricks_above_the_bid_count_too(self):
        assert round_of([4, 0, 1, 0], "bid 1") == [-4, 0, -1, 0]

    def test_no_trick_costs_nothing(self):
        assert round_of([5, 0, 0, 0], "bid 5") == [-5, 0, 0, 0]

    @pytest.mark.parametrize("tricks", [0, 1, 2])
    def test_failed_holder_has_ten_points_more_whatever_he_took(self, tricks):
        assert round_of([tricks, 5 - tricks, 0, 0], "bid 3") == [10, tricks - 5, 0, 0]

    @pytest.mark.parametrize("holder", [0, 1, 3])
    def test_made_mulatschag(self, holder):
        tricks = [5 * (seat == holder) for seat in range(4)]
        scores = [-10 if seat == holder else 10 for seat in range(4)]
        assert round_of(tricks, "mulatschag", holder=holder) == scores

    @pytest.mark.parametrize("tricks", [[4, 1, 0, 0], [0, 0, 0, 5], [0, 2, 2, 1]])
    def test_failed_mulatschag_whoever_won_the_tricks(self, tricks):
        assert round_of(tricks, "mulatschag") == [20, -5, -5, -5]

    @pytest.mark.parametrize("players", [2, 3])
    def test_mulatschag_of_fewer_players(self, players):
        tricks = [5] + [0] * (players - 1)
        scores = [-10] + [10] * (players - 1)
        assert round_of(tricks, "mulatschag", players=players) == scores

    @pytest.mark.parametrize(("trump", "factor"), [("E", 1), ("L", 1), ("H", 2), ("S", 1)])
    def test_herz_counts_double(self, trump, factor):
        scores = [-2 * factor, -3 * factor, 0, 0]
        assert round_of([2, 3, 0, 0], "bid 1", trump=trump) == scores

    @pytest.mark.parametrize(
        ("tricks", "bid", "scores"),
        [
            ([2, 3, 0, 0], "bid 1", [-4, -6, 0, 0]),
            ([2, 3, 0, 0], "bid 3", [20, -6, 0, 0]),
            ([5, 0, 0, 0], "mulatschag", [-20, 20, 20, 20]),
            ([4, 1, 0, 0], "mulatschag", [40, -10, -10, -10]),
        ],
    )
    def test_multiplier_applies_to_all_numbers(self, tricks, bid, scores):
        assert round_of(tricks, bid, multiplier=2) == scores
        assert round_of(tricks, bid, trump="H") == scores

    def test_two_folds_and_herz_make_every_trick_eightfold(self):
        """RT: 2 (fold) * 2 (fold) * 2 (Herz)."""
        table = play(folded_twice(), "bid 5", "pass", "pass", "pass", "trump H", *["stand"] * 4)
        assert play_out(table).round_scores == [-40, 0, 0, 0]
        assert facts(table)["value"] == 8

    def test_value_of_a_trick_doubles_with_folds_and_herz(self):
        table = folded_twice()
        assert (facts(table)["multiplier"], facts(table)["value"]) == (4, 4)
        play(table, "bid 5", "pass", "pass", "pass", "trump H")
        assert (facts(table)["multiplier"], facts(table)["value"]) == (4, 8)


def folded_twice():
    """Return a table at which two deals folded, and seat 0 then holds all five tricks in Herz."""
    no_figure = ("E7 E8 L9 HT S7", *PLAIN[1:])
    table = play(dealt(*no_figure), *["pass"] * 4, "fold")
    table.deal(hands=no_figure, entropy=NO_LIFT)
    play(table, *["pass"] * 4, "fold")
    table.deal(hands=(ALL_TRICKS, *PLAIN[1:3], "EO LT S9 ST S7"), entropy=NO_LIFT)
    return table


def match(players, *, native, seed=0):
    table = Table(GAME, players, secret=seed.to_bytes(32, "big"), native=native)
    runner.play_match(table, [builtin.get("random")] * players, seed=b"match")
    return table


class TestMatch:
    """MU16, G2, G8: the match ends at 0 points or above 50; fewest points win."""

    @pytest.mark.parametrize("players", GAME.players)
    def test_native_match_ends_with_the_first_at_zero_or_above_50(self, players):
        for seed in range(30):
            table = match(players, native=True, seed=seed)
            sums, is_end = [21] * players, []
            for played in table.rounds:
                sums = [a + b for a, b in zip(sums, played.scores, strict=True)]
                is_end.append(min(sums) <= 0 or max(sums) > 50)
            assert is_end == [False] * (len(is_end) - 1) + [True]

    @pytest.mark.parametrize(
        ("points", "over"), [(0, True), (1, False), (-4, True), (50, False), (51, True)]
    )
    def test_end_is_judged_after_the_round(self, points, over):
        table = called(dealt(*PLAIN, native=True), *["pass"] * 3)
        table.state.totals[1] = points - 21
        assert play(table, "pass").over is over

    def test_points_may_go_below_zero(self):
        table = folded_twice()
        play_out(play(table, "bid 5", "pass", "pass", "pass", "trump H", *["stand"] * 4))
        assert facts(table)["points"] == [-19, 21, 21, 21]

    @pytest.mark.parametrize("players", GAME.players)
    def test_match_of_rounds_has_as_many_as_players(self, players):
        rounds = match(players, native=False).rounds
        assert sum(not played.redeal for played in rounds) == players

    def test_match_of_rounds_goes_on_below_zero_and_above_50(self):
        table = called(dealt(*PLAIN), *["pass"] * 3)
        table.state.totals[0], table.state.totals[1] = -30, 40
        assert not play(table, "pass").over

    def test_dealer_passes_on_after_every_round_but_a_fold(self):
        for seed in range(10):
            rounds = match(4, native=True, seed=seed).rounds
            for done, following in pairwise(rounds):
                assert following.dealer == (done.dealer + (not done.redeal)) % 4

    def test_fewest_points_win_and_ties_share(self):
        assert GAME.place([-3, 5, -3, 12]) == [1, 3, 1, 4]

    def test_totals_are_sums_from_zero_and_points_21_more(self):
        table = match(3, native=True)
        assert table.totals == [sum(s) for s in zip(*(r.scores for r in table.rounds), strict=True)]
        assert facts(table)["points"] == [21 + total for total in table.totals]


class TestPlayouts:
    """All ways to play fixed deals, counted by the engine and by `may_play` alone."""

    @pytest.mark.sweep(1)
    @pytest.mark.parametrize(
        ("hands", "trump", "ways"),
        [
            (("E7 E8 L9 LU HT", "E9 ET L8 LO H7"), "H", 480),
            (("E7 LK W S7 HS", "ES L7 HK S8 SS"), "S", 240),
            (("EU L7 H8 H9 S8", "EO LT S9 ST HU", "E9 ET L8 LO H7"), "L", 1688),
        ],
    )
    def test_number_of_ways_to_play_a_deal(self, hands, trump, ways):
        table = playing(*hands, players=len(hands), trump=trump)
        counted = count_by_rules([hand.split() for hand in hands], [], 0, trump)
        assert count_by_engine(table) == counted == ways


def count_by_engine(table):
    """Return in how many ways a round can be played to its end."""
    state = table.state
    if table.round_over:
        return 1
    before, total = state.copy(), 0
    for text in table.legal():
        GAME.kernels.apply(state, GAME.parse_action(state, text))
        total += count_by_engine(table)
        for name in state.dtype.names:
            state[name] = before[name]
    return total


def count_by_rules(hands, trick, turn, trump):
    if not any(hands):
        return 1
    total = 0
    for card in may_play(hands[turn], trick, trump):
        left = [[c for c in hand if c != card] for hand in hands]
        laid = [*trick, card]
        following = (turn + 1) % len(hands)
        if len(laid) == len(hands):
            best = laid.index(max(laid, key=lambda c: worth(c, laid, trump)))
            laid, following = [], (following + best) % len(hands)
        total += count_by_rules(left, laid, following, trump)
    return total
