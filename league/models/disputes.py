"""Disputes: a player says that a result is wrong, until somebody settles it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .matches import Match


class Dispute(Lifecycle):
    """An objection to the result of a match; at most one is open at a time."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISMISSED = "dismissed", _("dismissed")
        SETTLED = "settled", _("settled by a new result")

    CHANGES = {
        Status.OPEN: frozenset({Status.WITHDRAWN, Status.DISMISSED, Status.SETTLED}),
        Status.WITHDRAWN: frozenset(),
        Status.DISMISSED: frozenset(),
        Status.SETTLED: frozenset(),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    reason = models.TextField()
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    opened_at = models.DateTimeField()
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(blank=True, help_text="why it was dismissed")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_open_dispute_per_match", fields=["match"], condition=Q(status="open")
            ),
            models.CheckConstraint(
                name="dispute_status_is_known",
                condition=Q(status__in=["open", "withdrawn", "dismissed", "settled"]),
            ),
        ]

    def __str__(self) -> str:
        return f"dispute of {self.match}"
