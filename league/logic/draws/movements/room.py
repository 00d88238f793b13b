"""Looking for the base of a Howell movement, from a seed.

Used to fill the catalogue, never to make a draw.
Source: J. H. Dinitz and D. R. Stinson, A fast algorithm for finding strong starters, 1981.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from .movement import Table

TRIES = 20_000

SMALL = 9
"""Up to this modulus boards other than the sums are looked for: there is no strong starter of 9."""

Base = tuple[tuple[Table, ...], tuple[int, ...]]
"""Tables, and the board at each."""


def find_howell(modulus: int, *, seed: int) -> Base | None:
    """Return the base of an odd modulus, or None if none was found.

    The first table is the player in the middle against 0, at board 0. The others differ by every
    number once, and so do players less boards; they do if the boards are sums, all different.
    """
    rng = Random(seed)  # noqa: S311 - not for secrets, and reproducible
    pairs = _starter(modulus, rng, is_strong=modulus > SMALL)
    boards = tuple(sum(pair) % modulus for pair in pairs)
    if modulus <= SMALL:
        boards = next(_boards(pairs, modulus), ())
    return (((modulus, 0), *pairs), (0, *boards)) if boards else None


def _starter(modulus: int, rng: Random, *, is_strong: bool) -> tuple[Table, ...]:
    """Return pairs that differ by every number once; in a strong starter their sums differ, too.

    By hill climbing: a pair is added, for one that has a player of it if need be.
    """
    mate: dict[int, int] = {}
    sums: set[int] = {0}
    far = set(range(1, modulus // 2 + 1))
    for _ in range(TRIES):
        if not far:
            return tuple((one, other) for one, other in sorted(mate.items()) if one < other)
        one = rng.choice([player for player in range(1, modulus) if player not in mate])
        other = (one + rng.choice(sorted(far)) * rng.choice((1, -1))) % modulus
        if other == 0 or (is_strong and (one + other) % modulus in sums):
            continue
        if (third := mate.pop(other, None)) is not None:
            del mate[third]
            sums.discard((other + third) % modulus)
            far.add(min((other - third) % modulus, (third - other) % modulus))
        mate[one], mate[other] = other, one
        sums.add((one + other) % modulus)
        far.remove(min((one - other) % modulus, (other - one) % modulus))
    return ()


def _boards(pairs: tuple[Table, ...], modulus: int) -> Iterator[tuple[int, ...]]:
    """Yield different boards such that players less boards are every number but 0 once."""
    for boards in permutations(range(1, modulus), len(pairs)):
        less = {
            (player - board) % modulus
            for pair, board in zip(pairs, boards, strict=True)
            for player in pair
        }
        if len(less) == modulus - 1 and 0 not in less:
            yield boards
