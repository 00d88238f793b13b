"""Merges: two players of the site that turned out to be one person, and how to part them again."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .people import Player


class Merge(Lifecycle):
    """What `gone` had is what `stays` has; the row of `gone` stays for the log and for addresses.

    `moved` holds what it takes to part them: the keys of rows that moved, and how rows were of
    which both had one.
    """

    class Status(models.TextChoices):
        MERGED = "merged", _("merged")
        PARTED = "parted", _("parted again")

    CHANGES = {
        Status.MERGED: frozenset({Status.PARTED}),
        Status.PARTED: frozenset(),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    gone = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    stays = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merged")
    status = models.CharField(max_length=8, choices=Status, default=Status.MERGED)
    moved = models.JSONField(default=dict)
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    merged_at = models.DateTimeField()
    parted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    parted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_merge_of_a_player", fields=["gone"], condition=Q(status="merged")
            ),
            models.CheckConstraint(name="merge_of_two", condition=~Q(gone=F("stays"))),
            models.CheckConstraint(
                name="merge_status_is_known", condition=Q(status__in=["merged", "parted"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gone.code} is {self.stays.code}"
