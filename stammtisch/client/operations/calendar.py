"""Operations on `calendar`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.client.group import Group

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.shared import EventOutput


class Calendar(Group):
    """What can be done with calendar."""

    def list(self, *, page_size: int | None = None, place: str | None = None) -> Pages[EventOutput]:
        """List the evenings of all clubs for a year ahead, the next one first."""
        return self._pages("calendar", query={"page_size": page_size, "place": place})
