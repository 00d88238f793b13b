"""Looking for movements whose tables differ by one place: all sessions at once, from a seed.

Who has a short table in which session is decided first, so that nobody has one again before
everybody has; then players change places with others of the session whose table is as large, until
nobody meets anybody twice. Used to fill the catalogue, never to make a draw.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from engine.kernels.binding import bind
from engine.kernels.marks import rule
from engine.kernels.primitives import random_below, seed_random

from .anneal import CHANCES, GENERATOR, Ints
from .mixed import Mixed
from .movement import Session

ODDS: Final = np.array([int(CHANCES * math.exp(-repeats / 0.3)) for repeats in range(6)])
"""How often so many repeats more are put up with."""
STEPS = 4_000_000
"""Swaps before a search gives up; some seconds."""


def look(players: int, table_size: int, sessions: int, *, seed: int) -> Mixed | None:
    """Return so many sessions in which nobody meets twice, or None after STEPS swaps."""
    short = -players % table_size
    rng = np.random.Generator(np.random.PCG64(seed))
    place = _places(players, short * (table_size - 1), sessions, rng)
    full = players - short * (table_size - 1)
    table = np.array(
        [slot // table_size for slot in range(full)]
        + [full // table_size + slot // (table_size - 1) for slot in range(players - full)]
    )
    luck = np.zeros(1, dtype=GENERATOR)[0]
    seed_random(luck, np.uint64(seed), 0)
    if _compiled()(place, table, full, table_size, ODDS, luck, STEPS):
        return None
    return Mixed(players, table_size, seed, tuple(_session(row, table) for row in place))


@cache
def _compiled() -> Callable[..., int]:
    """Return the search, compiled where that is done."""
    return bind(
        spread,
        lambda t: t.int64(
            t.array(t.int64, 2),
            t.array(t.int64),
            t.int64,
            t.int64,
            t.array(t.int64),
            t.record,
            t.int64,
        ),
        GENERATOR,
    )


def _places(players: int, short: int, sessions: int, rng: np.random.Generator) -> Ints:
    """Return everybody's slot in each session: at short tables, the last, who had them least."""
    times = np.zeros(players, dtype=np.int64)
    rows = []
    for _ in range(sessions):
        order = rng.permutation(players)
        order = order[np.argsort(-times[order], kind="stable")]
        rows.append(order)
        times[order[players - short :]] += 1
    return np.array(rows, dtype=np.int64)


def _session(row: Ints, table: Ints) -> Session:
    count = int(table[-1]) + 1
    return tuple(tuple(sorted(int(p) for p in row[table == number])) for number in range(count))


@rule
def spread(  # noqa: PLR0917 - kernels take positional arguments only
    place: Ints, table: Ints, full: int, size: int, odds: Ints, luck: Any, steps: int
) -> int:
    """Change `place` until nobody meets twice; return how often somebody still does.

    `place[session, slot]`: players; `table[slot]`: the number of its table, the first `full`
    slots being at tables of `size`. `odds[d]`: of CHANCES, how often d repeats more are put up
    with.
    """
    sessions, slots = place.shape
    met = np.zeros((slots, slots), dtype=np.int64)
    repeats = 0
    for session in range(sessions):
        for slot in range(slots):
            repeats += _meet(place[session], table, slot, size, met, 1)
    repeats //= 2
    for _ in range(steps):
        if repeats == 0:
            break
        row = place[random_below(luck, sessions)]
        one = random_below(luck, slots)
        other = random_below(luck, full) if one < full else full + random_below(luck, slots - full)
        if table[one] == table[other]:
            continue
        more = _swap(row, table, one, other, size, met)
        if more <= 0 or (more < len(odds) and random_below(luck, CHANCES) < odds[more]):
            repeats += more
        else:
            _swap(row, table, one, other, size, met)
    return repeats


@rule
def _swap(row: Ints, table: Ints, one: int, other: int, size: int, met: Ints) -> int:  # noqa: PLR0917
    """Let two of different tables change places; return how many repeats more there are."""
    more = _part(row, table, one, size, met, -1) + _part(row, table, other, size, met, -1)
    row[one], row[other] = row[other], row[one]
    return more + _part(row, table, one, size, met, 1) + _part(row, table, other, size, met, 1)


@rule
def _part(row: Ints, table: Ints, slot: int, size: int, met: Ints, by: int) -> int:  # noqa: PLR0917
    """Count a player's meetings at a table once more (1) or less (−1); return repeats more."""
    more = 0
    for near in range(max(0, slot - size + 1), min(len(row), slot + size)):
        if near != slot and table[near] == table[slot]:
            a, b = row[slot], row[near]
            met[a, b] += by
            met[b, a] += by
            if max(met[a, b], met[a, b] - by) > 1:
                more += by
    return more


@rule
def _meet(row: Ints, table: Ints, slot: int, size: int, met: Ints, by: int) -> int:  # noqa: PLR0917
    """Count whom a player meets, from one side; return how many of them more than once."""
    more = 0
    for near in range(max(0, slot - size + 1), min(len(row), slot + size)):
        if near != slot and table[near] == table[slot]:
            met[row[slot], row[near]] += by
            if met[row[slot], row[near]] > 1:
                more += by
    return more
