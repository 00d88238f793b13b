"""Types of `agreements`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .shared import ClubRef, PlayerOutput
    from .words import AgreementOutputStatusEnum


class AgreementInput(TypedDict):
    """The club in which you want to play."""

    club: str


class AgreementOutput(TypedDict):
    """Whether you play in a club."""

    code: str
    club: ClubRef
    status: AgreementOutputStatusEnum
    asked_at: str | None
    asked_by: PlayerOutput | None
    answered_at: str | None
