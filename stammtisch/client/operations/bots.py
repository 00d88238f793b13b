"""Operations on `bots`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.client.group import Group, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.bots import BotOutput
    from stammtisch.client.types.shared import VersionOutput


class Bots(Group):
    """What can be done with bots."""

    def list(
        self, *, name: str | None = None, owner: str | None = None, page_size: int | None = None
    ) -> Pages[BotOutput]:
        """Strategies by authors. Your first upload creates the bot that its manifest names."""
        return self._pages("bots", query={"name": name, "owner": owner, "page_size": page_size})

    def retrieve(self, code: str, /) -> BotOutput:
        """Strategies by authors. Your first upload creates the bot that its manifest names."""
        return self._answer("GET", f"bots/{part(code)}")

    def versions_list(self, code: str, /, *, page_size: int | None = None) -> Pages[VersionOutput]:
        """List the versions of a bot that can play, the newest first; its author sees all."""
        return self._pages(f"bots/{part(code)}/versions", query={"page_size": page_size})
