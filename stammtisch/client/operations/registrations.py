"""Operations on `registrations`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.types.registrations import DetailsInput, ReplaceInput, WithdrawInput
    from stammtisch.client.types.shared import RegistrationOutput


class Registrations(Group):
    """What can be done with registrations."""

    def retrieve(self, code: str, /) -> RegistrationOutput:
        """Places of players in events."""
        return self._answer("GET", f"registrations/{part(code)}")

    def partial_update(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[DetailsInput]
    ) -> RegistrationOutput:
        """Change table and group of a registration."""
        return self._answer(
            "PATCH", f"registrations/{part(code)}", body=body, key=key_of(idempotency_key)
        )

    def check_in(self, code: str, /, *, idempotency_key: str | None = None) -> RegistrationOutput:
        """Check a player in: yourself, or anybody as an organiser."""
        return self._answer(
            "POST", f"registrations/{part(code)}/check-in", key=key_of(idempotency_key)
        )

    def replace(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[ReplaceInput]
    ) -> RegistrationOutput:
        """Let a substitute play from a session on, and return the substitute's registration."""
        return self._answer(
            "POST", f"registrations/{part(code)}/replace", body=body, key=key_of(idempotency_key)
        )

    def undo_check_in(
        self, code: str, /, *, idempotency_key: str | None = None
    ) -> RegistrationOutput:
        """Undo a check-in."""
        return self._answer(
            "POST", f"registrations/{part(code)}/undo-check-in", key=key_of(idempotency_key)
        )

    def withdraw(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[WithdrawInput]
    ) -> RegistrationOutput:
        """Withdraw yourself, or anybody as an organiser. The waiting list moves up."""
        return self._answer(
            "POST", f"registrations/{part(code)}/withdraw", body=body, key=key_of(idempotency_key)
        )
