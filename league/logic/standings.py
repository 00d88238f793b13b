"""The arithmetic of standings: what one seat adds, and sums of that per player."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Line:
    """What a player has collected; a bot that holds two seats of a match has played twice."""

    points: Decimal = Decimal(0)
    score: int = 0
    matches: int = 0
    wins: int = 0

    @classmethod
    def of_seat(cls, *, points: Decimal, score: int, place: int) -> "Line":
        """Return what one seat of one match adds; sharing the first place is a win."""
        return cls(points=points, score=score, matches=1, wins=int(place == 1))

    def __add__(self, other: "Line") -> "Line":
        return Line(
            points=self.points + other.points,
            score=self.score + other.score,
            matches=self.matches + other.matches,
            wins=self.wins + other.wins,
        )


def tally(lines: Iterable[tuple[Key, Line]]) -> dict[Key, Line]:
    """Return the sum of the lines of each key."""
    totals: dict[Key, Line] = {}
    for key, line in lines:
        totals[key] = totals.get(key, Line()) + line
    return totals
