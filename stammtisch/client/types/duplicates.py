"""Types of `duplicates`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .shared import PlayerOutput, SeasonRef
    from .words import DuplicateStatus, MatchStatus


class DuplicateOutput(TypedDict):
    """The same deals played once for each rotation of the players; rated as one contest.

    On a ladder of remote bots it is a single match, with deals that nobody plays again.
    """

    code: str
    season: SeasonRef
    status: DuplicateStatus
    players: list[SeatedOutput]
    chances: list[float]
    matches: list[RotationOutput]
    created_at: str
    rated_at: str | None
    serial: int | None


class ReasonsOutput(TypedDict):
    """Why the matchmaker took a player, in points; who opens a table had waited longest."""

    uncertainty: float
    closeness: float
    fairness: float
    waiting: float
    luck: float
    opens: bool


class RotationOutput(TypedDict):
    """One of the matches."""

    code: str
    table_number: int
    status: MatchStatus


class SeatedOutput(TypedDict):
    """A player of a duplicate, with what it made of it once it is rated."""

    player: PlayerOutput
    seat: int
    side: int
    score: int | None
    place: int | None
    mu: float | None
    sigma: float | None
    reasons: ReasonsOutput | None
