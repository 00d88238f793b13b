"""Comparing all that a seat can do now: each is played out in the same possible deals.

For auctions, discards, declarations and the like. What comes after is left to the policy.
"""

from typing import Any

import numpy as np

from engine.kernels.primitives import random_below

from .playout import LARGEST, MIND, START, WORLD, by_policy, imagine, utilities


def compare(
    states: Any,
    actions: Any,
    choices: Any,
    sums: Any,
    found: Any,
    worlds: int,
    careless: float,
    counted: Any,
    unseen: Any,
    calls: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
    choose: Any,
) -> None:
    """Do each of `choices` in so many more deals, and play all of them out by the policy.

    What they were worth is added to `sums`. All are tried in the same deals, with the same
    chance, so that what they differ by is not what the deals differ by.
    """
    mind, world = states[MIND], states[WORLD]
    me = mind.turn
    utility = np.zeros(mind.seats)
    for _ in range(worlds):
        imagine(states, actions, found, unseen, calls, legal, choose)
        random_below(mind, 2)
        states[START] = world
        for i in range(len(choices)):
            states[WORLD] = states[START]
            apply(world, choices[i])
            while world.phase != world.over_phase:
                n = legal(world, actions)
                apply(world, by_policy(states, actions, n, careless, choose))
            end_round(world)
            largest = utilities(world, counted, found[LARGEST], utility)
            found[LARGEST] = max(found[LARGEST], largest)
            sums[i] += utility[me]
