"""Information-set tree search: what a seat should do, by playing on from deals it holds possible.

Each simulation lays the unseen cards out anew (`belief`), deals that explain the calls of others
more often (`calls`), goes down a tree of the cards that everybody can see played, adds one node,
and plays the round to its end by a policy, each seat knowing its own cards only. What is tried out
is what the seat that thinks does; the others follow the policy in the tree as well as beyond it,
now and then at random. Nodes count how often they could have been chosen, as their actions are
not legal in every deal. Where there is more to choose than a card, in auctions, discards and
the like, the seat compares what it can do now, and what comes after is left to the policy.
Source: Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012), single
observer, with the widening of Coulom (2007).
"""

from typing import Any

import numpy as np

from engine.inference.belief import lay_anew, lay_out, walk
from engine.inference.calls import MOST_CALLS, likelihood
from engine.inference.evidence import CARDS
from engine.kernels.marks import inlined, rule
from engine.kernels.primitives import random_below, write
from engine.rules.concealment import conceal
from engine.rules.state import State

EXPLORE = 1.5
"""Weight of the exploration term, in standard deviations of what rounds are worth."""
WIDEN = 2.0
"""A node has at most this many actions, times the root of its visits, under consideration."""
PROPOSALS, FIRST_PROPOSALS = 6, 60
"""Steps to a deal that explains the calls better or nearly as well, before each simulation and
before the first."""
CHANCES_IN = 1 << 20
"""In so many parts chances are drawn."""

PARENT, ACTION, CHILD, SIBLING, MOVER, VISITS, CHANCES = range(7)
"""Columns of the tree's integers: links, who moved, times visited, times it could be chosen."""
NODES, LARGEST, SUM, SQUARES, WEIGHT = range(5)
"""What a search has found: nodes, largest difference of scores, sum and sum of squares of what
rounds were worth to the seat that thinks, and how well the last deal explained the calls."""

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
                ahead += int(lead > 0) - int(lead < 0)
        worth = sign * (s.scores[seat] - total / others)
        largest = max(largest, abs(worth))
        if s.over:
            worth += by_place * scale * ahead / others
        out[seat] = worth
    return largest


@rule
def add_node(tree: Any, worth: Any, nodes: int, parent: int, action: int, mover: int) -> None:
    """Write node number `nodes`, the newest child of its parent, -1 for the root."""
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
def _select(tree: Any, worth: Any, node: int, actions: Any, n: int, scale: float) -> int:
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


@rule
def _child(tree: Any, node: int, action: int) -> int:
    """Return the child of a node by an action, -1 if there is none."""
    child = int(tree[node, CHILD])
    while child >= 0 and tree[child, ACTION] != action:
        child = int(tree[child, SIBLING])
    return child


@rule
def _is_choice_of_card(actions: Any, n: int) -> bool:
    """Tell whether there is nothing to choose but a card to play."""
    for i in range(n):
        if actions[i] >= CARDS:
            return n == 1
    return True


@rule
def _scale(found: Any, simulations: int) -> float:
    """Return the standard deviation of what rounds were worth so far."""
    mean = found[SUM] / max(simulations, 1)
    variance = found[SQUARES] / max(simulations, 1) - mean * mean
    return float(max(np.sqrt(max(variance, 0.0)), 1e-3))


@inlined
def _imagine(
    states: Any,
    actions: Any,
    found: Any,
    cards: Any,
    places: Any,
    stock: Any,
    unseen: int,
    positions: Any,
    said: Any,
    shown: Any,
    legal: Any,
    choose: Any,
) -> None:
    """Lay the unseen cards out in states[WORLD], as the seat to act in states[MIND] believes.

    Without calls, deals are equally likely; else as likely as they explain them. Source:
    Metropolis et al. (1953).
    """
    mind, world = states[MIND], states[WORLD]
    if said[MOST_CALLS] == 0:
        lay_anew(mind, cards, places, unseen)
    else:
        before = np.empty(unseen, np.uint8)
        for _ in range(PROPOSALS if found[WEIGHT] > 0 else FIRST_PROPOSALS):
            write(before, 0, places[:unseen])
            walk(mind, cards, places, unseen, 1 + unseen // 2)
            states[WORLD] = mind
            lay_out(world, cards, places, unseen, stock)
            weight = likelihood(
                world, mind.turn, states, THOUGHT, positions, said, shown, actions, legal, choose
            )
            chance = random_below(mind, CHANCES_IN) + 1
            if weight * CHANCES_IN >= found[WEIGHT] * chance:
                found[WEIGHT] = weight
            else:
                write(places, 0, before)
    states[WORLD] = mind
    lay_out(world, cards, places, unseen, stock)
    world.entropy = mind.rng


def search(
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
    positions: Any,
    said: Any,
    shown: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
    choose: Any,
) -> None:
    """Run some more simulations, each of which adds at most one node to the tree.

    `tree` (int32) has a row for each node, `worth` its sum of utilities; `secret` tells of each
    phase whether others do not see what is done in it; `positions`, `said`, `shown`: see `Calls`.
    """
    mind, world, thought = states[MIND], states[WORLD], states[THOUGHT]
    me = mind.turn
    utility = np.zeros(mind.seats)
    ordered = np.empty(len(actions), np.int32)  # as policies expect actions to be
    nodes = int(found[NODES])
    for _ in range(simulations):
        _imagine(
            states,
            actions,
            found,
            cards,
            places,
            stock,
            unseen,
            positions,
            said,
            shown,
            legal,
            choose,
        )
        scale = _scale(found, tree[0, VISITS])
        random_below(mind, 2)
        node = 0
        in_tree = True
        while world.phase != world.over_phase:
            n = legal(world, ordered)
            seat = world.turn
            action = np.int64(ordered[0])
            is_seen = seat == me or secret[world.phase] == 0
            if node > 0 and is_seen and in_tree:
                in_tree = _is_choice_of_card(ordered, n)
            tried = n
            if in_tree and seat == me:
                write(actions, 0, ordered[:n])
                child = _select(tree, worth, node, actions, n, scale)
                if child >= 0:
                    node = child
                    apply(world, np.int64(tree[child, ACTION]))
                    continue
                tried = -1 - child
            if n > 1 and random_below(world, 1024) >= careless * 1024:
                states[THOUGHT] = world
                conceal(thought, seat)
                thought.rng = world.rng
                action = choose(thought, ordered, n)
            elif n > 1:
                action = np.int64(ordered[random_below(world, n)])
            if in_tree and is_seen:
                child = -1
                if seat == me:
                    for i in range(tried):
                        if actions[i] == action:  # the policy's choice is there already
                            action = np.int64(actions[tried + random_below(world, n - tried)])
                            break
                else:
                    child = _child(tree, node, int(action))
                if child >= 0:
                    node = child
                else:
                    add_node(tree, worth, nodes, node, int(action), seat)
                    tree[nodes, CHANCES] = 1
                    node = nodes
                    nodes += 1
                    in_tree = False
            apply(world, action)
        end_round(world)
        largest = utilities(world, sides, sign, found[LARGEST], by_place, utility)
        found[LARGEST] = max(found[LARGEST], largest)
        found[SUM] += utility[me]
        found[SQUARES] += utility[me] * utility[me]
        while node > 0:
            tree[node, VISITS] += 1
            worth[node] += utility[tree[node, MOVER]]
            node = tree[node, PARENT]
        tree[0, VISITS] += 1
    found[NODES] = nodes
