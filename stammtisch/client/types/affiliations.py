"""Types of `affiliations`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .shared import ClubRef
    from .words import AffiliationOutputStatusEnum


class AffiliationInput(TypedDict):
    """The club that a federation asks."""

    federation: str
    club: str


class AffiliationOutput(TypedDict):
    """A club in a federation, or a request for it."""

    code: str
    federation: ClubRef
    club: ClubRef
    status: AffiliationOutputStatusEnum
    asked_at: str
    answered_at: str | None
    ended_at: str | None
