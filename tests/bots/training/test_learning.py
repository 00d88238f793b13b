"""Gradients are what small changes of weights do to the error."""

import numpy as np
import pytest

from bots.learned import net
from bots.learned.net import HIDDEN, layers_of
from bots.training import learning
from bots.training.learning import gradient, step

WIDTH, FIRST, CHOICES = 12, 4, 3
LEVEL = 0.25
NEAR = 1e-6
SIZE = sum(int(np.prod(shape)) for shape in net.sizes(WIDTH, FIRST))


@pytest.fixture
def position():
    """Columns, values and decisions: two of two and three choices."""
    chance = np.random.default_rng(5)
    met = chance.integers(-1, WIDTH, (5, 6)).astype(np.int16)
    targets = chance.normal(size=5).astype(np.float32)
    weights = chance.normal(scale=0.4, size=SIZE).astype(np.float32)
    return met, targets, np.array([[0, 2], [2, 3]]), weights


def errors(position, weights):
    """Return the sum that is to be small, half the squares of what is counted."""
    met, targets, decisions, _ = position
    layers = layers_of(weights, WIDTH, FIRST)
    total = 0.0
    for start, n in decisions:
        found = []
        for c in range(n):
            sums = layers[1].copy()
            net.add_columns(sums, layers[0], met[start + c])
            value = net.value_of(sums, layers, np.zeros(HIDDEN))
            found.append(float(value) + (layers[5][1] if c == 0 else 0) - targets[start + c])
        apart = np.array(found) - np.mean(found)
        total += (apart**2).sum() / 2 + LEVEL * n * np.mean(found) ** 2 / 2
    return total


def gradient_of(position):
    met, targets, decisions, weights = position
    found = np.zeros(SIZE, np.float32)
    rooms = (np.zeros((CHOICES, size), np.float32) for size in (FIRST, HIDDEN))
    gradient(
        met,
        targets,
        decisions,
        layers_of(weights, WIDTH, FIRST),
        layers_of(found, WIDTH, FIRST),
        *rooms,
        np.zeros(CHOICES, np.float32),
        LEVEL,
    )
    return found


def test_gradient_is_the_slope_of_the_error(position):
    found, weights = gradient_of(position), position[3].astype(np.float64)
    chance = np.random.default_rng(6)
    for _ in range(8):
        way = chance.normal(size=SIZE)
        rise = errors(position, weights + NEAR * way) - errors(position, weights - NEAR * way)
        assert found @ way == pytest.approx(rise / (2 * NEAR), rel=1e-2, abs=1e-2)


def test_large_errors_count_as_the_largest_that_counts(position):
    met, targets, decisions, weights = position
    targets[0] = 1e6
    found = gradient_of((met, targets, decisions, weights))
    assert np.abs(found[-1]) <= 2 * learning.CLIP * (1 + LEVEL)


def test_steps_lead_to_a_smaller_error(position):
    weights = position[3]
    before = errors(position, weights)
    steady, mean, square = weights.copy(), *np.zeros((2, SIZE), np.float32)
    for number in range(1, 30):
        found = gradient_of(position)[None]
        step(weights, steady, found, mean, square, number, 0.01, 1 / 5, 1.0)
        assert not found.any()
    assert errors(position, weights) < before / 2
    assert steady == pytest.approx(weights)
