"""Information-set tree search: which card a seat should play, by playing on from possible deals.

Each simulation imagines a deal (`playout`), goes down a tree of the cards that everybody can see
played, adds one node, and plays the round to its end by a policy. What is tried out is what the
seat that thinks does; the others follow the policy in the tree as well as beyond it, now and then
with a card at random. Nodes count how often they could have been chosen, as their actions are not
legal in every deal. Where the seat will have more to choose than a card, the tree ends.
Source: Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012), single
observer, with the widening of Coulom (2007).
"""

from typing import Any

import numpy as np

from engine.inference.evidence import CARDS
from engine.kernels.marks import rule
from engine.kernels.primitives import random_below, write

from .playout import (
    LARGEST,
    MIND,
    NODES,
    SQUARES,
    SUM,
    WORLD,
    by_policy,
    imagine,
    utilities,
)

EXPLORE = 1.5
"""Weight of the exploration term, in standard deviations of what rounds are worth."""
WIDEN = 2.0
"""A node has at most this many actions, times the root of its visits, under consideration."""
PARENT, ACTION, CHILD, SIBLING, MOVER, VISITS, CHANCES = range(7)
"""Columns of the tree's integers: links, who moved, times visited, times it could be chosen."""


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


def search(
    states: Any,
    actions: Any,
    tree: Any,
    worth: Any,
    secret: Any,
    found: Any,
    simulations: int,
    careless: float,
    counted: Any,
    unseen: Any,
    calls: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
    choose: Any,
) -> None:
    """Run some more simulations, each of which adds at most one node to the tree.

    `tree` (int32) has a row for each node, `worth` its sum of utilities; `secret` tells of each
    phase whether others do not see what is done in it. What `counted`, `unseen` and `calls` are
    says `playout`.
    """
    mind, world = states[MIND], states[WORLD]
    me = mind.turn
    utility = np.zeros(mind.seats)
    ordered = np.empty(len(actions), np.int32)  # as policies expect actions to be
    nodes = int(found[NODES])
    for _ in range(simulations):
        imagine(states, actions, found, unseen, calls, legal, choose)
        scale = _scale(found, tree[0, VISITS])
        random_below(mind, 2)
        node = 0
        in_tree = True
        while world.phase != world.over_phase:
            n = legal(world, ordered)
            seat = world.turn
            is_seen = seat == me or secret[world.phase] == 0
            if is_seen and in_tree:
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
            action = by_policy(states, ordered, n, careless, choose)
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
        largest = utilities(world, counted, found[LARGEST], utility)
        found[LARGEST] = max(found[LARGEST], largest)
        found[SUM] += utility[me]
        found[SQUARES] += utility[me] * utility[me]
        while node > 0:
            tree[node, VISITS] += 1
            worth[node] += utility[tree[node, MOVER]]
            node = tree[node, PARENT]
        tree[0, VISITS] += 1
    found[NODES] = nodes
