"""Types of `games`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import OnlineTableOutput, PlayerOutput
    from .words import CompanyEnum


class FormOutput(TypedDict):
    """One form of action text."""

    phase: str
    form: str
    means: str


class GameDetailOutput(TypedDict):
    """A game with its actions, the schemas of its options and its sheet, and help."""

    slug: str
    name: str
    players: list[int]
    higher_wins: bool
    native_end: str
    redeals: bool
    phases: list[str]
    sides: dict[str, list[int]]
    notation: list[FormOutput]
    options: dict[str, Any]
    sheet: dict[str, Any]
    facts: dict[str, Any]
    help: HelpOutput


class GameOutput(TypedDict):
    """A game in a list."""

    slug: str
    name: str
    players: list[int]
    higher_wins: bool
    native_end: str
    redeals: bool


class HelpOutput(TypedDict):
    """Help for people who do not know a game, in English."""

    goal: list[str]
    order: list[HelpRowOutput]
    counts: list[HelpRowOutput]
    phases: dict[str, str]
    actions: dict[str, str]


class HelpRowOutput(TypedDict):
    """What is said of some cards."""

    text: str
    cards: str


class PlayNowOutput(TypedDict):
    """Where Play now seats people at a game, and who waits there."""

    event: str | None
    club: str | None
    waiting: list[OnlineTableOutput]


class RankedInGameOutput(TypedDict):
    """A place among the players of a game."""

    rank: int
    player: PlayerOutput
    game: str
    mu: float
    sigma: float
    low: float
    high: float
    ordinal: float
    matches: int


class RecordFileOutput(TypedDict):
    """The open records of a game of one month."""

    month: str
    matches: int
    size_bytes: int
    sha256: str
    written_at: str
    url: str
    parquet_url: str | None
    licence: str | None


class ScoreSheetInput(TypedDict):
    """A score sheet to be computed."""

    sheet: dict[str, Any]


class ScoreSheetOutput(TypedDict):
    """What a score sheet comes to."""

    scores: list[int]


class SitDownInput(TypedDict):
    """How you want to play."""

    adds_number: NotRequired[bool]
    company: NotRequired[CompanyEnum]
    seats: NotRequired[int]
    bot: NotRequired[str]
    own_name: NotRequired[str]
