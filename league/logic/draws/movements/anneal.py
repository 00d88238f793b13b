"""The search for base tables: swaps at one low temperature, compiled.

Used to fill the catalogue, never to make a draw.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.kernels.marks import rule
from engine.kernels.primitives import random_below

Ints = NDArray[np.int64]

GENERATOR: Final = np.dtype((np.record, np.dtype([("rng", np.uint64)])))

CHANCES: Final = 1 << 30


@rule
def anneal(  # noqa: PLR0917 - kernels take positional arguments only
    place: Ints, size: int, turn: Ints, kind: Ints, limit: Ints, odds: Ints, luck: Any, steps: int
) -> int:
    """Change `place` until nothing is counted beyond its limit; return how much still is.

    `place[base, slot]`: players in the order of tables, then those who sit out. `turn[player]`:
    its image under the symmetry. `kind[parity, player, player]`: what to count when two sit an
    even or odd number of seats apart; of a player with itself, when it sits out. `limit[kind]`.
    `odds[d]`: of CHANCES, how often d more beyond the limits are put up with.
    """
    seen = np.zeros_like(limit)
    bases, slots = place.shape
    beyond = 0
    for base in range(bases):
        for first in range(0, slots, size):
            beyond += _count(place[base], first, size, kind, seen, limit, 1)
    for _ in range(steps):
        if beyond == 0:
            break
        row = place[random_below(luck, bases)]
        one, other = random_below(luck, slots), random_below(luck, slots)
        first, second = row[one], row[other]
        more = _count_both(row, one, other, size, kind, seen, limit, -1)
        row[one], row[other] = _turned(second, turn, luck), _turned(first, turn, luck)
        more += _count_both(row, one, other, size, kind, seen, limit, 1)
        if more <= 0 or (more < len(odds) and random_below(luck, CHANCES) < odds[more]):
            beyond += more
            continue
        _count_both(row, one, other, size, kind, seen, limit, -1)
        row[one], row[other] = first, second
        _count_both(row, one, other, size, kind, seen, limit, 1)
    return beyond


@rule
def _count_both(  # noqa: PLR0917
    row: Ints, one: int, other: int, size: int, kind: Ints, seen: Ints, limit: Ints, by: int
) -> int:
    """Count the tables of two slots, once if it is the same; return how much more is beyond."""
    more = _count(row, one - one % size, size, kind, seen, limit, by)
    if one // size != other // size:
        more += _count(row, other - other % size, size, kind, seen, limit, by)
    return more


@rule
def _count(  # noqa: PLR0917
    row: Ints, first: int, size: int, kind: Ints, seen: Ints, limit: Ints, by: int
) -> int:
    """Count a table once more (1) or less (−1); return how much more is beyond the limits."""
    more = 0
    if first + size > len(row):
        for slot in range(first, len(row)):
            more += _count_one(kind[0, row[slot], row[slot]], seen, limit, by)
        return more
    for i in range(first, first + size):
        for j in range(first, i):
            more += _count_one(kind[(i - j) & 1, row[i], row[j]], seen, limit, by)
    return more


@rule
def _count_one(kind: int, seen: Ints, limit: Ints, by: int) -> int:
    seen[kind] += by
    return by if max(seen[kind], seen[kind] - by) > limit[kind] else 0


@rule
def _turned(player: int, turn: Ints, luck: Any) -> int:
    """Return an image of a player under the symmetry, by lot."""
    for _ in range(random_below(luck, 3)):
        player = turn[player]
    return player
