"""Tallies: how often something has happened, and when last; a row for each kind of it."""

from django.db import models


class Tally(models.Model):
    """Counts what is too much to count again, and notes who was there; grows with nothing."""

    class What(models.TextChoices):
        JOB_DONE = "job_done"
        JOB_FAILED = "job_failed"
        FAULT = "fault"
        SEEN = "seen"

    what = models.CharField(max_length=10, choices=What)
    about = models.CharField(
        max_length=20, help_text="kind of the jobs, reason of the faults, name of the queue"
    )
    count = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField(help_text="when last")

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(name="one_tally", fields=["what", "about"])]

    def __str__(self) -> str:
        return f"{self.what} {self.about}"
