"""Who has agreed to play in a club: results, teams and roles of a person need it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .people import Player


class Agreement(Lifecycle):
    """Whether a person with an account wants to play in a club, as they say themselves.

    Bots and people without an account need none. What was final before somebody left still counts.
    """

    class Status(models.TextChoices):
        ASKED = "asked", _("not answered yet")
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        LEFT = "left", _("left")

    CHANGES = {
        Status.ASKED: frozenset({Status.AGREED, Status.DECLINED}),
        Status.AGREED: frozenset({Status.LEFT}),
        Status.DECLINED: frozenset({Status.AGREED}),
        Status.LEFT: frozenset({Status.AGREED}),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="agreements")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="agreements")
    status = models.CharField(max_length=8, choices=Status, default=Status.ASKED)
    asked_at = models.DateTimeField(null=True, blank=True, help_text="empty: agreed unasked")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(
        null=True, blank=True, help_text="when the person last agreed, declined or left"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_agreement_per_club", fields=["club", "player"]),
            models.CheckConstraint(
                name="agreement_status_is_known",
                condition=Q(status__in=["asked", "agreed", "declined", "left"]),
            ),
            models.CheckConstraint(
                name="agreement_is_answered",
                condition=Q(status="asked", answered_at=None)
                | (~Q(status="asked") & Q(answered_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.club}: {self.status}"
