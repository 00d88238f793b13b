"""Operations on `penalties`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.types.shared import PenaltyOutput, ReasonInput


class Penalties(Group):
    """What can be done with penalties."""

    def retrieve(self, code: str, /) -> PenaltyOutput:
        """Penalties of all seasons."""
        return self._answer("GET", f"penalties/{part(code)}")

    def revoke(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ReasonInput]
    ) -> PenaltyOutput:
        """Revoke the penalty and give the points back."""
        return self._answer(
            "POST", f"penalties/{part(code)}/revoke", body=body, key=key_of(idempotency_key)
        )
