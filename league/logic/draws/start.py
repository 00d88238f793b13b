"""A first seating for the search to begin with: in the order of the standings, units unbroken."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .model import NoDraw
from .turns import Turns
from .units import Choice, Unit, choose

Places = list[list[int]]
"""The players of each table."""


@dataclass(frozen=True, slots=True)
class Start:
    """The tables, the best placed first, and who was chosen for the odd ones, if there are any."""

    tables: Places
    odd: Choice | None


def start(units: Sequence[Unit], sizes: Sequence[int], usual: int, turns: Turns) -> Start:
    """Return a first seating of units, the best placed first; raises NoDraw.

    At most one unit of several players goes to each odd table; where that does not come out even,
    fewer of them do.
    """
    odd = [size for size in sizes if size != usual]
    full = [size for size in sizes if size == usual]
    for joined in range(len(odd), -1, -1):
        choice = choose(units[::-1], sum(odd), turns, most_joined=joined)
        if choice is None:
            continue
        taken = set(choice.taken)
        short = _pack([unit for unit in units if unit in taken], odd)
        rest = _pack([unit for unit in units if unit not in taken], full)
        if short is not None and rest is not None:
            return Start(_by_rank(rest + short, units), choice if odd else None)
    raise NoDraw("together_crowded", (key for unit in units if len(unit) > 1 for key in unit))


def _pack(units: Sequence[Unit], sizes: Sequence[int]) -> Places | None:
    """Return tables of at most these sizes, near where each stands, or None if units do not fit."""
    tables: Places = [[] for _ in sizes]
    room = list(sizes)
    home = _homes(units, sizes)
    for unit in sorted(units, key=lambda unit: -len(unit)):
        if len(unit) > 1:
            fitting = [table for table, free in enumerate(room) if free >= len(unit)]
            if not fitting:
                return None
            table = min(fitting, key=lambda table: abs(table - home[unit]))
            tables[table].extend(unit)
            room[table] -= len(unit)
    free = (table for table, places in enumerate(room) for _ in range(places))
    for unit in units:
        if len(unit) == 1:
            tables[next(free)].extend(unit)
    return tables


def _homes(units: Iterable[Unit], sizes: Sequence[int]) -> Mapping[Unit, int]:
    """Return at which table each unit would begin if nothing but the order counted."""
    table_of = [table for table, size in enumerate(sizes) for _ in range(size)] or [0]
    homes, place = {}, 0
    for unit in units:
        homes[unit] = table_of[min(place, len(table_of) - 1)]
        place += len(unit)
    return homes


def _by_rank(tables: Places, units: Iterable[Unit]) -> Places:
    """Return the tables in the order of the mean places of those who sit there."""
    rank = {key: place for place, unit in enumerate(units) for key in unit}
    return sorted(tables, key=lambda table: sum(rank[key] for key in table) / len(table))
