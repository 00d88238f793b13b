"""Rounds that would not end: ruling RS3, the third occurrence of a position and 500 tricks."""

import random
from collections import Counter
from functools import cache

import pytest

import games
from engine.play.table import Table
from engine.records.document import record_of, validate
from engine.rules.state import DISCARD, EVERYBODY, HAND, move

GAME = games.get("rolling-stone")


def lowest(table):
    """Play the first legal card: a bot that goes round in circles."""
    return table.legal()[0]


def longest(table):
    """Play the lowest card of the longest suit."""
    legal = table.legal()
    suits = [card[0] for card in legal]
    return max(legal, key=lambda card: suits.count(card[0]))


def played_out(players, seed, policy):
    """Return a table at the end of a round that all seats play alike."""
    table = Table(GAME, players=players, secret=seed.to_bytes(32, "big"))
    table.deal(dealer=players - 1)
    while not table.round_over:
        table.play(policy(table))
    return table


def placed(*hands):
    """Return a table at which a round begins with these hands, the other cards discarded."""
    table = Table(GAME, players=len(hands), secret=bytes(32))
    table.deal(dealer=len(hands) - 1)
    for card in GAME.deck(len(hands), GAME.options()):
        move(table.state, int(card), DISCARD, EVERYBODY)
    for seat, hand in enumerate(hands):
        for card in GAME.pack.parse_cards(hand):
            move(table.state, card, HAND + seat, 1 << seat)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def position(table):
    """Return who leads and all hands as sets."""
    return int(table.state.leader), *map(tuple, table.state.hand.tolist())


def positions(table, policy):
    """Play a round to its end; return the positions at the starts of its tricks, the end's too."""
    found = [position(table)]
    while not table.round_over:
        trick = int(table.state.trick)
        table.play(policy(table))
        if table.state.trick != trick:
            found.append(position(table))
    return found


def circle():
    """Return a table at which the seven of clubs can go round: nobody else has clubs."""
    return placed("C7 SA", "SK", "SQ", "SJ")


class TestRepetition:
    """RS3: the third occurrence of leader and hands ends the round."""

    LAP = ("C7", "pick up") * 4

    def test_position_is_counted_from_the_first_of_the_deal_on(self):
        table = circle()
        times = [table.view(None)["facts"]["times"]]
        for _ in range(2):
            play(table, *self.LAP)
            times.append(table.view(None)["facts"]["times"])
        assert times == [1, 2, 3]

    def test_second_occurrence_does_not_end_the_round(self):
        assert play(circle(), *self.LAP).turn == 0

    def test_third_occurrence_ends_the_round_before_a_card_is_led(self):
        table = play(circle(), *self.LAP, *self.LAP)
        assert (table.round_over, table.turn, table.view(None)["trick"]) == (True, None, 8)
        assert table.view(None)["facts"]["end"] == "repetition"

    def test_fewest_cards_win_and_share(self):
        """RS3, RS5."""
        table = play(circle(), *self.LAP, *self.LAP)
        assert table.round_scores == [0, 20, 20, 20]
        assert table.view(None)["facts"]["places"] == [4, 1, 1, 1]

    def test_positions_between_are_counted_too(self):
        """The round starts in another position; the one after its first trick comes thrice."""
        table = placed("C7 SA HA", "SK H7", "SQ H8", "SJ H9")
        play(table, "SA", "SK", "SQ", "SJ", *self.LAP)
        assert table.view(None)["facts"]["times"] == 2
        assert play(table, *self.LAP).round_over

    def test_position_before_a_discarded_trick_does_not_count(self):
        table = placed("C7 SA S8", "SK S9", "SQ ST", "SJ S7")
        play(table, *self.LAP, "SA", "SK", "SQ", "SJ", *self.LAP)
        assert (table.view(None)["facts"]["times"], table.round_over) == (2, False)

    def test_same_hands_with_another_leader_are_another_position(self):
        """H7 and HT come back to their owners, and the ten's leads."""
        table = placed("C8 H7", "D9", "S8", "D7 HT S7")
        before = position(table)
        play(table, *("H7", "pick up") * 2, "H7", "HT", "pick up", *("HT", "pick up") * 3)
        after = position(table)
        assert (before[0], after[0]) == (0, 3)
        assert before[1:] == after[1:]
        assert table.view(None)["facts"]["times"] == 1

    @pytest.mark.parametrize("players", GAME.players)
    def test_random_play_ends_as_the_positions_say(self, players):
        for seed in range(50):
            table = placed(*("C7 S7", "S8 H7", "H8 D7", "D8 C8", "S9", "H9")[:players])
            chance = random.Random(seed)
            found = positions(table, lambda table, chance=chance: chance.choice(table.legal()))
            assert ends_rightly(table, found)

    @pytest.mark.sweep(1)
    @pytest.mark.parametrize("players", GAME.players)
    @pytest.mark.parametrize("policy", [lowest, longest])
    def test_deterministic_play_ends_at_the_third_occurrence_and_not_before(self, players, policy):
        ends = Counter()
        for seed in range(25):
            table = Table(GAME, players=players, secret=seed.to_bytes(32, "big"))
            table.deal(dealer=players - 1)
            found = positions(table, policy)
            assert ends_rightly(table, found)
            ends[table.view(None)["facts"]["end"]] += 1
        assert ends["repetition"] > 0

    def test_round_that_repeats_is_valid_as_a_record(self):
        table = Table(GAME, players=4, secret=bytes(32))
        while not table.over:
            table.deal()
            while not table.round_over:
                table.play(lowest(table))
        assert [len(done.actions) > 100 for done in table.rounds].count(True) > 0
        assert validate(record_of(table)).ok


def ends_rightly(table, found):
    """Tell whether a round ended as RS3 says, from the positions at the starts of its tricks."""
    end = table.view(None)["facts"]["end"]
    thrice = [where for where, times in Counter(found).items() if times > 2]
    if end == "repetition":
        return thrice == [found[-1]] and Counter(found)[found[-1]] == 3
    return not thrice


@cache
def long_round():
    """Return the end of a deal found by trying: nothing comes thrice, and nobody runs out."""
    return played_out(6, 110, longest)


class TestFiveHundredTricks:
    """RS3: enough is enough."""

    def test_round_ends_after_500_tricks(self):
        view = long_round().view(None)
        assert (view["trick"], view["facts"]["end"]) == (500, "500 tricks")

    def test_fewest_cards_win_and_share(self):
        """RS3, RS5: three players share."""
        cards = [hand["count"] for hand in long_round().view(None)["hands"]]
        winners = [seat for seat in range(6) if cards[seat] == min(cards)]
        assert winners == [2, 3, 5]
        assert long_round().round_scores == [0, 0, 20, 20, 0, 20]

    def test_longest_round_is_within_the_bound_on_actions(self):
        actions = len(long_round().rounds[0].actions)
        assert 500 < actions <= GAME.max_actions == 6 * 500

    @pytest.mark.parametrize(("played", "over"), [(498, False), (499, True)])
    def test_trick_that_is_picked_up_counts(self, played, over):
        table = circle()
        table.state.trick = table.state.first_trick = played
        assert play(table, "C7", "pick up").round_over == over

    def test_last_card_in_trick_500_still_wins(self):
        table = placed("S7", "S8 C7", "S9 C8", "ST C9")
        table.state.trick = table.state.first_trick = 499
        play(table, "S7")
        assert table.round_scores == [60, 0, 0, 0]
        assert table.view(None)["facts"]["end"] == "last card"
