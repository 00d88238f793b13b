"""Types of `analyses`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .words import JobStatus


class AnalysisDetailOutput(TypedDict):
    """An analysis with what was found so far."""

    code: str
    match: str
    seat: int
    bot: str
    status: JobStatus
    reason: str
    done: int
    total: int
    rounds: int
    asked_at: str
    finished_at: str | None
    found: list[DecisionOutput]


class AnalysisInput(TypedDict):
    """The seat to analyse."""

    match: str
    seat: int


class AnalysisOutput(TypedDict):
    """An analysis in a list."""

    code: str
    match: str
    seat: int
    bot: str
    status: JobStatus
    reason: str
    done: int
    total: int
    rounds: int
    asked_at: str
    finished_at: str | None


class DecisionOutput(TypedDict):
    """A choice between several actions, and what the bot would have done in its place."""

    round: int
    action: int
    made: str
    best: str
    cost: float
    margin: float
