"""Types of `notices`; made by `manage.py client`."""

from __future__ import annotations

from typing import TypedDict


class NoticeOutput(TypedDict):
    """A message of the site."""

    code: str
    version: str | None
    text: str
    created_at: str
    read_at: str | None
