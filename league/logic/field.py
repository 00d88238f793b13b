"""Arithmetic in finite fields and in products of them, as tables."""

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Field:
    """A ring with elements 0 to order − 1, of which 0 is zero and 1 is one.

    A field if `order` is a prime power, else the product of those of its prime powers.
    """

    order: int
    plus: Numbers
    """`plus[a, b]` is a + b."""
    times: Numbers
    """`times[a, b]` is a · b."""

    def minus(self, a: int, b: int) -> int:
        """Return a − b."""
        return int(np.flatnonzero(self.plus[b] == a)[0])

    def is_unit(self, a: int) -> bool:
        """Tell whether one can divide by a."""
        return bool((self.times[a] == 1).any())

    def generator(self) -> int:
        """Return the least element whose powers are all others but zero; of fields only."""
        for a in range(1, self.order):
            powers = [1]
            while (power := int(self.times[powers[-1], a])) not in powers:
                powers.append(power)
            if len(powers) == self.order - 1 and power == 1:
                return a
        raise ValueError(f"there is no field of {self.order} elements")


@cache
def field(order: int) -> Field:
    """Return the field of a prime power, or the product of fields of another order."""
    primes = factors(order)
    rings = [_galois(prime, power) for prime, power in primes]
    ring = rings[0]
    for other in rings[1:]:
        ring = _product(ring, other)
    return ring


def factors(number: int) -> list[tuple[int, int]]:
    """Return the primes of a number of at least 2 and how often each divides it."""
    found, prime = [], 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number, power = number // prime, power + 1
        if power:
            found.append((prime, power))
        prime += 1
    return found


def _galois(prime: int, power: int) -> Field:
    """Return a field; its elements are polynomials, written as numbers to the base `prime`."""
    rows = [_digits(a, prime, power) for a in range(prime**power)]
    modulus = _irreducible(prime, power)
    plus = [
        [_number([(x + y) % prime for x, y in zip(a, b, strict=True)], prime) for b in rows]
        for a in rows
    ]
    times = [[_number(_remainder(a, b, modulus, prime), prime) for b in rows] for a in rows]
    return Field(prime**power, np.array(plus), np.array(times))


def _product(one: Field, other: Field) -> Field:
    """Return the ring of pairs (a, b), written a + b · order of the first, but for (1, 1).

    That is written 1, and what would have been 1 is written as it.
    """
    size = one.order
    name = np.arange(size * other.order)
    name[1], name[1 + size] = 1 + size, 1
    a, b = name % size, name // size
    plus = one.plus[a[:, None], a] + size * other.plus[b[:, None], b]
    times = one.times[a[:, None], a] + size * other.times[b[:, None], b]
    return Field(size * other.order, name[plus], name[times])


def _digits(number: int, base: int, length: int) -> list[int]:
    return [number // base**place % base for place in range(length)]


def _number(digits: list[int], base: int) -> int:
    return sum(digit * base**place for place, digit in enumerate(digits))


def _remainder(a: list[int], b: list[int], modulus: list[int], prime: int) -> list[int]:
    """Return a · b modulo a polynomial x^n + …, given by its lower coefficients."""
    length = len(modulus)
    result = [0] * (2 * length - 1)
    for (i, x), (j, y) in product(enumerate(a), enumerate(b)):
        result[i + j] += x * y
    for top in range(2 * length - 2, length - 1, -1):
        for i, coefficient in enumerate(modulus):
            result[top - length + i] -= result[top] * coefficient
    return [digit % prime for digit in result[:length]]


@cache
def _irreducible(prime: int, power: int) -> list[int]:
    """Return the lower coefficients of a polynomial modulo which nothing but zero divides zero."""
    elements = [_digits(a, prime, power) for a in range(1, prime**power)]
    for number in range(prime**power):
        modulus = _digits(number, prime, power)
        if all(any(_remainder(a, b, modulus, prime)) for a in elements for b in elements):
            return modulus
    raise AssertionError("there is a field of every prime power")
