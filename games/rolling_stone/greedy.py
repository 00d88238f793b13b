"""A rule of thumb for Rolling Stone: lead what nobody else has, and keep cards of every suit.

Who leads cannot have to pick up, so a trick is won with the highest card if that beats all cards
so far, and else the lowest is played. The lead is a low card of a long suit, the rather the fewer
cards of it others can hold: they pick it up, and a short suit left in hand can still follow. A
position that comes again is left by leading anything: rules of thumb would go round in circles.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount, random_below
from engine.rules.cards import RANKS, card_of, rank_of, suit_of
from engine.rules.state import DISCARD, State
from games.shared.tricks import BY_RANK, winner_so_far

OWN = 15
"""What each own card of a suit counts for leading it, a rank counting one against it."""
GONE = 5
"""What each discarded card of the suit counts."""
WINS = 32
"""More than any rank: a card that wins so far goes before one that does not."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal card that the rule of thumb likes best."""
    if s.on_table == 0 and s.times > 1:
        return int(legal[random_below(s, n)])
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        card = int(legal[i])
        value = _follow_value(s, card) if s.on_table else _lead_value(s, card)
        if value > best_value:
            best, best_value = card, value
    return best


@rule
def _lead_value(s: State, card: int) -> int:
    suit = suit_of(card)
    gone = 0
    for rank in range(RANKS):
        if s.place[card_of(suit, rank)] == DISCARD:
            gone += 1
    return OWN * popcount(s.hand[s.turn, suit]) + GONE * gone - rank_of(card)


@rule
def _follow_value(s: State, card: int) -> int:
    if card > int(s.table[winner_so_far(s, -1, BY_RANK)]):
        return WINS + rank_of(card)
    return -rank_of(card)
