"""A rule of thumb for Democracy: play the card that gains most now over some later trick.

A card's chance is that of all other seats holding cards it beats, if they play any card not seen
yet; later it is the mean over the four suits as trump. Points of a tribe already won are worth
nothing.
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.cards import rank_of, suit_of
from engine.rules.state import UNKNOWN, State

from .rules import JOKER_SUIT, STRENGTH, trump_suit
from .sheet import MAJORITY, POINTS

CERTAIN = 1 << 10
"""A chance of one, in whole numbers."""
USUAL = 20
"""What a card of somebody else is worth on average, in tenths of a point."""
NOT_LOWER = np.array(
    [
        sum(1 << other for other in range(3, 15) if STRENGTH[other] >= STRENGTH[rank])
        for rank in range(32)
    ]
)
"""The ranks that are at least as high as each rank, a bit each."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal card that the rule of thumb likes best."""
    unseen = _unseen_cards(s)
    stake = USUAL * (s.seats - 1)
    now = stake + _worth(s, s.upcard)
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        card = int(legal[i])
        own = _worth(s, card)
        value = _chance(s, unseen, card, trump_suit(s)) * (now + own)
        value -= _later_chance(s, unseen, card) * (stake + USUAL + own)
        if value > best_value:
            best, best_value = card, value
    return best


@rule
def _unseen_cards(s: State) -> Any:
    """Return the cards that this seat has not seen, a word for each suit."""
    unseen = np.zeros(5, np.int64)
    for card in range(s.place.shape[0]):
        if s.place[card] == UNKNOWN:
            unseen[suit_of(card)] |= 1 << rank_of(card)
    return unseen


@rule
def _worth(s: State, card: int) -> int:
    """Return the value of a card in tenths of a point: nothing once its tribe is won."""
    if suit_of(card) == JOKER_SUIT:
        return 0
    for seat in range(s.seats):
        if s.points[seat, suit_of(card)] >= MAJORITY:
            return 0
    return 10 * POINTS[rank_of(card)]


@rule
def _chance(s: State, unseen: Any, card: int, trump: int) -> int:
    """Return the chance that a card wins a trick with this trump."""
    total = 0
    for suit in range(5):
        total += popcount(unseen[suit])
    lower = total - _rivals(unseen, card, trump)
    chance = CERTAIN
    for _ in range(s.seats - 1):
        chance = chance * lower // max(total, 1)
    return chance


@rule
def _later_chance(s: State, unseen: Any, card: int) -> int:
    chance = 0
    for trump in range(4):
        chance += _chance(s, unseen, card, trump)
    return chance // 4


@rule
def _rivals(unseen: Any, card: int, trump: int) -> int:
    """Return how many unseen cards beat a card or tie with it."""
    not_lower = NOT_LOWER[rank_of(card)]
    if suit_of(card) == trump:
        idiot = unseen[trump] >> 6 & 1 if rank_of(card) == 5 else 0
        return popcount(unseen[trump] & not_lower) + idiot
    rivals = popcount(unseen[4])
    for suit in range(4):
        rivals += popcount(unseen[suit] if suit == trump else unseen[suit] & not_lower)
    return rivals
