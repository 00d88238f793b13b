"""The movement to play: the longest there is for a number of players, or its first sessions.

Where players fill all tables it is from the catalogue, or a product of a smaller movement with a
net. Where they do not, it is from the catalogue with byes, or from a larger movement in which some
places are left empty.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from . import mixed
from .catalogue import starter_of
from .circle import round_robin
from .leave_out import without
from .movement import Kind, Movement, Session
from .nets import multiply
from .seating import balanced

MOST_PLAYERS = 100
"""Beyond these a movement takes more than a second to make."""


class Obstacle(StrEnum):
    """Why there is no movement."""

    TOO_FEW = "too-few"
    """There are fewer players than places at one table."""
    TOO_MANY = "too-many"
    """There are more players than MOST_PLAYERS."""
    IMPOSSIBLE = "impossible"
    """In so many sessions some would have to meet twice."""
    UNKNOWN = "unknown"
    """None of so many sessions is known here; `longest` has as many as there are."""


def best(
    players: int, table_size: int, sessions: int, *, short: tuple[int, ...] = ()
) -> Movement | None:
    """Return a movement of so many sessions in which nobody meets twice, or None.

    `short` are the sizes that tables may have where full ones do not come out even; as few as
    possible sit out. `obstacle` says why there is none. Costs up to a second.
    """
    if obstacle(players, table_size, sessions, short=short):
        return None
    sizes = _sizes(table_size, short)
    tables = balanced(_longest(players, sizes)[:sessions])
    is_whole = players % table_size == 0 and sessions * (table_size - 1) == players - 1
    kind = Kind.KIRKMAN if is_whole else Kind.GOLFER
    name = f"{players} players, tables of {table_size}, {sessions} sessions"
    return Movement(name, kind, players, sizes, tables)


def longest(players: int, table_size: int, *, short: tuple[int, ...] = ()) -> Movement | None:
    """Return the movement of most sessions that is known here; None as `best` does."""
    return best(players, table_size, reach(players, table_size, short=short), short=short)


def reach(players: int, table_size: int, *, short: tuple[int, ...] = ()) -> int:
    """Return how many sessions the longest movement has that is known here; 0 if there is none."""
    sizes = _sizes(table_size, short)
    if not sizes[-1] <= players <= MOST_PLAYERS:
        return 0
    return len(_longest(players, sizes))


def bound(players: int, table_size: int, *, short: tuple[int, ...] = ()) -> int:
    """Return a number of sessions in more than which some must meet twice, or none is fair.

    Where full tables come out even: everybody's others by those whom one meets in a session. Where
    nobody sits out, but fewer tables than a short one has places are full, it is one: in the
    second session short tables are for those who had full ones, some of whom would meet again.
    """
    splits = _splits(players, _sizes(table_size, short))
    if not splits or not splits[0]:
        return 0
    byes = players - sum(splits[0])
    if all(len(tables) + byes < max(tables) for tables in splits):
        return 1  # a table of a second session has players of different tables of the first
    if players % table_size == 0:
        return (players - 1) // (table_size - 1)
    is_mixed = not byes and len(splits) == 1 and splits[0][-1] == table_size - 1
    if is_mixed and 0 < splits[0].count(table_size) < table_size - 1:
        return 1
    pairs = min(sum(size * (size - 1) // 2 for size in tables) for tables in splits)
    return players * (players - 1) // 2 // pairs


def obstacle(
    players: int, table_size: int, sessions: int, *, short: tuple[int, ...] = ()
) -> Obstacle | None:
    """Return why there is no movement of so many sessions, or None if there is one."""
    if players < min((table_size, *short)):
        return Obstacle.TOO_FEW
    if players > MOST_PLAYERS:
        return Obstacle.TOO_MANY
    if sessions > bound(players, table_size, short=short):
        return Obstacle.IMPOSSIBLE
    if sessions > reach(players, table_size, short=short):
        return Obstacle.UNKNOWN
    return None


def _sizes(table_size: int, short: tuple[int, ...]) -> tuple[int, ...]:
    return (table_size, *sorted(set(short) - {table_size}, reverse=True))


@cache
def _splits(players: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return all ways to split players into tables with the fewest sitting out."""
    if players % sizes[0] == 0:
        return ((sizes[0],) * (players // sizes[0]),)
    for seated in range(players, -1, -1):
        if splits := tuple(_sums(seated, sizes)):
            return splits
    return ()


def _sums(number: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a number as a sum of sizes."""
    if number == 0:
        yield ()
    elif sizes:
        for count in range(number // sizes[0] + 1):
            for rest in _sums(number - count * sizes[0], sizes[1:]):
                yield (sizes[0],) * count + rest


@cache
def _longest(players: int, sizes: tuple[int, ...]) -> tuple[Session, ...]:
    if players % sizes[0] == 0:
        return _even(players, sizes[0])
    byes = players - sum(_splits(players, sizes)[0])
    return max(_uneven(players, sizes, byes), key=len)


@cache
def _even(players: int, size: int) -> tuple[Session, ...]:
    """Return the most sessions of full tables only."""
    return max(_evens(players, size), key=len)


def _evens(players: int, size: int) -> Iterator[tuple[Session, ...]]:
    if size == 2:
        yield round_robin(players).sessions
        return
    yield (tuple(tuple(range(first, first + size)) for first in range(0, players, size)),)
    if starter := starter_of(Kind.GOLFER, players, size):
        yield starter.develop()
    for smaller in range(size, players, size):
        if players % smaller == 0:
            yield _product(smaller, players // smaller, size)


def _product(players: int, by: int, size: int) -> tuple[Session, ...]:
    """Return a product with a net, and sessions inside its groups where they fill tables."""
    sessions = multiply(_even(players, size), size, by)
    if not sessions or by % size:
        return sessions
    inside = tuple(
        tuple(
            tuple(group * by + player for player in table)
            for group in range(players)
            for table in session
        )
        for session in _even(by, size)
    )
    return (*sessions, *inside)


def _uneven(players: int, sizes: tuple[int, ...], byes: int) -> Iterator[tuple[Session, ...]]:
    """Yield what there is of movements in which tables are short or some sit out."""
    size = sizes[0]
    if size == 2:
        yield round_robin(players).sessions
        return
    yield (_in_order(_splits(players, sizes)[-1]),)
    if byes == players % size and (starter := starter_of(Kind.GOLFER, players, size)):
        yield starter.develop()
    empty = -players % size
    if byes == 0 and size - 1 in sizes:
        yield _mixed(players, size, empty)
    yield without(
        _even(players + empty, size), players + empty, empty=empty, sizes=sizes, byes=byes
    )


def _mixed(players: int, size: int, empty: int) -> tuple[Session, ...]:
    """Return what is known at tables of which `empty` have one place less."""
    if players == empty * (size - 1):
        return _even(players, size - 1)
    entry = mixed.entries().get((players, size))
    return entry.sessions if entry else ()


def _in_order(tables: tuple[int, ...]) -> Session:
    """Return one session of tables of these sizes."""
    firsts = [sum(tables[:at]) for at in range(len(tables))]
    return tuple(
        tuple(range(first, first + size)) for first, size in zip(firsts, tables, strict=True)
    )
