"""What a seat should do in a position, by tree search (`tree`) with a game's rules and a policy.

The strength is the number of simulations, so that the same position gives the same move on any
machine, or the time there is.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.inference.belief import FIRST_STEPS, bound_gather, bound_lay_out, bound_walk
from engine.inference.calls import Calls
from engine.kernels.binding import COMPILED, Awaited
from engine.kernels.cache import Unit
from engine.play.simulate import Choose
from engine.rules.errors import NotCompiled
from engine.rules.game import Game, Kernels
from engine.rules.state import State, copy_state

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
        self._policy = policy
        self._awaited = Awaited(self.unit)
        self._secret = np.array([phase in game.secret_phases for phase in game.phases], np.uint8)

    @property
    def unit(self) -> Unit:
        """The kernels of this search, as one unit that is compiled after that of the rules."""
        return Unit(f"{self._game.slug}.search", self._policy.__code__.co_filename)

    def demand(self) -> Kernels:
        """Return the game's kernels, compiled if anything is, for a search in plain Python lasts.

        Raises NotCompiled in a process that compiles nothing, until somebody else has.
        """
        k = self._game.kernels
        if COMPILED and not (self._awaited.is_there() and k.is_compiled):
            raise NotCompiled(self._game.name)
        return k

    def run(self, *arguments: Any) -> None:
        """Call the search kernel, which takes the game's rules and the policy at its end."""
        k = self.demand()
        search_ = k.bound(
            search,
            lambda t: t.void(
                t.states,
                t.actions,
                t.array(t.int32, 2),
                t.array(t.float64),
                t.array(t.float64),
                t.int64,
                t.float64,
                t.float64,
                t.array(t.int64),
                t.int64,
                t.bytes,
                t.bytes,
                t.bytes,
                t.bytes,
                t.int64,
                t.states,
                t.array(t.int64),
                t.array(t.uint32, 2),
                t.function(t.legal),
                t.function(t.apply),
                t.function(t.change),
                t.function(t.choose),
            ),
        )
        policy = k.bound(self._policy, lambda t: t.choose)
        search_(*arguments, k.legal, k.apply, k.end_round, policy)

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
        k = searcher.demand()
        self._unseen = bound_gather(k)(mind, self._cards, self._places, self._stock)
        bound_walk(k)(mind, self._cards, self._places, self._unseen, FIRST_STEPS * self._unseen)
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
        self._searcher.run(
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
        )
        self.done += simulations

    def is_settled(self, simulations: int) -> bool:
        """Tell whether simulations up to this number cannot change which action is the best."""
        visits = sorted((row[1] for row in self.report()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > simulations - self.done

    @property
    def counts_places(self) -> bool:
        """Whether utilities are more than points: the match may end, and places count as well."""
        return self._by_place > 0

    def best(self) -> int:
        """Return the action visited most, the better one of equals."""
        return self.report()[0][0]

    def imagined(self) -> State:
        """Return the deal of the last simulation, before it was played."""
        world = copy_state(self._states[MIND])
        k = self._searcher.demand()
        bound_lay_out(k)(world, self._cards, self._places, self._unseen, self._stock)
        return world

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
