"""A rule of thumb for Cinch: bid the trumps in hand, keep what scores, play pedros where safe.

The hand is valued suit by suit as trump. A card is played to win what lies on the table if it is
safe or worth the risk; points go to tricks that the partner surely wins.
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.rules.state import HAND, NO_CARD, UNKNOWN, State
from games.shared.tricks import cards_in_hand

from .actions import (
    AUCTION,
    BID_ACTION,
    DISCARD,
    DISCARD_ACTION,
    PLAY,
    TAKE_ACTION,
    TRUMP,
    TRUMP_ACTION,
)
from .sheet import ALL_POINTS
from .trumps import (
    FIRST_TRUMP,
    POINTS,
    STRENGTH,
    TRUMPS,
    beats,
    is_trump,
    trick_winner,
)

LEFT, RIGHT, TEN, JACK, QUEEN, KING, ACE = 3, 4, 9, 10, 11, 12, 13
"""Indexes of trumps in their order."""
PROMISE = np.array(
    [
        {0: 8, LEFT: 24, RIGHT: 24, TEN: 9, JACK: 11, QUEEN: 12, KING: 18, ACE: 28}.get(i, 5)
        for i in range(14)
    ]
)
"""What each trump in hand promises, in tenths of a point; the lowest first."""
PARTNER = 10
"""What the partner and the draw add to it."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal action that the rule of thumb likes best."""
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        value = _value(s, int(legal[i]))
        if value > best_value:
            best, best_value = int(legal[i]), value
    return best


@rule
def _value(s: State, action: int) -> int:
    if s.phase == PLAY:
        return _value_of_lead(s, action) if s.on_table == 0 else _value_of_card(s, action)
    if s.phase == AUCTION:
        return _value_of_bid(s, action - BID_ACTION)
    if s.phase == TRUMP:
        return _promise(s, action - TRUMP_ACTION)
    if s.phase == DISCARD:
        return -_worth_of_given_up(s, action - DISCARD_ACTION)
    return _worth(s, action - TAKE_ACTION)


@rule
def _promise(s: State, suit: int) -> int:
    """Return what the hand promises with a trump suit, in tenths of a point."""
    promise = PARTNER
    for i in range(TRUMPS.shape[1]):
        if s.place[TRUMPS[suit, i]] == HAND + s.turn:
            promise += PROMISE[i]
    return promise


@rule
def _value_of_bid(s: State, bid: int) -> int:
    """Like the bid that the best suit promises, or, for the dealer, the lowest that is enough."""
    promised = 0
    for suit in range(4):
        promised = max(promised, _promise(s, suit) // 10)
    if bid == 0:
        return 0
    if bid > min(promised, ALL_POINTS):
        return -bid
    return ALL_POINTS + 1 - bid if s.turn == s.dealer else bid


@rule
def _worth(s: State, card: int) -> int:
    """Return how much a card is wanted in the hand: what scores first, then what wins."""
    return 100 * POINTS[s.trump, card] + 10 * STRENGTH[s.trump, card]


@rule
def _worth_of_given_up(s: State, chosen: int) -> int:
    cards = np.zeros(9, np.int32)
    worth = 0
    for i in range(cards_in_hand(s, s.turn, cards)):
        if (chosen >> i) & 1:
            worth += _worth(s, int(cards[i]))
    return worth


@rule
def _points(s: State, card: int) -> int:
    """Return what a card is likely to count for who captures it."""
    return POINTS[s.trump, card] + (1 if card == TRUMPS[s.trump, 0] else 0)


@rule
def _is_master(s: State, card: int) -> bool:
    """Tell whether no card that beats this one can be in another hand."""
    strength = STRENGTH[s.trump, card]
    for i in range(max(0, strength - FIRST_TRUMP + 1), TRUMPS.shape[1]):
        if s.place[TRUMPS[s.trump, i]] == UNKNOWN:
            return False
    return is_trump(s, card)


@rule
def _cost(s: State, card: int) -> int:
    """Return what it costs to part with a card: its strength, above all a trump's."""
    return STRENGTH[s.trump, card]


@rule
def _value_of_lead(s: State, card: int) -> int:
    """Lead trumps that win, else a card that costs little and counts nothing."""
    if _is_master(s, card):
        return 100 + 10 * _points(s, card) + _cost(s, card)
    return -60 * _points(s, card) - _cost(s, card)


@rule
def _value_of_card(s: State, card: int) -> int:
    """Return what a card wins, with the chance that it does, less what it costs."""
    winner = trick_winner(s)
    best = int(s.table[winner])
    is_last = s.on_table == s.seats - 1
    own = _points(s, card)
    stake = own
    for seat in range(s.seats):
        if s.table[seat] != NO_CARD:
            stake += _points(s, int(s.table[seat]))
    if beats(s, card, best):
        if is_last or _is_master(s, card):
            return 100 * stake - _cost(s, card)
        return 50 * stake - 80 * own - _cost(s, card)
    if (winner ^ s.turn) & 1 == 0:
        if is_last or _is_master(s, best):
            return 100 * stake - _cost(s, card)
        return 50 * stake - 80 * own - _cost(s, card)
    return -100 * own - _cost(s, card)
