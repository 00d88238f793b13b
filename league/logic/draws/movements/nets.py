"""Movements from finite fields: nets, affine planes and products of movements.

Source: C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs, III.3 and VII.2.
"""

from functools import cache
from itertools import product

from league.logic.field import Field, field

from .movement import Session


def multiply(sessions: tuple[Session, ...], table_size: int, by: int) -> tuple[Session, ...]:
    """Return sessions for `by` times as many players, in which still nobody meets twice.

    Player p becomes the players p · by to p · by + by − 1, a group who never meet. Every table
    becomes `by` tables in each of as many sessions as `lines` has slopes. One table alone so
    becomes a net; with its groups as one session more, an affine plane.
    """
    return tuple(
        tuple(
            tuple(player * by + x for player, x in zip(table, line, strict=True))
            for table, line in product(session, parallels)
        )
        for session in sessions
        for parallels in lines(table_size, by)
    )


@cache
def lines(length: int, order: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for each slope parallel lines x = slope · i + b through `length` columns i.

    Two lines of different slopes never share two points. There are `order` slopes where enough
    columns differ by units, always in a field, and as many as are found elsewhere.
    """
    if length > order:
        return ()
    ring = field(order) if order > 1 else None
    if ring is None:
        return (((0,) * length,),)
    columns = _columns(ring, length)
    return tuple(
        tuple(tuple(int(ring.plus[ring.times[slope, i], b]) for i in columns) for b in range(order))
        for slope in _slopes(ring, columns)
    )


def _columns(ring: Field, length: int) -> list[int]:
    """Return elements whose differences are units as far as there are such."""
    columns: list[int] = []
    for a in range(ring.order):
        if all(ring.is_unit(ring.minus(a, b)) for b in columns):
            columns.append(a)
    columns += [a for a in range(ring.order) if a not in columns]
    return columns[:length]


def _slopes(ring: Field, columns: list[int]) -> list[int]:
    """Return slopes of which no two give lines that share two points."""
    apart = {ring.minus(a, b) for a in columns for b in columns if a != b}
    slopes: list[int] = []
    for a in range(ring.order):
        if all(all(ring.times[ring.minus(a, b), d] for d in apart) for b in slopes):
            slopes.append(a)
    return slopes
