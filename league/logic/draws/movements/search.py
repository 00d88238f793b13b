"""Looking for the base tables of a starter, from a seed.

Used to fill the catalogue, never to make a draw.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import chain, combinations

import numpy as np

from engine.kernels.binding import bind
from engine.kernels.primitives import seed_random

from .anneal import CHANCES, GENERATOR, Ints, anneal
from .catalogue import Entry
from .movement import Kind, Session, Table, pairs_of
from .room import find_howell
from .starters import Circle, Shape, Starter

ODDS = np.array([int(CHANCES * math.exp(-repeats / 0.35)) for repeats in range(6)])
"""How often so many repeats more are put up with: one about once in seventeen times."""

ALL_ALIKE = ((1, (0, 1)),)
PARTNERS_AND_OPPONENTS = ((1, (0,)), (2, (1,)))
"""How often two may meet who sit an even (0) or odd (1) number of seats apart."""

STEPS = 40_000_000
"""Swaps before a search gives up; some minutes."""


def look(entry: Entry) -> Entry | None:
    """Return an entry with what its search finds, or None."""
    if entry.kind == Kind.HOWELL:
        found = find_howell(entry.shape.circle.modulus, seed=entry.seed)
        return replace(entry, bases=(found[0],), boards=found[1]) if found else None
    starter = find(entry.shape, seed=entry.seed)
    return replace(entry, bases=starter.bases) if starter else None


def find(shape: Shape, *, seed: int, steps: int = STEPS) -> Starter | None:
    """Return a starter in which nobody meets too often, or None after `steps` swaps."""
    given = shape.given or ((),) * shape.bases
    place = _places(shape, given, seed)
    kind, limit = _limits(shape, given)
    turn = np.array([shape.circle.turned(p) for p in range(shape.circle.players)])
    luck = np.zeros(1, dtype=GENERATOR)[0]
    seed_random(luck, np.uint64(seed), 0)
    if _compiled()(place, shape.table_size, turn, kind, limit, ODDS, luck, steps):
        return None
    found = [_tables(row, shape.table_size) for row in place]
    bases = tuple((*tables, *others) for tables, others in zip(given, found, strict=True))
    return Starter(shape.circle, bases, shape.classes)


@cache
def _compiled() -> Callable[..., int]:
    """Return the search, compiled where that is done."""
    return bind(
        anneal,
        lambda t: t.int64(
            t.array(t.int64, 2),
            t.int64,
            t.array(t.int64),
            t.array(t.int64, 3),
            t.array(t.int64),
            t.array(t.int64),
            t.record,
            t.int64,
        ),
        GENERATOR,
    )


def _tables(row: Ints, size: int) -> Session:
    """Return the full tables of a row of players; those left at its end sit out."""
    firsts = range(0, len(row) - size + 1, size)
    return tuple(tuple(int(p) for p in row[first : first + size]) for first in firsts)


def _places(shape: Shape, given: tuple[Session, ...], seed: int) -> Ints:
    """Return one player of each orbit under the symmetry, for every base, shuffled."""
    rng = np.random.Generator(np.random.PCG64(seed))
    rows = []
    for tables in given:
        seated = {p for table in tables for one in shape.circle.turns(table) for p in one}
        free, row = set(range(shape.circle.players)) - seated, []
        while free:
            first = min(free)
            row.append(first)
            free -= set(_images(shape.circle, first))
        rows.append(rng.permutation(np.array(row, dtype=np.int64)))
    return np.array(rows)


def _images(circle: Circle, player: int) -> list[int]:
    """Return whom the symmetry takes a player to, itself first."""
    images = [player]
    while (player := circle.turned(player)) != images[0]:
        images.append(player)
    return images


def _limits(shape: Shape, given: tuple[Session, ...]) -> tuple[Ints, Ints]:
    """Return what to count for each two players, and how often each may be counted.

    An orbit of pairs that is smaller than the group is met several times by one pair of a base.
    """
    circle, players = shape.circle, shape.circle.players
    order = circle.modulus * math.lcm(*(len(_images(circle, p)) for p in range(players)))
    met = Counter(pairs_of(chain(*Starter(circle, given, shape.classes).develop())))
    kind = np.full((2, players, players), -1, dtype=np.int64)
    limit: list[int] = []
    for times, parities in PARTNERS_AND_OPPONENTS if shape.whist else ALL_ALIKE:
        for pair in combinations(range(players), 2):
            if kind[parities[0], *pair] < 0:
                orbit = _orbit(circle, *pair)
                for one, other in orbit:
                    kind[parities, one, other] = kind[parities, other, one] = len(limit)
                limit.append((times - met[pair]) * len(orbit) // order)
    for player in range(players):
        if kind[0, player, player] < 0:
            orbit = _orbit(circle, player, player)
            for image, _ in orbit:
                kind[:, image, image] = len(limit)
            limit.append(len(orbit) // order)
    if min(limit) < 0:
        raise ValueError("the given tables repeat a pair")
    return kind, np.array(limit)


def _orbit(circle: Circle, one: int, other: int) -> set[Table]:
    """Return all pairs that shifts and the symmetry make of a pair, the lower number first."""
    found: set[Table] = set()
    left = [(min(one, other), max(one, other))]
    while left:
        pair = left.pop()
        if pair in found:
            continue
        found.add(pair)
        for move in (circle.shift, circle.turned):
            a, b = move(pair[0]), move(pair[1])
            left.append((min(a, b), max(a, b)))
    return found
