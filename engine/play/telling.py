"""How the actions of a round are put into words for those who sit at the table or look on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.rules.game import Game
from engine.rules.state import ONLOOKER, Reading, State

from .rounds import Told


class Telling:
    """The actions of one round in words, each told once: it follows the round a step behind.

    `dealt` is the state in which the round begins.
    """

    def __init__(self, game: Game, players: int, dealt: State) -> None:
        self._game = game
        self._players = players
        self._states = np.zeros(1, game.dtype)
        self._states[0] = dealt
        self._legal = np.zeros(game.room, np.int32)
        self._reading = Reading(self._states)
        self._told: list[Told] = []
        self._read: dict[int | None, list[dict[str, Any]]] = {}

    def so_far(self, actions: Sequence[int]) -> list[Told]:
        """Return how the actions of the round are told; those are told now that are new."""
        for action in actions[len(self._told) :]:
            self._tell(action)
        return self._told

    def to(self, reader: int | None, actions: Sequence[int]) -> list[dict[str, Any]]:
        """Return the actions of the round as a seat, or None for an onlooker, reads them."""
        told = self.so_far(actions)
        lines = self._read.setdefault(reader, [])
        lines += [said.to(reader) for said in told[len(lines) :]]
        if self._game.besides is None:
            return [*map(dict.copy, lines)]
        return [_copied(line) for line in lines]

    def _tell(self, action: int) -> None:
        game, state = self._game, self._states[0]
        texts: tuple[str, ...] = ()
        if game.told is not None:
            readers = (*range(self._players), ONLOOKER)
            texts = tuple(game.told(state, action, reader) for reader in readers)
        self._reading.look_again()
        openly = game.format_action(self._reading, action)
        seen = {} if game.besides is None else game.besides(state, action)
        self._told.append(Told(int(state["turn"]), openly, texts, seen))
        game.kernels.step(self._states, self._legal, action, False)
        if game.uncovers is not None and game.uncovers(state):
            self._told = [replace(said, texts=()) for said in self._told]
            self._read.clear()


def _copied(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line of its own, with lists of its own."""
    return {name: [*one] if isinstance(one, list) else one for name, one in line.items()}
