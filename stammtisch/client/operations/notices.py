"""Operations on `notices`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.notices import NoticeOutput


class Notices(Group):
    """What can be done with notices."""

    def list(self, *, page_size: int | None = None) -> Pages[NoticeOutput]:
        """Your messages from the site, the newest first."""
        return self._pages("notices", query={"page_size": page_size})

    def retrieve(self, code: str, /) -> NoticeOutput:
        """Your messages from the site, the newest first."""
        return self._answer("GET", f"notices/{part(code)}")

    def read(self, code: str, /, *, idempotency_key: str | None = None) -> NoticeOutput:
        """Mark a notice as read."""
        return self._answer("POST", f"notices/{part(code)}/read", key=key_of(idempotency_key))
