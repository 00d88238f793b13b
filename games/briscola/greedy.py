"""A rule of thumb for Briscola: take tricks that are worth it, throw away what is worth little.

The lead is a cheap card of no trump. A trick worth ten points or more is won as cheaply as can
be, a smaller one with a card of the suit led if that is safe; a partner who wins is given points.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.rules.cards import rank_of, suit_of
from engine.rules.state import NO_CARD, State
from games.shared.tricks import winner_so_far

from .rules import POINTS, STRENGTH

WORTH_A_TRUMP = 10
"""From so many card points on, a trump is spent on a trick."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal card that the rule of thumb likes best."""
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        value = _value(s, int(legal[i]))
        if value > best_value:
            best, best_value = int(legal[i]), value
    return best


@rule
def _value(s: State, card: int) -> int:
    """Return how good it is to play a card now."""
    if s.on_table == 0:
        return -_cost(s, card)
    winner = winner_so_far(s, s.trump, STRENGTH)
    wins = _beats(s, card, int(s.table[winner]))
    is_last = s.on_table == s.seats - 1
    points = _points_on_table(s) + POINTS[rank_of(card)]
    if wins:
        safe = is_last or suit_of(card) == s.trump
        spends = suit_of(card) == s.trump and points < WORTH_A_TRUMP
        return (4 * points if safe else points) - _cost(s, card) - (40 if spends else 0)
    if s.seats == 4 and winner == (s.turn + 2) & 3 and is_last:
        return 4 * points - _cost(s, card)
    return -_cost(s, card)


@rule
def _beats(s: State, card: int, best: int) -> bool:
    if suit_of(card) == suit_of(best):
        return STRENGTH[rank_of(card)] > STRENGTH[rank_of(best)]
    return suit_of(card) == s.trump


@rule
def _points_on_table(s: State) -> int:
    points = 0
    for seat in range(s.seats):
        if s.table[seat] != NO_CARD:
            points += POINTS[rank_of(s.table[seat])]
    return points


@rule
def _cost(s: State, card: int) -> int:
    """Return what it costs to part with a card: its points, its strength, above all a trump."""
    trump = 15 if suit_of(card) == s.trump else 0
    return 3 * POINTS[rank_of(card)] + STRENGTH[rank_of(card)] + trump
