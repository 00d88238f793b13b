"""Types of `experiments`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import PlayerOutput, VersionRef
    from .words import ExperimentKind, ExperimentStatus, WhoEnum


class BoundsOutput(TypedDict):
    """The log-likelihood ratios at which an experiment ends."""

    not_better: float
    better: float


class DuplicatesInput(TypedDict):
    """The unrated duplicates to play."""

    new: str
    opponents: NotRequired[list[str]]
    bots: NotRequired[list[str]]
    game: str
    players: int
    most: NotRequired[int]


class EstimateOutput(TypedDict):
    """How much better the new version is, in points per deal."""

    mean: float
    margin: float | None


class ExperimentDetailOutput(TypedDict):
    """An experiment with its course and its last faults."""

    code: str
    kind: ExperimentKind
    new: VersionRef
    old: VersionRef | None
    opponents: list[PlayerOutput]
    game: str
    players: int
    lower: float | None
    upper: float | None
    alpha: float | None
    beta: float | None
    most: int
    status: ExperimentStatus
    reason: str
    duplicates: int
    ratio: float
    ends_at: BoundsOutput | None
    estimate: EstimateOutput
    new_faults: int
    old_faults: int
    created_at: str
    finished_at: str | None
    curve: list[list[float]]
    faults: list[ExperimentFaultOutput]


class ExperimentFaultOutput(TypedDict):
    """A fault in an experiment; what it was in words only for a bot of one's own."""

    pair: int
    who: WhoEnum
    round: int
    action: int
    reason: str
    detail: str
    evidence: str


class ExperimentInput(TypedDict):
    """The experiment to start."""

    new: str
    old: str
    game: str
    players: int
    lower: NotRequired[float]
    upper: NotRequired[float]
    alpha: NotRequired[float]
    beta: NotRequired[float]
    most: NotRequired[int]


class ExperimentOutput(TypedDict):
    """An experiment in a list."""

    code: str
    kind: ExperimentKind
    new: VersionRef
    old: VersionRef | None
    opponents: list[PlayerOutput]
    game: str
    players: int
    lower: float | None
    upper: float | None
    alpha: float | None
    beta: float | None
    most: int
    status: ExperimentStatus
    reason: str
    duplicates: int
    ratio: float
    ends_at: BoundsOutput | None
    estimate: EstimateOutput
    new_faults: int
    old_faults: int
    created_at: str
    finished_at: str | None
