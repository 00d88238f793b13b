"""The 29 bids of Fipsen: how many tricks, which modifiers, what each is worth (FI1, FI3).

A bid is a row of these tables, which ascend by the height at which bids compare.
"""

from itertools import combinations, product
from typing import NamedTuple

import numpy as np

TRICKS = 5
"""The tricks of a round; a bid for all of them is durch without saying so."""


class Bid(NamedTuple):
    """A bid: `height` is twice the value at which it compares with others."""

    height: int
    text: str
    tricks: int
    hand: bool
    ruten: bool
    durch: bool

    @property
    def value(self) -> int:
        """What it is worth if it is made: each modifier doubles it."""
        return self.tricks << (self.hand + self.ruten + self.durch)


_KIEKER = Bid(9, "kieker", TRICKS, hand=False, ruten=False, durch=True)
"""A five but for its height: it is bid as if it were worth 4½."""


def _all_bids() -> list[Bid]:
    choices = [words for n in range(4) for words in combinations(("hand", "ruten", "durch"), n)]
    bids = [_KIEKER]
    for tricks, words in product(range(2, TRICKS + 1), choices):
        is_durch = "durch" in words
        if tricks == TRICKS and is_durch:
            continue
        text = " ".join([str(tricks), *words])
        bid = Bid(0, text, tricks, "hand" in words, "ruten" in words, is_durch or tricks == TRICKS)
        bids.append(bid._replace(height=2 * bid.value))
    return sorted(bids)


_BIDS = _all_bids()

BIDS = tuple(bid.text for bid in _BIDS)
"""The text of each bid, as actions, facts and sheets write it."""
KIEKER = BIDS.index(_KIEKER.text)
VALUES = np.array([bid.value for bid in _BIDS])
HEIGHTS = np.array([bid.height for bid in _BIDS])
TRICKS_BID = np.array([bid.tricks for bid in _BIDS])
IS_HAND = np.array([bid.hand for bid in _BIDS])
IS_RUTEN = np.array([bid.ruten for bid in _BIDS])
IS_DURCH = np.array([bid.durch for bid in _BIDS])
