"""Everybody meets everybody, at tables of two or between two sides, at home and away in turn.

Source: the circle method; homes alternate as in D. de Werra, Scheduling in Sports (1981), where of
n players n - 2 are at home, or away, twice running, once each, and fewer cannot be.
"""

import random
from collections.abc import Iterable

from . import movements
from .model import Draw, NoDraw


def round_robin(keys: Iterable[int], *, seed: str, legs: int = 1) -> tuple[Draw, ...]:
    """Return the draws of all sessions; who is at home has the first seat.

    With an odd number everybody has one bye in a leg. In every second leg home and away change.
    Who has which place in the scheme is drawn by lot. Raises NoDraw for fewer than two.
    """
    order = sorted(set(keys))
    if len(order) < 2:
        raise NoDraw("too_few", order)
    random.Random(seed).shuffle(order)  # noqa: S311 - not for secrets, and reproducible
    scheme = movements.round_robin(len(order))
    leg = [
        Draw(
            tuple((order[home], order[away]) for home, away in tables),
            tuple(order[number] for number in scheme.byes(session)),
            seed,
        )
        for session, tables in enumerate(scheme.sessions)
    ]
    back = [Draw(tuple(table[::-1] for table in one.tables), one.byes, seed) for one in leg]
    return tuple(one for number in range(legs) for one in (back if number % 2 else leg))
