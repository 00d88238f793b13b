"""The exchange of Mulatschag: who may do what, and who knows which cards afterwards.

Rulings: `rules.md` (G7a, MU8 to MU13).
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest, popcount
from engine.rules.cards import card_of
from engine.rules.state import (
    DISCARD,
    EVERYBODY,
    HAND,
    STOCK,
    UPCARD,
    State,
    draw,
    holds,
    move,
    next_seat,
)
from games.shared.tricks import cards_in_hand

from .actions import (
    ACCEPT,
    DISCARD_ACTION,
    DROP,
    EXCHANGE,
    EXCHANGE_ACTION,
    FIVE,
    LAY_AWAY,
    PLAY,
    REFUSE,
    SHOW_ACTION,
    TAKE,
)
from .cards import SAU, is_trump
from .sheet import FEW, START

HAND_SIZE = 5
WHOLE_HAND = (1 << HAND_SIZE) - 1


@rule
def legal_exchanges(s: State, out: Any) -> int:
    """Write `stand` and, unless points are few (MU9), every way to exchange or to drop out."""
    out[0] = EXCHANGE_ACTION
    n = 1
    if START + s.totals[s.turn] <= FEW:
        return n
    for chosen in range(1, 1 << HAND_SIZE):
        if popcount(chosen) <= s.count[STOCK]:
            out[n] = EXCHANGE_ACTION + chosen
            n += 1
    if s.count[STOCK] > 0:
        n += _offer_cards(s, SHOW_ACTION, out[n:])
    if s.turn == s.holder and holds(s, s.turn, card_of(s.trump, SAU)):
        out[n] = FIVE
        n += 1
    if _may_drop(s):
        out[n] = DROP
        n += 1
    return n


@rule
def _may_drop(s: State) -> bool:
    """Tell whether the seat to act is the last of four, with less than a hand in stock (MU10)."""
    return s.seats == 4 and next_seat(s, s.turn) == s.holder and s.count[STOCK] < HAND_SIZE


@rule
def _offer_cards(s: State, action: int, out: Any) -> int:
    """Write `action` plus each card in hand, and return their number."""
    n = cards_in_hand(s, s.turn, out)
    for i in range(n):
        out[i] += action
    return n


@rule
def legal_answers(s: State, out: Any) -> int:
    """Write whether the card shown may be refused: only if there is another one (MU12)."""
    out[0] = TAKE
    out[1] = REFUSE
    return 2 if s.count[STOCK] > 0 else 1


@rule
def legal_discards(s: State, out: Any) -> int:
    """Write every card in hand, as one to put away."""
    return _offer_cards(s, DISCARD_ACTION, out)


@rule
def exchange(s: State, action: int) -> None:
    """Exchange cards, ask to see one, or let the next seat exchange."""
    if action > EXCHANGE_ACTION:
        _swap(s, action - EXCHANGE_ACTION)
    elif action == FIVE:
        _draw_on_sau(s)
    elif action < DISCARD_ACTION and action >= SHOW_ACTION:
        _turn_up(s, action - SHOW_ACTION)
        return
    elif action == DROP:
        s.dropped = s.turn
    _finish_exchange(s)


@rule
def answer(s: State, action: int) -> None:
    """Take the card shown, which all saw; or leave it open and draw another one unseen (MU12)."""
    for card in range(s.place.shape[0]):
        if s.place[card] == UPCARD:
            move(s, card, HAND + s.turn if action == TAKE else DISCARD, EVERYBODY)
    if action == REFUSE:
        draw(s, s.turn)
    _finish_exchange(s)


@rule
def discard(s: State, card: int) -> None:
    """Put away one card of the hand to act, face down."""
    _lose_sight(s)
    move(s, card, DISCARD, 1 << s.turn)
    _finish_exchange(s)


@rule
def _swap(s: State, chosen: int) -> None:
    """Put the chosen cards away and draw as many; for all five there is a bridge (MU13)."""
    _put_away(s, chosen)
    for _ in range(popcount(chosen)):
        draw(s, s.turn)
    if popcount(chosen) == HAND_SIZE:
        _draw_bridge(s)


@rule
def _draw_bridge(s: State) -> None:
    """Draw open cards up to the first that is no trump, or the last of the stock."""
    is_bridged = False
    while not is_bridged and s.count[STOCK] > 0:
        card = int(s.stock[s.drawn])
        draw(s, s.turn)
        s.known[card] = EVERYBODY
        is_bridged = not is_trump(s, card)


@rule
def _draw_on_sau(s: State) -> None:
    """Show the Sau of trumps, put the rest away and draw five; one more is put away (MU11)."""
    sau = card_of(s.trump, SAU)
    _put_away(s, WHOLE_HAND & ~_bit_of(s, sau))
    s.known[sau] = EVERYBODY
    for _ in range(HAND_SIZE):
        draw(s, s.turn)


@rule
def _turn_up(s: State, card: int) -> None:
    """Put a card away and turn up the next one of the stock (MU12)."""
    _put_away(s, _bit_of(s, card))
    shown = int(s.stock[s.drawn])
    s.drawn += 1
    move(s, shown, UPCARD, EVERYBODY)
    s.phase = ACCEPT


@rule
def _bit_of(s: State, card: int) -> int:
    """Return the bit of a card among those of the hand to act in canonical order."""
    before = 0
    for other in range(card):
        before += s.place[other] == HAND + s.turn
    return 1 << before


@rule
def _put_away(s: State, chosen: int) -> None:
    """Lay the chosen cards of the hand to act face down; a whole hand stays known (G7a)."""
    if chosen != WHOLE_HAND:
        _lose_sight(s)
    for suit in range(4):
        held = int(s.hand[s.turn, suit])
        while held:
            card = card_of(suit, lowest(held))
            if chosen & 1:
                move(s, card, DISCARD, int(s.known[card]))
            held &= held - 1
            chosen >>= 1


@rule
def _lose_sight(s: State) -> None:
    """Let nobody else know any longer which cards the hand to act holds (G7a)."""
    for suit in range(4):
        held = int(s.hand[s.turn, suit])
        while held:
            s.known[card_of(suit, lowest(held))] = 1 << s.turn
            held &= held - 1


@rule
def _finish_exchange(s: State) -> None:
    """Go on when the hand is down to five: with the next exchange, or the holder's lead."""
    if s.count[HAND + s.turn] > HAND_SIZE:
        s.phase = LAY_AWAY
        return
    s.turn = next_seat(s, s.turn)
    s.phase = EXCHANGE
    if s.turn == s.holder:
        s.leader = s.turn
        s.phase = PLAY
