"""How often everybody had a bye or a table of the odd size; `units` and `swiss` decide by it.

Nobody is taken twice before all were.

What counts is how often somebody had it in the sessions he was present at. Who came late counts,
for each session before his first, as having had what a player had on average.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .model import Past, Session

Turns = Mapping[int, Fraction]
"""How often each has had it."""


@dataclass(frozen=True, slots=True)
class Free:
    """Byes that some have, and that others are as much entitled to: as often, as far behind."""

    taken: tuple[int, ...]
    others: tuple[int, ...]


def byes_had(keys: Iterable[int], past: Past) -> Turns:
    """Return how often each had a bye."""
    return _turns(keys, past.sessions, lambda session: session.byes)


def short_tables_had(keys: Iterable[int], past: Past) -> Turns:
    """Return how often each sat at a table of an odd size."""
    return _turns(keys, past.sessions, lambda session: session.short)


def _turns(
    keys: Iterable[int], sessions: Sequence[Session], had: Callable[[Session], Sequence[int]]
) -> Turns:
    """Return the turns of each key; O(players · sessions)."""
    first: dict[int, int] = {}
    own: Counter[int] = Counter()
    before = [Fraction(0)]
    for number, session in enumerate(sessions):
        present = set(session.present())
        for key in present:
            first.setdefault(key, number)
        own.update(had(session))
        before.append(before[-1] + Fraction(len(had(session)), len(present) or 1))
    return {key: own[key] + before[first.get(key, len(sessions))] for key in keys}
