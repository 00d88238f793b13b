"""What a table follows of a round for those who think about hands: a step behind, when asked."""

from collections.abc import Sequence

import numpy as np

from engine.inference.calls import Calls
from engine.inference.evidence import bound_follow
from engine.rules.game import Game
from engine.rules.state import State


class Notes:
    """What the actions of a round tell about hands, and what was called in it.

    `dealt` is the state in which the round begins.
    """

    def __init__(self, game: Game, dealt: State) -> None:
        self._game = game
        self._states = np.zeros(2, game.dtype)  # the second is to try in
        self._states[0] = dealt
        self._legal = np.zeros(game.room, np.int32)
        self._followed = 0  # so many actions of the round
        self.calls = Calls.none(game.dtype)

    @property
    def state(self) -> State:
        """The position after the actions that were followed, with what they tell in it."""
        return self._states[0]

    def follow(self, played: Sequence[int]) -> None:
        """Note what the actions of the round tell that are new since this was done last."""
        if self._followed == len(played):
            return
        k, calls = self._game.kernels, self.calls
        log = np.array(played[self._followed :], np.int32)
        self._followed = len(played)
        bound_follow(k)(
            self._states,
            self._legal,
            log,
            k.telling,
            k.calls,
            calls.positions,
            calls.said,
            calls.shown,
            k.legal,
            k.apply,
        )
