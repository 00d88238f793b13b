"""Operations on `agreements`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.agreements import AgreementInput, AgreementOutput


class Agreements(Group):
    """What can be done with agreements."""

    def list(
        self,
        *,
        page_size: int | None = None,
        status: Literal["agreed", "asked", "declined", "left"] | None = None,
    ) -> Pages[AgreementOutput]:
        """Your agreements with clubs. Results, teams and roles in a club need one."""
        return self._pages("agreements", query={"page_size": page_size, "status": status})

    def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[AgreementInput]
    ) -> AgreementOutput:
        """Agree to play in a club, asked or not."""
        return self._answer("POST", "agreements", body=body, key=key_of(idempotency_key))

    def retrieve(self, code: str, /) -> AgreementOutput:
        """Your agreements with clubs. Results, teams and roles in a club need one."""
        return self._answer("GET", f"agreements/{part(code)}")

    def agree(self, code: str, /, *, idempotency_key: str | None = None) -> AgreementOutput:
        """Agree to play in a club, also after you have declined or left."""
        return self._answer("POST", f"agreements/{part(code)}/agree", key=key_of(idempotency_key))

    def decline(self, code: str, /, *, idempotency_key: str | None = None) -> AgreementOutput:
        """Decline to play in a club, which then cannot ask you again."""
        return self._answer("POST", f"agreements/{part(code)}/decline", key=key_of(idempotency_key))

    def leave(self, code: str, /, *, idempotency_key: str | None = None) -> AgreementOutput:
        """Leave a club. Your membership, teams and coming places end; your results stay."""
        return self._answer("POST", f"agreements/{part(code)}/leave", key=key_of(idempotency_key))
