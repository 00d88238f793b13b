"""Types of `registrations`; made by `manage.py client`."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class DetailsInput(TypedDict):
    """Details of a registration, set by an organiser. Fields you leave out stay unchanged."""

    fixed_table: NotRequired[int | None]
    group: NotRequired[str]


class ReplaceInput(TypedDict):
    """Who plays instead."""

    from_session: NotRequired[int]
    player: str
    force: NotRequired[bool]


class WithdrawInput(TypedDict):
    """From when on somebody is not there."""

    from_session: NotRequired[int]
