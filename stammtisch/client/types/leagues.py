"""Types of `leagues`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import ClubRef, PlayerOutput, SeasonRef, TeamRef
    from .words import ReasonEnum


class DivisionInput(TypedDict):
    """The division to create."""

    name: str
    promoted: NotRequired[int]
    relegated: NotRequired[int]


class LeagueInput(TypedDict):
    """The league to create."""

    club: str
    season: str
    name: str
    team_size: NotRequired[int | None]
    divisions: list[DivisionInput]


class LeagueOutput(TypedDict):
    """A league."""

    code: str
    club: ClubRef
    name: str
    team_size: int | None
    created_at: str


class MoveOutput(TypedDict):
    """Who is in a division next season, from where, and why."""

    player: PlayerOutput | None
    team: TeamRef | None
    before: int | None
    reason: ReasonEnum
    by_lot: bool


class NextDivisionOutput(TypedDict):
    """A division of next season."""

    level: int
    name: str
    moves: list[MoveOutput]


class NextSeasonInput(TypedDict):
    """The season to create."""

    sizes: NotRequired[list[int]]
    entrants: NotRequired[list[str]]
    name: str


class NextSeasonOutput(TypedDict):
    """What follows a season."""

    ended: SeasonRef
    season: SeasonRef | None
    divisions: list[NextDivisionOutput]
