"""Types of `versions`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .shared import BotRef, CheckOutput, PlayerOutput
    from .words import VersionStatus


class FaultOutput(TypedDict):
    """What ended the part of a version in a match."""

    match: str
    seat: int
    reason: str
    detail: str
    evidence: str
    round: int
    action: int
    created_at: str


class FindingOutput(TypedDict):
    """One line of a report."""

    subject: str
    ok: bool
    detail: str
    evidence: str


class LineOutput(TypedDict):
    """Means over some matches."""

    matches: int
    mean_score: float | None
    mean_place: float | None
    faults: int
    thinking_ms: float


class LogOutput(TypedDict):
    """What a version wrote to stderr in a match, and how long it thought."""

    match: str
    seat: int
    log: str
    actions: int
    thinking_ms: int
    slowest_ms: int
    created_at: str


class OpponentLineOutput(TypedDict):
    """The results of a version against an opponent."""

    opponent: PlayerOutput
    line: LineOutput


class ReportOutput(TypedDict):
    """What the check found."""

    ok: bool
    findings: list[FindingOutput]


class SeatLineOutput(TypedDict):
    """How a version fared at a seat."""

    seat: int
    line: LineOutput


class StatisticsOutput(TypedDict):
    """How a version fared in its last 500 matches."""

    total: LineOutput
    seats: list[SeatLineOutput]
    opponents: list[OpponentLineOutput]


class UploadInput(TypedDict):
    """A version to be checked."""

    archive: str


class VersionDetailOutput(TypedDict):
    """A version, with the report of its check for its author."""

    code: str
    bot: BotRef
    number: int
    status: VersionStatus
    games: list[str]
    player: PlayerOutput | None
    reason: str | None
    check: CheckOutput | None
    created_at: str
    checked_at: str | None
    report: ReportOutput | None
