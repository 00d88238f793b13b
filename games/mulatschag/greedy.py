"""A rule of thumb for Mulatschag: call no more than is needed, and no more than is safe.

Every card has a chance to take a trick, by the higher cards not seen yet and the rivals that may
hold or trump them. The chances of a hand, with fresh cards for the bad ones, are what it promises.
Tricks are won as cheaply as the players still to come allow.
"""

from typing import Any

from engine.kernels.marks import rule
from engine.rules.cards import card_of, rank_of, suit_of
from engine.rules.state import HAND, NO_CARD, UNKNOWN, UPCARD, State

from .actions import (
    ACCEPT,
    ANNOUNCE,
    AUCTION,
    BID_ACTION,
    CONTINUE,
    DISCARD_ACTION,
    DROP,
    EXCHANGE,
    EXCHANGE_ACTION,
    FIVE,
    LAY_AWAY,
    MY_GAME,
    PLAY,
    RETURN,
    SHOW_ACTION,
    TAKE,
    TRUMP,
    TRUMP_ACTION,
)
from .cards import SAU, TRUMPS, WELI, WELI_RANK, power_of
from .exchange import HAND_SIZE, WHOLE_HAND
from .sheet import MULATSCHAG, TRICKS

UNSEEN = 28
"""So many cards a player does not see before the play."""
FOLLOWED = 80
"""How often, of 100, a rival does not trump a plain suit that is led."""
LOW_TRUMP = 40
"""The chance, of 100, that any trump takes a trick at least."""
CHOICE = 10
"""What it is worth to choose among one card more, of 100."""
SURE = 480
"""What a hand promises that is good enough for a Mulatschag."""


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
    """Return how good an action is among those of its phase."""
    value = 0
    if s.phase == PLAY:
        value = _value_of_card(s, action)
    elif s.phase == AUCTION:
        value = _value_of_call(s, action)
    elif s.phase == TRUMP:
        value = _promise(s, action - TRUMP_ACTION, s.bid != MULATSCHAG)
    elif s.phase == EXCHANGE:
        value = _value_of_exchange(s, action)
    elif s.phase == ACCEPT:
        value = 2 * _chance_of_shown(s) if action == TAKE else 2 * _fresh(s) - 1
    elif s.phase == LAY_AWAY:
        value = -_chance(s, action - DISCARD_ACTION, s.trump)
    elif action in (RETURN, CONTINUE):  # keep the Weli, and let no hand without a figure be played
        value = -1
    return value


@rule
def _fresh(s: State) -> int:
    """Return the chance, of 100, of a card that is not known yet: all share five tricks."""
    return 80 // s.seats


@rule
def _chance(s: State, card: int, trump: int) -> int:
    """Return the chance, of 100, that a card takes a trick with a suit as trump."""
    is_of_trump = card == WELI or suit_of(card) == trump
    rank = WELI_RANK if card == WELI else rank_of(card)
    suit = trump if is_of_trump else suit_of(card)
    chance = 100
    rivals = s.seats - 1
    for higher in range(card_of(suit, rank) + 1, card_of(suit, SAU) + 1):
        if s.place[higher] == UNKNOWN:
            chance = chance * (UNSEEN - HAND_SIZE * rivals) // UNSEEN
    if is_of_trump:
        if rank < WELI_RANK and s.place[WELI] == UNKNOWN:
            chance = chance * (UNSEEN - HAND_SIZE * rivals) // UNSEEN
        return max(chance, LOW_TRUMP)
    for _ in range(rivals):
        chance = chance * FOLLOWED // 100
    return chance


@rule
def _promise(s: State, trump: int, exchanges: bool) -> int:
    """Return what a hand promises with a suit as trump, in hundredths of a trick."""
    fresh = _fresh(s) if exchanges else 0
    promise = 0
    for card in range(s.place.shape[0]):
        if s.place[card] == HAND + s.turn:
            promise += max(_chance(s, card, trump), fresh)
    return promise


@rule
def _value_of_call(s: State, action: int) -> int:
    """Like the least that takes the contract, if the best suit promises as many tricks."""
    promised, at_once = 0, 0
    for suit in range(4):
        promised = max(promised, _promise(s, suit, True))
        at_once = max(at_once, _promise(s, suit, False))
    if action == ANNOUNCE:
        return 10 if at_once >= SURE else -10
    if action == BID_ACTION:
        return 0
    needed = s.bid if action == MY_GAME else action - BID_ACTION
    return TRICKS + 1 - needed if 100 * needed <= promised else -needed


@rule
def _value_of_exchange(s: State, action: int) -> int:
    """Return what the chances of the hand rise by; dropping out only costs."""
    if action == DROP:
        return -1000
    value = 0
    if action in (FIVE, EXCHANGE_ACTION + WHOLE_HAND):
        value = CHOICE
    elif SHOW_ACTION <= action < DISCARD_ACTION:
        value = CHOICE // 2
    number = 0
    for card in range(s.place.shape[0]):
        if s.place[card] == HAND + s.turn:
            if _is_put_away(s, action, card, number):
                value += _fresh(s) - _chance(s, card, s.trump)
            number += 1
    return value


@rule
def _is_put_away(s: State, action: int, card: int, number: int) -> bool:
    """Tell whether an exchange puts away a card, which is the hand's `number`-th, from 0."""
    if action == FIVE:
        return card != card_of(s.trump, SAU)
    if action < DISCARD_ACTION:
        return card == action - SHOW_ACTION
    return ((action - EXCHANGE_ACTION) >> number) & 1 == 1


@rule
def _chance_of_shown(s: State) -> int:
    """Return the chance of the card that is turned up."""
    for card in range(s.place.shape[0]):
        if s.place[card] == UPCARD:
            return _chance(s, card, s.trump)
    return 0


@rule
def _value_of_card(s: State, card: int) -> int:
    """Lead what is likeliest to win; win as cheaply as possible, else part with the least."""
    chance = _chance(s, card, s.trump)
    if s.on_table == 0:
        return chance
    power = power_of(s, card)
    if power < s.top:
        return -chance
    is_last = True
    for seat in range(s.seats):
        if seat not in (s.turn, s.dropped) and s.table[seat] == NO_CARD:
            is_last = False
    is_high = power < TRUMPS and not is_last
    return 1000 + (power if is_high else -power)
