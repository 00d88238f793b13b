"""Types of `matches`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypeAlias, TypedDict

if TYPE_CHECKING:
    from .shared import EventRef, PlayerOutput, SeasonRef
    from .words import (
        DisputeStatus,
        ListSource,
        MatchStatus,
        RecordStatus,
        ResultSource,
        ScoresSource,
        SheetsSource,
        UploadSource,
    )


class CorrectedRecordInput(TypedDict):
    """Another result as a whole record."""

    source: UploadSource
    record: dict[str, Any]
    reason: str


class CorrectedScoresInput(TypedDict):
    """Another result as plain scores."""

    source: ScoresSource
    rounds: list[list[int]]
    reason: str


class CorrectedSheetsInput(TypedDict):
    """Another result as score sheets."""

    source: SheetsSource
    rounds: list[SheetRoundInput]
    reason: str


class CorrectedTotalsInput(TypedDict):
    """Another sum of a match whose result came from a list."""

    source: ListSource
    totals: list[int]
    reason: str


CorrectionInput: TypeAlias = (
    "CorrectedSheetsInput | CorrectedScoresInput | CorrectedRecordInput | CorrectedTotalsInput"
)


class DisputeOutput(TypedDict):
    """A dispute of a result."""

    code: str
    status: DisputeStatus
    reason: str
    opened_by: PlayerOutput | None
    opened_at: str
    closed_at: str | None
    answer: str


class DrawnSessionOutput(TypedDict):
    """A session that was drawn from the standings as they are."""

    code: str
    number: int
    status: str
    tables: int
    played: int
    differs: bool | None


class ForfeitInput(TypedDict):
    """The seats that forfeit a match."""

    seats: list[int]
    reason: str


class GivenUpInput(TypedDict):
    """The seats that would forfeit a match."""

    seats: list[int]


class MatchDetailOutput(TypedDict):
    """A match with the result in force, and what proves that no deal was chosen."""

    code: str
    season: SeasonRef
    session: SessionRef | None
    duplicate: str | None
    table_number: int
    status: MatchStatus
    version: int
    seats: list[SeatOutput]
    forfeits: list[int]
    created_at: str
    finished_at: str | None
    commitment: str
    secret: str | None
    result: ResultOutput | None
    proposed: ResultOutput | None
    dispute: DisputeOutput | None
    waits: str | None
    stand_ins: list[StandInOutput]


class MatchOutput(TypedDict):
    """A match in a list."""

    code: str
    season: SeasonRef
    session: SessionRef | None
    duplicate: str | None
    table_number: int
    status: MatchStatus
    version: int
    seats: list[SeatOutput]
    forfeits: list[int]
    created_at: str
    finished_at: str | None


class PreviewOutput(TypedDict):
    """What a correction would change, or that a match is void or forfeited."""

    shifts: list[ShiftOutput]
    sessions: list[DrawnSessionOutput]


class RecordInput(TypedDict):
    """A result as a whole record."""

    source: UploadSource
    record: dict[str, Any]


ResultInput: TypeAlias = "SheetsInput | ScoresInput | RecordInput"


class ResultOutput(TypedDict):
    """A version of the result of a match."""

    version: int
    source: ResultSource
    totals: list[int]
    places: list[int]
    forfeits: list[int]
    reason: str
    rounds: list[RoundOutput]
    entered_by: PlayerOutput | None
    entered_at: str
    entered_seat: int | None
    confirmed_by: PlayerOutput | None
    confirmed_at: str | None
    confirmed_seat: int | None
    record: RecordStatus | None


class RoundOutput(TypedDict):
    """One round of a result."""

    number: int
    dealer: int
    scores: list[int]
    redeal: bool
    sheet: dict[str, Any] | None


class ScoresInput(TypedDict):
    """A result as plain scores."""

    source: ScoresSource
    rounds: list[list[int]]


class SeatOutput(TypedDict):
    """A seat of a match; score, place and points once it is final."""

    number: int
    player: PlayerOutput
    score: int | None
    place: int | None
    points: str | None


class SessionRef(TypedDict):
    """A session, named."""

    code: str
    number: int
    event: EventRef


class SheetRoundInput(TypedDict):
    """One round, as its score sheet."""

    dealer: NotRequired[int]
    sheet: NotRequired[dict[str, Any]]
    redeal: NotRequired[bool]


class SheetsInput(TypedDict):
    """A result as score sheets."""

    source: SheetsSource
    rounds: list[SheetRoundInput]


class ShiftOutput(TypedDict):
    """A player whose points or rank would change."""

    player: PlayerOutput
    points_before: str | None
    points_after: str | None
    rank_before: int | None
    rank_after: int | None


class StandInOutput(TypedDict):
    """A seat for which the first legal action was played after a fault of its bot."""

    seat: int
    round: int
    action: int


class TotalsInput(TypedDict):
    """Another sum of a match whose result came from a list."""

    source: ListSource
    totals: list[int]


TriedInput: TypeAlias = "SheetsInput | ScoresInput | RecordInput | TotalsInput"
