"""Thousands of sequential tests at a time, on differences drawn from a shape.

`python -m tests.bots.contests.simulation` prints how long tests take and how often they err, as
`docs/experiments.md` tells it.
"""

from dataclasses import dataclass, fields

import numpy as np

from bots.contests.sprt import MIN_PAIRS, Sums, Test

from .shapes import MADE, RARE_LOSS, real

BLOCK = 32
WIDTHS = (0.5, 0.2, 0.1, 0.05)
REAL = real()
TOLD = {
    "normal": MADE["normal"],
    "skat": REAL["skat"],
    "cinch": REAL["cinch"],
    "fipsen": REAL["fipsen"],
    "exponential to the left": MADE["exponential mirrored"],
    "mostly nothing, seldom a big loss": MADE["seldom a big win mirrored"],
    "a loss as large as 19 wins": RARE_LOSS,
}
"""Shapes of which the docs tell how often a test errs."""


@dataclass(frozen=True)
class Played:
    """Verdicts of tests, 1 for better, -1 for not better, 0 for none, and after how many pairs."""

    verdicts: np.ndarray
    pairs: np.ndarray

    def share(self, verdict):
        """Return in which share of the tests that was the verdict."""
        return float(np.mean(self.verdicts == verdict))


def played(test, shape, effect, *, runs=4000, most=3000, seed=7):
    """Return what becomes of so many tests where `new` is better by `effect` deviations."""
    rng = np.random.default_rng(seed)
    verdicts, pairs = np.zeros(runs, int), np.full(runs, most)
    left = np.arange(runs)
    sums = Sums(0, *(np.zeros(runs) for _ in fields(Sums)[1:]))
    while left.size and sums.count < most:
        for differences in shape(rng, (min(BLOCK, most - sums.count), left.size)) + effect:
            sums = after(test, sums, differences)
            known = _known(test, sums) * (verdicts[left] == 0)
            pairs[left[known != 0]] = sums.count
            verdicts[left] += known
        going = verdicts[left] == 0
        left, sums = left[going], Sums(sums.count, *(each[going] for each in _arrays(sums)))
    return Played(verdicts, pairs)


def after(test, sums, differences):
    """Return what `Test.after` does, for many tests at a time."""
    lower, upper = test.gains(sums, differences)
    return Sums(
        sums.count + 1,
        sums.total + differences,
        sums.squares + differences**2,
        sums.fourths + differences**4,
        sums.against_lower + lower,
        sums.against_upper + upper,
    )


def _known(test, sums):
    if sums.count < MIN_PAIRS:
        return np.zeros(sums.total.size, int)
    low, high = test.bounds
    better = sums.against_lower >= high
    return better.astype(int) - (~better & (sums.against_upper >= -low))


def _arrays(sums):
    return (getattr(sums, field.name) for field in fields(Sums)[1:])


def lengths(width, shape=MADE["normal"], runs=4000):
    """Return how many pairs a test takes, halfway between its bounds and at the upper one."""
    test = Test(0.0, width)
    effects = (width / 2, width)
    most = 30 * test.pairs_expected()
    return [played(test, shape, one, runs=runs, most=most).pairs.mean() for one in effects]


def risks(shape, runs=20_000):
    """Return how often a bot at `lower` passes and one at `upper` fails, in %, and its pairs."""
    test = Test()
    worse, better = (played(test, shape, one, runs=runs) for one in (test.lower, test.upper))
    return 100 * worse.share(1), 100 * better.share(-1), better.pairs.mean()


if __name__ == "__main__":
    for width in WIDTHS:
        halfway, bound = lengths(width)
        print(f"| {width:g} | {halfway:.0f} | {bound:.0f} |")  # noqa: T201
    for name, shape in TOLD.items():
        passes, fails, pairs = risks(shape)
        print(f"| {name} | {passes:.1f} % | {fails:.1f} % | {pairs:.0f} |")  # noqa: T201
