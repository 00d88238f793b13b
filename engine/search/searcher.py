"""What a seat should do in a position, by looking ahead with a game's rules and a policy.

The strength is the number of simulations, so that the same position gives the same move on any
machine.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import ceil, log2
from typing import Any

import numpy as np

from engine.inference.belief import FIRST_STEPS, bound_gather, bound_lay_out, bound_walk
from engine.inference.calls import Calls
from engine.inference.evidence import CARDS
from engine.kernels.binding import COMPILED, Awaited
from engine.kernels.cache import Unit
from engine.play.simulate import Choose
from engine.rules.errors import NotCompiled
from engine.rules.game import Game, Kernels
from engine.rules.state import State, copy_state

from .comparison import compare
from .playout import LARGEST, MIND, NODES
from .tree import ACTION, CHILD, SIBLING, VISITS, add_node, search

CARELESS = 0.1
"""Share of the cards in a playout that are random instead of the policy's."""
WINNING = 1.0
"""What the place in a match is worth if this round ends it, in units of the largest difference."""
TRIED_ENOUGH = 10
"""A card that was tried less often is no second best: its mean says little."""
AT_ONCE = 100
"""Simulations between two looks at whether more can change the choice."""

_OWN_TYPES: dict[Callable[..., None], Callable[[Any], list[Any]]] = {
    search: lambda t: [t.array(t.int32, 2), t.array(t.float64), t.bytes],
    compare: lambda t: [t.array(t.int64), t.array(t.float64)],
}
"""What each kernel takes between states, actions and what both take."""


class Searcher:
    """Looks ahead in a game, with the policy that plays its simulations out."""

    def __init__(self, game: Game, policy: Choose) -> None:
        self.game = game
        self._policy = policy
        self._awaited = Awaited(self.unit)
        self.secret = np.array([phase in game.secret_phases for phase in game.phases], np.uint8)

    @property
    def unit(self) -> Unit:
        """The kernels of this search, as one unit that is compiled after that of the rules."""
        return Unit(f"{self.game.slug}.search", self._policy.__code__.co_filename)

    def demand(self) -> Kernels:
        """Return the game's kernels, compiled if anything is, for a search in plain Python lasts.

        Raises NotCompiled in a process that compiles nothing, until somebody else has.
        """
        k = self.game.kernels
        if COMPILED and not (self._awaited.is_there() and k.is_compiled):
            raise NotCompiled(self.game.name)
        return k

    def run(self, kernel: Callable[..., None], *arguments: Any) -> None:
        """Call `search` or `compare`, which take the game's rules and the policy at their end."""
        k = self.demand()
        policy = k.bound(self._policy, lambda t: t.choose)
        self._bound(kernel)(*arguments, k.legal, k.apply, k.end_round, policy)

    def prepare(self) -> None:
        """Compile what is missing for any choice that may come."""
        for kernel in _OWN_TYPES:
            self._bound(kernel)

    def _bound(self, kernel: Callable[..., None]) -> Callable[..., None]:
        return self.demand().bound(
            kernel,
            lambda t: t.void(
                t.states,
                t.actions,
                *_OWN_TYPES[kernel](t),
                t.array(t.float64),
                t.int64,
                t.float64,
                t.tuple(t.float64, t.array(t.int64), t.int64),
                t.tuple(t.bytes, t.bytes, t.bytes, t.int64),
                t.tuple(t.states, t.array(t.int64), t.array(t.uint32, 2)),
                t.function(t.legal),
                t.function(t.apply),
                t.function(t.change),
                t.function(t.choose),
            ),
        )

    def choose(self, mind: State, *, simulations: int, calls: Calls | None = None) -> int:
        """Return the action of the seat to act in a concealed state after so many simulations.

        The state's own random generator decides what is left to chance: the same state and calls,
        the same action, on any machine.
        """
        return self.consider(mind, simulations=simulations, calls=calls).best()

    def consider(
        self,
        mind: State,
        *,
        simulations: int,
        comparisons: int | None = None,
        calls: Calls | None = None,
    ) -> "Thinking":
        """Return a look ahead that is finished; see `begin`."""
        thinking = self.begin(mind, simulations=simulations, comparisons=comparisons, calls=calls)
        thinking.finish()
        return thinking

    def begin(
        self,
        mind: State,
        *,
        simulations: int,
        comparisons: int | None = None,
        calls: Calls | None = None,
        careless: float = CARELESS,
    ) -> "Thinking":
        """Return a look ahead from a concealed state that has not begun yet.

        A choice of cards is a search of a tree by so many `simulations`. Where there is more to
        do, all that can be done is compared, by `comparisons` rounds played out; as many by
        default.
        """
        actions = np.zeros(self.game.room, np.int32)
        choices = actions[: self.demand().legal(mind, actions)]
        if (choices < CARDS).all():
            return Tree(self, mind, choices, calls, size=simulations, careless=careless)
        size = simulations if comparisons is None else comparisons
        return Comparison(self, mind, choices, calls, size=size, careless=careless)


class Thinking(ABC):
    """A look ahead under way."""

    def __init__(
        self,
        searcher: Searcher,
        mind: State,
        choices: Any,
        calls: Calls | None,
        *,
        size: int,
        careless: float,
    ) -> None:
        game = searcher.game
        self._searcher = searcher
        self._size = size
        self._states = np.zeros(4, game.dtype)
        self._states[MIND] = mind
        mind = self._states[MIND]
        size = len(mind.place)
        self._cards, self._places, self._stock = (np.zeros(size, np.uint8) for _ in range(3))
        k = searcher.demand()
        self._unseen = bound_gather(k)(mind, self._cards, self._places, self._stock)
        bound_walk(k)(mind, self._cards, self._places, self._unseen, FIRST_STEPS * self._unseen)
        self._choices = choices.astype(np.int64)
        self._actions = np.zeros(game.room, np.int32)
        self._sides = np.array(game.sides(int(mind.seats)), np.int64)
        self._sign = 1 if game.higher_wins else -1
        by_totals = mind.rounds == 0 or game.may_end_early
        self._by_place = WINNING if by_totals else 0.0
        self._careless = careless
        self._calls = calls or Calls.none(game.dtype)
        self._found = np.zeros(5)
        self._found[NODES] = self._found[LARGEST] = 1.0
        self.deals = 0
        """So many deals have been imagined."""

    @abstractmethod
    def finish(self) -> None:
        """Run the simulations, or as many as can change what is chosen."""

    @abstractmethod
    def go_on(self, times: int) -> None:
        """Run so many more."""

    @abstractmethod
    def report(self) -> list[tuple[int, int, float]]:
        """Return action, visits and mean utility of what was considered, the best first."""

    @abstractmethod
    def runner_up(self) -> tuple[int, int, float] | None:
        """Return the row of what comes next to the best, None if nothing was tried enough."""

    def best(self) -> int:
        """Return the action that was tried most, the better one of equals."""
        return self.report()[0][0]

    @property
    def counts_places(self) -> bool:
        """Whether utilities are more than points: the match may end, and places count as well."""
        return self._by_place > 0

    def imagined(self) -> State:
        """Return the deal of the last simulation, before it was played."""
        world = copy_state(self._states[MIND])
        k = self._searcher.demand()
        bound_lay_out(k)(world, self._cards, self._places, self._unseen, self._stock)
        return world

    def _position(self, times: int) -> tuple[Any, ...]:
        """Return what both kernels take between what is their own and the game's rules."""
        return (
            self._found,
            times,
            self._careless,
            (self._by_place, self._sides, self._sign),
            (self._cards, self._places, self._stock, self._unseen),
            (self._calls.positions, self._calls.said, self._calls.shown),
        )


class Tree(Thinking):
    """A search of the tree of the cards that can be played."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        room = self._size + 1
        self._tree = np.zeros((room, 7), np.int32)
        self._worth = np.zeros(room)
        add_node(self._tree, self._worth, 0, -1, -1, -1)

    def finish(self) -> None:
        """Run the simulations, or as many as can change what is chosen."""
        while self.deals < self._size and not self.is_settled():
            self.go_on(min(AT_ONCE, self._size - self.deals))

    def go_on(self, times: int) -> None:
        """Run so many more simulations."""
        self._searcher.run(
            search,
            self._states,
            self._actions,
            self._tree,
            self._worth,
            self._searcher.secret,
            *self._position(times),
        )
        self.deals += times

    def is_settled(self) -> bool:
        """Tell whether the simulations that are left cannot change which action is the best."""
        visits = sorted((row[1] for row in self.report()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > self._size - self.deals

    def report(self) -> list[tuple[int, int, float]]:
        """Return action, visits and mean utility of what was considered, the best first."""
        found = []
        child = int(self._tree[0, CHILD])
        while child >= 0:
            visits = int(self._tree[child, VISITS])
            found.append(
                (int(self._tree[child, ACTION]), visits, float(self._worth[child]) / visits)
            )
            child = int(self._tree[child, SIBLING])
        return sorted(found, key=lambda row: row[1:], reverse=True)

    def runner_up(self) -> tuple[int, int, float] | None:
        """Return the row of the next best of what was tried often enough for its mean to tell."""
        tried = [row for row in self.report()[1:] if row[1] >= TRIED_ENOUGH]
        return max(tried, key=lambda row: row[2], default=None)


class Comparison(Thinking):
    """All that can be done, tried in the same deals; the worse half is dropped again and again.

    Source: Karnin, Koren, Somekh: Almost Optimal Exploration in Multi-Armed Bandits (2013),
    sequential halving.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._sums = np.zeros(len(self._choices))
        self._tried = np.zeros(len(self._choices), np.int64)

    def finish(self) -> None:
        """Run the simulations; what is left at last is the best."""
        left = np.arange(len(self._choices))
        turns = ceil(log2(len(left)))
        for _ in range(turns):
            self._try(left, max(1, self._size // (turns * len(left))))
            means = self._sums[left] / self._tried[left]
            left = left[np.argsort(-means, kind="stable")][: (len(left) + 1) // 2]

    def go_on(self, times: int) -> None:
        """Try all that can be done in so many more deals."""
        self._try(np.arange(len(self._choices)), times)

    def _try(self, which: Any, deals: int) -> None:
        """Try the choices of these indices in so many more deals."""
        sums = np.zeros(len(which))
        self._searcher.run(
            compare,
            self._states,
            self._actions,
            self._choices[which],
            sums,
            *self._position(deals),
        )
        self._sums[which] += sums
        self._tried[which] += deals
        self.deals += deals

    def report(self) -> list[tuple[int, int, float]]:
        """Return action, visits and mean utility of all that can be done, the best first."""
        means = self._sums / np.maximum(self._tried, 1)
        rows = zip(self._choices.tolist(), self._tried.tolist(), means.tolist(), strict=True)
        return sorted(rows, key=lambda row: row[1:], reverse=True)

    def runner_up(self) -> tuple[int, int, float] | None:
        """Return the row of what was left with the best, tried in the same deals to the end."""
        return self.report()[1]
