"""Who wins a trick, and what may be played to it, where games agree."""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest
from engine.rules.cards import card_of, rank_of, suit_of
from engine.rules.state import DISCARD, EVERYBODY, NO_CARD, WON, State, clear_table, move, next_seat

BY_RANK = np.arange(32)
"""The strength of ranks that beat each other as they are numbered."""


@rule
def winner_so_far(s: State, trump: int, strength: Any) -> int:
    """Return the seat with the highest trump on the table, or else the highest card of the lead.

    `strength` orders the ranks; `trump` is a suit, -1 for none. Somebody has led.
    """
    winner = s.leader
    best = int(s.table[winner])
    seat = next_seat(s, winner)
    while seat != s.leader:
        card = int(s.table[seat])
        if card == NO_CARD:  # not yet, or out of this trick
            pass
        elif suit_of(card) == suit_of(best):
            if strength[rank_of(card)] > strength[rank_of(best)]:
                winner, best = seat, card
        elif suit_of(card) == trump:
            winner, best = seat, card
        seat = next_seat(s, seat)
    return winner


@rule
def collect_trick(s: State, winner: int) -> None:
    """Give all cards on the table to the winner's pile; everybody saw them."""
    for seat in range(s.seats):
        if s.table[seat] != NO_CARD:  # somebody may be out of this trick
            move(s, int(s.table[seat]), WON + winner, EVERYBODY)
    clear_table(s)


@rule
def discard_trick(s: State) -> None:
    """Move all cards on the table to the discard pile; everybody saw them."""
    for seat in range(s.seats):
        if s.table[seat] != NO_CARD:
            move(s, int(s.table[seat]), DISCARD, EVERYBODY)
    clear_table(s)


@rule
def cards_in_hand(s: State, seat: int, out: Any) -> int:
    """Write all cards of a hand to `out` in canonical order and return their number."""
    n = 0
    for suit in range(s.hand.shape[1]):
        held = int(s.hand[seat, suit])
        while held:
            out[n] = card_of(suit, lowest(held))
            held &= held - 1
            n += 1
    return n


@rule
def cards_of_suit(s: State, seat: int, suit: int, out: Any) -> int:
    """Write a hand's cards of one suit to `out` in ascending order and return their number."""
    n = 0
    held = int(s.hand[seat, suit])
    while held:
        out[n] = card_of(suit, lowest(held))
        held &= held - 1
        n += 1
    return n


@rule
def cards_that_follow(s: State, seat: int, out: Any) -> int:
    """Write the cards of a hand that follow suit, or all cards if there are none or it leads."""
    n = 0
    if s.on_table:
        n = cards_of_suit(s, seat, suit_of(int(s.table[s.leader])), out)
    return n if n else cards_in_hand(s, seat, out)
