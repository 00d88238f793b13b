"""Types of `clubs`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import PlayerOutput
    from .words import ClubKind, PlayersEnum, Role


class ClubChange(TypedDict):
    """What a club is called and says about itself. Fields you leave out stay unchanged."""

    name: NotRequired[str]
    about: NotRequired[str]
    town: NotRequired[str]
    country: NotRequired[str]
    address: NotRequired[str]
    email: NotRequired[str]
    telephone: NotRequired[str]
    website: NotRequired[str]
    directions: NotRequired[str]


class ClubInput(TypedDict):
    """The club to create."""

    slug: str
    name: str
    about: NotRequired[str]
    kind: NotRequired[ClubKind]
    owner_name: NotRequired[str]


class ClubOutput(TypedDict):
    """A club."""

    slug: str
    name: str
    kind: ClubKind
    about: str
    town: str
    country: str
    address: str
    email: str
    telephone: str
    website: str
    directions: str
    created_at: str


class ContactInput(TypedDict):
    """How to reach somebody from now on."""

    text: str


class ContactOutput(TypedDict):
    """How to reach somebody."""

    text: str


class ImportInput(TypedDict):
    """An archive of a season, as a form."""

    archive: str
    players: PlayersEnum
    name: NotRequired[str]


class MemberInput(TypedDict):
    """Who becomes a member, and as what: a player, or somebody new without an account."""

    role: NotRequired[Role]
    player: NotRequired[str]
    name: NotRequired[str]
    is_new: NotRequired[bool]


class MemberLineOutput(TypedDict):
    """What becomes of a line of a list of people."""

    line: int
    name: str
    player: str
    is_new: bool
    is_already: bool
    role: Role
    is_invited: bool


class MemberListOutput(TypedDict):
    """What becomes of a list of people."""

    code: str
    lines: list[MemberLineOutput]


class MemberOutput(TypedDict):
    """A member of a club."""

    player: PlayerOutput
    role: Role
    joined_at: str


class MembersUndoneOutput(TypedDict):
    """What becomes of the members of an import that is undone."""

    removed: list[str]
    kept: list[str]


class RoleInput(TypedDict):
    """What a member shall be."""

    role: Role


class VenueInput(TypedDict):
    """A venue to be created."""

    name: str
    address: NotRequired[str]
    tables: NotRequired[int | None]
