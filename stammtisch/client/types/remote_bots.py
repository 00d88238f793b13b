"""Types of `remote_bots`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import PlayerOutput
    from .words import TableStatus


class BotTokenInput(TypedDict):
    """A token of a remote bot to be made."""

    name: str
    days: NotRequired[int]


class ChallengeOutput(TypedDict):
    """A table at which a bot is asked to sit down."""

    table: str
    event: str
    game: str
    size: int
    move_s: int
    by: PlayerOutput
    at: str


class MeOutput(TypedDict):
    """What a remote bot is, who asks it, and where it sits."""

    code: str
    name: str
    owner: str
    games: list[str]
    most_tables: int
    is_open: bool
    is_connected: bool
    seen_at: str | None
    created_at: str
    retired_at: str | None
    challenges: list[ChallengeOutput]
    tables: list[OwnTableOutput]


class OwnTableOutput(TypedDict):
    """A table of a bot that is not over."""

    code: str
    event: str | None
    ladder: str | None
    game: str
    status: TableStatus
    version: int
    seat: int
    is_your_turn: bool
    is_stood_in: bool


class RemoteBotChange(TypedDict):
    """Changes of a remote bot. Fields you leave out stay unchanged."""

    games: NotRequired[list[str]]
    most_tables: NotRequired[int]
    is_open: NotRequired[bool]


class RemoteBotInput(TypedDict):
    """A remote bot to be made."""

    name: str
    games: NotRequired[list[str]]


class RemoteBotOutput(TypedDict):
    """A bot that runs on its author's machine."""

    code: str
    name: str
    owner: str
    games: list[str]
    most_tables: int
    is_open: bool
    is_connected: bool
    seen_at: str | None
    created_at: str
    retired_at: str | None
