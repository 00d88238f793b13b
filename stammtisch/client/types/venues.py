"""Types of `venues`; made by `manage.py client`."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class VenueChange(TypedDict):
    """What a venue shall say of itself; what is absent stays."""

    name: NotRequired[str]
    address: NotRequired[str]
    tables: NotRequired[int | None]
