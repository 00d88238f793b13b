"""Who comes to an event: registered, waiting for a place, or gone."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .codes import LENGTH, new_code
from .events import Event
from .lifecycle import Lifecycle
from .people import Player


class Registration(Lifecycle):
    """A player's place in an event; in the order of registration, those beyond capacity wait.

    Who leaves before they have played is withdrawn; who leaves later stays registered until
    `last_session`. Who comes back does so from a new `first_session` on.
    """

    class Status(models.TextChoices):
        REGISTERED = "registered", _("registered")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")

    CHANGES = {
        # Who has left during the event may come back to it.
        Status.REGISTERED: frozenset({Status.REGISTERED, Status.WITHDRAWN}),
        Status.WAITING: frozenset({Status.REGISTERED, Status.WITHDRAWN}),
        Status.WITHDRAWN: frozenset({Status.REGISTERED, Status.WAITING}),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="registrations", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="registrations")
    status = models.CharField(max_length=10, choices=Status, default=Status.REGISTERED)
    registered_at = models.DateTimeField()
    registered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    checked_in_at = models.DateTimeField(null=True, blank=True)
    first_session = models.PositiveSmallIntegerField(
        default=1, help_text="number of the first session the player is there for"
    )
    last_session = models.PositiveSmallIntegerField(null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="of somebody who cannot move"
    )
    group = models.CharField(
        max_length=80, blank=True, help_text="players of one group are kept apart"
    )
    replaces = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="substitutes",
        help_text="whose points the substitute plays for",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_registration_per_event", fields=["event", "player"]),
            models.CheckConstraint(
                name="registration_status_is_known",
                condition=Q(status__in=["registered", "waiting", "withdrawn"]),
            ),
            models.CheckConstraint(
                name="registration_sessions",
                condition=Q(last_session=None) | Q(last_session__gte=F("first_session") - 1),
            ),
        ]
        indexes = [
            models.Index(
                fields=["event", "status", "registered_at", "id"], name="registration_by_event"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.event}"


class PairRule(models.Model):
    """Two players who must, or must not, share a table of an event; `one` has the smaller key."""

    class Kind(models.TextChoices):
        TOGETHER = "together", _("must share a table")
        APART = "apart", _("must not share a table")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pair_rules")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_rule_per_pair", fields=["event", "one", "other"]),
            models.CheckConstraint(
                name="pair_rule_is_ordered", condition=Q(one_id__lt=F("other_id"))
            ),
            models.CheckConstraint(
                name="pair_rule_is_known", condition=Q(kind__in=["together", "apart"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}: {self.kind}"
