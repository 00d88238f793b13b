"""Archives of seasons: the format `stammtisch-season/1`, a JSON object on each line.

A header, then the lines of each kind in the order of `LINES`, then an end that says how many lines
there are, so that a file broken off is noticed. A line names others by their codes, and only
lines before it. Accounts, and what only they may know, are not in it.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from .archived_draws import Code, Explanation, Weights

FORMAT: Final = "stammtisch-season/1"
MOST_LINES = 200_000
MOST_BYTES = 50_000_000
LONGEST_LINE = 1_000_000
FIRST, LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2199, 12, 31, 23, 59, 59, tzinfo=UTC)
"""What is earlier or later was written by no clock."""


class ArchiveFault(Exception):
    """An archive cannot be read; `path` is line and field, as in `lines.12.name`."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("holds a character that no text may have")
    return text


def _storable_json(value: Any) -> Any:
    if "\\u0000" in json.dumps(value):
        raise ValueError("holds a character that no text may have")
    return value


def _explained(given: dict[str, Any] | None) -> dict[str, Any] | None:
    if given is not None:
        Explanation.model_validate(given)
    return given


def _in_our_time(at: datetime) -> datetime:
    if not FIRST <= at <= LAST:
        raise ValueError(f"must be in a year from {FIRST.year} to {LAST.year}")
    return at


Moment: TypeAlias = Annotated[AwareDatetime, AfterValidator(_in_our_time)]
Name: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=120), AfterValidator(_storable)
]
Text: TypeAlias = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_storable)]
Word: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[-a-z0-9_.]{1,60}$")]
Small: TypeAlias = Annotated[int, Field(ge=0, le=32_767)]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**62)]
Score: TypeAlias = Annotated[int, Field(ge=-(10**9), le=10**9)]
Scores: TypeAlias = Annotated[list[Score], Field(min_length=1, max_length=10)]
Seat: TypeAlias = Annotated[int, Field(ge=0, le=9)]
Points: TypeAlias = Annotated[Decimal, Field(max_digits=8, decimal_places=3)]
Cents: TypeAlias = Annotated[int, Field(ge=0, le=10**9)]
Json: TypeAlias = Annotated[dict[str, Any], AfterValidator(_storable_json)]


class Line(BaseModel):
    """What all lines share: nothing but the fields named, of exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Header(Line):
    """The first line."""

    kind: Literal["header"] = "header"
    format: Literal["stammtisch-season/1"] = FORMAT
    exported_at: Moment


class SeasonLine(Line):
    """The season; there is one. All amounts of the archive are in cents of its currency."""

    kind: Literal["season"] = "season"
    code: Code
    name: Name
    game: Word
    options: Json
    native: bool
    cycles: Annotated[int, Field(ge=1, le=20)]
    points_rule: Word
    tie_breaks: Annotated[list[Word], Field(max_length=40)]
    lot_seed: Seed
    lot_names: dict[Code, Code] | None = None
    drop_worst: Small
    min_attendance: Small
    forfeit_points: Points | None
    forfeit_others: Points | None
    rates_together: bool
    entry_fee: Cents | None = None
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    club_points: Literal["sum", "average"] = "sum"
    club_best: Annotated[int, Field(ge=1, le=100)] | None = None
    status: Literal["draft", "running", "closed"]


class VenueLine(Line):
    """Where events are."""

    kind: Literal["venue"] = "venue"
    code: Code
    name: Name
    address: Text
    tables: Small | None


class PlayerLine(Line):
    """Somebody who took a seat, registered, or may fill one.

    `plays_for` is the name of the club for which they play in a season of a federation, which
    others may have as well, and `plays_for_slug` its web address.
    """

    kind: Literal["player"] = "player"
    code: Code
    type: Literal["person", "bot"]
    name: Annotated[Name, StringConstraints(max_length=80)]
    builtin: Annotated[str, StringConstraints(pattern=r"^[-a-z0-9_]{0,40}$")]
    plays_for: Name | None = None
    plays_for_slug: Annotated[str, StringConstraints(pattern=r"^[-a-zA-Z0-9_]{1,60}$")] | None = (
        None
    )


class EventLine(Line):
    """An event."""

    kind: Literal["event"] = "event"
    code: Code
    name: Name
    bots: Annotated[list[Code], Field(max_length=100)]
    venue: Code | None
    starts_at: Moment | None
    ends_at: Moment | None
    is_open: bool
    closes_at: Moment | None
    play_now: bool = False
    takes_guests: bool = False
    takes_remote_bots: bool = False
    guests_enter: bool = False
    capacity: Small | None
    draw: Literal["swiss", "movement", "round_robin", "knockout", "free", "online", "open"]
    table_size: Small | None
    fill: Literal["sizes", "bots", "byes"]
    planned_sessions: Small | None
    weights: Weights = Field(default_factory=dict)
    seed: Seed
    entry_fee: Cents | None = None
    cancelled_at: Moment | None
    cancelled_because: Text


class RegistrationLine(Line):
    """Who comes to an event."""

    kind: Literal["registration"] = "registration"
    code: Code
    event: Code
    player: Code
    status: Literal["registered", "waiting", "withdrawn"]
    registered_at: Moment
    checked_in_at: Moment | None
    first_session: Small
    last_session: Small | None
    fixed_table: Small | None
    group: Annotated[Text, StringConstraints(max_length=80)]
    replaces: Code | None


class PairLine(Line):
    """Two who must, or must not, share a table of an event."""

    kind: Literal["pair"] = "pair"
    event: Code
    one: Code
    other: Code
    rule: Literal["together", "apart"]


class SessionLine(Line):
    """A session."""

    kind: Literal["session"] = "session"
    code: Code
    event: Code
    number: Small
    starts_at: Moment | None
    ends_at: Moment | None
    status: Literal["draft", "published", "closed"]
    publish_at: Moment | None
    published_at: Moment | None
    seed: Seed | None
    explanation: Annotated[dict[str, Any] | None, AfterValidator(_explained)]


class ByeLine(Line):
    """Who has no table in a session."""

    kind: Literal["bye"] = "bye"
    session: Code
    player: Code


class MatchLine(Line):
    """A match; its secret only once everybody may know it."""

    kind: Literal["match"] = "match"
    code: Code
    session: Code
    table_number: Small
    status: Literal["draft", "open", "entered", "final", "void"]
    version: Annotated[int, Field(ge=0, le=10**6)]
    result_version: Annotated[int, Field(ge=0, le=10**6)]
    voided_from: Literal["", "open", "entered", "final"] = ""
    secret: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None
    finished_at: Moment | None


class SeatLine(Line):
    """A seat; score, place and points follow from the result."""

    kind: Literal["seat"] = "seat"
    match: Code
    number: Seat
    player: Code
    counts_for: Code | None


class ResultLine(Line):
    """A version of a result."""

    kind: Literal["result"] = "result"
    match: Code
    version: Annotated[int, Field(ge=1, le=10**6)]
    source: Word
    totals: Scores
    places: Scores
    forfeits: Annotated[list[Seat], Field(max_length=10)]
    reason: Text
    entered_at: Moment
    confirmed_at: Moment | None


class RoundLine(Line):
    """A round of a result."""

    kind: Literal["round"] = "round"
    match: Code
    version: int
    number: Annotated[int, Field(ge=0, lt=500)]
    dealer: Seat
    scores: Scores
    sheet: Json | None
    redeal: bool
    declarer: Seat | None
    won: bool | None


class RecordLine(Line):
    """The record behind a final result, in the engine's binary form as base64."""

    kind: Literal["record"] = "record"
    match: Code
    version: int
    blob: Annotated[str, StringConstraints(max_length=500_000)]


class PenaltyLine(Line):
    """A penalty: points deducted from a player."""

    kind: Literal["penalty"] = "penalty"
    code: Code
    event: Code | None
    player: Code
    points: Annotated[Points, Field(gt=0)]
    reason: Text
    status: Literal["in_force", "revoked"]
    given_at: Moment
    revoked_at: Moment | None
    revoked_because: Text


class HandicapLine(Line):
    """Points that a player has in an event from the start, or had."""

    kind: Literal["handicap"] = "handicap"
    code: Code
    event: Code
    player: Code
    points: Annotated[Points, Field(gt=0)]
    reason: Text
    status: Literal["in_force", "ended"]
    set_at: Moment
    ended_at: Moment | None
    ended_because: Text


class PotLine(Line):
    """How the fees of an event are shared out."""

    kind: Literal["pot"] = "pot"
    event: Code
    kept: Cents
    shares: Annotated[
        list[Annotated[int, Field(ge=1, le=100)]], Field(min_length=1, max_length=100)
    ]


class PaymentLine(Line):
    """A fee that came in, or a prize that went out, without who noted it."""

    kind: Literal["payment"] = "payment"
    event: Code
    player: Code
    type: Literal["fee", "prize"]
    way: Literal["cash", "transfer"]
    amount: Cents
    noted_at: Moment


class LogLine(Line):
    """Something that was done, without who did it."""

    kind: Literal["log"] = "log"
    at: Moment
    action: Annotated[str, StringConstraints(pattern=r"^[a-z_.]{1,40}$")]
    subject: Annotated[str, StringConstraints(pattern=r"^[-a-z_]+:[-\w]{1,40}$")]
    event: Code | None
    data: Json


class EndLine(Line):
    """The last line; `lines` counts all before it."""

    kind: Literal["end"] = "end"
    lines: int


LINES: tuple[type[Line], ...] = (
    Header,
    SeasonLine,
    VenueLine,
    PlayerLine,
    EventLine,
    RegistrationLine,
    PairLine,
    SessionLine,
    ByeLine,
    MatchLine,
    SeatLine,
    ResultLine,
    RoundLine,
    RecordLine,
    PenaltyLine,
    HandicapLine,
    PotLine,
    PaymentLine,
    LogLine,
    EndLine,
)
"""The kinds of lines, in the order in which an archive has them."""

_AnyLine: TypeAlias = (
    Header
    | SeasonLine
    | VenueLine
    | PlayerLine
    | EventLine
    | RegistrationLine
    | PairLine
    | SessionLine
    | ByeLine
    | MatchLine
    | SeatLine
    | ResultLine
    | RoundLine
    | RecordLine
    | PenaltyLine
    | HandicapLine
    | PotLine
    | PaymentLine
    | LogLine
    | EndLine
)
_LINE: TypeAdapter[Line] = TypeAdapter(Annotated[_AnyLine, Field(discriminator="kind")])


def parse(lines: Iterable[bytes]) -> Iterator[tuple[int, Line]]:
    """Yield number and content of each line between header and end; raises ArchiveFault.

    Lines are read one by one. Order, number and size are checked, and that nothing is missing at
    the end; what the lines say together is for the caller to check.
    """
    rank, size, number, is_over = 0, 0, 0, False
    for number, text in enumerate(lines, start=1):
        size += len(text)
        if number > MOST_LINES or size > MOST_BYTES or len(text) > LONGEST_LINE:
            raise ArchiveFault(f"lines.{number}", "the archive is larger than any season")
        if is_over:
            raise ArchiveFault(f"lines.{number}", "nothing may follow the end")
        line = _parse_line(number, text)
        order = LINES.index(type(line))
        if order < rank or (number == 1) != isinstance(line, Header):
            raise ArchiveFault(f"lines.{number}.kind", "this line is out of order")
        rank = order
        is_over = isinstance(line, EndLine)
        if isinstance(line, EndLine) and line.lines != number - 1:
            raise ArchiveFault(f"lines.{number}.lines", "there are more or fewer lines")
        if not isinstance(line, Header | EndLine):
            yield number, line
    if not is_over:
        raise ArchiveFault(f"lines.{number}", "the archive is broken off: its end is missing")


def _parse_line(number: int, text: bytes) -> Line:
    try:
        return _LINE.validate_json(text)
    except ValidationError as error:
        [first, *_rest] = error.errors(include_url=False, include_input=False)
        # The first step is the kind, by which the line was told from others.
        where = ".".join(["lines", str(number), *map(str, first["loc"][1:])])
        raise ArchiveFault(where, first["msg"]) from None
