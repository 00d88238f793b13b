"""The texts of a game's actions, kept where they are the same in every position."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.rules.game import Game
from engine.rules.state import Reading, State


class _LookedAt(Exception):
    """A position was looked at to put an action into words."""


class _Nowhere:
    """No position: whoever looks at it needs one."""

    def __getattr__(self, _name: str) -> object:
        raise _LookedAt


class ActionTexts:
    """The texts of the actions of one game: of each that needs no position it makes one, once."""

    def __init__(self, game: Game) -> None:
        self._form = game.format_action
        self._kept: dict[int, str] = {}
        self._differ: set[int] = set()  # from position to position

    def of(self, states: Any, actions: Sequence[int]) -> list[str]:
        """Return the texts of actions that are legal in the first of some states."""
        try:
            return [*map(self._kept.__getitem__, actions)]
        except KeyError:
            s = Reading(states)
            return [self._kept.get(action) or self._text(s, action) for action in actions]

    def anywhere(self, action: int) -> str | None:
        """Return the text of an action if it is the same in every position, else None."""
        if action not in self._differ and action not in self._kept:
            try:
                self._kept[action] = self._form(_Nowhere(), action)
            except _LookedAt:
                self._differ.add(action)
        return self._kept.get(action)

    def _text(self, s: State, action: int) -> str:
        return self.anywhere(action) or self._form(s, action)


@cache
def texts_of(game: Game) -> ActionTexts:
    """Return the texts of a game's actions, which all its tables share."""
    return ActionTexts(game)
