"""Analyses: what a built-in bot would have done at each decision of a seat, and what it cost."""

from django.db import models
from django.db.models import F, Q

from .codes import LENGTH, new_code
from .matches import Record
from .people import Account


class Analysis(models.Model):
    """A seat of a finished match, looked at decision by decision; the job of its match does it.

    `found` has a row for each decision that was looked at, in their order (`Decision` of
    `services.results.analyses`): its first `done` of `total`. Asked for again, it is the same row.
    """

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    record = models.ForeignKey(
        Record, on_delete=models.CASCADE, related_name="analyses", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    bot = models.CharField(max_length=40, help_text="name of the built-in bot that is asked")
    asked_by = models.ForeignKey(
        Account,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
        help_text="who asked last",
    )
    asked_at = models.DateTimeField()
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(
        default=0, help_text="decisions to look at, 0 until a worker has counted them"
    )
    rounds = models.PositiveSmallIntegerField(
        default=0, help_text="so many rounds of the record these are of, from the first on"
    )
    found = models.JSONField(default=list, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "analyses"
        constraints = [
            models.UniqueConstraint(name="one_analysis_per_seat", fields=["record", "seat"]),
            models.CheckConstraint(
                name="analysis_is_done_in_order", condition=Q(done__lte=F("total"))
            ),
        ]
        indexes = [
            models.Index(fields=["asked_by", "-asked_at"], name="analysis_by_asker"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.record}"
