"""Operations on `duplicates`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from stammtisch.client.group import Group, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.duplicates import DuplicateOutput


class Duplicates(Group):
    """What can be done with duplicates."""

    def list(
        self,
        *,
        page_size: int | None = None,
        player: str | None = None,
        season: str | None = None,
        status: Literal["open", "rated", "void"] | None = None,
    ) -> Pages[DuplicateOutput]:
        """Contests of ladders, the newest first."""
        return self._pages(
            "duplicates",
            query={"page_size": page_size, "player": player, "season": season, "status": status},
        )

    def retrieve(self, code: str, /) -> DuplicateOutput:
        """Contests of ladders, the newest first."""
        return self._answer("GET", f"duplicates/{part(code)}")
