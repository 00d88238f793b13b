"""Types of `players`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .shared import PlayerOutput, SeasonRef
    from .words import MergeOutputStatusEnum


class GameRatingChangeOutput(TypedDict):
    """What a rating was after a match."""

    match: str
    at: str
    place: int
    mu: float
    sigma: float
    low: float
    high: float


class GameRatingOutput(TypedDict):
    """A player's rating in a game, from the matches of all events."""

    player: PlayerOutput
    game: str
    mu: float
    sigma: float
    low: float
    high: float
    ordinal: float
    matches: int


class GoneInput(TypedDict):
    """Who shall be somebody else again."""

    gone: str


class IntoInput(TypedDict):
    """Who somebody turned out to be."""

    into: str


class InvitationOutput(TypedDict):
    """A new invitation; the only answer that ever shows its link."""

    link: str
    expires_at: str


class MergeOutput(TypedDict):
    """Two players who are one."""

    code: str
    gone: PlayerOutput
    stays: PlayerOutput
    status: MergeOutputStatusEnum
    merged_at: str
    parted_at: str | None


class MergePreviewOutput(TypedDict):
    """What would move."""

    matches: int
    events: list[MovedEventOutput]
    seasons: list[SumOutput]


class MovedEventOutput(TypedDict):
    """An event in which something would move."""

    code: str
    name: str


class NameInput(TypedDict):
    """Another name."""

    name: str


class OwnRatingOutput(TypedDict):
    """A rating among those of one player."""

    season: SeasonRef
    mu: float
    sigma: float
    low: float
    high: float
    ordinal: float
    duplicates: int
    active: bool
    waits_until: str | None


class SumOutput(TypedDict):
    """Points in a season before and after."""

    season: SeasonRef
    gone: str
    stays: str
    both: str
