"""A bet against a claim about a mean, whose gain tells how little the differences fit the claim.

The claim is that differences have a mean of `effect` standard deviations at most; of negatives it
is one of at least so many. A bet against it multiplies what was put in by 1 + stake·excess with
every difference. Where the mean excess is 0 or less and the stake does not depend on the
difference, 1 grows to 1/α in a share of α of cases at most, at any time, whatever the shape.

With the root mean square s of the differences, a mean of `effect` deviations is one of slope·s,
slope = effect/√(1 + effect²), and 2·s is x²/s + s in the mean. The excess is therefore
x/s − slope·(x²/s² + 1)/2. With an s that is wrong its mean is less than 0 if slope is above 0, and
more than 0 by the square of the error if slope is below; so much is taken off.

What limits the promise: s comes from past differences, and no bet can pay a loss whose like was
never seen. A loss that makes up the mean but occurs in fewer than about 1 of 20 pairs is often not
seen in time.

Source: J. Ville, Étude critique de la notion de collectif (1939): the bound at any time;
G. Shafer, Testing by Betting (2021): gains are likelihood ratios; I. Waudby-Smith, A. Ramdas,
Estimating Means of Bounded Random Variables by Betting (2024): stakes from what is past.
"""

from math import sqrt

import numpy as np
import numpy.typing as npt

Numbers = float | npt.NDArray[np.float64]

START = 20
"""After so many differences bets begin: before, it is not known how large differences are."""
CAUTION = 2.0
"""Differences may be so many root mean squares larger than how heavy their tails are."""
LEAST = 0.05
"""What is left at least of what was put in, after a loss larger than any bet could pay."""


def slope(effect: float) -> float:
    """Return the mean in root mean squares where it is `effect` in standard deviations."""
    return effect / sqrt(1 + effect**2)


def gain(
    difference: Numbers,
    count: int,
    squares: Numbers,
    fourths: Numbers,
    *,
    effect: float,
    most: float,
) -> Numbers:
    """Return the logarithm of what the next difference multiplies a bet by.

    `squares` and `fourths` are the sums of these powers of the `count` differences before; while
    all were 0 there is no bet. The stake is `most` at most, of whatever is there.
    """
    is_known = np.greater(squares, 0)
    square = np.where(is_known, squares, 1.0) / count
    tails = fourths / count / square**2
    lean = slope(effect)
    reach = CAUTION + tails
    stake = np.minimum(most, 1 / (reach + max(lean, 0.0) * (reach**2 + 1) / 2))
    size = difference / np.sqrt(square)
    excess = np.minimum(size - lean * (size**2 + 1) / 2, reach)
    if lean < 0:  # beyond 1/lean a larger loss would count as a smaller one, or as a gain
        excess = np.where(size < 1 / lean, (size - lean) / 2, excess)
    if lean < 0:
        excess += lean * (tails - 1) / (8 * count)  # by how much s is wrong, squared
    return np.where(is_known, np.log(np.maximum(1 + stake * excess, LEAST)), 0.0)
