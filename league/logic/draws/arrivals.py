"""Whom to seat on an open evening: who waits longest, with those one has met least.

A table is opened as soon as enough wait. Whoever waits longest gets the first one, so that nobody
is passed over. Only where that would be a table of people who have met, and others are still
playing, it is put off for a little: then those who come back may make a better one.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

SHORTLIST = 12
"""So many of those who wait longest are looked at for a table: at most 462 ways to fill it."""
PATIENCE_S = 240
"""How long somebody waits for people they have not met, or for a table of the wished size."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits, and for how many seconds."""

    key: int
    waited_s: int


@dataclass(frozen=True, slots=True)
class Evening:
    """What has happened so far: who sat together at which table, the earliest first.

    `sides` has the side of each seat where players of a table of the wished size are partners.
    """

    sizes: Sequence[int]
    size: int
    seed: int
    tables: Sequence[Sequence[int]] = ()
    in_play: int = 0
    sides: Sequence[int] = ()


@dataclass(slots=True)
class _Met:
    """How often, and at which table last, two have met; the same of partners."""

    times: dict[frozenset[int], int] = field(default_factory=dict)
    last: dict[frozenset[int], int] = field(default_factory=dict)
    partners: dict[frozenset[int], int] = field(default_factory=dict)

    def add(self, number: int, table: Sequence[int], sides: Sequence[int]) -> None:
        for (one_seat, one), (other_seat, other) in combinations(enumerate(table), 2):
            pair = frozenset((one, other))
            self.times[pair] = self.times.get(pair, 0) + 1
            self.last[pair] = number
            if len(sides) == len(table) and sides[one_seat] == sides[other_seat]:
                self.partners[pair] = self.partners.get(pair, 0) + 1


def to_seat(waiting: Sequence[Waiting], evening: Evening) -> list[tuple[int, ...]]:
    """Return the tables to open now, each with its players in the order of seats."""
    left = sorted(waiting, key=lambda one: (-one.waited_s, _lot(evening, one.key), one.key))
    met = _met_of(evening)
    found: list[tuple[int, ...]] = []
    while table := _next_table(left, evening, met):
        seats = _seated(table, evening, met, len(found))
        met.add(len(evening.tables) + len(found), seats, evening.sides)
        found.append(seats)
        left = [one for one in left if one.key not in table]
    return found


def puts_off_s(waiting: Sequence[Waiting], evening: Evening) -> int | None:
    """Return for how many seconds the next table is put off; None while too few wait for one."""
    if not waiting or len(waiting) < min(_allowed(evening)):
        return None
    return max(0, PATIENCE_S - max(one.waited_s for one in waiting))


def _next_table(left: Sequence[Waiting], evening: Evening, met: _Met) -> tuple[int, ...]:
    """Return who sits together next, nobody where nobody is to sit down now.

    Tables that open at this moment are nothing to wait for: they have a match before them.
    """
    plays = evening.in_play > 0
    size = _size(left, evening)
    if not size:
        return ()
    for number, first in enumerate(left[:SHORTLIST]):
        price, table = _best(first, [*left[:number], *left[number + 1 :]], size, met)
        must = number == 0 and (not plays or first.waited_s >= PATIENCE_S)
        if price[0] == 0 or must:
            return table
    return ()


def _size(left: Sequence[Waiting], evening: Evening) -> int:
    """Return how many sit at the next table, 0 while too few wait.

    A smaller table than wished is opened for who has waited long, also where nobody plays: then
    the others may be about to come.
    """
    if len(left) >= evening.size:
        return evening.size
    fits = [size for size in _allowed(evening) if size <= len(left)]
    is_long = bool(left) and left[0].waited_s >= PATIENCE_S
    return max(fits) if fits and is_long else 0


def _allowed(evening: Evening) -> Sequence[int]:
    return [evening.size] if evening.sides else evening.sizes


Price = tuple[int, int, tuple[int, ...]]
"""Meetings again, how recent they are, and who of the queue is taken; less is better."""


def _best(
    first: Waiting, others: Sequence[Waiting], size: int, met: _Met
) -> tuple[Price, tuple[int, ...]]:
    """Return the best table for somebody out of those who wait longest."""
    shortlist = [one.key for one in others[: SHORTLIST - 1]]
    place = {key: number for number, key in enumerate(shortlist)}
    found: list[tuple[Price, tuple[int, ...]]] = []
    for some in combinations(shortlist, size - 1):
        table = (first.key, *some)
        found.append((_price(table, met, tuple(place[key] for key in some)), table))
        if found[-1][0][0] == 0:  # the first such has those who wait longest
            break
    return min(found)


def _price(table: tuple[int, ...], met: _Met, places: tuple[int, ...]) -> Price:
    pairs = [frozenset(pair) for pair in combinations(table, 2)]
    again = sum(met.times.get(pair, 0) ** 2 for pair in pairs)
    recent = max((met.last.get(pair, -1) for pair in pairs), default=-1)
    return again, recent, places


def _seated(table: tuple[int, ...], evening: Evening, met: _Met, opened: int) -> tuple[int, ...]:
    """Return a table in the order of its seats: by lot, with partners who were partners least."""
    lots = random.Random(f"{evening.seed}:{len(evening.tables) + opened}")  # noqa: S311 - a lot
    drawn = list(table)
    lots.shuffle(drawn)
    if len(evening.sides) != len(drawn):
        return tuple(drawn)
    return min(_turns(drawn), key=lambda seats: _partnered(seats, evening.sides, met.partners))


def _turns(drawn: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield orders in which everybody is the partner of everybody once: one stays, others turn."""
    first, *others = drawn
    for turn in range(max(len(others), 1)):
        yield (first, *others[turn:], *others[:turn])


def _partnered(
    seats: Sequence[int], sides: Sequence[int], partners: Mapping[frozenset[int], int]
) -> int:
    pairs = combinations(zip(seats, sides, strict=True), 2)
    return sum(
        partners.get(frozenset((one, other)), 0)
        for (one, side), (other, its) in pairs
        if side == its
    )


def _met_of(evening: Evening) -> _Met:
    met = _Met()
    for number, table in enumerate(evening.tables):
        met.add(number, table, evening.sides)
    return met


def _lot(evening: Evening, key: int) -> float:
    return random.Random(f"{evening.seed}:{key}").random()  # noqa: S311 - a lot
