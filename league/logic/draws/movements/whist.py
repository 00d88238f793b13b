"""Whist tournaments: everybody is everybody's partner once and opponent twice.

Source: C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs, VI.64.
"""

from itertools import permutations

from league.logic.field import factors, field

from .catalogue import starter_of
from .movement import Kind, Movement, Session, Table

TABLE = 4

ORDERS = tuple(order for order in permutations(range(TABLE)) if (order[0] - order[2]) % 2 == 0)
"""The orders of seats that leave partners partners."""


def whist(players: int) -> Movement | None:
    """Return the whist of a number of players, or None if there is none here.

    Of 4n players it has 4n − 1 sessions; of 4n + 1 as many as players, each sitting out once.
    """
    starter = starter_of(Kind.WHIST, players, TABLE)
    if starter is not None:
        sessions = starter.develop()
    elif players > 1 and players % TABLE == 1 and len(factors(players)) == 1:
        sessions = _of_field(players)
    else:
        return None
    return Movement(f"whist of {players}", Kind.WHIST, players, (TABLE,), _evened(sessions))


def _of_field(players: int) -> tuple[Session, ...]:
    """Return the whist of a prime power 4n + 1: x and −x against the same, a quarter turn on."""
    ring = field(players)
    power, powers = 1, []
    for _ in range(players - 1):
        powers.append(power)
        power = int(ring.times[power, ring.generator()])
    count = players // TABLE
    base = [tuple(powers[i + quarter * count] for quarter in range(TABLE)) for i in range(count)]
    return tuple(
        tuple(tuple(int(ring.plus[player, by]) for player in table) for table in base)
        for by in range(players)
    )


def _evened(sessions: tuple[Session, ...]) -> tuple[Session, ...]:
    """Return the sessions with everybody's seats as even as changes at single tables make them."""
    counts: dict[tuple[int, int], int] = {}
    rows = [list(session) for session in sessions]
    for session in rows:
        for at, table in enumerate(session):
            session[at] = _best_order(table, counts)
            _count(session[at], counts, 1)
    changed = True
    while changed:
        changed = False
        for session in rows:
            for at, table in enumerate(session):
                _count(table, counts, -1)
                session[at] = _best_order(table, counts)
                _count(session[at], counts, 1)
                changed |= session[at] != table
    return tuple(tuple(session) for session in rows)


def _count(table: Table, counts: dict[tuple[int, int], int], by: int) -> None:
    for place in zip(table, range(TABLE), strict=True):
        counts[place] = counts.get(place, 0) + by


def _best_order(table: Table, counts: dict[tuple[int, int], int]) -> Table:
    """Return the players in the order whose seats they have had least; as they sit, if in doubt."""
    orders = [tuple(table[seat] for seat in order) for order in ORDERS]
    return min(
        orders,
        key=lambda one: sum(counts.get(place, 0) for place in zip(one, range(TABLE), strict=True)),
    )
