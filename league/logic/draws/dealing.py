"""How those who enter a round are dealt to its tables, so that who just met meets again least.

In each lap every table gets one; those of one group, who come from one heat, are to sit at
different tables. This colours the edges of a bipartite graph: a lap and a group are joined by each
source that is in both, and the colour of an edge is a table. It can always be done with as many
colours as tables (Kőnig), edge after edge, by exchanging two colours along an alternating path.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeAlias

End: TypeAlias = tuple[str, Hashable]
"""An end of an edge: a lap or a group."""


def dealt(groups: Sequence[Hashable], sizes: Sequence[int]) -> list[list[int]]:
    """Return the positions, the best first, at tables of these sizes.

    `groups` says for each position where somebody comes from, None for who has met nobody. Tables
    follow one another as a snake where nothing speaks against it. Where they are of several sizes
    it is the snake alone. O(positions · tables).
    """
    laps = list(_laps(sizes))
    snake = [table for lap in laps for table in lap]
    if len(set(sizes)) == 1 and any(group is not None for group in groups):
        snake = _Colouring(groups, len(sizes)).coloured(snake)
    tables: list[list[int]] = [[] for _ in sizes]
    for position, table in enumerate(snake):
        tables[table].append(position)
    return tables


def _laps(sizes: Sequence[int]) -> Iterator[list[int]]:
    """Yield the tables that have a seat in each lap: in their order, then backwards, and so on."""
    for number in range(max(sizes)):
        lap = [table for table, size in enumerate(sizes) if size > number]
        yield lap[::-1] if number % 2 else lap


class _Colouring:
    """Which table each position has so far, and which position each table has at both its ends."""

    def __init__(self, groups: Sequence[Hashable], tables: int) -> None:
        self.tables = tables
        self.ends = [
            (("lap", position // tables), ("group", (group, number // tables)))
            for position, (group, number) in enumerate(_numbered(groups))
        ]
        self.at: dict[End, dict[int, int]] = {end: {} for pair in self.ends for end in pair}
        self.table_of: dict[int, int] = {}

    def coloured(self, wanted: Sequence[int]) -> list[int]:
        """Return the table of each position, the one wanted or one near it where that is free."""
        for position, (lap, group) in enumerate(self.ends):
            free = self._free(lap)
            both = [table for table in free if table not in self.at[group]]
            if both:
                table = min((abs(one - wanted[position]), one) for one in both)[1]
            else:
                table = free[0]
                self._exchange(group, table, self._free(group)[0])
            self._set(position, table)
        return [self.table_of[position] for position in range(len(wanted))]

    def _free(self, end: End) -> list[int]:
        return [table for table in range(self.tables) if table not in self.at[end]]

    def _set(self, position: int, table: int) -> None:
        self.table_of[position] = table
        for end in self.ends[position]:
            self.at[end][table] = position

    def _exchange(self, end: End, table: int, other: int) -> None:
        """Exchange two tables along the path that starts at `end` with the first of them."""
        path = []
        seeking = table
        while (position := self.at[end].get(seeking)) is not None:
            path.append(position)
            lap, group = self.ends[position]
            end = group if end == lap else lap
            seeking = other if seeking == table else table
        for position in path:
            for side in self.ends[position]:
                self.at[side].pop(self.table_of[position], None)
        for position in path:
            self._set(position, other if self.table_of[position] == table else table)


def _numbered(groups: Sequence[Hashable]) -> Iterator[tuple[Hashable, int]]:
    """Yield each group with how many of it came before; who has met nobody is a group alone."""
    seen: dict[Hashable, int] = {}
    for position, group in enumerate(groups):
        own = ("alone", position) if group is None else group
        yield own, seen.setdefault(own, 0)
        seen[own] += 1
