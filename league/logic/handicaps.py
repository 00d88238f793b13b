"""Handicaps by rule: so many percent of what somebody is behind the best, never more than a limit.

What is rounded is rounded down, so that up to 100 percent nobody gets ahead of the best by it.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from typing import Final, TypeVar

Key = TypeVar("Key", bound=Hashable)

MOST_PERCENT: Final = 1000
MOST_MATCHES: Final = 1000
WHOLE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Rule:
    """How much of a distance is given, for how many matches, and at most how many points."""

    percent: int
    most: Decimal
    matches: int = 1


def proposed(levels: Mapping[Key, Decimal | None], rule: Rule) -> dict[Key, Decimal]:
    """Return the handicap of everybody who has a level, in whole points, 0 for the best.

    A level is what somebody usually has from a match. O(n).
    """
    known = {key: level for key, level in levels.items() if level is not None}
    best = max(known.values(), default=Decimal(0))
    return {key: _share(best - level, rule) for key, level in known.items()}


def _share(distance: Decimal, rule: Rule) -> Decimal:
    points = distance * rule.matches * rule.percent / 100
    return min(points, rule.most).quantize(WHOLE, rounding=ROUND_FLOOR)
