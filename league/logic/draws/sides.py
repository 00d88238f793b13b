"""Sides that stay together through an event: from a draw of sides to who sits where."""

from collections.abc import Mapping, Sequence

from .model import Table


def seat_sides(table: Table, members: Mapping[int, Sequence[int]], sides: Sequence[int]) -> Table:
    """Return the players of a table that was drawn between sides, in the order of seats.

    `members` has the players of each side, `sides` the side of each seat of the game; the side
    listed first at the table is side 0. Raises ValueError when seats and players do not match.
    """
    waiting = [list(members[side]) for side in table]
    if sorted(sides) != sorted(side for side, its in enumerate(waiting) for _ in its):
        raise ValueError("every side has as many players as seats")
    return tuple(waiting[side].pop(0) for side in sides)
