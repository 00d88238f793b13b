"""Means and how sure they are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z_95 = 1.96
"""Standard errors on either side of a mean in an interval of 95 %."""


@dataclass(frozen=True)
class Estimate:
    """A mean with the half width of its 95 % interval, which is infinite for a single match."""

    mean: float
    margin: float

    @property
    def is_sure(self) -> bool:
        """Tell whether the interval does not touch zero."""
        return abs(self.mean) > self.margin


def of_values(values: npt.NDArray[np.float64] | Sequence[float]) -> Estimate:
    """Return the estimate from single values."""
    if len(values) < 2:
        return Estimate(float(np.mean(values)), float("inf"))
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5
    return Estimate(float(np.mean(values)), Z_95 * error)


def of_sums(count: int, total: float, squares: float) -> Estimate:
    """Return the estimate from how many values there are, their sum and that of their squares."""
    mean = total / count if count else 0.0
    if count < 2:
        return Estimate(mean, float("inf"))
    variance = max(0.0, squares - count * mean**2) / (count - 1)
    return Estimate(mean, Z_95 * (variance / count) ** 0.5)
