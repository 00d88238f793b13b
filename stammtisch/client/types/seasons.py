"""Types of `seasons`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import ClubRef, PlayerOutput, PossibleOutput
    from .words import ClubPointsEnum, PointsRule, SeasonKind, SeasonStatus


class AllegianceInput(TypedDict):
    """The club for which somebody is to play."""

    player: str
    club: str | None


class AllegianceOutput(TypedDict):
    """For which club somebody plays."""

    player: PlayerOutput
    club: ClubRef
    since: str


class ClubPlaceOutput(TypedDict):
    """The place of a club."""

    rank: int
    club: ClubRef
    points: str
    counted: int
    players: int


class ClubRuleInput(TypedDict):
    """How clubs are ranked."""

    club_points: NotRequired[ClubPointsEnum]
    club_best: int | None


class ClubRuleOutput(TypedDict):
    """How a season ranks clubs."""

    code: str
    club_points: ClubPointsEnum
    club_best: int | None


class CriterionOutput(TypedDict):
    """What one criterion of the chain saw."""

    name: str
    values: list[str]


class CurveOutput(TypedDict):
    """How a rating moved, in at most 200 points from the first contests to the last."""

    points: list[RatingChangeOutput]


class EnterInput(TypedDict):
    """Who enters a ladder: a version of one's own bot, one's own remote bot, or a built-in bot."""

    version: NotRequired[str]
    remote_bot: NotRequired[str]
    builtin: NotRequired[str]


class HeadToHeadOutput(TypedDict):
    """Some bots of a ladder, and every two of them that have met."""

    players: list[PlayerOutput]
    pairs: list[MeetingOutput]


class LeaveInput(TypedDict):
    """Who leaves a ladder."""

    player: str


class MeetingOutput(TypedDict):
    """The results of two bots of a ladder against each other."""

    one: str
    other: str
    duplicates: int
    wins: int
    losses: int
    margin: float


class PenaltyInput(TypedDict):
    """The penalty to give."""

    reason: str
    player: str
    event: NotRequired[str | None]
    points: str


class RankedOutput(TypedDict):
    """A place on the leaderboard of a ladder."""

    rank: int
    player: PlayerOutput
    mu: float
    sigma: float
    low: float
    high: float
    ordinal: float
    duplicates: int
    active: bool
    waits_until: str | None


class RatingChangeOutput(TypedDict):
    """What a rating was after a duplicate."""

    number: int
    duplicate: str
    place: int
    mu: float
    sigma: float
    low: float
    high: float
    at: str


class RatingOutput(TypedDict):
    """A bot's rating on a ladder."""

    player: PlayerOutput
    mu: float
    sigma: float
    low: float
    high: float
    ordinal: float
    duplicates: int
    active: bool
    waits_until: str | None


class ResultLineOutput(TypedDict):
    """What becomes of a line of a list of results: a seat of a match that counts."""

    line: int
    name: str
    player: str
    is_new: bool
    event: str
    event_name: str
    starts_at: str
    session: int
    table: int
    score: int


class ResultListOutput(TypedDict):
    """What becomes of a list of results."""

    code: str
    lines: list[ResultLineOutput]


class RulesInput(TypedDict):
    """How matches count in the standings."""

    points_rule: NotRequired[PointsRule]
    tie_breaks: NotRequired[list[str]]
    drop_worst: NotRequired[int]
    min_attendance: NotRequired[int]
    forfeit_points: NotRequired[str | None]
    forfeit_others: NotRequired[str | None]


class SeasonInput(TypedDict):
    """A season to be created."""

    points_rule: NotRequired[PointsRule]
    tie_breaks: NotRequired[list[str]]
    drop_worst: NotRequired[int]
    min_attendance: NotRequired[int]
    forfeit_points: NotRequired[str | None]
    forfeit_others: NotRequired[str | None]
    club: str
    name: str
    game: str
    options: NotRequired[dict[str, Any]]
    native: NotRequired[bool]
    cycles: NotRequired[int]
    kind: NotRequired[SeasonKind]
    table_size: NotRequired[int | None]
    bots: NotRequired[list[str]]
    is_remote: NotRequired[bool]


class SeasonOutput(TypedDict):
    """A season."""

    code: str
    club: ClubRef
    name: str
    game: str
    options: dict[str, Any]
    native: bool
    cycles: int
    points_rule: PointsRule
    tie_breaks: list[str]
    lot_seed: str
    drop_worst: int
    min_attendance: int
    forfeit_points: str | None
    forfeit_others: str | None
    club_points: ClubPointsEnum
    club_best: int | None
    kind: SeasonKind
    table_size: int | None
    is_remote: bool
    status: SeasonStatus
    created_at: str


class StandingOutput(TypedDict):
    """A player's place in a season, and what decided it."""

    rank: int | None
    player: PlayerOutput
    points: str
    score: int
    matches: int
    wins: int
    penalty: str
    handicap: str
    criteria: list[CriterionOutput]
    behind_by: str | None
    possible: PossibleOutput


class UndoneOutput(TypedDict):
    """What becomes of the events of an import that is undone."""

    cancelled: list[str]
    kept: list[str]
