"""Changes that somebody makes to a draw by hand."""

from dataclasses import dataclass, replace

from .model import Draw, Table


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players change places; a bye is a place, too."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Move:
    """A player takes a further seat, the last one if none is named, at a table or, at None, a bye.

    A table with one more than there are opens a new one.
    """

    key: int
    table: int | None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody without a place takes the last seat of a table."""

    key: int
    table: int


Change = Swap | Move | Join


def change_draw(draw: Draw, change: Change) -> Draw:
    """Return the draw after a change; raises LookupError for a player or table there is not."""
    if isinstance(change, Swap):
        return _swap(draw, change)
    if isinstance(change, Join):
        return _join(draw, change)
    return _move(draw, change)


def _swap(draw: Draw, change: Swap) -> Draw:
    _place_of(draw, change.one)
    _place_of(draw, change.other)
    to = {change.one: change.other, change.other: change.one}
    return replace(
        draw,
        tables=tuple(tuple(to.get(key, key) for key in table) for table in draw.tables),
        byes=tuple(sorted(to.get(key, key) for key in draw.byes)),
    )


def _move(draw: Draw, change: Move) -> Draw:
    _place_of(draw, change.key)
    tables = [tuple(key for key in table if key != change.key) for table in draw.tables]
    byes = tuple(key for key in draw.byes if key != change.key)
    if change.table is None:
        byes = tuple(sorted((*byes, change.key)))
    elif change.table == len(tables) + 1:
        tables.append((change.key,))
    elif 1 <= change.table <= len(tables):
        tables[change.table - 1] = _with(tables[change.table - 1], change)
    else:
        raise LookupError(f"there is no table {change.table}")
    return replace(draw, tables=tuple(tables), byes=byes)


def _join(draw: Draw, change: Join) -> Draw:
    tables = list(draw.tables)
    if not 1 <= change.table <= len(tables):
        raise LookupError(f"there is no table {change.table}")
    tables[change.table - 1] = (*tables[change.table - 1], change.key)
    return replace(draw, tables=tuple(tables))


def _with(table: Table, change: Move) -> Table:
    seat = len(table) if change.seat is None else change.seat
    return (*table[:seat], change.key, *table[seat:])


def _place_of(draw: Draw, key: int) -> int | None:
    """Return the table of a player, or None for a bye; raises LookupError if he has no place."""
    for number, table in enumerate(draw.tables, start=1):
        if key in table:
            return number
    if key in draw.byes:
        return None
    raise LookupError(f"{key} has no place in this draw")
