"""Types of `events`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import EventOutput, PlayerOutput
    from .words import (
        BlankEnum,
        ColumnsEnum,
        EventDraw,
        EventFill,
        HandicapStatus,
        MatchStatus,
        RegistrationStatus,
        RhythmEnum,
        SessionStatus,
        WayEnum,
    )


class BookLineOutput(TypedDict):
    """Somebody of the books: what they still owe, and what they have paid."""

    registration: str
    player: PlayerOutput
    status: RegistrationStatus
    due: int
    paid: list[PaymentOutput]


class BooksOutput(TypedDict):
    """What came in for an event, what is open, and who gets which prize; amounts in cents."""

    currency: str
    fee: int
    expected: int
    cash: int
    transfer: int
    open: int
    owing: int
    prizes: PrizesOutput


class BotsInput(TypedDict):
    """The bots that can fill seats."""

    bots: list[str]


class BracketMatchOutput(TypedDict):
    """The match at a table of the bracket."""

    code: str
    status: MatchStatus


class BracketOutput(TypedDict):
    """The rounds of a knock-out, the final last; none before its first draw."""

    is_bracket: bool
    table_size: int
    go_on: int
    rounds: list[list[HeatOutput]]
    small_final: HeatOutput | None
    ranks: list[CupPlaceOutput]


class BracketSeatOutput(TypedDict):
    """A seat of a table: its player, or where somebody will come from."""

    player: PlayerOutput | None
    seed: int | None
    heat: int | None
    heat_place: int | None
    score: int | None
    place: int | None
    is_free: bool
    goes_on: bool


class ByHandInput(TypedDict):
    """Who sits at a table that is opened by hand."""

    players: list[str]


class CancelInput(TypedDict):
    """Why an event is cancelled."""

    reason: str


class CheckInInput(TypedDict):
    """The players who are present."""

    registrations: NotRequired[list[str]]


class CheckInOutput(TypedDict):
    """How many were checked in."""

    checked_in: int


class CupPlaceOutput(TypedDict):
    """Players who share a place of a cup."""

    place: int
    players: list[PlayerOutput]


class EntryOutput(TypedDict):
    """An entry: who did what, and when. Records are left out; matches have them once final."""

    at: str
    by: PlayerOutput | None
    action: str
    subject: str
    data: dict[str, Any]


class EveningOutput(TypedDict):
    """What is going on at an open evening."""

    is_open: bool
    has_ended: bool
    tables: list[TableInPlayOutput]
    waiting: list[WaiterOutput]
    put_off_s: int | None


class EventChange(TypedDict):
    """Changes of an event. Fields you leave out stay unchanged."""

    venue: NotRequired[str | None]
    starts_at: NotRequired[str | None]
    ends_at: NotRequired[str | None]
    is_open: NotRequired[bool]
    closes_at: NotRequired[str | None]
    play_now: NotRequired[bool]
    takes_guests: NotRequired[bool]
    takes_remote_bots: NotRequired[bool]
    guests_enter: NotRequired[bool]
    capacity: NotRequired[int | None]
    draw: NotRequired[EventDraw]
    table_size: NotRequired[int | None]
    fill: NotRequired[EventFill]
    planned_sessions: NotRequired[int | None]
    weights: NotRequired[WeightsInput]
    name: NotRequired[str]
    force: NotRequired[bool]


class EventInput(TypedDict):
    """The event to create."""

    venue: NotRequired[str | None]
    starts_at: NotRequired[str | None]
    ends_at: NotRequired[str | None]
    is_open: NotRequired[bool]
    closes_at: NotRequired[str | None]
    play_now: NotRequired[bool]
    takes_guests: NotRequired[bool]
    takes_remote_bots: NotRequired[bool]
    guests_enter: NotRequired[bool]
    capacity: NotRequired[int | None]
    draw: NotRequired[EventDraw]
    table_size: NotRequired[int | None]
    fill: NotRequired[EventFill]
    planned_sessions: NotRequired[int | None]
    weights: NotRequired[WeightsInput]
    season: str
    name: str


class HandicapInput(TypedDict):
    """The handicap that a player is to have."""

    player: str
    points: str | None


class HandicapOutput(TypedDict):
    """A handicap: points that a player has in an event from the start, or had."""

    code: str
    player: PlayerOutput
    points: str
    reason: str
    status: HandicapStatus
    set_at: str
    ended_at: str | None
    ended_because: str


class HandicapsInput(TypedDict):
    """The handicaps to set; players who are not named keep theirs."""

    handicaps: list[HandicapInput]
    reason: NotRequired[str]


class HandicapsOutput(TypedDict):
    """The handicaps that are in force in an event."""

    handicaps: list[HandicapOutput]


class HeatOutput(TypedDict):
    """A table of the bracket, or a bye."""

    number: int | None
    table_number: int | None
    is_bye: bool
    match: BracketMatchOutput | None
    seats: list[BracketSeatOutput]


class MovementInput(TypedDict):
    """How to draw all sessions."""

    sessions: NotRequired[int]
    checked_in_only: NotRequired[bool]
    seed: NotRequired[int]


class MovementOutput(TypedDict):
    """The sessions of a movement, all of them drafts."""

    sessions: list[PlannedOutput]


class OpenInput(TypedDict):
    """The table to open."""

    bots: NotRequired[list[str]]
    adds_number: NotRequired[bool]
    seats: NotRequired[int]
    move_s: NotRequired[int]
    is_private: NotRequired[bool]


class PairsInput(TypedDict):
    """All pairs of an event, instead of those before."""

    together: list[list[str]]
    apart: list[list[str]]


class PairsOutput(TypedDict):
    """Pairs of players, by their codes."""

    together: list[list[str]]
    apart: list[list[str]]


class PayerInput(TypedDict):
    """Whose payment it is."""

    registration: str


class PaymentInput(TypedDict):
    """Who has paid, and how."""

    registration: str
    way: WayEnum
    amount: NotRequired[int]


class PaymentOutput(TypedDict):
    """Money that somebody has paid, or was handed as a prize."""

    amount: int
    way: WayEnum
    noted_at: str
    noted_by: PlayerOutput | None


class PlannedOutput(TypedDict):
    """A session that was drawn in advance."""

    code: str
    number: int
    status: SessionStatus


class PrizeInput(TypedDict):
    """Who has got a prize, and how."""

    player: str
    way: WayEnum


class PrizesOutput(TypedDict):
    """How the pot is shared out."""

    pot: int
    shares: list[int]
    kept: int
    left: int
    planned: list[int]
    waits: str
    winners: list[WinnerOutput]


class RegistrationInput(TypedDict):
    """The player to register; yourself if you name nobody."""

    fixed_table: NotRequired[int | None]
    group: NotRequired[str]
    player: NotRequired[str]
    name: NotRequired[str]
    is_new: NotRequired[bool]
    own_name: NotRequired[str]
    first_session: NotRequired[int]
    force: NotRequired[bool]
    club: NotRequired[str]


class ReinstateInput(TypedDict):
    """How an event comes back that was cancelled."""

    force: NotRequired[bool]


class RepeatInput(TypedDict):
    """When an event comes again; `times`, `until` or both."""

    rhythm: RhythmEnum
    times: NotRequired[int]
    until: NotRequired[str]
    skip: NotRequired[list[str]]


class RepeatOutput(TypedDict):
    """The events that were created."""

    events: list[EventOutput]


class RosterInput(TypedDict):
    """A list of players."""

    csv: NotRequired[str]
    file: NotRequired[str]
    columns: NotRequired[list[ColumnsEnum | BlankEnum]]
    has_header: NotRequired[bool]
    who: NotRequired[dict[str, str]]
    preview: NotRequired[bool]
    force: NotRequired[bool]


class RosterLineOutput(TypedDict):
    """What becomes of a line of a list of players."""

    line: int
    name: str
    player: str
    is_new: bool
    is_already: bool
    status: RegistrationStatus


class RosterOutput(TypedDict):
    """What becomes of a list of players."""

    lines: list[RosterLineOutput]


class TableInPlayOutput(TypedDict):
    """A table at which people play."""

    match: str
    number: int
    since: str
    players: list[str]


class WaiterOutput(TypedDict):
    """Somebody who waits for a table."""

    registration: str
    player: PlayerOutput
    since: str


class WeightsInput(TypedDict):
    """What draws by standings shall avoid, and how much; what is left out is as usual."""

    gap: NotRequired[int]
    side_gap: NotRequired[int]
    repeat: NotRequired[int]
    recent: NotRequired[int]
    partner: NotRequired[int]
    group: NotRequired[int]
    seat: NotRequired[int]
    dealer: NotRequired[int]


class WinnerInput(TypedDict):
    """Whose prize it is."""

    player: str


class WinnerOutput(TypedDict):
    """Who gets a prize, or was handed one."""

    place: int | None
    player: PlayerOutput
    due: int
    handed: list[PaymentOutput]
