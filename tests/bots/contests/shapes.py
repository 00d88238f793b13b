"""Shapes that differences of pairs have, and others that are harder on a test than any of them.

A shape draws differences of mean 0 and deviation 1. `python -m tests.bots.contests.shapes` plays
the pairs of all games anew, whose differences `differences.json` counts; some minutes.
"""

import json
import sys
from collections import Counter
from contextlib import closing
from itertools import chain
from pathlib import Path

import numpy as np

import games
from bots.contests import experiment
from bots.contests.experiment import Plan

COUNTED = Path(__file__).with_name("differences.json")
SEED = b"x" * 32
PAIRS = 3000
SIGNS = {"": 1, " mirrored": -1}


def of_values(counts):
    """Return the shape of values that occur so often."""
    values = np.array(list(counts), dtype=float)
    shares = np.array(list(counts.values())) / sum(counts.values())
    mean = shares @ values
    values = (values - mean) / (shares @ (values - mean) ** 2) ** 0.5
    upto = np.cumsum(shares)[:-1]
    return lambda rng, size: values[np.searchsorted(upto, rng.random(size), side="right")]


def mirrored(shape):
    """Return a shape in which losses are what wins were."""
    return lambda rng, size: -shape(rng, size)


def exponential(rng, size):
    """Draw differences of skew 2."""
    return rng.standard_exponential(size) - 1


def lognormal(rng, size):
    """Draw differences of skew 2.3 with heavier tails."""
    spread = np.exp(0.36)
    values = np.exp(0.6 * rng.standard_normal(size))
    return (values - spread**0.5) / (spread**2 - spread) ** 0.5


def student(rng, size):
    """Draw differences with heavy tails on both sides: t with 5 degrees of freedom."""
    return rng.standard_t(5, size) / (5 / 3) ** 0.5


ONE_SIDED = {
    "exponential": exponential,
    "lognormal": lognormal,
    "mostly nothing": of_values({0: 80, -40: 10, 60: 10}),
    "seldom a big win": of_values({0: 90, -20: 6, 60: 4}),
    "three values": of_values({3: 10, 0: 50, -1: 40}),
}
EVEN = {
    "normal": np.random.Generator.standard_normal,
    "student": student,
    "win, tie, loss": of_values({-1: 25, 0: 50, 1: 25}),
    "hardly ever different": of_values({-1: 2, 0: 96, 1: 2}),
}
RARE_LOSS = of_values({-19: 5, 1: 95})
"""What no test can know in time: often no loss is among the first 50 pairs."""
MADE = EVEN | ONE_SIDED | {f"{name} mirrored": mirrored(shape) for name, shape in ONE_SIDED.items()}


def real():
    """Return the shapes of greedy against random in all games, and of random against greedy."""
    return {
        f"{slug}{word}": of_values({sign * value: count for value, count in counts})
        for slug, counts in json.loads(COUNTED.read_text()).items()
        for word, sign in SIGNS.items()
    }


def differences(slug):
    """Return how often each difference occurs in the pairs of a game at its first table."""
    plan = Plan(slug, games.get(slug).players[0], SEED, most=PAIRS)
    with closing(experiment.play_all(plan, "greedy", "random")) as blocks:
        found = Counter(pair.difference for pair in chain.from_iterable(blocks))
    return sorted(found.items())


if __name__ == "__main__":
    found = {}
    for slug in sorted(game.slug for game in games.all()):
        sys.stderr.write(f"{slug}\n")
        found[slug] = differences(slug)
    lines = [
        f"{json.dumps(slug)}:{json.dumps(found[slug], separators=(',', ':'))}" for slug in found
    ]
    COUNTED.write_text("{" + ",\n".join(lines) + "}\n")
