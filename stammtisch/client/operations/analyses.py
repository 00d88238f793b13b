"""Operations on `analyses`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.analyses import AnalysisDetailOutput, AnalysisInput, AnalysisOutput


class Analyses(Group):
    """What can be done with analyses."""

    def list(
        self, *, match: str | None = None, page_size: int | None = None
    ) -> Pages[AnalysisOutput]:
        """What a strong bot would have done in the seats of finished matches, and what that
        cost.
        """
        return self._pages("analyses", query={"match": match, "page_size": page_size})

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[AnalysisInput]
    ) -> AnalysisDetailOutput:
        """Ask for the analysis of a seat. If somebody has asked before, this is the same one.

        A worker goes through its decisions; `done` of `total` says how far it has got.
        """
        return self._answer("POST", "analyses", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> AnalysisDetailOutput:
        """What a strong bot would have done in the seats of finished matches, and what that
        cost.
        """
        return self._answer("GET", f"analyses/{part(code)}")
