"""Types of `webhooks`; made by `manage.py client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

if TYPE_CHECKING:
    from .shared import ClubRef
    from .words import DeliveryStatus, WebhookEvent


class DeliveryOutput(TypedDict):
    """A message to a webhook, sent or to be sent."""

    code: str
    event: str
    subject: str
    facts: dict[str, Any]
    status: DeliveryStatus
    attempt: int
    due_at: str
    answer: int | None
    error: str
    created_at: str
    finished_at: str | None


class NewWebhookOutput(TypedDict):
    """A new webhook; the only answer that ever shows its secret."""

    code: str
    club: ClubRef | None
    url: str
    events: list[WebhookEvent]
    is_active: bool
    created_at: str
    secret: str


class WebhookChange(TypedDict):
    """What shall be otherwise; what is absent stays."""

    url: NotRequired[str]
    events: NotRequired[list[WebhookEvent]]
    is_active: NotRequired[bool]


class WebhookInput(TypedDict):
    """A webhook to be made."""

    club: NotRequired[str | None]
    url: str
    events: list[WebhookEvent]


class WebhookOutput(TypedDict):
    """A webhook, without its secret."""

    code: str
    club: ClubRef | None
    url: str
    events: list[WebhookEvent]
    is_active: bool
    created_at: str
