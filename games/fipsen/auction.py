"""The auction of Fipsen: seat after seat bids against who bid last (FI2, FI3)."""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.rules.state import State, next_seat
from games.shared.packs import JACK, KING, QUEEN
from games.shared.tricks import cards_in_hand

from .bids import HEIGHTS, KIEKER, TRICKS

PASS = 256
BID_ACTION = 320
"""A bid is this plus its row in the table of bids."""
COURT_CARDS = 1 << JACK | 1 << QUEEN | 1 << KING


@rule
def begin_auction(s: State) -> None:
    """Let the dealer's left open."""
    s.bid = -1
    s.declarer = -1
    s.standing = -1
    s.challenger = next_seat(s, s.dealer)
    s.turn = s.challenger
    s.kiekers = 0


@rule
def legal_bids(s: State, out: Any) -> int:
    """Write `pass` and every bid that is allowed to `out` and return their number."""
    out[0] = PASS
    n = 1
    for bid in range(len(HEIGHTS)):
        if is_high_enough(s, bid) and (bid != KIEKER or _can_bid_kieker(s, s.turn)):
            out[n] = BID_ACTION + bid
            n += 1
    return n


@rule
def is_high_enough(s: State, bid: int) -> bool:
    """Tell whether a bid is above the last; who stands may hold with one just as high (FI2)."""
    if s.bid < 0:
        return True
    if s.turn == s.challenger:
        return bool(HEIGHTS[bid] > HEIGHTS[s.bid])
    return bool(HEIGHTS[bid] >= HEIGHTS[s.bid])


@rule
def _can_bid_kieker(s: State, seat: int) -> bool:
    """Tell whether a hand has neither king, queen nor jack (FI3)."""
    for suit in range(4):
        if int(s.hand[seat, suit]) & COURT_CARDS:
            return False
    return True


@rule
def call(s: State, action: int) -> bool:
    """Bid or pass, and tell whether the auction is over.

    Who opens meets the next seat; then the two of a duel take turns until one passes (FI2a).
    """
    if action == PASS:
        return _ask_next(s)
    opens = s.bid < 0
    s.bid = action - BID_ACTION
    s.declarer = s.turn
    if s.bid == KIEKER:
        _show_hand(s)
    if opens:
        return _ask_next(s)
    s.turn = s.standing if s.turn == s.challenger else s.challenger
    return False


@rule
def _show_hand(s: State) -> None:
    """Show the hand of the seat to act to its left neighbour (FI3)."""
    s.kiekers |= 1 << s.turn
    cards = np.zeros(TRICKS, np.int32)
    for i in range(cards_in_hand(s, s.turn, cards)):
        s.known[cards[i]] |= 1 << next_seat(s, s.turn)


@rule
def _ask_next(s: State) -> bool:
    """Let who bid last stand against the next seat; tell whether there is none."""
    s.standing = s.declarer
    if s.challenger == s.dealer:
        return True
    s.challenger = next_seat(s, s.challenger)
    s.turn = s.challenger
    return False
