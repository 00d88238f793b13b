"""Operations on `tokens`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.shared import IssuedTokenOutput, TokenOutput
    from stammtisch.client.types.tokens import TokenInput


class Tokens(Group):
    """What can be done with tokens."""

    def list(self, *, page_size: int | None = None) -> Pages[TokenOutput]:
        """Keys for programs. A token can make and revoke only tokens that may do no more than
        it.

        No Idempotency-Key here, it is refused: a stored answer would hold the token's text.
        """
        return self._pages("tokens", query={"page_size": page_size})

    def create(self, **body: Unpack[TokenInput]) -> IssuedTokenOutput:
        """Create a token. Only this answer shows its text."""
        return self._answer("POST", "tokens", body=body)

    def retrieve(self, code: str, /) -> TokenOutput:
        """Keys for programs. A token can make and revoke only tokens that may do no more than
        it.

        No Idempotency-Key here, it is refused: a stored answer would hold the token's text.
        """
        return self._answer("GET", f"tokens/{part(code)}")

    def destroy(self, code: str, /) -> None:
        """Revoke a token; it stays in the list."""
        self._answer("DELETE", f"tokens/{part(code)}")
