"""Operations on `webhooks`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from stammtisch.client.group import Group, key_of, part

if TYPE_CHECKING:
    from stammtisch.client.pages import Pages
    from stammtisch.client.types.webhooks import (
        DeliveryOutput,
        NewWebhookOutput,
        WebhookChange,
        WebhookInput,
        WebhookOutput,
    )


class Webhooks(Group):
    """What can be done with webhooks."""

    def list(
        self, *, club: str | None = None, page_size: int | None = None
    ) -> Pages[WebhookOutput]:
        """URLs of other programs that Stammtisch informs.

        No Idempotency-Key where one is made: a stored answer would hold its secret.
        """
        return self._pages("webhooks", query={"club": club, "page_size": page_size})

    def create(self, **body: Unpack[WebhookInput]) -> NewWebhookOutput:
        """Create a webhook. Only this answer shows its secret."""
        return self._answer("POST", "webhooks", body=body)

    def retrieve(self, code: str, /) -> WebhookOutput:
        """URLs of other programs that Stammtisch informs.

        No Idempotency-Key where one is made: a stored answer would hold its secret.
        """
        return self._answer("GET", f"webhooks/{part(code)}")

    def partial_update(
        self, code: str, /, *, idempotency_key: str | None = None, **body: Unpack[WebhookChange]
    ) -> WebhookOutput:
        """Change the URL or the events of a webhook, or turn it on or off."""
        return self._answer(
            "PATCH", f"webhooks/{part(code)}", body=body, key=key_of(idempotency_key)
        )

    def destroy(self, code: str, /, *, idempotency_key: str | None = None) -> None:
        """Delete a webhook and its deliveries."""
        self._answer("DELETE", f"webhooks/{part(code)}", key=key_of(idempotency_key))

    def deliveries_list(
        self, code: str, /, *, page_size: int | None = None
    ) -> Pages[DeliveryOutput]:
        """List the deliveries of a webhook, the newest first."""
        return self._pages(f"webhooks/{part(code)}/deliveries", query={"page_size": page_size})

    def deliveries_resend(
        self, code: str, delivery: str, /, *, idempotency_key: str | None = None
    ) -> DeliveryOutput:
        """Send a delivery once more."""
        return self._answer(
            "POST",
            f"webhooks/{part(code)}/deliveries/{part(delivery)}/resend",
            key=key_of(idempotency_key),
        )

    def ping(self, code: str, /, *, idempotency_key: str | None = None) -> DeliveryOutput:
        """Send a test message, to see whether it arrives."""
        return self._answer("POST", f"webhooks/{part(code)}/ping", key=key_of(idempotency_key))
