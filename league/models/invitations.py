"""Invitations: links by which people without an account open one that takes over their history."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .lifecycle import Lifecycle
from .people import Player


class Invitation(Lifecycle):
    """A link that makes an account the player's, once; only the digest of its secret is stored.

    Who has used it is the account of the player. Rows go when the link would have expired.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        USED = "used", _("used")
        TAKEN_BACK = "taken_back", _("taken back")

    CHANGES = {
        Status.OPEN: frozenset({Status.USED, Status.TAKEN_BACK}),
        Status.USED: frozenset(),
        Status.TAKEN_BACK: frozenset(),
    }

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    ended_at = models.DateTimeField(
        null=True, blank=True, help_text="when it was used or taken back, also for a new one"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_open_invitation", fields=["player"], condition=Q(status="open")
            ),
            models.CheckConstraint(
                name="invitation_status_is_known",
                condition=Q(status__in=["open", "used", "taken_back"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.status}"
