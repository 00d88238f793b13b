"""A rule of thumb for Fipsen: count what usually takes tricks, then play by the odds.

A hand's strength with a trump suit is a sum over its trumps, aces and kings, fitted to rounds
between players of this kind; it gives the chance of so many tricks. The bot makes the bid that
gains most on average, keeps and names what is strongest, and plays the card that helps its side
to the trick for the least strength.
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.cards import rank_of, suit_of
from engine.rules.state import HAND, TABLE, UNKNOWN, State, next_seat
from games.shared.packs import ACE, DIAMONDS, KING, QUEEN
from games.shared.tricks import BY_RANK, cards_in_hand, winner_so_far

from .actions import (
    CONTINUE,
    DECIDE,
    DISCARD,
    DISCARD_ACTION,
    PLAY,
    PLAY_ON,
    REACHED,
    STOP,
    SURRENDER,
    TRUMP,
    TRUMP_ACTION,
)
from .auction import BID_ACTION, PASS
from .bids import IS_DURCH, IS_HAND, IS_RUTEN, KIEKER, TRICKS, TRICKS_BID
from .sheet import SURRENDER_PENALTY, value_of

CERTAIN = 1000
"""A chance of one; strength counts in the same unit, so many to a trick."""
SKAT_HELPS = 700
"""What the skat is hoped to add to the strength of a hand."""
PLAYS_ON = 850
"""The chance of all tricks left from which playing on is worth its risk."""
COST, TRUMP_COST = 8, 8
"""Chance given up to save one step of rank, and the steps that a trump is above."""
DRAWS_TRUMPS = 300
"""Chance that leading trumps is worth to the declarer while others may have some."""

# What features add to the strength: nothing at all, each trump from seven to ace, how many trumps
# there are, then by side suit aces, kings beside their ace, other kings, queens, no card of it.
BASE = -380
TRUMP_WEIGHTS = np.array([0] * 7 + [0, 0, 40, 130, 220, 340, 530, 760])
LENGTH_WEIGHTS = np.array([0, 0, -100, 510, 1360, 2130])
ACE_WEIGHT, GUARDED_KING, KING_WEIGHT, QUEEN_WEIGHT, VOID_WEIGHT = 630, 440, 250, 130, 115
DIAMONDS_WEIGHT = 100
"""For trumps that hardly anybody has."""
SEVEN_AS_TRUMP, SEVEN_ASIDE = 860, 200
"""The seven of diamonds: the only trump there is, or a card that nobody can follow."""
FROM = np.array([0, 0, 0, 600, 1200, 1800])
TO = np.array([1, 1, 1500, 2400, 3300, 5400])
"""The strength from which, and to which, the chance of so many tricks rises."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal action that the rule of thumb likes best."""
    if s.phase == REACHED:
        return PLAY_ON if _chance_of_rest(s) >= PLAYS_ON else STOP
    if s.phase == DECIDE:
        return _decide(s)
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        action = int(legal[i])
        if s.phase == PLAY:
            value = _value_of_card(s, action)
        elif s.phase == DISCARD:
            value = _value_of_discard(s, action - DISCARD_ACTION)
        elif s.phase == TRUMP:
            value = _gain(s, s.bid, action - TRUMP_ACTION, s.hand[s.turn], 0)
        else:
            value = _value_of_call(s, action)
        if value > best_value:
            best, best_value = action, value
    return best


@rule
def strength_of(hand: Any, trump: int) -> int:
    """Return how strong five cards are for playing alone; `hand` has them by suit."""
    strength = BASE
    for suit in range(DIAMONDS):
        held = int(hand[suit])
        if suit != trump:
            strength += _strength_of_side_suit(held)
            continue
        strength += LENGTH_WEIGHTS[popcount(held)]
        for rank in range(7, ACE + 1):
            strength += TRUMP_WEIGHTS[rank] * ((held >> rank) & 1)
    has_seven = hand[DIAMONDS] != 0
    if trump == DIAMONDS:
        return strength + DIAMONDS_WEIGHT + SEVEN_AS_TRUMP * has_seven
    return strength + SEVEN_ASIDE * has_seven


@rule
def _strength_of_side_suit(held: int) -> int:
    ace, king, queen = (held >> ACE) & 1, (held >> KING) & 1, (held >> QUEEN) & 1
    strength = ACE_WEIGHT * ace + (GUARDED_KING if ace else KING_WEIGHT) * king
    strength += QUEEN_WEIGHT * queen
    return strength + VOID_WEIGHT * (held == 0)


@rule
def chance_of(tricks: int, strength: int) -> int:
    """Return the chance of so many tricks, of CERTAIN."""
    chance = CERTAIN * (strength - FROM[tricks]) // (TO[tricks] - FROM[tricks])
    return int(min(max(chance, 0), CERTAIN))


@rule
def _gain(s: State, bid: int, trump: int, hand: Any, hope: int) -> int:
    """Return what a contract gains on average, in thousandths."""
    tricks = TRICKS if IS_DURCH[bid] else TRICKS_BID[bid]
    chance = chance_of(tricks, strength_of(hand, trump) + hope)
    return (3 * chance - 2 * CERTAIN) * value_of(bid, trump, 0)


@rule
def _best_gain(s: State, bid: int, hand: Any, hope: int) -> int:
    """Return what a contract gains on average with the best trump that it allows."""
    best = -(1 << 40)
    for trump in range(DIAMONDS if IS_RUTEN[bid] else 0, DIAMONDS + 1):
        best = max(best, _gain(s, bid, trump, hand, hope))
    return best


@rule
def _value_of_call(s: State, action: int) -> int:
    if action == PASS:
        return 0
    bid = action - BID_ACTION
    if bid == KIEKER:  # it costs four points on average, however the hand looks
        return -CERTAIN
    return _best_gain(s, bid, s.hand[s.turn], 0 if IS_HAND[bid] else SKAT_HELPS)


@rule
def _value_of_discard(s: State, chosen: int) -> int:
    """Return what the contract gains with the five cards that are kept."""
    cards = np.zeros(2 * TRICKS, np.int32)
    kept = np.zeros(4, np.int64)
    for i in range(cards_in_hand(s, s.turn, cards)):
        if (chosen >> i) & 1 == 0:
            kept[suit_of(cards[i])] |= 1 << rank_of(cards[i])
    return _best_gain(s, s.bid, kept, 0)


@rule
def _decide(s: State) -> int:
    """Give a Kieker up if playing it costs more on average."""
    gain = _best_gain(s, s.bid, s.hand[s.turn], 0)
    return CONTINUE if gain >= -CERTAIN * SURRENDER_PENALTY else SURRENDER


@rule
def _hidden_cards(s: State) -> Any:
    """Return by suit the cards that may be in another hand."""
    hidden = np.zeros(4, np.int64)
    for card in range(s.place.shape[0]):
        place = s.place[card]
        if place == UNKNOWN or (place < TABLE and place != HAND + s.turn):
            hidden[suit_of(card)] |= 1 << rank_of(card)
    return hidden


@rule
def _value_of_card(s: State, card: int) -> int:
    """Return the chance of the trick with a card, less what it costs to part with it."""
    hidden = _hidden_cards(s)
    is_trump = suit_of(card) == s.trump
    cost = rank_of(card) - 7 + (TRUMP_COST if is_trump else 0)
    value = _chance_of_trick(s, card, hidden) - COST * cost
    if s.on_table == 0 and s.turn == s.declarer and is_trump and hidden[s.trump]:
        value += DRAWS_TRUMPS
    return value


@rule
def _chance_of_trick(s: State, card: int, hidden: Any) -> int:
    """Return the chance that the own side wins the trick with this card in it."""
    led, best, owner = card, card, int(s.turn)
    if s.on_table:
        led = int(s.table[s.leader])
        owner = winner_so_far(s, s.trump, BY_RANK)
        best = int(s.table[owner])
        if _beats(s, card, best):
            best, owner = card, int(s.turn)
    declares = s.turn == s.declarer
    chance = CERTAIN if (owner == s.declarer) == declares else 0
    seat = next_seat(s, s.turn)
    for _ in range(s.seats - 1 - s.on_table):
        danger = _chance_to_beat(s, seat, led, best, hidden)
        if (seat == s.declarer) == declares:
            chance += (CERTAIN - chance) * danger // CERTAIN
        else:
            chance -= chance * danger // CERTAIN
        seat = next_seat(s, seat)
    return chance


@rule
def _beats(s: State, card: int, best: int) -> bool:
    """Tell whether a card, played after the best one so far, beats it."""
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == s.trump


@rule
def _chance_to_beat(s: State, seat: int, led: int, best: int, hidden: Any) -> int:
    """Return the chance that a hidden hand beats the best card, by following or by a trump."""
    total = 0
    for suit in range(4):
        total += popcount(hidden[suit])
    following = popcount(hidden[suit_of(led)])
    held = int(s.count[HAND + seat])
    higher = 0
    if suit_of(best) == suit_of(led):
        higher = popcount(hidden[suit_of(led)] >> rank_of(best))
    chance = CERTAIN - _chance_of_none(higher, held, total)
    if suit_of(led) != s.trump:
        above = hidden[s.trump]
        if suit_of(best) == s.trump:
            above >>= rank_of(best)
        ruffs = CERTAIN - _chance_of_none(popcount(above), held, total - following)
        chance += _chance_of_none(following, held, total) * ruffs // CERTAIN
    return chance


@rule
def _chance_of_none(wanted: int, held: int, total: int) -> int:
    """Return the chance that a hand has none of the wanted among all hidden cards."""
    chance = CERTAIN
    for i in range(held):
        chance = chance * max(total - wanted - i, 0) // max(total - i, 1)
    return chance


@rule
def _chance_of_rest(s: State) -> int:
    """Return the chance that all cards left win, one trick each."""
    hidden = _hidden_cards(s)
    cards = np.zeros(TRICKS, np.int32)
    chance = CERTAIN
    for i in range(cards_in_hand(s, s.turn, cards)):
        chance = chance * _chance_of_trick(s, int(cards[i]), hidden) // CERTAIN
    return chance
