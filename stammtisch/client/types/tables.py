"""Types of `tables`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

if TYPE_CHECKING:
    from .words import PhraseEnum, TypeEnum


class ActInput(TypedDict):
    """An action at a table, and the version of the table you have seen."""

    action: str
    expected_version: int


class AddsNumberInput(TypedDict):
    """Whether a number will come."""

    adds_number: NotRequired[bool]


class ChallengeInput(TypedDict):
    """The bot to ask."""

    bot: str


class DealInput(TypedDict):
    """The version of the table you have seen."""

    expected_version: NotRequired[int]


class FillInput(TypedDict):
    """The bots to seat, and whether a number will come."""

    bots: NotRequired[list[str]]
    adds_number: NotRequired[bool]


class JoinInput(TypedDict):
    """Where to sit down."""

    seat: NotRequired[int]
    invitation: NotRequired[str]
    own_name: NotRequired[str]


class NumberInput(TypedDict):
    """A random number to add to the deals."""

    number: str


class PhraseInput(TypedDict):
    """What to say at a table."""

    phrase: PhraseEnum


class SeenInput(TypedDict):
    """The version of the table you have seen."""

    expected_version: int


class TurnClockOutput(TypedDict):
    """How many milliseconds are left, until a warning or, after it, until the default bot plays."""

    bank_ms: int
    move_ms: int


class TurnOutput(TypedDict):
    """A request for an action, as bots on a server get it, and where it is asked."""

    type: TypeEnum
    seq: int
    seed: int
    clock: TurnClockOutput
    view: dict[str, Any]
    table: str
    version: int
