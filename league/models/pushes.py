"""Pushes: what a device shows of what a mail would say, and which devices want to.

The database lets a login go before its device, and a device before its pushes: somebody logs out
while others tell them something, and neither has to wait or fail. What is left is nobody's.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .logins import Login
from .mails import Mail

LONGEST_ENDPOINT, LONGEST_HOST = 1000, 253


class Device(models.Model):
    """A browser that shows what its owner is told, for as long as they are logged in there."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    login = models.OneToOneField(
        Login,
        on_delete=models.CASCADE,
        related_name="device",
        db_constraint=False,
        help_text="by which it is somebody's; without it, nobody's",
    )
    endpoint = models.CharField(
        max_length=LONGEST_ENDPOINT,
        unique=True,
        help_text="where its push service takes what is for it; whoever knows it could write there",
    )
    host = models.CharField(max_length=LONGEST_HOST, help_text="the push service, with its port")
    point = models.CharField(max_length=100, help_text="its public key")
    secret = models.CharField(max_length=40, help_text="what it shares with this site")
    created_at = models.DateTimeField()
    arrived_at = models.DateTimeField(null=True, blank=True, help_text="when something last did")
    fault = models.CharField(max_length=200, blank=True, help_text="why the last did not arrive")

    class Meta:
        indexes = [models.Index(fields=["host"], name="device_by_host")]

    def __str__(self) -> str:
        return f"{self.code} at {self.host}"


class Push(Lifecycle):
    """What a device is to be told once, or was; `error` says why it waits or was not told.

    It is written when it is sent, from what is stored then, as a mail of its kind is.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not sent any more")
        GIVEN_UP = "given_up", _("given up")

    CHANGES = {
        Status.WAITING: frozenset({Status.SENDING}),
        Status.SENDING: frozenset({Status.SENT, Status.WAITING, Status.DROPPED, Status.GIVEN_UP}),
        Status.SENT: frozenset(),
        Status.DROPPED: frozenset(),
        Status.GIVEN_UP: frozenset(),
    }

    device = models.ForeignKey(
        Device,
        on_delete=models.CASCADE,
        related_name="pushes",
        db_index=False,
        db_constraint=False,
    )
    kind = models.CharField(max_length=20, choices=Mail.Kind)
    about = models.CharField(max_length=80, help_text="what it tells of, as the mail does")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(help_text="not sent before")
    lease = models.UUIDField(null=True, blank=True, help_text="whoever holds this, sends it")
    lease_until = models.DateTimeField(null=True, blank=True)
    handed_at = models.DateTimeField(
        null=True, blank=True, help_text="from then on it may have been sent, so never again"
    )
    answer = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="status of the push service's last answer"
    )
    error = models.TextField(blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_push_to_a_device", fields=["device", "kind", "about"]
            ),
            models.CheckConstraint(
                name="push_status_is_known",
                condition=Q(status__in=["waiting", "sending", "sent", "dropped", "given_up"]),
            ),
            models.CheckConstraint(
                name="sent_push_has_a_lease",
                condition=~Q(status="sending") | Q(lease__isnull=False, lease_until__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["status", "due_at"],
                name="push_to_do",
                condition=Q(status__in=["waiting", "sending"]),
            ),
            models.Index(fields=["created_at"], name="push_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"


class PushChoice(models.Model):
    """Whether an account's devices show a kind of thing; without a row those of `URGENT`."""

    URGENT = frozenset({Mail.Kind.RESULT_WAITS, Mail.Kind.DRAW, Mail.Kind.PLACE, Mail.Kind.EVENING})
    """What is of use now, and of little later."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="push_choices",
        db_index=False,
    )
    kind = models.CharField(max_length=20, choices=Mail.Kind)
    is_wanted = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_push_choice_of_a_kind", fields=["account", "kind"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.is_wanted}"
