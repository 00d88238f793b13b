"""A rule of thumb for Gong Zhu: weigh what a trick is worth by the chance of having to take it.

The sheep is exposed from a long suit of diamonds, the pig from a long suit of spades. A card that
loses gives its points away and is the better gone the higher it is; one that may win is charged
with the points on the table and with what those who play later may still throw in.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.cards import card_of, rank_of, suit_of
from engine.rules.state import NO_CARD, UNKNOWN, State
from games.shared.packs import HEARTS, QUEEN, SPADES
from games.shared.tricks import BY_RANK, winner_so_far

from .rules import EXPOSE, EXPOSE_ACTION
from .sheet import (
    EXPOSABLE,
    HEART_POINTS,
    PIG,
    SHEEP,
)

LONG = 5
"""From so many cards of a suit on, its pig or sheep is exposed."""
DOUBLER_COST = 40
"""What the ten of clubs is taken to cost: most scores that it doubles are negative."""
SMEAR = 12
"""What each opponent who plays later is taken to throw in."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal action that the rule of thumb likes best."""
    if s.phase == EXPOSE:
        return _choose_exposure(s)
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        value = _value(s, int(legal[i]))
        if value > best_value:
            best, best_value = int(legal[i]), value
    return best


@rule
def _choose_exposure(s: State) -> int:
    """Expose the pig or the sheep where the suit is long enough to choose who takes it."""
    chosen = 0
    for suit in (1, 3):
        held = int(s.hand[s.turn, suit])
        card = int(EXPOSABLE[suit])
        if (held >> rank_of(card)) & 1 and popcount(held) >= LONG:
            chosen |= 1 << suit
    return EXPOSE_ACTION + chosen


@rule
def _value(s: State, card: int) -> int:
    """Return how good it is to play a card now, in hundredths of a point."""
    rank, suit = rank_of(card), suit_of(card)
    if s.on_table > 0:
        best = int(s.table[winner_so_far(s, -1, BY_RANK)])
        if suit != suit_of(best) or rank < rank_of(best):
            return _worth_of_losing(s, card, suit == suit_of(best))
    points = _points(s, card)
    for seat in range(s.seats):
        if s.table[seat] != NO_CARD:
            points += _points(s, int(s.table[seat]))
    later = s.seats - 1 - s.on_table
    if later == 0:
        return 100 * points + rank  # the highest card, as the trick is taken anyway
    points -= later * SMEAR
    if suit == SPADES:
        points += _hope_of_the_pig(s, rank)
    beaten_by = min(_unseen(s, suit, rank + 1), later)
    given_away = beaten_by * max(_points(s, card), 0)  # the sheep does not like to be led
    return 100 * (points - given_away) // (1 + beaten_by) - rank


@rule
def _worth_of_losing(s: State, card: int, follows: bool) -> int:
    """Return how good it is to be rid of a card that cannot win: high ones are, the sheep not."""
    rank, suit = rank_of(card), suit_of(card)
    worth = 20 * rank - 50 * _points(s, card)
    if suit == SPADES and rank > QUEEN and _unseen(s, SPADES, QUEEN) > 0:
        worth += 1500  # the pig may still fall on it
    if not follows:
        worth += 40 * (4 - popcount(s.hand[s.turn, suit]))
    return worth


@rule
def _points(s: State, card: int) -> int:
    """Return what a card alone scores for its taker, the doubler by a guess."""
    suit = suit_of(card)
    factor = 2 if (s.exposed >> suit) & 1 else 1
    if suit == HEARTS:
        return -factor * HEART_POINTS[rank_of(card)]
    if card != EXPOSABLE[suit]:
        return 0
    if 1 << suit == PIG:
        return -100 * factor
    return 100 * factor if 1 << suit == SHEEP else -DOUBLER_COST * factor


@rule
def _unseen(s: State, suit: int, rank: int) -> int:
    """Return how many cards of a suit, from a rank on, other players hold."""
    n = 0
    for above in range(rank, 15):
        place = int(s.place[card_of(suit, above)])
        if place == UNKNOWN or (place < s.seats and place != s.turn):
            n += 1
    return n


@rule
def _hope_of_the_pig(s: State, rank: int) -> int:
    """Return what a spade of this rank may bring while somebody else holds the pig."""
    place = int(s.place[EXPOSABLE[SPADES]])
    if place != UNKNOWN and (place >= s.seats or place == s.turn):
        return 0
    return -60 if rank > QUEEN else 40
