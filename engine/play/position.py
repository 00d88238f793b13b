"""The position at a table: its state, what is legal in it, and the kernels that change it."""

from typing import Any

import numpy as np

from engine.rules.game import Game
from engine.rules.state import ONLOOKER, TABLE, Reading, State, copy_states
from engine.rules.steps import NOTHING

from .dealing import NO_HAND, Cards
from .simulate import Driver
from .texts import texts_of

NOW, SPARE, DEALT = range(3)
"""Its states: the position, one that kernels and views may write to, the position when dealt."""


class Position:
    """The state of a match that is played step by step, from `state` before the first deal.

    One call of a kernel deals a round, one plays an action (see `rules.steps`). What is legal is
    made when somebody asks for it, once in each position.
    """

    def __init__(self, game: Game, state: State) -> None:
        self._game = game
        self._texts_of = texts_of(game)
        self._kernels = game.kernels  # those that may be compiled by then, taken at each deal
        self._states = np.zeros(3, game.dtype)
        self._states[NOW] = state
        # Memory is copied many times as fast as records are, and a field of all read as fast.
        self._bytes = self._states.view(np.uint8).reshape(3, -1)
        self._bytes[DEALT] = self._bytes[NOW]
        self._spare = self._states[SPARE:DEALT]
        self._shown = Reading(self._spare)
        self._turns, self._phases = self._states["turn"], self._states["phase"]
        self._over_phase = len(game.phases) - 1
        self._legal = np.zeros(game.room, np.int32)
        self._count = 0  # so many legal actions are in `_legal`, -1: those of another position
        self._numbers: tuple[int, ...] | None = None
        self._texts: list[str] | None = None

    # What is to be seen

    @property
    def now(self) -> State:
        """The state itself, to be read."""
        return self._states[NOW]

    @property
    def dealt(self) -> State:
        """The state in which the round began, not a copy."""
        return self._states[DEALT]

    @property
    def turn(self) -> int:
        """The seat to act, -1 for nobody."""
        turn: int = self._turns.item(NOW)
        return turn

    @property
    def phase(self) -> int:
        """The number of the phase."""
        phase: int = self._phases.item(NOW)
        return phase

    @property
    def round_over(self) -> bool:
        """Whether no round is being played."""
        return bool(self._phases.item(NOW) == self._over_phase)

    def held(self, name: str) -> Any:
        """Return what a field of the state holds: a number, or a list of numbers."""
        return self._states[name][NOW].tolist()

    def numbers(self) -> tuple[int, ...]:
        """Return the legal actions as numbers; empty when the round is over."""
        numbers = self._numbers
        if numbers is None:
            if self._count < 0:
                self._count = self._kernels.step(self._states, self._legal, NOTHING, False)
            numbers = self._numbers = tuple(self._legal[: self._count].tolist())
        return numbers

    def texts(self) -> list[str]:
        """Return the texts of the legal actions in the same order, not to be changed."""
        texts = self._texts
        if texts is None:
            texts = self._texts = self._texts_of.of(self._states, self.numbers())
        return texts

    def text_of(self, action: int) -> str:
        """Return the text of an action that is legal now."""
        [text] = self._texts_of.of(self._states, [action])
        return text

    def shown_to(self, seat: int | None) -> Reading:
        """Return what a seat, or None for an onlooker, knows; it stays until the next call."""
        shown = self.shown_openly()
        self._kernels.conceal(self._spare, ONLOOKER if seat is None else seat)
        return shown

    def shown_openly(self) -> Reading:
        """Return the position with all cards open; it stays until the next call."""
        self._bytes[SPARE] = self._bytes[NOW]
        self._shown.look_again()
        return self._shown

    # What changes it

    def look_again(self, count: int = -1) -> None:
        """Have anew what is legal, of which there are `count` actions if that is known."""
        self._count = count
        self._numbers = self._texts = None

    def deal(self, dealer: int, order: Cards, entropy: bytes) -> None:
        """Deal a round, which may be over at once: then it is not scored yet."""
        self._kernels = self._game.kernels
        self.look_again(self._open(self._states, self._legal, dealer, order, entropy))
        self._bytes[DEALT] = self._bytes[NOW]

    def step(self, action: int) -> bool:
        """Play a legal action, score the round if it was its last; return whether it was."""
        self._count = count = self._kernels.step(self._states, self._legal, action, True)
        self._numbers = self._texts = None
        return not count

    def drive(self, driver: Driver, log: Any, logged: int, policies: Any, seeds: Any) -> int:
        """Let policies play on, see `Driver.drive`; a round that ends is not scored yet."""
        end = driver.drive(self._states, self._legal, log, logged, policies, seeds)
        self.look_again()
        return end

    def end_round(self) -> None:
        """Score a round that is over."""
        self._kernels.end_round(self._states[NOW])

    def begin_again(self) -> None:
        """Go back to where the round was dealt."""
        self._bytes[NOW] = self._bytes[DEALT]
        self.look_again()

    def receivers(self, dealer: int, order: Cards, entropy: bytes) -> list[int]:
        """Return the seat that each position of a deck would be dealt to, or NO_HAND."""
        tried = copy_states(self._states[NOW])
        self._open(tried, np.zeros_like(self._legal), dealer, order, entropy)
        places = tried["place"][0, order].tolist()
        return [place if place < TABLE else NO_HAND for place in places]

    def _open(self, states: Any, out: Any, dealer: int, order: Cards, entropy: bytes) -> int:
        word = np.uint64(int.from_bytes(entropy, "big"))
        return self._kernels.open_round(states, out, order, dealer, word)


def concealed(game: Game, states: Any, seat: int | None) -> State:
    """Return the first state after removing from it what a seat, or an onlooker, does not know."""
    game.kernels.conceal(states, ONLOOKER if seat is None else seat)
    return states[0]
