"""Operations on `venues`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.types.shared import VenueOutput
    from stammtisch.client.types.venues import VenueChange


class Venues(Group):
    """What can be done with venues."""

    def retrieve(self, code: str, /) -> VenueOutput:
        """Places where clubs play."""
        return self._answer("GET", f"venues/{part(code)}")

    def partial_update(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[VenueChange]
    ) -> VenueOutput:
        """Change the details of a venue. Events that are planned there stay."""
        return self._answer("PATCH", f"venues/{part(code)}", body=body, key=key_of(idempotency_key))
