"""How many sit at the tables of a cup, round by round, and how many of each table go on.

Tables have no other sizes than the rules allow. From tables of the preferred size the better half
goes on, of an odd number the first. After the first round all tables have that size; in it the
best seeds have byes, so many that the second round comes out even. Where that cannot be, a table
has another size, if the rules allow one; else of one table more or fewer than usual go on.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from .model import NoDraw, Rules

Lot: TypeAlias = tuple[int, int]
"""A table: how many sit there, and how many of them go on."""

Plan: TypeAlias = tuple[tuple[Lot, ...], ...]
"""The tables of each round, the final last. Whoever has no seat in a round has a bye."""

Cost: TypeAlias = tuple[int, int, int, int]
"""Tables from which another number goes on, how far a size is from the preferred one at most, how
many have a bye, and how many tables have another size; the least is best."""


def plan_of(players: int, rules: Rules) -> Plan:
    """Return the plan of a cup; raises NoDraw("too_few"). O(players · sizes)."""
    size, advance = rules.size, goes_on(rules.size)
    if players < size and players in rules.sizes:
        return (((players, 1),),)
    if players < size:
        raise NoDraw("too_few")
    found = list(_first_rounds(players, rules, advance))
    if found:
        _cost, first, left = min(found)
    else:
        first, left = _whole_tables(players, size, advance)
        return (first, *plan_of(left, rules))
    return (*((first,) if first else ()), *_full_rounds(left, size, advance))


def goes_on(size: int) -> int:
    """Return how many of a table of the preferred size go on: the better half, or the first."""
    return size // 2 if size % 2 == 0 else 1


def _full_rounds(players: int, size: int, advance: int) -> Plan:
    """Return the rounds of so many that all tables of each are full, none if one has won."""
    if players == 1:
        return ()
    if players == size:
        return (((size, 1),),)
    tables = players // size
    return (((size, advance),) * tables, *_full_rounds(tables * advance, size, advance))


def _whole_tables(players: int, size: int, advance: int) -> tuple[tuple[Lot, ...], int]:
    """Return a round of as many full tables as there are, and how many are left after it."""
    tables = players // size
    return ((size, advance),) * tables, players - tables * (size - advance)


def _first_rounds(
    players: int, rules: Rules, advance: int
) -> Iterator[tuple[Cost, tuple[Lot, ...], int]]:
    """Yield first rounds with their costs, after each of which all further rounds are full."""
    goals = [rules.size]
    while goals[-1] * rules.size // advance <= players:
        goals.append(goals[-1] * rules.size // advance)
    if players in goals:
        yield (0, 0, 0, 0), (), players
        return
    if players in rules.sizes:
        yield (0, abs(players - rules.size), 0, 1), ((players, 1),), 1
    for away in sorted({abs(size - rules.size) for size in rules.sizes}):
        odd = _Odd(rules, advance, away, players)
        found = [one for goal in goals for one in _other_sizes(players, goal, odd)]
        if found:
            yield from found
            return
    for goal in goals:
        yield from _other_numbers(players, goal, rules.size, advance)


class _Odd:
    """The fewest tables of other sizes, none further away than so many, by what they add up to."""

    def __init__(self, rules: Rules, advance: int, away: int, most: int) -> None:
        self.size, self.advance, self.away = rules.size, advance, away
        steps = [size - rules.size for size in rules.sizes if size > advance]
        self.steps = [step for step in steps if 0 < abs(step) <= away]
        self.fewest = {0: 0}
        self._last = {0: 0}
        layer = [0]
        while layer:
            further = []
            for excess in layer:
                for step in self.steps:
                    if abs(excess + step) <= most and excess + step not in self.fewest:
                        self.fewest[excess + step] = self.fewest[excess] + 1
                        self._last[excess + step] = step
                        further.append(excess + step)
            layer = further

    def tables(self, excess: int, count: int) -> list[int]:
        """Return the sizes of so many tables that have so many more seats than full ones."""
        sizes = []
        while excess:
            sizes.append(self.size + self._last[excess])
            excess -= self._last[excess]
        return sizes + [self.size] * (count - len(sizes))


def _other_sizes(players: int, goal: int, odd: _Odd) -> Iterator[tuple[Cost, tuple[Lot, ...], int]]:
    """Yield rounds from which as many as usual go on from each table, and `goal` in all."""
    for count in range(1, goal // odd.advance + 1):
        excess = players - goal - count * (odd.size - odd.advance)
        others = odd.fewest.get(excess)
        if others is not None and others <= count:
            tables = sorted((size, odd.advance) for size in odd.tables(excess, count))
            byes = goal - count * odd.advance
            yield (0, odd.away, byes, others), tuple(tables), goal


def _other_numbers(
    players: int, goal: int, size: int, advance: int
) -> Iterator[tuple[Cost, tuple[Lot, ...], int]]:
    """Yield rounds of full tables, from some of which more or fewer go on than usual."""
    for count in range(1, players // size + 1):
        more = goal - (players - count * size) - count * advance
        going = _shared_out(more, count, size, advance)
        if going:
            others = sum(number != advance for number in going)
            tables = tuple((size, number) for number in going)
            yield (others, 0, players - count * size, 0), tables, goal


def _shared_out(more: int, count: int, size: int, advance: int) -> Sequence[int]:
    """Return how many go on from each table, in as few as can be `more` than usual in all."""
    going = [advance] * count
    order = range(count) if more > 0 else range(count - 1, -1, -1)
    for table in order:
        going[table] = min(max(advance + more, 1), size - 1)
        more -= going[table] - advance
    return going if more == 0 else ()
