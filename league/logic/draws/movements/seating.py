"""The order of seats at the tables of a movement, so that everybody has every seat about equally.

For each two seats the tables are arcs from who has the one to who has the other. Turning round
all arcs of a path takes the one seat from its first player and gives it to its last; paths are
turned as long as that makes anybody's seats more even. Where all tables are full this ends with
everybody's seats even but for one, since then it does for each two seats.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from .movement import Session

Rows = list[list[list[int]]]


def balanced(
    sessions: Iterable[Session], *, seats: Iterable[tuple[int, int]] | None = None
) -> tuple[Session, ...]:
    """Return the sessions with players changing seats at their tables.

    Only the pairs of seats in `seats` are changed against each other, if given.
    """
    rows: Rows = [[list(table) for table in session] for session in sessions]
    tables = [table for session in rows for table in session]
    largest = max((len(table) for table in tables), default=0)
    pairs = list(combinations(range(largest), 2) if seats is None else seats)
    for _ in range(2 * len(pairs)):
        if not sum(_even_out(tables, one, other) for one, other in pairs):
            break
    return tuple(tuple(tuple(table) for table in session) for session in rows)


def _even_out(tables: Sequence[list[int]], one: int, other: int) -> int:
    """Change players between two seats until both are even; return how many paths were turned."""
    ahead: dict[int, int] = {}
    arcs: dict[int, list[list[int]]] = {}
    for table in tables:
        for seat, sign in ((one, 1), (other, -1)):
            if seat < len(table):
                ahead[table[seat]] = ahead.get(table[seat], 0) + sign
        if max(one, other) < len(table):
            arcs.setdefault(table[one], []).append(table)
    turned = 0
    for player in sorted(ahead):
        while path := _path(player, arcs, ahead, one, other):
            for table in path:
                arcs[table[one]].remove(table)
                table[one], table[other] = table[other], table[one]
                arcs.setdefault(table[one], []).append(table)
            ahead[path[0][other]] -= 2
            ahead[path[-1][one]] += 2
            turned += 1
    return turned


def _path(
    player: int, arcs: dict[int, list[list[int]]], ahead: dict[int, int], one: int, other: int
) -> list[list[int]]:
    """Return the tables of a shortest path to somebody who is further behind by more than two."""
    came: dict[int, list[int]] = {}
    queue, seen = [player], {player}
    for at in queue:
        for table in arcs.get(at, ()):
            end = table[other]
            if end in seen:
                continue
            came[end] = table
            if ahead[end] < ahead[player] - 2:
                return _back(came, end, player, one)
            seen.add(end)
            queue.append(end)
    return []


def _back(came: dict[int, list[int]], end: int, start: int, one: int) -> list[list[int]]:
    path = []
    while end != start:
        path.append(came[end])
        end = came[end][one]
    return path[::-1]
