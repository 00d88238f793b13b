"""A rule of thumb for Truco: weigh the chance that one's side wins the trick on the table.

The chance is that no opponent still to play holds a card above one's best, as far as cards are
unseen. It picks the card, calls truco when high, and answers as the stakes make it worth while.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest
from engine.rules.cards import card_of
from engine.rules.state import HAND, NO_CARD, UNKNOWN, State

from .actions import (
    ACCEPT,
    ANSWER,
    DOWN_ACTION,
    ELEVEN,
    GIVE,
    KEEP,
    PACKET,
    RAISE,
    REJECT,
    RUN,
    STAY,
    TRUCO,
)
from .tricks import STRENGTH, strength_on_table

CERTAIN = 1000
"""A chance of one."""
CALLS, RAISES = 750, 850
"""Chances from which truco is called, and raised."""
CAUTION = 100
"""Taken off the chance of a side that was challenged."""
COST = 12
"""Chance given up to save one step of strength."""
KEEPS, GIVES, STAYS = 220, 160, 260
"""Worth from which a packet is kept or given, and two hands are played at eleven."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal action that the rule of thumb likes best."""
    if s.phase == PACKET:
        return _choose_packet(s, legal, n)
    if s.phase == ELEVEN:
        worth = _worth(s, s.turn) + _worth(s, s.turn ^ 2)
        return STAY if worth >= STAYS else RUN
    if s.phase == ANSWER:
        return _choose_answer(s, legal, n)
    if legal[n - 1] == TRUCO:
        if _chance(s, max(_best_in_hand(s), _best_on_table(s, s.turn))) >= CALLS:
            return TRUCO
        n -= 1
    return _choose_card(s, legal, n)


@rule
def _worth(s: State, seat: int) -> int:
    """Return what a hand is worth, as far as it is known: its strengths, squared."""
    worth = 0
    for suit in range(4):
        held = int(s.hand[seat, suit])
        while held:
            strength = STRENGTH[card_of(suit, lowest(held))]
            worth += strength * strength
            held &= held - 1
    return worth


@rule
def _choose_packet(s: State, legal: Any, n: int) -> int:
    """Keep a good packet, give a fair one to the partner, reject the rest while it is allowed."""
    worth = _worth(s, s.turn)
    may_give = n > 1 and legal[1] == GIVE
    if worth >= KEEPS or n == 1:
        return KEEP
    if may_give and (worth >= GIVES or legal[n - 1] != REJECT):
        return GIVE
    return REJECT


@rule
def _best_in_hand(s: State) -> int:
    """Return the strength of the highest card that the seat to act has still to play now."""
    best = 0
    if s.table[s.turn] == NO_CARD:
        for suit in range(4):
            held = int(s.hand[s.turn, suit])
            while held:
                best = max(best, STRENGTH[card_of(suit, lowest(held))])
                held &= held - 1
    return best


@rule
def _best_on_table(s: State, seat: int) -> int:
    """Return the strength of the highest card of a seat's side on the table."""
    return max(strength_on_table(s, seat), strength_on_table(s, seat ^ 2))


@rule
def _chance(s: State, strength: int) -> int:
    """Return the chance that a card of this strength wins the trick, of CERTAIN."""
    lying = _best_on_table(s, s.turn ^ 1)
    ties_win = s.trick > 0 and s.trick_winner[0] == s.turn & 1
    if lying > strength or (lying == strength and not ties_win):
        return 0
    unseen, above = 0, 0
    for card in range(s.place.shape[0]):
        if s.place[card] == UNKNOWN:
            unseen += 1
            above += STRENGTH[card] > strength
    chance = CERTAIN
    for opponent in (s.turn ^ 1, s.turn ^ 3):
        if s.table[opponent] == NO_CARD:
            for _ in range(s.count[HAND + opponent]):
                chance = chance * (unseen - above) // max(unseen, 1)
    return chance


@rule
def _choose_card(s: State, legal: Any, n: int) -> int:
    """Play what makes the trick likely for the least strength; hide what is thrown away."""
    partner = strength_on_table(s, s.turn ^ 2)
    best, best_value = int(legal[0]), -CERTAIN
    for i in range(n):
        strength = STRENGTH[legal[i] & (DOWN_ACTION - 1)]
        is_down = legal[i] >= DOWN_ACTION
        chance = _chance(s, partner if is_down else max(strength, partner))
        value = chance - COST * strength + is_down
        if value > best_value:
            best, best_value = int(legal[i]), value
    return best


@rule
def _choose_answer(s: State, legal: Any, n: int) -> int:
    """Raise what is nearly won, accept what is worth more than the stake lost by running."""
    chance = _chance(s, max(_best_in_hand(s), _best_on_table(s, s.turn)))
    if chance >= RAISES and legal[n - 1] == RAISE:
        return RAISE
    if s.proposed * (2 * (chance - CAUTION) - CERTAIN) > -CERTAIN * s.stake:
        return ACCEPT
    return RUN
