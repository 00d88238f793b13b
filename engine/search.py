"""What a seat should do in a position, by tree search (`tree`) with a game's rules and a policy.

The strength is the number of simulations, so that the same position gives the same move on any
machine, or the time there is.
"""

import time
from collections.abc import Callable

import numpy as np
from numba import types

from .belief import FIRST_STEPS, gather, walk
from .calls import Calls
from .game import Game
from .kernel import ACTIONS, BYTES, bind, function_type
from .simulate import Choose
from .state import State
from .tree import ACTION, CHILD, LARGEST, MIND, NODES, SIBLING, VISITS, add_node, search

CARELESS = 0.1
"""Share of the actions in a playout that are random instead of the policy's."""
WINNING = 1.0
"""What the place in a match is worth if this round ends it, in units of the largest difference."""
AT_ONCE = 100
"""Simulations between two looks at the clock, or at whether more can change the choice."""
MOST_SIMULATIONS = 200_000
"""Simulations of a search by time, at the most: some 10 MB of tree."""


class Searcher:
    """Tree search bound to a game, with the policy that plays its simulations out."""

    def __init__(self, game: Game, policy: Choose) -> None:
        self._game = game
        self._policy = bind(policy, game.dtype, lambda t: t.choose)
        self._search = bind(
            search,
            game.dtype,
            lambda t: types.void(
                t.states,
                ACTIONS,
                types.int32[:, ::1],
                types.float64[::1],
                types.float64[::1],
                types.int64,
                types.float64,
                types.float64,
                types.int64[::1],
                types.int64,
                BYTES,
                BYTES,
                BYTES,
                BYTES,
                types.int64,
                t.states,
                types.int64[::1],
                types.uint32[:, ::1],
                function_type(t.legal),
                function_type(t.apply),
                function_type(t.change),
                function_type(t.apply),
                function_type(t.choose),
            ),
        )
        self._secret = np.array([phase in game.secret_phases for phase in game.phases], np.uint8)

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
        calls: Calls | None = None,
        careless: float = CARELESS,
    ) -> "Thinking":
        """Search with so many simulations, less if the rest could not change what is chosen."""
        thinking = Thinking(self, mind, calls, room=simulations, careless=careless)
        while thinking.done < simulations and not thinking.is_settled(simulations):
            thinking.go_on(min(AT_ONCE, simulations - thinking.done))
        return thinking

    def think(
        self,
        mind: State,
        *,
        seconds: float,
        calls: Calls | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> int:
        """Return the action of the seat to act after as many simulations as fit into the time."""
        end = clock() + seconds
        thinking = Thinking(self, mind, calls, room=MOST_SIMULATIONS)
        while thinking.done < MOST_SIMULATIONS and (thinking.done == 0 or clock() < end):
            thinking.go_on(min(AT_ONCE, MOST_SIMULATIONS - thinking.done))
        return thinking.best()


class Thinking:
    """A search under way."""

    def __init__(
        self,
        searcher: Searcher,
        mind: State,
        calls: Calls | None = None,
        *,
        room: int,
        careless: float = CARELESS,
    ) -> None:
        game = searcher._game
        self._searcher = searcher
        self._states = np.zeros(3, game.dtype)
        self._states[MIND] = mind
        mind = self._states[MIND]
        size = len(mind.place)
        self._cards, self._places, self._stock = (np.zeros(size, np.uint8) for _ in range(3))
        self._unseen = gather(mind, self._cards, self._places, self._stock)
        walk(mind, self._cards, self._places, self._unseen, FIRST_STEPS * self._unseen)
        self._actions = np.zeros(game.room, np.int32)
        self._tree = np.zeros((room + 1, 7), np.int32)
        self._worth = np.zeros(room + 1)
        self._sides = np.array(game.sides(int(mind.seats)), np.int64)
        self._sign = 1 if game.higher_wins else -1
        by_totals = mind.rounds == 0 or game.may_end_early
        self._by_place = WINNING if by_totals else 0.0
        self._careless = careless
        add_node(self._tree, self._worth, 0, -1, -1, -1)
        self._calls = calls or Calls.none(game.dtype)
        self._found = np.zeros(5)
        self._found[NODES] = self._found[LARGEST] = 1.0
        self.done = 0

    def go_on(self, simulations: int) -> None:
        """Run some more simulations."""
        k = self._searcher._game.kernels
        self._searcher._search(
            self._states,
            self._actions,
            self._tree,
            self._worth,
            self._found,
            simulations,
            self._by_place,
            self._careless,
            self._sides,
            self._sign,
            self._searcher._secret,
            self._cards,
            self._places,
            self._stock,
            self._unseen,
            self._calls.positions,
            self._calls.said,
            self._calls.shown,
            k.legal,
            k.apply,
            k.end_round,
            k.hide,
            self._searcher._policy,
        )
        self.done += simulations

    def is_settled(self, simulations: int) -> bool:
        """Tell whether simulations up to this number cannot change which action is the best."""
        visits = sorted((row[1] for row in self.report()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > simulations - self.done

    def best(self) -> int:
        """Return the action visited most, the better one of equals."""
        return self.report()[0][0]

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
