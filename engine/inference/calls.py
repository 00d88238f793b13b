"""What has been called at a table, and how well a deal explains it.

Bids, passes and the like are chosen by one's hand. A table remembers what everybody could see
when each was made (`hear`); a deal in which a policy would have called otherwise is the less likely
(`likelihood`), as far as it is known which cards the caller held then.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels.marks import inlined, rule
from engine.kernels.primitives import lowest, popcount
from engine.rules.cards import bit_of, card_of, suit_of
from engine.rules.concealment import conceal
from engine.rules.state import HAND, ONLOOKER, State

MOST_CALLS = 12
"""So many calls are remembered, the last ones of a round."""
DOUBT = 0.15
"""How likely a deal is, beside one that explains a call, if it does not."""
FORGOTTEN = -1
"""Instead of a call: the caller's hand of then cannot be told any more."""


@dataclass(frozen=True)
class Calls:
    """Calls of a round as everybody could follow them: arrays with room for MOST_CALLS.

    `positions` are the states before each, with all concealed that an onlooker did not know;
    `said` the calls, then how many there were in all; `shown`, shape (MOST_CALLS, suits), the cards
    that the caller has played from hand since.
    """

    positions: npt.NDArray[Any]
    said: npt.NDArray[np.int64]
    shown: npt.NDArray[np.uint32]

    @classmethod
    def none(cls, dtype: np.dtype[Any]) -> "Calls":
        """Return room for the calls of a game's round, with none so far."""
        suits = dtype["hand"].shape[1]
        return cls(
            np.zeros(MOST_CALLS, dtype),
            np.zeros(MOST_CALLS + 1, np.int64),
            np.zeros((MOST_CALLS, suits), np.uint32),
        )

    def copy(self) -> "Calls":
        """Return an independent copy, with the same bytes."""
        positions = np.zeros(MOST_CALLS, self.positions.dtype)  # as in `copy_state`
        positions[:] = self.positions
        return Calls(positions, self.said.copy(), self.shown.copy())

    def tobytes(self) -> bytes:
        """Return all that is remembered, to be compared."""
        return self.positions.tobytes() + self.said.tobytes() + self.shown.tobytes()

    def forget(self) -> None:
        """Begin anew."""
        self.said[:] = 0


@rule
def hear(s: State, action: int, positions: Any, said: Any, shown: Any) -> None:
    """Remember a call before it is applied."""
    i = said[MOST_CALLS] % MOST_CALLS
    said[MOST_CALLS] += 1
    positions[i] = s
    conceal(positions[i], ONLOOKER)
    said[i] = action
    for suit in range(shown.shape[1]):
        shown[i, suit] = 0


@rule
def received(s: State, seat: int) -> int:
    """Return a number that grows when a hand gets a card that not everybody knows."""
    cards = 0
    for suit in range(s.hand.shape[1]):
        cards += s.since[seat, suit]
    return cards


@rule
def show(seat: int, card: int, positions: Any, said: Any, shown: Any) -> None:
    """Remember that a seat held a card when it made its calls."""
    for i in range(min(said[MOST_CALLS], MOST_CALLS)):
        if positions[i].turn == seat:
            shown[i, suit_of(card)] |= bit_of(card)


@rule
def forget_hand(seat: int, positions: Any, said: Any) -> None:
    """Forget the calls of a seat whose hand is no longer what it was, but for cards played."""
    for i in range(min(said[MOST_CALLS], MOST_CALLS)):
        if positions[i].turn == seat:
            said[i] = FORGOTTEN


@inlined
def likelihood(
    world: State,
    me: int,
    states: Any,
    at: int,
    positions: Any,
    said: Any,
    shown: Any,
    actions: Any,
    legal: Any,
    choose: Any,
) -> float:
    """Return how well a complete deal explains the calls of all seats but `me`, 1 at best.

    Uses `states[at]` and `actions`.
    """
    weight = 1.0
    then = states[at]
    for i in range(min(said[MOST_CALLS], MOST_CALLS)):
        if said[i] == FORGOTTEN or positions[i].turn == me:
            continue
        states[at] = positions[i]
        if not _take_hand(then, world, shown[i]):
            continue
        n = legal(then, actions)
        if choose(then, actions, n) != said[i]:
            weight *= DOUBT
    return weight


@rule
def _take_hand(then: State, world: State, shown: Any) -> bool:
    """Give the seat to act the hand it held if it now holds what it does in `world`.

    Tells whether that is possible: some cards may have been laid away since.
    """
    seat, held = then.turn, 0
    for suit in range(then.hand.shape[1]):
        cards = np.int64(world.hand[seat, suit] | shown[suit])
        held += popcount(cards)
        then.hand[seat, suit] = cards
        while cards:
            card = card_of(suit, lowest(cards))
            then.place[card] = HAND + seat
            then.known[card] |= 1 << seat
            cards &= cards - 1
    return bool(held == then.count[HAND + seat])
