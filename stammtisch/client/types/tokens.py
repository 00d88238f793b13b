"""Types of `tokens`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from .words import ScopeOfPeople


class TokenInput(TypedDict):
    """A token to be made."""

    name: str
    scopes: list[ScopeOfPeople]
    days: NotRequired[int]
