"""Information-set tree search: what a seat should do, by playing on from deals it holds possible.

Each simulation lays the unseen cards out anew (`belief`), goes down a tree of the actions that
everybody can see, adds one node, and plays the round to its end by a policy, each seat knowing
its own cards only. Nodes count how often they could have been chosen, as their actions are not
legal in every deal. Source: Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search
(2012), single observer, with the widening of Coulom (2007).
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types

from .belief import FIRST_STEPS, STEPS, gather, lay_out, walk
from .game import Game
from .kernel import ACTIONS, BYTES, bind, function_type, random_below, rule
from .simulate import Choose
from .state import State
from .view import conceal

EXPLORE = 0.7
"""Weight of the exploration term; values are differences of scores, the largest so far is 1."""
WIDEN = 2.0
"""A node has at most this many actions, times the root of its visits, under consideration."""
CARELESS = 0.1
"""Share of the actions in a playout that are random instead of the policy's."""
WINNING = 1.0
"""What the place in a match is worth if this round ends it, in units of the largest difference."""

AT_ONCE = 100
"""Simulations between two looks at the clock."""
MOST_SIMULATIONS = 200_000
"""Simulations of a search by time, at the most: some 10 MB of tree."""

PARENT, ACTION, CHILD, SIBLING, MOVER, VISITS, CHANCES = range(7)
"""Columns of the tree's integers: links, who moved, times visited, times it could be chosen."""

MIND, WORLD, THOUGHT = range(3)
"""Records of a search: what the seat knows, the deal played out, what a seat in it knows."""


@rule
def utilities(s: State, sides: Any, sign: int, scale: float, by_place: float, out: Any) -> float:
    """Write what a finished round is worth to each seat; return the largest amount.

    That is the seat's score less the mean of the other sides'; if the match is over, `by_place`
    times `scale` is shared out by places: all for the first, its opposite for the last.
    """
    largest = 0.0
    for seat in range(s.seats):
        others, total = 0, 0.0
        ahead = 0
        for other in range(s.seats):
            if sides[other] != sides[seat]:
                others += 1
                total += s.scores[other]
                lead = sign * (s.totals[seat] - s.totals[other])
                ahead += (lead > 0) - (lead < 0)
        worth = sign * (s.scores[seat] - total / others)
        largest = max(largest, abs(worth))
        if s.over:
            worth += by_place * scale * ahead / others
        out[seat] = worth
    return largest


@rule
def _add_node(tree: Any, worth: Any, nodes: int, parent: int, action: int, mover: int) -> None:
    tree[nodes, PARENT] = parent
    tree[nodes, ACTION] = action
    tree[nodes, CHILD] = -1
    tree[nodes, SIBLING] = -1
    tree[nodes, MOVER] = mover
    tree[nodes, VISITS] = 0
    tree[nodes, CHANCES] = 0
    worth[nodes] = 0.0
    if parent >= 0:
        tree[nodes, SIBLING] = tree[parent, CHILD]
        tree[parent, CHILD] = nodes


@rule
def _select(s: State, tree: Any, worth: Any, node: int, actions: Any, n: int, scale: float) -> int:
    """Return the best child among the legal actions, or -1 if one that has none is to be tried.

    Actions that have a child are moved to the front of `actions`; that many are counted.
    """
    best, best_bound, tried = -1, 0.0, 0
    child = tree[node, CHILD]
    while child >= 0:
        action = tree[child, ACTION]
        for i in range(tried, n):
            if actions[i] == action:
                actions[i], actions[tried] = actions[tried], actions[i]
                tried += 1
                tree[child, CHANCES] += 1
                visits = tree[child, VISITS]
                bound = worth[child] / (visits * scale) + EXPLORE * np.sqrt(
                    np.log(tree[child, CHANCES]) / visits
                )
                if best < 0 or bound > best_bound:
                    best, best_bound = child, bound
                break
        child = tree[child, SIBLING]
    if tried < n and tried < WIDEN * np.sqrt(tree[node, VISITS] + 1.0):
        return -1 - tried
    return best


def _search(
    states: Any,
    actions: Any,
    tree: Any,
    worth: Any,
    found: Any,
    simulations: int,
    by_place: float,
    careless: float,
    sides: Any,
    sign: int,
    secret: Any,
    cards: Any,
    places: Any,
    stock: Any,
    unseen: int,
    legal: Any,
    apply: Any,
    end_round: Any,
    hide: Any,
    choose: Any,
) -> None:
    """Run some more simulations, each of which adds at most one node to the tree.

    `tree` (int32) has a row for each node, `worth` its sum of utilities; `found` has the number
    of nodes and the largest difference of scores so far, and `secret` tells of each phase
    whether others do not see what is done in it.
    """
    mind, world, thought = states[MIND], states[WORLD], states[THOUGHT]
    me = mind.turn
    utility = np.zeros(world.seats)
    nodes, largest = int(found[0]), found[1]
    for _ in range(simulations):
        walk(mind, cards, places, unseen, STEPS * unseen)
        states[WORLD] = mind
        lay_out(world, cards, places, unseen, stock)
        random_below(mind, 2)
        world.entropy = mind.rng
        node = 0
        grown = False
        while world.phase != world.over_phase:
            n = legal(world, actions)
            seat = world.turn
            action = np.int64(actions[0])
            in_tree = not grown and (seat == me or secret[world.phase] == 0)
            tried = n
            if in_tree:
                child = _select(world, tree, worth, node, actions, n, largest)
                if child >= 0:
                    node = child
                    apply(world, np.int64(tree[child, ACTION]))
                    continue
                tried = -1 - child
            if n > 1 and random_below(world, 1024) >= careless * 1024:
                states[THOUGHT] = world
                conceal(thought, seat)
                hide(thought, seat)
                thought.rng = world.rng
                action = choose(thought, actions, n)
            elif n > 1:
                action = np.int64(actions[random_below(world, n)])
            if in_tree:
                for i in range(tried):
                    if actions[i] == action:  # the policy's choice is there already
                        action = np.int64(actions[tried + random_below(world, n - tried)])
                        break
                _add_node(tree, worth, nodes, node, int(action), seat)
                tree[nodes, CHANCES] = 1
                node = nodes
                nodes += 1
                grown = True
            apply(world, action)
        end_round(world)
        largest = max(largest, utilities(world, sides, sign, largest, by_place, utility))
        while node > 0:
            tree[node, VISITS] += 1
            worth[node] += utility[tree[node, MOVER]]
            node = tree[node, PARENT]
        tree[0, VISITS] += 1
    found[0], found[1] = nodes, largest


class Searcher:
    """Tree search bound to a game, with the policy that plays its simulations out."""

    def __init__(self, game: Game, policy: Choose) -> None:
        self._game = game
        self._policy = bind(policy, game.dtype, lambda t: t.choose)
        self._search = bind(
            _search,
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
                function_type(t.legal),
                function_type(t.apply),
                function_type(t.change),
                function_type(t.apply),
                function_type(t.choose),
            ),
        )
        self._secret = np.array([phase in game.secret_phases for phase in game.phases], np.uint8)

    def choose(self, mind: State, *, simulations: int, careless: float = CARELESS) -> int:
        """Return the action of the seat to act in a concealed state after so many simulations.

        The state's own random generator decides what is left to chance: the same state, the same
        action, on any machine.
        """
        thinking = Thinking(self, mind, room=simulations, careless=careless)
        thinking.go_on(simulations)
        return thinking.best()

    def think(
        self, mind: State, *, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> int:
        """Return the action of the seat to act after as many simulations as fit into the time."""
        end = clock() + seconds
        thinking = Thinking(self, mind, room=MOST_SIMULATIONS)
        while thinking.done < MOST_SIMULATIONS and (thinking.done == 0 or clock() < end):
            thinking.go_on(min(AT_ONCE, MOST_SIMULATIONS - thinking.done))
        return thinking.best()


class Thinking:
    """A search under way."""

    def __init__(
        self, searcher: Searcher, mind: State, *, room: int, careless: float = CARELESS
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
        _add_node(self._tree, self._worth, 0, -1, -1, -1)
        self._found = np.array([1.0, 1.0])
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
            k.legal,
            k.apply,
            k.end_round,
            k.hide,
            self._searcher._policy,
        )
        self.done += simulations

    def best(self) -> int:
        """Return the action visited most, the better one of equals."""
        child, best = int(self._tree[0, CHILD]), -1
        while child >= 0:
            if best < 0 or self._rank(child) > self._rank(best):
                best = child
            child = int(self._tree[child, SIBLING])
        return int(self._tree[best, ACTION])

    def _rank(self, child: int) -> tuple[int, float]:
        return int(self._tree[child, VISITS]), float(self._worth[child])

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
