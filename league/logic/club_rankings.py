"""Clubs ranked by the points of their players: the sum or the average of the best of each club."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Generic, TypeVar

from .points import EXACT

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class ClubRule:
    """How a club's points come of those of its players.

    The `best` of them count, all if None. A club with fewer players has what it has: the average is
    of those who count.
    """

    best: int | None = None
    is_average: bool = False


@dataclass(frozen=True, slots=True)
class Place(Generic[Key]):
    """The place of a club: `counted` of its `players` count. Equals share the better rank."""

    rank: int
    key: Key
    points: Decimal
    counted: int
    players: int


def points_of(points: Iterable[Decimal], rule: ClubRule) -> tuple[Decimal, int]:
    """Return the points of a club, in thousandths, and of how many players; of nobody 0."""
    counting = sorted(points, reverse=True)[: rule.best]
    total = sum(counting, Decimal(0))
    if rule.is_average and counting:
        total = (total / len(counting)).quantize(EXACT, ROUND_HALF_EVEN)
    return total, len(counting)


def ranked(clubs: Mapping[Key, Sequence[Decimal]], rule: ClubRule) -> list[Place[Key]]:
    """Return the clubs, best first; equals share the better rank and stay in their order.

    `clubs` has the points of each club's players. O(n log n) for n players.
    """
    found = [(key, len(points), *points_of(points, rule)) for key, points in clubs.items()]
    found.sort(key=lambda one: one[2], reverse=True)
    places: list[Place[Key]] = []
    for at, (key, players, points, counted) in enumerate(found, start=1):
        rank = places[-1].rank if places and places[-1].points == points else at
        places.append(Place(rank, key, points, counted, players))
    return places
