"""What one seat, or somebody without a seat, may know: the only place where secrets are removed.

`conceal` turns a state into what a seat knows of it; views for people, requests to bots and
the positions that built-in bots think about are all made from its result.
"""

import numpy as np

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest

from .cards import card_of
from .state import ABSENT, FACE_DOWN, UNKNOWN, State


@rule
def conceal(s: State, seat: int) -> None:
    """Remove from a state every card that `seat` (or ONLOOKER) does not know, and all chance.

    Numbers of cards stay, and the game's own fields, all of which are public.
    """
    for card in range(s.place.shape[0]):  # without a branch: eight cards at a time
        seen = (s.known[card] >> np.uint16(seat)) & np.uint16(1)
        is_hidden = (seen == 0) & (s.place[card] != ABSENT)
        s.place[card] = np.uint8(UNKNOWN) if is_hidden else s.place[card]
        s.known[card] = np.uint16(0) if is_hidden else s.known[card]
    for other in range(s.seats):
        for suit in range(s.hand.shape[1]):
            held = int(s.hand[other, suit])
            while held:
                rank = lowest(held)
                held &= held - 1
                if s.place[card_of(suit, rank)] == UNKNOWN:
                    s.hand[other, suit] &= ~(np.uint32(1) << np.uint32(rank))
        if s.table[other] < FACE_DOWN and s.place[s.table[other]] == UNKNOWN:
            s.table[other] = FACE_DOWN
    for i in range(s.stock.shape[0]):
        if s.stock[i] < FACE_DOWN and (i < s.drawn or s.place[s.stock[i]] == UNKNOWN):
            s.stock[i] = FACE_DOWN
    s.entropy = 0
    s.rng = 0
