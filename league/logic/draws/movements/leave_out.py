"""Smaller movements from larger ones, by leaving places empty.

Those who sat with an empty place have a short table or, where none is allowed, sit out. Nobody
still meets anybody twice, but some of the sessions, in the right order, are all that is fair:
nobody has a short table or sits out again before everybody has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random

import numpy as np

from .movement import Session

CANDIDATES = 60
"""How many choices of empty places are tried."""

STEPS = 60
"""How many beginnings of an order are tried for each choice, the longest first."""


def without(
    sessions: Sequence[Session], players: int, *, empty: int, sizes: tuple[int, ...], byes: int
) -> tuple[Session, ...]:
    """Return the most sessions of a movement of `players` that are left with `empty` fewer.

    In each of them just `byes` sit out. The players are numbered anew.
    """
    longest: tuple[Session, ...] = ()
    for places in islice(_choices(sessions, players, empty), CANDIDATES):
        left = [_left(session, places, sizes) for session in sessions]
        usable = [one for one in left if len(one.out) == byes]
        if len(usable) > len(longest):
            order = _fair_order(usable, players - empty)
            longest = max(longest, tuple(usable[number].tables for number in order), key=len)
        if len(longest) == len(sessions):
            break
    return longest


def _choices(sessions: Sequence[Session], players: int, empty: int) -> Iterator[frozenset[int]]:
    """Yield places to leave empty: any, some that never meet, some of one table, some by lot."""
    met = [{player} for player in range(players)]
    for session in sessions:
        for table in session:
            for player in table:
                met[player].update(table)
    yield frozenset(range(empty))
    for player in range(players):
        strangers = [player]
        for other in range(players):
            if all(other not in met[one] for one in strangers):
                strangers.append(other)
        if len(strangers) >= empty:
            yield frozenset(strangers[:empty])
        if player >= CANDIDATES // 4:
            break
    for table in islice((table for session in sessions for table in session), CANDIDATES // 4):
        yield from (frozenset(some) for some in islice(combinations(table, empty), 1))
    rng = Random(players)  # noqa: S311 - not for secrets, and reproducible
    while True:
        yield frozenset(rng.sample(range(players), empty))


@dataclass(frozen=True, slots=True)
class _Left:
    """What is left of a session, and whom it disadvantages."""

    tables: Session
    short: list[int]
    out: list[int]


def _left(session: Session, places: frozenset[int], sizes: tuple[int, ...]) -> _Left:
    """Return what is left of a session when places are empty, with players numbered anew."""
    tables = [
        tuple(player - sum(place < player for place in places) for player in table)
        for table in (
            tuple(player for player in table if player not in places) for table in session
        )
    ]
    return _Left(
        tables=tuple(table for table in tables if len(table) in sizes),
        short=[p for table in tables if len(table) in sizes[1:] for p in table],
        out=[p for table in tables if len(table) not in sizes for p in table],
    )


def _fair_order(left: Sequence[_Left], players: int) -> list[int]:
    """Return the longest order of sessions found in which the disadvantages stay even."""
    bad = np.zeros((len(left), 2, players), dtype=np.int64)
    for number, one in enumerate(left):
        bad[number, 0, one.short] = 1
        bad[number, 1, one.out] = 1
    longest: list[int] = []
    queue: list[list[int]] = [[]]
    for _ in range(STEPS):
        if not queue or len(longest) == len(left):
            break
        taken = queue.pop()
        if len(taken) > len(longest):
            longest = taken
        then = bad + bad[taken].sum(axis=0)
        is_fair = (then.max(axis=2) <= then.min(axis=2) + 1).all(axis=1)
        queue += [
            [*taken, int(number)] for number in np.flatnonzero(is_fair) if number not in taken
        ]
    return longest
