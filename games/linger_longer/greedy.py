"""A rule of thumb for Linger Longer: win tricks, with no better a card than needed.

A card is worth the chance that it wins the trick, less a little for its strength, which might
win another. The chance looks at the cards not seen that would beat it, and at how many cards
those hold who are still to play.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.rules.cards import rank_of, suit_of
from engine.rules.state import HAND, NO_CARD, TABLE, UNKNOWN, State
from games.shared.tricks import BY_RANK, winner_so_far

CERTAIN = 1000
"""A chance of one."""
COST = 4
"""What a rank is worth keeping, of the same measure."""
TRUMP_COST = 13
"""How many ranks a trump is above the same card of another suit."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal card that the rule of thumb likes best."""
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        card = int(legal[i])
        value = _chance(s, card) - COST * _strength(s, card)
        if value > best_value:
            best, best_value = card, value
    return best


@rule
def _strength(s: State, card: int) -> int:
    return rank_of(card) + (TRUMP_COST if suit_of(card) == s.trump else 0)


@rule
def _chance(s: State, card: int) -> int:
    """Return the chance that this card wins the trick, of CERTAIN."""
    if s.on_table and not _beats(s, card, int(s.table[winner_so_far(s, s.trump, BY_RANK)])):
        return 0
    unseen, better = _better_cards(s, card)
    chance = CERTAIN
    for _ in range(_cards_to_come(s)):
        chance = chance * max(unseen - better, 0) // max(unseen, 1)
    return chance


@rule
def _beats(s: State, card: int, other: int) -> bool:
    if suit_of(card) == suit_of(other):
        return card > other
    return suit_of(card) == s.trump


@rule
def _better_cards(s: State, card: int) -> tuple[int, int]:
    """Return how many cards may come, and how many of them beat this one.

    Those are the cards not seen, and the one that showed trump while its owner may play it.
    """
    unseen, better = 0, 0
    for other in range(s.place.shape[0]):
        place = s.place[other]
        if place == UNKNOWN or (place < TABLE and place != s.turn and s.table[place] == NO_CARD):
            unseen += 1
            better += _beats(s, other, card)
    return unseen, better


@rule
def _cards_to_come(s: State) -> int:
    """Return how many cards those hold who play to this trick after the seat to act."""
    cards = 0
    for seat in range(s.seats):
        if seat != s.turn and s.table[seat] == NO_CARD:
            cards += int(s.count[HAND + seat])
    return cards
