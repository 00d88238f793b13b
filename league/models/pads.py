"""The score pad of a match: what a table has written down so far."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from .matches import Match

BEGUN: Final = ~Q(rounds=[])
"""Holds for pads with a deal on them; from one, all may have been taken away again."""


class ScorePad(models.Model):
    """The deals of a match that are written down, until they are handed in as its result.

    `rounds` are as sheets are handed in. `version` moves on with whatever is written; `keys` are
    those of the last requests, so that what is sent twice is written once.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="pad")
    version = models.PositiveIntegerField(default=0)
    rounds = models.JSONField(default=list)
    keys = models.JSONField(default=list)
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    written_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(
                fields=["written_by"],
                name="pad_by_writer",
                condition=Q(written_by__isnull=False),
            ),
            models.Index(fields=["written_at"], name="pad_by_age"),
        ]

    def __str__(self) -> str:
        return f"score pad of {self.match}"
