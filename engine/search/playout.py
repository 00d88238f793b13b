"""What a seat imagines when it looks ahead: how the unseen cards lie, and how the round ends.

The cards are laid as `belief` holds possible, deals that explain the calls of others more often
(`calls`). All seats play on by a policy, each knowing its own cards only.

Kernels are handed what belongs together as tuples: `counted`, by what a place at the end of the
match counts, the side of each seat, and 1, or -1 where fewer points are better; `unseen`, cards,
places and positions in the stock of what `gather` found, and how many these are; `calls`, what
`Calls` holds.
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

PROPOSALS, FIRST_PROPOSALS = 6, 60
"""Steps to a deal that explains the calls better or nearly as well, before each simulation and
before the first."""
CHANCES_IN = 1 << 20
"""In so many parts chances are drawn."""

NODES, LARGEST, SUM, SQUARES, WEIGHT = range(5)
"""What a search has found: nodes, largest difference of scores, sum and sum of squares of what
rounds were worth to the seat that thinks, and how well the last deal explained the calls."""

MIND, WORLD, THOUGHT, START = range(4)
"""Records of a search: what the seat knows, the deal played out, what a seat in it knows, and the
deal before it is played out."""


@rule
def utilities(s: State, counted: Any, scale: float, out: Any) -> float:
    """Write what a finished round is worth to each seat; return the largest amount.

    That is the seat's score less the mean of the other sides'; if the match is over, `by_place`
    times `scale` is shared out by places: all for the first, its opposite for the last.
    """
    by_place, sides, sign = counted
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


@inlined
def imagine(
    states: Any,
    actions: Any,
    found: Any,
    unseen: Any,
    calls: Any,
    legal: Any,
    choose: Any,
) -> None:
    """Lay the unseen cards out in states[WORLD], as the seat to act in states[MIND] believes.

    Without calls, deals are equally likely; else as likely as they explain them. Source:
    Metropolis et al. (1953).
    """
    mind, world = states[MIND], states[WORLD]
    cards, places, stock, n = unseen
    positions, said, shown = calls
    if said[MOST_CALLS] == 0:
        lay_anew(mind, cards, places, n)
    else:
        before = np.empty(n, np.uint8)
        for _ in range(PROPOSALS if found[WEIGHT] > 0 else FIRST_PROPOSALS):
            write(before, 0, places[:n])
            walk(mind, cards, places, n, 1 + n // 2)
            states[WORLD] = mind
            lay_out(world, cards, places, n, stock)
            weight = likelihood(
                world, mind.turn, states, THOUGHT, positions, said, shown, actions, legal, choose
            )
            chance = random_below(mind, CHANCES_IN) + 1
            if weight * CHANCES_IN >= found[WEIGHT] * chance:
                found[WEIGHT] = weight
            else:
                write(places, 0, before)
    states[WORLD] = mind
    lay_out(world, cards, places, n, stock)
    world.entropy = mind.rng


@inlined
def by_policy(states: Any, actions: Any, n: int, careless: float, choose: Any) -> Any:
    """Return what the seat to act in states[WORLD] does by the policy, knowing its own cards only.

    Of `careless` of its choices a card is played at random; nothing else is done without thinking,
    as a bid that nobody would make says that a hand is worth what it is not.
    """
    world, thought = states[WORLD], states[THOUGHT]
    action = np.int64(actions[0])
    if n > 1:
        if random_below(world, 1024) < careless * 1024:
            action = np.int64(actions[random_below(world, n)])
            if action < CARDS:
                return action
        states[THOUGHT] = world
        conceal(thought, world.turn)
        thought.rng = world.rng
        action = choose(thought, actions, n)
    return action
