"""A sequential test: play until it is known whether one bot is better than another, then stop.

After every pair of matches the likelihood of "better by `upper`" is weighed against that of
"better by `lower`", both in standard deviations of a pair; their ratio is known the moment it
leaves two bounds. The deviation itself is estimated along the way, separately under both claims,
as in the generalised test that chess engines are developed with.

Source: A. Wald, Sequential Tests of Statistical Hypotheses (1945), §3: the bounds; X. Li, J. Liu,
Z. Ying, Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses (2014):
the ratio of maximised likelihoods; M. Van den Bergh, Normalized Elo (2020): effects in standard
deviations. Differences are taken as normal, which their sums are.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import isfinite, log, log1p, sqrt

from .estimate import Estimate, of_sums

MIN_PAIRS = 50
"""Before so many pairs there is no verdict: the estimated deviation is not to be relied on."""


class Verdict(StrEnum):
    """What a test found."""

    BETTER = "better"
    NOT_BETTER = "not_better"


@dataclass(frozen=True)
class Sums:
    """All that the test remembers of the differences: how many, their sum, and of their squares.

    Differences are in points of a deal; better is higher.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, difference: float) -> "Sums":
        """Return the sums with one difference more."""
        return Sums(self.count + 1, self.total + difference, self.squares + difference**2)

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
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, sums: Sums) -> float:
        """Return the log-likelihood ratio of `upper` to `lower`."""
        return _misfit(sums, self.lower) - _misfit(sums, self.upper)

    def verdict(self, sums: Sums) -> Verdict | None:
        """Return what is known by now, None if that is not enough."""
        if sums.squares == 0:
            return self._verdict_of_equals(sums.count)
        low, high = self.bounds
        ratio = self.ratio(sums)
        if sums.count < MIN_PAIRS or low < ratio < high:
            return None
        return Verdict.BETTER if ratio >= high else Verdict.NOT_BETTER

    def _verdict_of_equals(self, count: int) -> Verdict | None:
        """Return what is known when no pair has made a difference.

        An effect of e deviations takes a difference in a share e²/(1 + e²) of pairs at least, by
        Cauchy and Schwarz; so many without one have a chance of (1 + e²)^-count at most.
        """
        if count < MIN_PAIRS:
            return None
        if self.lower < 0:
            refuted = count * log1p(self.lower**2) >= -log(self.alpha)
            return Verdict.BETTER if refuted else None
        refuted = count * log1p(self.upper**2) >= -log(self.beta)
        return Verdict.NOT_BETTER if refuted else None

    def pairs_expected(self) -> int:
        """Return about how many pairs it takes where it takes longest, halfway between the claims.

        Source: Wald (1945), the mean of a random walk without drift that leaves two bounds.
        """
        low, high = self.bounds
        return max(MIN_PAIRS, round(-low * high / (self.upper - self.lower) ** 2))


def _misfit(sums: Sums, effect: float) -> float:
    """Return the negative log-likelihood of differences whose mean is `effect` deviations.

    The deviation is the likeliest one: with mean m and mean square q of the differences, the
    positive root s of s² + effect·m·s − q = 0.
    """
    if (
        sums.squares == 0
    ):  # no difference at all: s is 0 for any effect, and only its penalty counts
        return sums.count * effect**2 / 2
    mean, square = sums.total / sums.count, sums.squares / sums.count
    deviation = (sqrt((effect * mean) ** 2 + 4 * square) - effect * mean) / 2
    bend = square / deviation**2 - 2 * effect * mean / deviation + effect**2
    return sums.count * (log(deviation) + bend / 2)
