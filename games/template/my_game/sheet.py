"""The score sheet of My Game, and which scores a round can have."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from engine.rules.sheet import Fault, ScoreSheet
from pydantic import Field

from .rules import HAND_SIZE, PLAYERS


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    if min(scores) < 0 or sum(scores) != HAND_SIZE:
        return f"{HAND_SIZE} tricks are shared out"
    return None


class Sheet(ScoreSheet):
    """The sheet of one round: the tricks of each player, in the order of the seats."""

    tricks: tuple[Annotated[int, Field(ge=0, le=HAND_SIZE)], ...] = Field(
        min_length=min(PLAYERS), max_length=max(PLAYERS), description="tricks won in this round"
    )

    def scores(self) -> list[int]:
        return list(self.tricks)

    def faults(self) -> Iterator[Fault]:
        if sum(self.tricks) != HAND_SIZE:
            yield ("tricks",), f"there are {HAND_SIZE} tricks in a round"


def written(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sheet that players would write at the end of a round, from a view of it."""
    return {"tricks": view["facts"]["tricks"]}
