"""How a net changes: the gradient of what it misjudged, and steps of Adam."""

from typing import Any

import numpy as np

from bots.learned.net import add_columns, value_of
from engine.kernels.marks import rule

from .rounds import COUNT, START

CLIP = 3.0
"""Larger errors count as this one: a rare disaster must not decide a step."""
MEAN_DECAY, SQUARE_DECAY, LEAST = 0.9, 0.999, 1e-8
"""Of Adam. Source: Kingma and Ba, Adam (2015)."""


def gradient(
    met: Any,
    targets: Any,
    decisions: Any,
    layers: Any,
    gradients: Any,
    sums: Any,
    hidden: Any,
    errors: Any,
    level: float,
) -> Any:
    """Add the gradient of half the squared errors; return the sums of squares of both kinds.

    Within a decision the differences between its choices count. The error of their mean, which
    says how good the deal was, counts `level` times. `sums`, `hidden` and `errors` have room for
    the choices of one decision.
    """
    apart, common = 0.0, 0.0
    clip = np.float32(CLIP)
    for at in range(len(decisions)):
        start, n = decisions[at, START], decisions[at, COUNT]
        mean: Any = np.float32(0)
        for c in range(n):
            for j in range(sums.shape[1]):
                sums[c, j] = layers[1][j]
            add_columns(sums[c], layers[0], met[start + c])
            errors[c] = value_of(sums[c], layers, hidden[c]) - targets[start + c]
            if c == 0:
                errors[c] += layers[5][1]
            mean += errors[c]
        mean /= np.float32(n)
        common += mean * mean
        for c in range(n):
            error = errors[c] - mean
            apart += error * error / n
            counted = min(max(error, -clip), clip)
            counted += np.float32(level) * min(max(mean, -clip), clip)
            if c == 0:
                gradients[5][1] += counted
            hand_back(met[start + c], counted, layers, gradients, sums[c], hidden[c])
    return apart, common


@rule
def hand_back(slots: Any, error: Any, layers: Any, gradients: Any, sums: Any, hidden: Any) -> None:
    """Add what each weight has to do with an error; `sums` and `hidden` are overwritten."""
    _columns, _bias, second, _second_bias, third, _last = layers
    d_columns, d_bias, d_second, d_second_bias, d_third, d_last = gradients
    d_last[0] += error
    for j in range(len(hidden)):
        if hidden[j] > 0:
            d_third[j] += error * hidden[j]
            hidden[j] = error * third[j]
            d_second_bias[j] += hidden[j]
        else:
            hidden[j] = 0
    for i in range(len(sums)):
        x = sums[i]
        sums[i] = 0
        if x > 0:
            row, d_row = second[i], d_second[i]
            for j in range(len(hidden)):
                d_row[j] += x * hidden[j]
                sums[i] += row[j] * hidden[j]
            d_bias[i] += sums[i]
    for i in range(len(slots)):
        if slots[i] >= 0:
            d_column = d_columns[slots[i]]
            for j in range(len(sums)):
                d_column[j] += sums[j]


def step(
    weights: Any,
    steady: Any,
    gradients: Any,
    mean: Any,
    square: Any,
    number: int,
    rate: float,
    share: float,
    follow: float,
) -> None:
    """Take step `number` of Adam by the sum of all gradients times `share`, and empty these.

    `steady`, the weights to play by, is an average of the last ones: it follows by the part
    `follow`.
    """
    keep, keep_square = np.float32(MEAN_DECAY), np.float32(SQUARE_DECAY)
    pace = np.float32(rate / (1 - MEAN_DECAY**number))
    grow = np.float32(1 / (1 - SQUARE_DECAY**number))
    for i in range(len(weights)):
        g = np.float32(0)
        for stream in range(len(gradients)):
            g += gradients[stream, i]
            gradients[stream, i] = 0
        g *= np.float32(share)
        mean[i] = keep * mean[i] + (1 - keep) * g
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g
        weights[i] -= pace * mean[i] / (np.sqrt(grow * square[i]) + np.float32(LEAST))
        steady[i] += np.float32(follow) * (weights[i] - steady[i])
