"""A sequential test: play until it is known whether one bot is better than another, then stop.

After every pair of matches two bets are settled: one against "better by `lower` at most", one
against "better by `upper` at least", both in standard deviations of a pair. What a bet has
multiplied its stake by is a likelihood ratio; a claim is refuted once that is as unlikely as the
test's user has chosen. Neither the shape of the differences nor their deviation is taken as known.

Source: A. Wald, Sequential Tests of Statistical Hypotheses (1945), §3: a test between two bounds;
M. Van den Bergh, Normalized Elo (2020): effects in standard deviations; `betting`: the bets.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import isfinite, log, log1p

from . import betting
from .betting import START, Numbers, slope
from .estimate import Estimate, of_sums

MIN_PAIRS = 50
"""Before so many pairs there is no verdict: what seldom happens may not have happened yet."""


class Verdict(StrEnum):
    """What a test found."""

    BETTER = "better"
    NOT_BETTER = "not_better"


@dataclass(frozen=True)
class Sums:
    """All that a test remembers of the differences: how many, sums of powers, what bets have won.

    `against_lower` and `against_upper` are the logarithms of what the bets against these bounds
    have multiplied their stakes by. Differences are in points of a deal; better is higher.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    fourths: float = 0.0
    against_lower: float = 0.0
    against_upper: float = 0.0

    def estimate(self) -> Estimate:
        """Return the mean difference, as if the number of pairs had been fixed before."""
        return of_sums(self.count, self.total, self.squares)


@dataclass(frozen=True)
class Test:
    """The two claims, in standard deviations of a pair, and how often each may be taken wrongly.

    `alpha` is how likely a bot better by `lower` only may be found better, `beta` how likely one
    better by `upper` may be found not to be. ValueError for numbers that make no test.
    """

    lower: float = 0.0
    upper: float = 0.2
    alpha: float = 0.05
    beta: float = 0.05

    __test__ = False  # for pytest, which takes the name for a test of ours

    def __post_init__(self) -> None:
        if not (isfinite(self.lower) and isfinite(self.upper) and self.lower < self.upper):
            raise ValueError("the lower bound is below the upper one")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta are above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios at which the test ends: not better, better."""
        return log(self.beta), -log(self.alpha)

    def after(self, sums: Sums, difference: float) -> Sums:
        """Return the sums with one difference more, and the bets on it settled."""
        lower, upper = self.gains(sums, difference)
        return Sums(
            sums.count + 1,
            sums.total + difference,
            sums.squares + difference**2,
            sums.fourths + difference**4,
            sums.against_lower + float(lower),
            sums.against_upper + float(upper),
        )

    def gains(self, sums: Sums, difference: Numbers) -> tuple[Numbers, Numbers]:
        """Return what the next difference adds to `against_lower` and `against_upper`.

        Sums and difference may hold arrays of one shape, for many tests at a time.
        """
        if sums.count < START:
            return 0.0, 0.0
        most = slope(self.upper) - slope(self.lower)
        past = (sums.count, sums.squares, sums.fourths)
        return (
            betting.gain(difference, *past, effect=self.lower, most=most),
            betting.gain(-difference, *past, effect=-self.upper, most=most),
        )

    def ratio(self, sums: Sums) -> float:
        """Return the log-likelihood ratio against `lower`, or below 0 that against `upper`.

        It is the one that says more, and 0 while neither says anything.
        """
        lower, upper = self._against(sums)
        if max(lower, upper) <= 0:
            return 0.0
        return lower if lower > upper else -upper

    def verdict(self, sums: Sums) -> Verdict | None:
        """Return what is known by now, None if that is not enough."""
        low, high = self.bounds
        ratio = self.ratio(sums)
        if sums.count < MIN_PAIRS or low < ratio < high:
            return None
        return Verdict.BETTER if ratio >= high else Verdict.NOT_BETTER

    def pairs_expected(self) -> int:
        """Return about how many pairs it takes where it takes longest, halfway between the claims.

        Source: Wald (1945), the mean of a random walk without drift that leaves two bounds.
        """
        low, high = self.bounds
        walk = round(-low * high / (self.upper - self.lower) ** 2)
        return max(MIN_PAIRS, START + walk)

    def _against(self, sums: Sums) -> tuple[float, float]:
        """Return how much speaks against `lower` and against `upper`.

        Pairs without any difference settle no bet, but an effect of e deviations takes one in a
        share e²/(1 + e²) of pairs at least, by Cauchy and Schwarz; so many without have a chance
        of (1 + e²)^-count at most.
        """
        if sums.squares > 0:
            return sums.against_lower, sums.against_upper
        if self.lower < 0:
            return sums.count * log1p(self.lower**2), 0.0
        return 0.0, sums.count * log1p(self.upper**2)
