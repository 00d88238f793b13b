"""Mails: each one to one person about one thing, and what people want to be told by mail."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .people import Player


class Mail(Lifecycle):
    """A mail that is to be sent, or was; `error` says why it waits or was not sent.

    It is written when it is sent, from what is stored then. What was written is kept for some days,
    unless it holds a secret.
    """

    class Kind(models.TextChoices):
        ADDRESS = "address", _("Confirm your address")
        PASSWORD = "password", _("Password forgotten")
        INVITATION = "invitation", _("Invitation to a club")
        RESULT_WAITS = "result.waits", _("A result waits for you to confirm it")
        RESULT_DISPUTED = "result.disputed", _("A result of your table was disputed")
        RESULT_CORRECTED = "result.corrected", _("A result of your table was corrected")
        DRAW = "draw", _("A draw was published: your table and your seat")
        PLACE = "place", _("You have a place from the waiting list")
        EVENING = "evening", _("Tomorrow is an evening for which you are registered")
        REPORT = "report", _("An evening in which you have played is over: its ranking")
        SEASON = "season", _("A season has ended: your place")
        DIGEST = "digest", _("What has happened, once a day")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        HELD = "held", _("kept for the daily mail")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        GATHERED = "gathered", _("in the daily mail")
        DROPPED = "dropped", _("not sent any more")
        GIVEN_UP = "given_up", _("given up")

    CHANGES = {
        Status.WAITING: frozenset({Status.SENDING}),
        Status.HELD: frozenset({Status.GATHERED}),
        Status.SENDING: frozenset({Status.SENT, Status.WAITING, Status.DROPPED, Status.GIVEN_UP}),
        Status.SENT: frozenset({Status.GIVEN_UP}),
        Status.GATHERED: frozenset(),
        Status.DROPPED: frozenset(),
        Status.GIVEN_UP: frozenset({Status.WAITING}),
    }
    TO_CHOOSE = (
        Kind.RESULT_WAITS,
        Kind.RESULT_DISPUTED,
        Kind.RESULT_CORRECTED,
        Kind.DRAW,
        Kind.PLACE,
        Kind.EVENING,
        Kind.REPORT,
        Kind.SEASON,
    )
    """What a person can turn off; the others somebody has asked for."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=20, choices=Kind)
    about = models.CharField(max_length=80, help_text="what it tells of, once: as in match:abc:2")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="mails",
        db_index=False,
        help_text="to whom",
    )
    player = models.ForeignKey(
        Player,
        null=True,
        on_delete=models.CASCADE,
        related_name="mails",
        help_text="who is invited and has no account",
    )
    address = models.CharField(
        max_length=254, blank=True, help_text="where to; empty: where the account's mails go"
    )
    language = models.CharField(max_length=8, blank=True, help_text="where the account has none")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(help_text="not sent before")
    lease = models.UUIDField(null=True, blank=True, help_text="whoever holds this, sends it")
    lease_until = models.DateTimeField(null=True, blank=True)
    handed_at = models.DateTimeField(
        null=True, blank=True, help_text="from then on it may have been sent, so never again"
    )
    error = models.TextField(blank=True)
    digest = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="gathered",
        help_text="the daily mail that tells it",
    )
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True, help_text="as it was sent, for some days")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_mail_to_an_account",
                fields=["account", "kind", "about"],
                condition=Q(account__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_mail_to_an_address",
                fields=["address", "kind", "about"],
                condition=Q(account__isnull=True) & ~Q(address=""),
            ),
            models.CheckConstraint(
                name="mail_status_is_known",
                condition=Q(
                    status__in=[
                        *("waiting", "held", "sending", "sent", "gathered", "dropped", "given_up")
                    ]
                ),
            ),
            models.CheckConstraint(
                name="sent_mail_has_a_lease",
                condition=~Q(status="sending") | Q(lease__isnull=False, lease_until__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["status", "due_at"],
                name="mail_to_do",
                condition=Q(status__in=["waiting", "held", "sending"]),
            ),
            models.Index(fields=["account", "created_at"], name="mail_by_account"),
            models.Index(fields=["created_at"], name="mail_by_age"),
            models.Index(fields=["finished_at"], name="mail_with_text", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"


class MailChoice(models.Model):
    """How an account wants to hear of a kind of thing; without a row at once."""

    class When(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        DAILY = "daily", _("once a day")
        NEVER = "never", _("not by mail")

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="mail_choices",
        db_index=False,
    )
    kind = models.CharField(max_length=20, choices=Mail.Kind)
    when = models.CharField(max_length=10, choices=When)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_choice_of_a_kind", fields=["account", "kind"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.when}"
