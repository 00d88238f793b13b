"""Scoring of Cinch: what the points of two sides and a contract score, and the sheet."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from engine.kernels.marks import rule
from engine.rules.sheet import Fault, ScoreSheet, Side

from .trumps import PEDRO

PLAYERS = 4
ALL_POINTS = 14
"""The points of a round: high, low, jack and ten one each, the pedros five each."""


@rule
def score_of(own: int, other: int, contract: int, declares: bool) -> int:
    """Return what a side scores with its points, the other side's, and the contract (CI7)."""
    declared = own if declares else other
    if declared < contract:
        return 0 if declares else ALL_POINTS + contract - declared
    return max(own - other, 0)


def sides(players: int) -> tuple[int, ...]:
    """Return the side of each seat: partners sit opposite each other."""
    return (0, 1, 0, 1)


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    if (scores[0], scores[1]) != (scores[2], scores[3]):
        return "partners have the same score"
    if min(scores) < 0:
        return "nobody scores less than 0 in a round"
    if min(scores) > 0:
        return "only one side scores in a round"
    if max(scores) > 2 * ALL_POINTS:
        return f"nobody can score more than {2 * ALL_POINTS} in a round"
    return None


class Sheet(ScoreSheet):
    """The sheet of one round: who declared, the bid, and the points of each side."""

    declarers: Side = Field(le=1, description="side that named trump: 0 has seats 0 and 2")
    bid: int = Field(ge=0, le=ALL_POINTS, description="highest bid, 0 if everybody passed")
    points: tuple[
        Annotated[int, Field(ge=0, le=ALL_POINTS)], Annotated[int, Field(ge=0, le=ALL_POINTS)]
    ] = Field(
        description="points of each side; a pedro that defenders give up counts for the declarers"
    )

    def scores(self) -> list[int]:
        own = [
            score_of(self.points[side], self.points[1 - side], self.bid, side == self.declarers)
            for side in (0, 1)
        ]
        return [own[side] for side in sides(PLAYERS)]

    def faults(self) -> Iterator[Fault]:
        total = sum(self.points)
        if total > ALL_POINTS:
            yield ("points",), f"there are {ALL_POINTS} points in a round, not {total}"
        elif total % PEDRO < 2:  # high and low count always: some trump is in play
            yield ("points",), f"high, low, jack, ten and pedros cannot make {total}"
        elif sum(points % PEDRO for points in self.points) != total % PEDRO:
            yield ("points",), f"pedros count five: {total} points cannot be divided like this"
