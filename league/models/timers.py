"""The timer of a session, which every screen shows alike."""

from django.db import models
from django.db.models import Q

from .events import Session


class Timer(models.Model):
    """How long a session still has: it runs until `ends_at`, or stands with `left_s` seconds."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="timer")
    ends_at = models.DateTimeField(null=True, blank=True)
    left_s = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="timer_runs_or_stands",
                condition=Q(ends_at=None, left_s__isnull=False)
                | Q(ends_at__isnull=False, left_s=None),
            )
        ]

    def __str__(self) -> str:
        return f"timer of {self.session}"
