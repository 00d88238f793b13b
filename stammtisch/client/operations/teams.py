"""Operations on `teams`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.teams import MembersInput, TeamInput, TeamMemberOutput, TeamOutput


class Teams(Group):
    """What can be done with teams."""

    def list(self, *, club: str | None = None, page_size: int | None = None) -> Pages[TeamOutput]:
        """Teams: players who are entered in leagues together."""
        return self._pages("teams", query={"club": club, "page_size": page_size})

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[TeamInput]
    ) -> TeamOutput:
        """Create a team of a club."""
        return self._answer("POST", "teams", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> TeamOutput:
        """Teams: players who are entered in leagues together."""
        return self._answer("GET", f"teams/{part(code)}")

    def members_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[TeamMemberOutput]:
        """List the members of a team in order; on a league day the first ones play."""
        return self._pages(f"teams/{part(code)}/members", query={"page_size": page_size})

    def members_put(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[MembersInput]
    ) -> TeamOutput:
        """Set the members of a team in this order, replacing its earlier members."""
        return self._answer(
            "PUT", f"teams/{part(code)}/members", body=body, key=key_of(idempotency_key)
        )
