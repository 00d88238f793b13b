"""Operations on `versions`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.sending import Content
    from stammtisch.client.types.shared import VersionOutput
    from stammtisch.client.types.versions import (
        FaultOutput,
        LogOutput,
        StatisticsOutput,
        VersionDetailOutput,
    )


class Versions(Group):
    """What can be done with versions."""

    def list(
        self,
        *,
        bot: str | None = None,
        page_size: int | None = None,
        status: Literal["accepted", "checking", "quarantined", "refused", "withdrawn"]
        | None = None,
    ) -> Pages[VersionOutput]:
        """Uploads of bots. Logs, faults, statistics and archives are for their author."""
        return self._pages("versions", query={"bot": bot, "page_size": page_size, "status": status})

    def create(self, *, archive: bytes) -> VersionDetailOutput:
        """Upload a version, which is then checked. The same archive again is the same version."""
        return self._upload("versions", {"archive": archive})

    def retrieve(self, code: str, /) -> VersionDetailOutput:
        """Uploads of bots. Logs, faults, statistics and archives are for their author."""
        return self._answer("GET", f"versions/{part(code)}")

    def archive_retrieve(self, code: str, /) -> Content:
        """Send the archive as it was uploaded."""
        return self._file(f"versions/{part(code)}/archive")

    def faults_list(self, code: str, /, *, page_size: int | None = None) -> Pages[FaultOutput]:
        """List the faults of a version with their evidence, the newest first."""
        return self._pages(f"versions/{part(code)}/faults", query={"page_size": page_size})

    def logs_list(self, code: str, /, *, page_size: int | None = None) -> Pages[LogOutput]:
        """List the output of a version in its matches, the newest first."""
        return self._pages(f"versions/{part(code)}/logs", query={"page_size": page_size})

    def statistics_retrieve(self, code: str, /) -> StatisticsOutput:
        """Show the results of a version at each seat and against each opponent."""
        return self._answer("GET", f"versions/{part(code)}/statistics")

    def withdraw(self, code: str, /, *, idempotency_key: str | None = None) -> VersionDetailOutput:
        """Withdraw a version, so that it plays no more."""
        return self._answer("POST", f"versions/{part(code)}/withdraw", key=key_of(idempotency_key))
