"""What a submitted version did in a match: time, log, and the fault that ended its part."""

from django.db import models
from django.db.models import Q

from .bots import Version
from .matches import Seat


class Part(models.Model):
    """The part of one version in one match. Log and evidence are for its author alone."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="part")
    version = models.ForeignKey(
        Version, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    actions = models.PositiveIntegerField(help_text="how often it was asked to act")
    thinking_ms = models.PositiveIntegerField(help_text="processor time of all its actions")
    slowest_ms = models.PositiveIntegerField(help_text="time of its slowest action")
    log = models.TextField(blank=True, help_text="the end of what it wrote to stderr")
    fault = models.CharField(max_length=20, blank=True, help_text="reason of the fault, if any")
    fault_detail = models.TextField(blank=True)
    fault_evidence = models.TextField(blank=True)
    fault_round = models.PositiveSmallIntegerField(null=True, blank=True)
    fault_action = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="fault_has_a_place",
                condition=Q(fault="", fault_round=None, fault_action=None)
                | (~Q(fault="") & Q(fault_round__isnull=False, fault_action__isnull=False)),
            )
        ]
        indexes = [
            models.Index(fields=["version", "-id"], name="part_by_version"),
            models.Index(
                fields=["version", "-id"], name="fault_by_version", condition=~Q(fault="")
            ),
            models.Index(
                fields=["created_at"],
                name="part_with_words",
                condition=~Q(log="", fault_evidence=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version} at {self.seat}"
