"""Types of `shared`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

if TYPE_CHECKING:
    from .words import (
        BlankEnum,
        ChallengeStatus,
        ColumnsEnum,
        EventDraw,
        EventFill,
        JobKind,
        JobStatus,
        KeyEnum,
        PenaltyStatus,
        PlayerKind,
        RegistrationStatus,
        Scope,
        TableAwaits,
        TableStatus,
        VersionStatus,
    )


class AskedOutput(TypedDict):
    """A remote bot that was asked to sit down, and what it answered."""

    player: PlayerOutput
    status: ChallengeStatus
    at: str


class BotRef(TypedDict):
    """A bot, named."""

    code: str
    name: str


class CheckOutput(TypedDict):
    """Progress of the check of a version."""

    code: str
    status: JobStatus
    done: int
    total: int
    reason: str
    attempt: int


class ClockOutput(TypedDict):
    """Whom the table awaits, and until when."""

    awaits: TableAwaits
    turn: int | None
    since: str | None
    due_at: str | None
    is_warned: bool


class ClubRef(TypedDict):
    """A club, named."""

    slug: str
    name: str


class DivisionOutput(TypedDict):
    """A division of a league in a season."""

    code: str
    league: LeagueRef
    season: SeasonRef
    level: int
    name: str
    promoted: int
    relegated: int


class EventOutput(TypedDict):
    """An event."""

    code: str
    season: SeasonRef
    name: str
    venue: VenueRef | None
    starts_at: str | None
    ends_at: str | None
    is_open: bool
    closes_at: str | None
    play_now: bool
    takes_guests: bool
    takes_remote_bots: bool
    guests_enter: bool
    capacity: int | None
    draw: EventDraw
    table_size: int | None
    fill: EventFill
    planned_sessions: int | None
    weights: WeightsOutput
    bots: list[PlayerOutput]
    cancelled_at: str | None
    cancelled_because: str
    created_at: str


class EventRef(TypedDict):
    """An event, named."""

    code: str
    name: str


class FoundOutput(TypedDict):
    """What a bot would do, and how it compares to the next best."""

    action: str
    deals: int
    second: str
    ahead: float | None


class HintOutput(TypedDict):
    """A hint for the position that is shown."""

    bot: str
    asked_at: str
    found: FoundOutput | None


class ImportOutput(TypedDict):
    """A season that is being imported, and what became of it."""

    code: str
    season: str | None
    codes: dict[str, dict[str, str]]
    guests: int
    faults: dict[str, list[str]]


class IssuedTokenOutput(TypedDict):
    """A new token; the only answer that ever shows its text."""

    code: str
    name: str
    scopes: list[Scope]
    created_at: str
    expires_at: str
    revoked_at: str | None
    token: str


class JobOutput(TypedDict):
    """Work for a worker."""

    code: str
    kind: JobKind
    match: str | None
    version: int
    checked: str | None
    experiment: str | None
    imported: ImportOutput | None
    done: int
    total: int
    status: JobStatus
    reason: str
    attempt: int
    created_at: str
    sent_at: str | None
    lease_until: str | None
    finished_at: str | None


class LaidOutput(TypedDict):
    """A card of the last complete trick; null lies face down."""

    seat: int
    card: str | None


class LeagueRef(TypedDict):
    """A league, named."""

    code: str
    name: str


class ListInput(TypedDict):
    """A list, as text or as a file."""

    csv: NotRequired[str]
    file: NotRequired[str]
    columns: NotRequired[list[ColumnsEnum | BlankEnum]]
    has_header: NotRequired[bool]
    who: NotRequired[dict[str, str]]
    preview: NotRequired[bool]


class LookOutput(TypedDict):
    """An online table as the asking account sees it."""

    table: OnlineTableOutput
    version: int
    seat: int | None
    view: dict[str, Any] | None
    legal: list[str]
    whys: dict[str, WhyOutput]
    log: list[SaidOutput]
    last_trick: list[LaidOutput]
    clock: ClockOutput
    commitment: str | None
    numbers: list[str | None]
    secret: str | None
    hint: HintOutput | None
    challenges: list[AskedOutput]
    invitation: str | None


class OnlineTableOutput(TypedDict):
    """An online table."""

    code: str
    event: str | None
    ladder: str | None
    game: str
    match: str | None
    opened_by: PlayerOutput
    size: int
    move_s: int
    is_private: bool
    status: TableStatus
    version: int
    seats: list[TableSeatOutput]
    created_at: str
    finished_at: str | None


class PenaltyOutput(TypedDict):
    """A penalty: points deducted from a player."""

    code: str
    player: PlayerOutput
    event: str | None
    points: str
    reason: str
    status: PenaltyStatus
    given_at: str
    revoked_at: str | None
    revoked_because: str


class PlayerOutput(TypedDict):
    """A player: a person or a bot."""

    code: str
    name: str
    kind: PlayerKind


class PossibleOutput(TypedDict):
    """Which ranks a player may still end at, by what is planned by now."""

    best: int
    worst: int
    can_be_ranked: bool
    is_certain: bool
    is_open: bool
    has_clinched: bool


class PractiseInput(TypedDict):
    """The practice table to open."""

    bots: NotRequired[list[str]]
    seats: NotRequired[int]
    own_name: NotRequired[str]


class RankingOutput(TypedDict):
    """A player's place in a ranking, by the points of final matches."""

    rank: int
    player: PlayerOutput
    points: str
    wins: int
    score: int
    matches: int
    handicap: str


class ReasonInput(TypedDict):
    """Why something is done; everybody can read it."""

    reason: str


class RegistrationOutput(TypedDict):
    """A player's place in an event, or on its waiting list."""

    code: str
    event: str
    player: PlayerOutput
    status: RegistrationStatus
    registered_at: str
    registered_by: PlayerOutput | None
    checked_in_at: str | None
    first_session: int
    last_session: int | None
    group: str
    fixed_table: int | None
    replaces: PlayerOutput | None


class SaidOutput(TypedDict):
    """An action of the current round, as the reader may read it."""

    seat: int
    text: str
    is_default: bool
    at: str


class SeasonRef(TypedDict):
    """A season, named."""

    code: str
    name: str
    game: str


class TableSeatOutput(TypedDict):
    """A seat that somebody has taken."""

    number: int
    player: PlayerOutput
    stood_in: bool
    phrase: str
    phrase_at: str | None


class TeamRef(TypedDict):
    """A team, named."""

    code: str
    name: str


class TokenOutput(TypedDict):
    """A token, without its text."""

    code: str
    name: str
    scopes: list[Scope]
    created_at: str
    expires_at: str
    revoked_at: str | None


class UndoInput(TypedDict):
    """A list that was imported."""

    code: str


class VenueOutput(TypedDict):
    """A place where a club plays."""

    code: str
    club: str
    name: str
    address: str
    tables: int | None


class VenueRef(TypedDict):
    """A venue, named."""

    code: str
    name: str


class VersionOutput(TypedDict):
    """A version in a list; what the check says is shown to its author only."""

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


class VersionRef(TypedDict):
    """A version, named, and the player that takes its seats."""

    code: str
    number: int
    player: PlayerOutput | None


class WeightsOutput(TypedDict):
    """What each thing costs that draws by standings avoid; 0 is ignored."""

    gap: int
    side_gap: int
    repeat: int
    recent: int
    partner: int
    group: int
    seat: int
    dealer: int


class WhyOutput(TypedDict):
    """Why a card cannot be played now."""

    key: KeyEnum
    suit: str
    cards: list[str]
