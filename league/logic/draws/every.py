"""The best of all draws of a few players: every way to share them out to the tables is looked at.

Players are numbered and costs are as in `anneal`, those of seats included. A set of players is a
number with one bit for each.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any

from .arrays import FORBIDDEN, Crowd, Hall, Ints

MOST = 9
"""With more players there are too many draws to look at."""

Kind = tuple[int, int]
"""The size of a table and its kind, as a TABLE has it."""
Seating = tuple[tuple[Kind, tuple[int, ...]], ...]
"""Who sits at tables of which kinds."""


def seat_best(hall: Hall, crowd: Crowd, seated: Ints, at: Any) -> bool:
    """Put the cheapest draw into `at`, and tell whether it keeps all rules; O(3^players)."""
    tables = [(int(one.last - one.first), int(one.odd)) for one in hall.tables]
    sides = [int(hall.places[place].side) for place in range(tables[0][0])]
    price = cache(_pricing(crowd, seated, sides))
    units = _units(crowd)

    @cache
    def best(left: int, kinds: tuple[Kind, ...]) -> tuple[int, Seating]:
        if not kinds:
            return 0, ()
        first, *others = _members(left)
        least: tuple[int, Seating] | None = None
        for kind in dict.fromkeys(kinds):
            rest = list(kinds)
            rest.remove(kind)
            for company in combinations(others, kind[0] - 1):
                table = (first, *company)
                members = sum(1 << one for one in table)
                if any(members & unit not in (0, unit) for unit in units):
                    continue
                cost, seating = best(left & ~members, tuple(rest))
                cost += price(table, kind[1])
                if least is None or cost < least[0]:
                    least = cost, ((kind, table), *seating)
        return least or (FORBIDDEN * FORBIDDEN, ())

    cost, seating = best((1 << len(crowd.players)) - 1, tuple(tables))
    waiting = {kind: [table for its, table in seating if its == kind] for kind in tables}
    at[:] = [one for kind in tables for one in waiting[kind].pop(0)]
    return cost < FORBIDDEN


def _pricing(
    crowd: Crowd, seated: Ints, sides: Sequence[int]
) -> Callable[[tuple[int, ...], int], int]:
    """Return what tells what a table of a kind costs in its best order."""
    shared, partnered = (_rows(matrix) for matrix in (crowd.shared, crowd.partnered))
    seats = _rows(seated)
    people = [{name: int(getattr(one, name)) for name in TRAITS} for one in crowd.players]
    side_gap = int(crowd.weights[0].side_gap)

    def price(table: tuple[int, ...], kind: int) -> int:
        if kind > 1:
            return FORBIDDEN * sum(people[one]["away"] != kind for one in table)
        cost = sum(people[one]["odd" if kind else "usual"] for one in table)
        cost += sum(shared[one][other] for one, other in combinations(table, 2))
        if sides[0] < 0:
            return cost + _best_seats(table, seats)
        return cost + min(map(in_order, permutations(table)))

    def in_order(table: tuple[int, ...]) -> int:
        cost = sum(seats[one][seat] for seat, one in enumerate(table))
        sums = dict.fromkeys(sides, 0)
        for (one, side), (other, its) in combinations(zip(table, sides, strict=True), 2):
            cost += partnered[one][other] if side == its else 0
        for one, side in zip(table, sides, strict=True):
            sums[side] += people[one]["level"]
        gaps = (abs(one - other) for one, other in combinations(sums.values(), 2))
        return cost + sum(gap * side_gap // 1000 for gap in gaps)

    return price


TRAITS = ("level", "usual", "odd", "away")


def _best_seats(table: Sequence[int], seats: Sequence[Sequence[int]]) -> int:
    """Return what the seats of a table cost if they are given out as well as can be."""

    @cache
    def least(left: tuple[int, ...]) -> int:
        return min(
            (
                seats[one][len(left) - 1] + least((*left[:at], *left[at + 1 :]))
                for at, one in enumerate(left)
            ),
            default=0,
        )

    return least(tuple(table))


def _rows(matrix: Any) -> Sequence[Sequence[int]]:
    return [[int(value) for value in row] for row in matrix]


def _members(players: int) -> Iterable[int]:
    return [one for one in range(players.bit_length()) if players >> one & 1]


def _units(crowd: Crowd) -> list[int]:
    """Return those who must share a table, of each two and more."""
    units: dict[int, int] = {}
    for number, one in enumerate(crowd.players):
        units[int(one.unit)] = units.get(int(one.unit), 0) | 1 << number
    return [unit for unit in units.values() if unit.bit_count() > 1]
