"""What is wrong with a movement: every breach of what its kind promises.

Knows nothing of how movements are made; reads their tables only.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from .movement import Kind, Movement


class Fault(StrEnum):
    """What can be wrong."""

    UNKNOWN = "unknown"
    """There is no player of this number."""
    TWICE = "twice"
    """A player sits in two places in one session."""
    SIZE = "size"
    """A table has a size that it may not have."""
    REPEAT = "repeat"
    """Two meet more often than they should."""
    MISSED = "missed"
    """Two meet less often than they should."""
    PARTNERS = "partners"
    """Two are partners other than once."""
    BYES = "byes"
    """Somebody sits out, or does so again before everybody has."""
    SHORT = "short"
    """Somebody sits at a short table again before everybody has."""
    SEATS = "seats"
    """Somebody's seats, or games at home, are uneven by more than they need be."""
    BOARDS = "boards"
    """Somebody plays a board other than once, or two tables have it at the same time."""


@dataclass(frozen=True, slots=True)
class Breach:
    """Something wrong; `session` counts from 0 and is None for what only all of them show."""

    fault: Fault
    players: tuple[int, ...]
    session: int | None = None


def breaches(movement: Movement) -> list[Breach]:
    """Return everything that is wrong, session by session, then as a whole."""
    places = list(_misplaced(movement))
    if any(breach.fault == Fault.UNKNOWN for breach in places):
        return places
    whole = {
        Kind.GOLFER: _repeats,
        Kind.KIRKMAN: _complete,
        Kind.WHIST: _whist,
        Kind.ROUND_ROBIN: _complete,
        Kind.HOWELL: _howell,
    }[movement.kind]
    return [*places, *whole(movement), *_unfair(movement), *_uneven_seats(movement)]


def seat_counts(movement: Movement) -> list[list[int]]:
    """Return how often each player has each seat."""
    counts = [[0] * movement.table_size for _ in range(movement.players)]
    for session in movement.sessions:
        for table in session:
            for seat, player in enumerate(table[: movement.table_size]):
                counts[player][seat] += 1
    return counts


def _misplaced(movement: Movement) -> Iterator[Breach]:
    for number, session in enumerate(movement.sessions):
        seated = Counter(player for table in session for player in table)
        for player, times in sorted(seated.items()):
            if not 0 <= player < movement.players:
                yield Breach(Fault.UNKNOWN, (player,), number)
            if times > 1:
                yield Breach(Fault.TWICE, (player,), number)
        for table in session:
            if len(table) not in movement.sizes:
                yield Breach(Fault.SIZE, tuple(table), number)


def _meetings(movement: Movement) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for session in movement.sessions
        for table in session
        for pair in combinations(table, 2)
    )


def _repeats(movement: Movement) -> Iterator[Breach]:
    for pair, times in _meetings(movement).items():
        if times > 1:
            yield Breach(Fault.REPEAT, tuple(sorted(pair)))


def _complete(movement: Movement, times: int = 1) -> Iterator[Breach]:
    """Yield who meets other than so often, and who sits out without need."""
    met = _meetings(movement)
    for pair in combinations(range(movement.players), 2):
        if met[frozenset(pair)] != times:
            more = met[frozenset(pair)] > times
            yield Breach(Fault.REPEAT if more else Fault.MISSED, pair)
    odd = movement.players % movement.table_size
    for number in range(len(movement.sessions)):
        if len(movement.byes(number)) != odd:
            yield Breach(Fault.BYES, movement.byes(number), number)


def _whist(movement: Movement) -> Iterator[Breach]:
    yield from _complete(movement, times=3)
    partners = Counter(
        frozenset(pair)
        for session in movement.sessions
        for table in session
        for pair in (table[::2], table[1::2])
    )
    for pair in combinations(range(movement.players), 2):
        if partners[frozenset(pair)] != 1:
            yield Breach(Fault.PARTNERS, pair)


def _howell(movement: Movement) -> Iterator[Breach]:
    yield from _complete(movement)
    if [len(row) for row in movement.boards] != [len(tables) for tables in movement.sessions]:
        yield Breach(Fault.BOARDS, ())
        return
    played: Counter[tuple[int, int]] = Counter()
    for number, (session, boards) in enumerate(
        zip(movement.sessions, movement.boards, strict=True)
    ):
        if len(set(boards)) < len(boards):
            yield Breach(Fault.BOARDS, (), number)
        for table, board in zip(session, boards, strict=True):
            played.update((player, board) for player in table)
    for (player, _), times in sorted(played.items()):
        if times > 1:
            yield Breach(Fault.BOARDS, (player,))


def _unfair(movement: Movement) -> Iterator[Breach]:
    """Yield who is disadvantaged again before everybody else was once more."""
    for fault, those in ((Fault.BYES, movement.byes), (Fault.SHORT, movement.short)):
        times = dict.fromkeys(range(movement.players), 0)
        for number in range(len(movement.sessions)):
            for player in those(number):
                times[player] += 1
            again = _above(times)
            if again:
                yield Breach(fault, again, number)


def _above(times: dict[int, int]) -> tuple[int, ...]:
    """Return who is more than one ahead of somebody."""
    least = min(times.values(), default=0)
    return tuple(player for player, count in times.items() if count > least + 1)


def _uneven_seats(movement: Movement) -> Iterator[Breach]:
    """Yield whose seats differ by more than one, or two where tables differ or have partners."""
    mixed = any(movement.short(number) for number in range(len(movement.sessions)))
    allowed = 2 if mixed or movement.kind == Kind.WHIST else 1
    for player, counts in enumerate(seat_counts(movement)):
        if max(counts) - min(counts) > allowed:
            yield Breach(Fault.SEATS, (player,))
