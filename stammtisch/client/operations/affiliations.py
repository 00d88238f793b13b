"""Operations on `affiliations`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.affiliations import AffiliationInput, AffiliationOutput


class Affiliations(Group):
    """What can be done with affiliations."""

    def list(
        self,
        *,
        club: str | None = None,
        federation: str | None = None,
        page_size: int | None = None,
        status: Literal["asked", "declined", "left", "member"] | None = None,
    ) -> Pages[AffiliationOutput]:
        """Which clubs belong to which federation. What is not in force, organisers of both see."""
        return self._pages(
            "affiliations",
            query={
                "club": club,
                "federation": federation,
                "page_size": page_size,
                "status": status,
            },
        )

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[AffiliationInput]
    ) -> AffiliationOutput:
        """Ask a club whether it wants to be a member, as organiser of a federation."""
        return self._answer("POST", "affiliations", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> AffiliationOutput:
        """Which clubs belong to which federation. What is not in force, organisers of both see."""
        return self._answer("GET", f"affiliations/{part(code)}")

    def accept(self, code: str, /, *, idempotency_key: str | None = None) -> AffiliationOutput:
        """Make your club a member of the federation that asks."""
        return self._answer(
            "POST", f"affiliations/{part(code)}/accept", key=key_of(idempotency_key)
        )

    def decline(self, code: str, /, *, idempotency_key: str | None = None) -> AffiliationOutput:
        """Decline for your club. The federation can ask again after 30 days."""
        return self._answer(
            "POST", f"affiliations/{part(code)}/decline", key=key_of(idempotency_key)
        )

    def end(self, code: str, /, *, idempotency_key: str | None = None) -> AffiliationOutput:
        """End the membership of a club, from either side, or take a request back."""
        return self._answer("POST", f"affiliations/{part(code)}/end", key=key_of(idempotency_key))
