"""Webhooks: addresses of other programs that are told what happens, and each telling as a row."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .codes import LENGTH, new_code
from .lifecycle import Lifecycle


class Webhook(models.Model):
    """An address that is told of a club, or, without a club, of the bots of its owner."""

    class Event(models.TextChoices):
        DRAW_PUBLISHED = "draw.published", _("draw published")
        RESULT_FINAL = "result.final", _("result final")
        STANDINGS_CHANGED = "standings.changed", _("standings changed")
        VERSION_CHECKED = "version.checked", _("version of a bot checked")

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="webhooks",
        help_text="who made it, and is told when it does not work",
    )
    url = models.CharField(max_length=500)
    events = models.JSONField(help_text="what it is told")
    secret = models.CharField(max_length=60, editable=False, help_text="deliveries are signed by")
    is_active = models.BooleanField(default=True)
    told_at = models.DateTimeField(
        null=True, blank=True, help_text="its owner was told that nothing arrives"
    )
    created_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["club", "id"], name="webhook_by_club"),
            models.Index(fields=["owner", "id"], name="webhook_by_owner"),
        ]

    def __str__(self) -> str:
        return self.url


class Delivery(Lifecycle):
    """Something a webhook is told; `error` says why it waits or was given up."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given_up", _("given up")

    CHANGES = {
        Status.WAITING: frozenset({Status.SENDING}),
        Status.SENDING: frozenset({Status.DELIVERED, Status.WAITING, Status.GIVEN_UP}),
        Status.DELIVERED: frozenset({Status.WAITING}),
        Status.GIVEN_UP: frozenset({Status.WAITING}),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    event = models.CharField(max_length=20, help_text="what happened")
    subject = models.CharField(max_length=60, help_text="kind and public code, as in match:abc")
    facts = models.JSONField(help_text="what is told: codes and what everybody may read")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(help_text="not sent before")
    is_gathering = models.BooleanField(
        default=False, help_text="stands for the next change of the same standings, too"
    )
    lease = models.UUIDField(null=True, blank=True, help_text="whoever holds this, sends it")
    lease_until = models.DateTimeField(null=True, blank=True)
    answer = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="HTTP status of the last answer"
    )
    error = models.TextField(blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                name="one_delivery_gathers",
                fields=["webhook", "subject"],
                condition=Q(is_gathering=True),
            ),
            models.CheckConstraint(
                name="delivery_status_is_known",
                condition=Q(status__in=["waiting", "sending", "delivered", "given_up"]),
            ),
            models.CheckConstraint(
                name="sending_has_a_lease",
                condition=~Q(status="sending") | Q(lease__isnull=False, lease_until__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["webhook", "-id"], name="delivery_by_webhook"),
            models.Index(
                fields=["status", "due_at"],
                name="delivery_to_do",
                condition=Q(status__in=["waiting", "sending"]),
            ),
            models.Index(fields=["created_at"], name="delivery_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.subject}"
