"""The score sheet of Truco, and what its points can be."""

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from engine.rules.sheet import Fault, ScoreSheet

MATCH_POINTS = 12
ELEVEN_POINTS = 11
STAKES = (1, 3, 6, 9, 12)
IRON = 3
"""Both sides have eleven points."""
HANDS = ("plain", "eleven", "eleven", "iron")
"""The kind of hand, by the set of sides that have eleven points."""

Side = Literal["seats 0 and 2", "seats 1 and 3"]
SIDES: tuple[Side, ...] = ("seats 0 and 2", "seats 1 and 3")
Ended = Literal["played", "run", "eleven", "eleven run", "iron"]


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    first, second = scores[0], scores[1]
    if (first, second) != (scores[2], scores[3]):
        return "partners have the same score"
    if min(first, second) != 0:
        return "one side scores at most, the other 0"
    if max(first, second) not in (0, *STAKES):
        return f"a hand is worth {_listed(STAKES)} points, or nothing if all tricks are tied"
    return None


class Sheet(ScoreSheet):
    """The sheet of one round: the stake, who won it, and how the hand ended."""

    stake: int = Field(ge=1, le=MATCH_POINTS, description="points that the winners score")
    winner: Side | None = Field(
        default=None, description="the side that won, none if all three tricks were tied"
    )
    ended: Ended = Field(
        default="played",
        description="tricks played, a side ran from a raise, a hand of eleven played, a side ran "
        "at eleven, or an iron hand",
    )

    def scores(self) -> list[int]:
        return [self.stake if self.winner == SIDES[seat & 1] else 0 for seat in range(4)]

    def faults(self) -> Iterator[Fault]:
        if self.stake not in (possible := self._possible_stakes()):
            yield ("stake",), f"a hand that ends like this is worth {_listed(possible)}"
        if self.winner is None and self.ended in {"run", "eleven run"}:
            yield ("winner",), "one side ran away, so the other won"

    def _possible_stakes(self) -> tuple[int, ...]:
        """Return the stakes of a hand that ended so; who runs loses the stake before the raise."""
        match self.ended:
            case "played":
                return STAKES
            case "run":
                return STAKES[:-1]
            case "eleven":
                return (3,)
        return (1,)


def _listed(stakes: Sequence[int]) -> str:
    return ", ".join(map(str, stakes[:-1])) + " or " * (len(stakes) > 1) + str(stakes[-1])
