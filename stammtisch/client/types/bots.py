"""Types of `bots`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .shared import VersionRef


class BotOutput(TypedDict):
    """A bot and its newest accepted versions."""

    code: str
    name: str
    owner: str
    accepted: list[VersionRef]
    created_at: str
