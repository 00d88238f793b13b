"""Operations on `jobs`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.shared import JobOutput


class Jobs(Group):
    """What can be done with jobs."""

    def list(
        self,
        *,
        club: str | None = None,
        kind: Literal[
            "analyse_match",
            "check_version",
            "import_season",
            "play_match",
            "run_experiment",
            "validate_record",
        ]
        | None = None,
        match: str | None = None,
        page_size: int | None = None,
        status: Literal["done", "failed", "running", "waiting"] | None = None,
    ) -> Pages[JobOutput]:
        """Jobs of workers, with the reason why each is waiting or has failed; the newest first."""
        return self._pages(
            "jobs",
            query={
                "club": club,
                "kind": kind,
                "match": match,
                "page_size": page_size,
                "status": status,
            },
        )

    def retrieve(self, code: str, /) -> JobOutput:
        """Show a job, and why it is waiting or has failed."""
        return self._answer("GET", f"jobs/{part(code)}")

    def retry(self, code: str, /, *, idempotency_key: str | None = None) -> JobOutput:
        """Retry a failed job.

        Organisers do so for matches and imports of their clubs, with the scope `organise`;
        authors for checks of their own bots, with the scope `bots`.
        """
        return self._answer("POST", f"jobs/{part(code)}/retry", key=key_of(idempotency_key))
