"""Types of `sessions`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import EventRef, PlayerOutput, WeightsOutput
    from .words import NameEnum, SeedingEnum, SessionStatus, SeverityEnum, WhyEnum


class BreachOutput(TypedDict):
    """A rule that the draw breaks."""

    code: str
    players: list[str]
    table: int | None


class CauseOutput(TypedDict):
    """Players, and what they add to the cost."""

    players: list[str]
    cost: int
    times: NotRequired[int]


class CostOutput(TypedDict):
    """What a table costs."""

    table: int
    total: int
    parts: list[PartOutput]
    breaches: list[BreachOutput]


class DrawInput(TypedDict):
    """The seats of a draw."""

    tables: list[list[str]]


class DrawOutput(TypedDict):
    """A draw: who sits where, and why."""

    tables: list[TableOutput]
    byes: list[PlayerOutput]
    seed: str | None
    explanation: ExplanationOutput | None


class DrawnSeatOutput(TypedDict):
    """Who sits on a seat."""

    number: int
    player: PlayerOutput


class ExplanationOutput(TypedDict):
    """What a draw costs, table by table: less is better."""

    total: int
    tables: list[CostOutput]
    breaches: list[BreachOutput]
    reasons: NotRequired[list[ReasonOutput]]
    open: list[str]
    weights: NotRequired[WeightsOutput]
    checked_in_only: NotRequired[bool]
    late: NotRequired[list[str]]


class LateInput(TypedDict):
    """Who came late."""

    player: str


class LateSeatInput(TypedDict):
    """Where somebody who came late is to sit."""

    player: str
    match: str


class MakeInput(TypedDict):
    """How to draw."""

    checked_in_only: NotRequired[bool]
    seed: NotRequired[int]
    seeding: NotRequired[SeedingEnum]
    third_place: NotRequired[bool]


class OfferOutput(TypedDict):
    """A table at which a latecomer can sit."""

    match: str
    table_number: int
    players: list[PlayerOutput]
    price: PriceOutput


class PartOutput(TypedDict):
    """One reason why a table or a change costs something."""

    name: NameEnum
    cost: int
    causes: NotRequired[list[CauseOutput]]


class PriceOutput(TypedDict):
    """What a change of a draft costs."""

    severity: SeverityEnum
    total: int
    parts: list[PartOutput]
    breaches: list[BreachOutput]
    mended: list[BreachOutput]


class ReasonOutput(TypedDict):
    """Why a player has a bye, or sits at a table of another than the usual size."""

    players: list[str]
    table: int | None
    why: WhyEnum


class ScheduleInput(TypedDict):
    """When the draft is to be published."""

    publish_at: str | None


class SessionInput(TypedDict):
    """A session to be created."""

    event: str
    starts_at: NotRequired[str | None]


class SessionOutput(TypedDict):
    """A session."""

    code: str
    event: EventRef
    number: int
    starts_at: str | None
    ends_at: str | None
    status: SessionStatus
    publish_at: str | None
    published_at: str | None


class TableOutput(TypedDict):
    """A table of a draw, and its match."""

    match: str
    table_number: int
    seats: list[DrawnSeatOutput]


class WishInput(TypedDict):
    """A change of a draft: either `swap` two players, or `move` one to a table or to a bye."""

    swap: NotRequired[list[str]]
    move: NotRequired[str]
    table: NotRequired[int | None]
    seat: NotRequired[int]
