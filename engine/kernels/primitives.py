"""What rule functions are written with: bits of a word, arrays, and chance for simulations."""

from typing import Any

import numpy as np

from .marks import compiled_as, rule


@rule
def popcount(word: Any) -> int:
    """Return the number of ones in a 64-bit word."""
    return int(word).bit_count()


@rule
def lowest(word: Any) -> int:
    """Return the index of the lowest one in a 64-bit word that is not zero."""
    return (int(word) & -int(word)).bit_length() - 1


@rule
def highest(word: Any) -> int:
    """Return the index of the highest one in a 64-bit word that is not zero."""
    return int(word).bit_length() - 1


_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_STEP_INT, _MIX_1_INT, _MIX_2_INT = int(_STEP), int(_MIX_1), int(_MIX_2)
_WORD = (1 << 64) - 1


@rule
def write(into: Any, at: int, numbers: Any) -> None:
    """Write numbers into an array from an index on.

    With slices the compiler would compile, for seconds, how to word that they do not fit.
    """
    for i in range(len(numbers)):
        into[at + i] = numbers[i]


def seed_random(s: Any, seed: Any, index: int) -> None:
    """Start the state's generator at the `index`-th point of the sequence of `seed`."""
    s.rng = (int(seed) + index * _STEP_INT) & _WORD


def random_below(s: Any, n: int) -> int:
    """Return a number from 0 to n - 1 from the state's own generator; n < 2**31.

    For simulations only: deals that count come from `shuffle`.
    Source: Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators (2014).
    """
    word = (int(s.rng) + _STEP_INT) & _WORD
    s.rng = word
    word = ((word ^ (word >> 30)) * _MIX_1_INT) & _WORD
    word = ((word ^ (word >> 27)) * _MIX_2_INT) & _WORD
    return ((word ^ (word >> 31)) >> 32) * int(n) >> 32


@compiled_as(seed_random)
def _seed_random(s: Any, seed: Any, index: int) -> None:
    s.rng = np.uint64(seed) + np.uint64(index) * _STEP


@compiled_as(random_below)
def _random_below(s: Any, n: int) -> Any:
    s.rng = np.uint64(s.rng) + _STEP
    word = s.rng
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    word = word ^ (word >> np.uint64(31))
    return np.int64(((word >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
