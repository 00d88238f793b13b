"""The score sheet of Briscola, and which scores a round can have."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from engine.rules.game import Options
from engine.rules.sheet import Fault, Players, ScoreSheet, Side
from games.shared.sharing import can_share

from .rules import CARD_POINTS, deck_of, sides

VALUES = (11, 10, 4, 3, 2)
"""The card points of the cards that count, of which there are four each."""


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    if min(scores) < 0:
        return "nobody scores less than 0 in a round"
    if players == 4 and (scores[0], scores[1]) != (scores[2], scores[3]):
        return "partners have the same score"
    total = sum(scores) // (2 if players == 4 else 1)
    if total > CARD_POINTS or (total < CARD_POINTS and (players != 3 or min(scores) > 0)):
        return f"the card points of all sides are {CARD_POINTS} together"
    points = list(scores[:2] if players == 4 else scores)
    if total < CARD_POINTS:  # somebody who did not score has the rest
        points[points.index(0)] = CARD_POINTS - total
    return _points_fault(players, points)


def _points_fault(players: int, points: Sequence[int]) -> str | None:
    """Say why no tricks give these card points, which are all there are, to the sides."""
    cards = len(deck_of(players, Options()))
    is_possible = can_share(
        tuple(points),
        values=VALUES,
        each=4,
        size=players,
        tricks=cards // players,
        fewest=(0,) * len(points),
    )
    return (
        None if is_possible else "no cards have so many points: an ace 11, a three 10 …, a jack 2"
    )


class Sheet(ScoreSheet):
    """The sheet of one round: the card points of each side, 120 in all."""

    players: Players = Field(ge=2, le=4, description="seats at the table")
    points: tuple[Annotated[int, Field(ge=0, le=CARD_POINTS)], ...] = Field(
        min_length=2,
        max_length=3,
        description="card points of each player, of two sides at a table of four",
    )
    scoring: tuple[Annotated[Side, Field(le=2)], ...] | None = Field(
        default=None,
        min_length=2,
        max_length=3,
        description="in a round that decides a tie: the sides that are tied for first",
    )

    def scores(self) -> list[int]:
        own = [
            points if self.scoring is None or side in self.scoring else 0
            for side, points in enumerate(self.points)
        ]
        return [own[side] for side in sides(self.players)]

    def faults(self) -> Iterator[Fault]:
        wanted = len(set(sides(self.players)))
        if len(self.points) != wanted:
            yield ("points",), f"{self.players} players are {wanted} sides"
        elif sum(self.points) != CARD_POINTS:
            yield ("points",), f"the card points are {sum(self.points)}, not {CARD_POINTS}"
        elif fault := _points_fault(self.players, self.points):
            yield ("points",), fault
        if self.scoring is not None and not _is_ascending(self.scoring, below=wanted):
            yield ("scoring",), "name each side once, in order"


def _is_ascending(numbers: Sequence[int], *, below: int) -> bool:
    return list(numbers) == sorted(set(numbers)) and numbers[-1] < below
