"""Types of `teams`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import ClubRef, PlayerOutput


class MembersInput(TypedDict):
    """The members of a team."""

    members: list[str]
    captain: NotRequired[str | None]


class TeamInput(TypedDict):
    """A team to be made."""

    club: str
    name: str
    members: NotRequired[list[str]]


class TeamMemberOutput(TypedDict):
    """A member of a team."""

    position: int
    player: PlayerOutput


class TeamOutput(TypedDict):
    """A team."""

    code: str
    club: ClubRef
    name: str
    captain: PlayerOutput | None
    created_at: str
