"""A rule of thumb for Loo: stay when the tricks to be expected are worth the risk of a loo.

Every card has a chance to take a trick, by the higher cards not seen yet and the rivals that may
hold them. Cards with less of a chance than a fresh one are exchanged, a flush is always shown,
the best card leads, and a trick is won as cheaply as the players still to come allow.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.cards import card_of, suit_of
from engine.rules.state import STOCK, UNKNOWN, State
from games.shared.packs import ACE

from .actions import (
    CIVIL_ACTION,
    EXCHANGE,
    EXCHANGE_ACTION,
    FLUSH,
    PASS_ACTION,
    STAY,
    STAY_ACTION,
)
from .cards import HAND_SIZE, PAM, TRUMPS, power_of
from .sheet import LOO, TRICKS

UNSEEN = 46
"""About so many cards a player does not see."""
FOLLOWED = 80
"""How often, of 100, a rival does not trump a plain suit that is led."""


@rule
def choose(s: State, legal: Any, n: int) -> int:
    """Return the legal action that the rule of thumb likes best."""
    if s.phase == STAY:
        return STAY_ACTION if _should_stay(s) else PASS_ACTION
    if s.phase == FLUSH:
        return int(legal[n - 1])
    best, best_value = int(legal[0]), -(1 << 40)
    for i in range(n):
        value = _value(s, int(legal[i]))
        if value > best_value:
            best, best_value = int(legal[i]), value
    return best


@rule
def _value(s: State, action: int) -> int:
    """Return how good an exchange, a lead or a card to a trick is."""
    if s.phase == EXCHANGE:
        return _value_of_exchange(s, action - EXCHANGE_ACTION)
    if s.on_table == 0:
        return _value_of_lead(s, action)
    power = power_of(s, action)
    if power < s.top:
        return -_chance(s, action, _rivals(s))
    is_last = s.on_table == popcount(s.stayed) - 1
    return 1000 + (power if power < TRUMPS and not is_last else -power)


@rule
def _rivals(s: State) -> int:
    """Return how many others play, counting one in two of those who are still to decide."""
    undecided = 0
    if s.phase == STAY:
        undecided = s.dealer - s.turn
        if undecided < 0:
            undecided += s.seats
    others = popcount(s.stayed & ~(1 << s.turn))
    return others + (undecided + 1) // 2


@rule
def _chance(s: State, card: int, rivals: int) -> int:
    """Return the chance, of 100, that a card takes a trick."""
    chance = 100
    higher = 0
    if card != PAM:
        for other in range(card + 1, card_of(suit_of(card), ACE) + 1):
            higher += other != PAM and s.place[other] == UNKNOWN
        if suit_of(card) == s.trump:
            higher += s.place[PAM] == UNKNOWN
        else:
            for _ in range(rivals):
                chance = chance * FOLLOWED // 100
    for _ in range(higher):
        chance = chance * (UNSEEN - HAND_SIZE * rivals) // UNSEEN
    return max(chance, 20) if suit_of(card) == s.trump else chance


@rule
def _fresh(rivals: int) -> int:
    """Return the chance of a card that is not known yet: five tricks are shared by all."""
    return 80 // (rivals + 1)


@rule
def _should_stay(s: State) -> bool:
    """Weigh the tricks to be expected, after the exchange, against the risk of taking none."""
    rivals = _rivals(s)
    if rivals == 0:
        return True
    fresh = _fresh(rivals) if s.count[STOCK] > HAND_SIZE else 0
    expected, none = 0, 10_000
    for card in range(s.place.shape[0]):
        if s.place[card] == s.turn:
            chance = max(_chance(s, card, rivals), fresh)
            expected += chance
            none = none * (100 - chance) // 100
    return s.pot // TRICKS * expected * 100 > LOO * none


@rule
def _value_of_exchange(s: State, chosen: int) -> int:
    """Return what the chances rise by when these cards are exchanged."""
    rivals = _rivals(s)
    value = 0
    for card in range(s.place.shape[0]):
        if s.place[card] == s.turn:
            if chosen & 1:
                value += _fresh(rivals) - _chance(s, card, rivals)
            chosen >>= 1
    return value


@rule
def _value_of_lead(s: State, action: int) -> int:
    """Lead what is likeliest to win, the ace of trumps with the call, and keep Pam for later."""
    if action >= CIVIL_ACTION:
        return 101
    if action == PAM:
        return 50
    return _chance(s, action, _rivals(s))
