"""A rule of thumb for My Game: win the trick as cheaply as possible, else throw the lowest card."""

from typing import Any

from engine.kernels.marks import rule
from engine.rules.cards import rank_of, suit_of
from engine.rules.state import State
from games.shared.tricks import BY_RANK, winner_so_far

WINS = 100
"""More than any rank: a card that wins so far goes before one that does not."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal card that the rule of thumb likes best.

    Of the state it sees what its seat knows.
    """
    best, best_value = int(legal[0]), -WINS
    for i in range(n):
        value = _value(s, int(legal[i]))
        if value > best_value:
            best, best_value = int(legal[i]), value
    return best


@rule
def _value(s: State, card: int) -> int:
    if s.on_table == 0:
        return rank_of(card)
    highest = int(s.table[winner_so_far(s, -1, BY_RANK)])
    wins = suit_of(card) == suit_of(highest) and rank_of(card) > rank_of(highest)
    return (WINS if wins else 0) - rank_of(card)
