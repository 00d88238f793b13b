"""Types of `divisions`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import EventRef, PlayerOutput, PossibleOutput, TeamRef
    from .words import EventFill


class BlackoutInput(TypedDict):
    """Dates on which a player or team is not available."""

    entrant: str
    dates: list[str]


class CalendarInput(TypedDict):
    """The calendar to be drawn."""

    dates: list[str]
    legs: NotRequired[int]
    blackouts: NotRequired[list[BlackoutInput]]


class DayInput(TypedDict):
    """The league day to create."""

    name: str
    sessions: int
    fixture: NotRequired[str | None]
    absent: NotRequired[list[str]]
    fill: NotRequired[EventFill]
    starts_at: NotRequired[str | None]


class EntrantOutput(TypedDict):
    """A player or a team in a division."""

    player: PlayerOutput | None
    team: TeamRef | None
    withdrawn_at: str | None


class EntrantsInput(TypedDict):
    """The players or teams to add."""

    players: NotRequired[list[str]]
    teams: NotRequired[list[str]]


class FixtureOutput(TypedDict):
    """Two players or teams that meet on a date."""

    code: str
    day: str
    home: EntrantOutput
    away: EntrantOutput
    clashes: bool
    event: EventRef | None


class LineUpOutput(TypedDict):
    """Who plays for a team."""

    player: PlayerOutput
    team: TeamRef
    position: int


class PaginatedFixtureOutputList(TypedDict):
    """PaginatedFixtureOutputList."""

    count: int
    next: str | None
    previous: str | None
    results: list[FixtureOutput]


class PlaceOutput(TypedDict):
    """Where a player or team stands in a division."""

    rank: int | None
    player: PlayerOutput | None
    team: TeamRef | None
    points: str
    matches: int
    wins: int
    possible: PossibleOutput | None


class SubstituteInput(TypedDict):
    """Who plays instead of whom."""

    event: str
    out: str
    to: str


class WithdrawEntrantInput(TypedDict):
    """Who leaves."""

    entrant: str
