"""Experiments: whether one version of a bot is better than another, asked until it is known."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .bots import Version
from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .people import Player


class Experiment(Lifecycle):
    """Duplicates of `new` that are rated nowhere, in the sandbox, for its author alone.

    Of two kinds: a sequential test against the version `old`, which stops by itself, or `most`
    duplicates against `opponents`, which have neither bounds nor error rates nor a curve. Sums are
    of the paired differences, in points of a deal, better is higher: with them the next difference
    is weighed, and what all before have added to the two log-likelihood ratios is kept.
    """

    class Kind(models.TextChoices):
        TEST = "test", _("test of two versions")
        DUPLICATES = "duplicates", _("unrated duplicates")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        BETTER = "better", _("the new version is better")
        NOT_BETTER = "not_better", _("the new version is not better")
        UNDECIDED = "undecided", _("undecided after the most duplicates")
        PLAYED = "played", _("all duplicates played")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("failed")

    CHANGES = {
        Status.WAITING: frozenset({Status.RUNNING, Status.STOPPED, Status.FAILED}),
        Status.RUNNING: frozenset(
            {
                Status.BETTER,
                Status.NOT_BETTER,
                Status.UNDECIDED,
                Status.PLAYED,
                Status.STOPPED,
                Status.FAILED,
            }
        ),
        Status.BETTER: frozenset(),
        Status.NOT_BETTER: frozenset(),
        Status.UNDECIDED: frozenset(),
        Status.PLAYED: frozenset(),
        Status.STOPPED: frozenset({Status.RUNNING}),
        Status.FAILED: frozenset({Status.RUNNING}),
    }

    UNFINISHED = (Status.WAITING, Status.RUNNING)

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    kind = models.CharField(
        max_length=10, choices=Kind, default=Kind.TEST, db_default=Kind.TEST.value
    )
    new = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="experiments")
    old = models.ForeignKey(
        Version,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="of a test; duplicates have opponents",
    )
    game = models.CharField(max_length=40, help_text="slug of the game")
    players = models.PositiveSmallIntegerField()
    lower = models.FloatField(
        null=True,
        help_text="largest difference that still counts as no better, in standard deviations of "
        "one pair's result",
    )
    upper = models.FloatField(
        null=True,
        help_text="smallest improvement to detect, in standard deviations of one pair's result",
    )
    alpha = models.FloatField(
        null=True,
        help_text="false-positive rate: the probability that a version that is not better passes",
    )
    beta = models.FloatField(
        null=True, help_text="false-negative rate: the probability that a better version fails"
    )
    most = models.PositiveIntegerField(help_text="duplicates after which it is undecided")
    seed = models.BinaryField(max_length=32, help_text="from which all deals follow")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    reason = models.TextField(blank=True)
    duplicates = models.PositiveIntegerField(default=0)
    total = models.FloatField(default=0, help_text="sum of the paired differences")
    squares = models.FloatField(default=0, help_text="sum of their squares")
    fourths = models.FloatField(default=0, db_default=0, help_text="sum of their fourth powers")
    against_lower = models.FloatField(
        default=0, db_default=0, help_text="log-likelihood ratio against the lower bound"
    )
    against_upper = models.FloatField(
        default=0, db_default=0, help_text="log-likelihood ratio against the upper bound"
    )
    new_faults = models.PositiveIntegerField(
        default=0, help_text="duplicates in which the new version made a fault"
    )
    old_faults = models.PositiveIntegerField(
        default=0, help_text="duplicates in which the old version made a fault"
    )
    curve = models.JSONField(
        default=list, help_text="log-likelihood ratios as [duplicates, ratio], thinned out"
    )
    faults = models.JSONField(default=list, help_text="the last faults of either version")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="experiment_compares_two", condition=~Q(new_id=F("old_id"))
            ),
            models.CheckConstraint(
                name="experiment_bounds_differ", condition=Q(lower__lt=F("upper"))
            ),
            models.CheckConstraint(
                name="experiment_status_is_known",
                condition=Q(
                    status__in=[
                        "waiting",
                        "running",
                        "better",
                        "not_better",
                        "undecided",
                        "played",
                        "stopped",
                        "failed",
                    ]
                ),
            ),
            models.CheckConstraint(
                name="test_has_old_and_bounds",
                condition=Q(
                    kind="test",
                    old__isnull=False,
                    lower__isnull=False,
                    upper__isnull=False,
                    alpha__isnull=False,
                    beta__isnull=False,
                )
                | Q(kind="duplicates", old=None, lower=None, upper=None, alpha=None, beta=None),
            ),
        ]
        indexes = [models.Index(fields=["new", "-id"], name="experiment_by_version")]

    def __str__(self) -> str:
        return f"{self.new} against {self.against} in {self.game}"

    @property
    def is_test(self) -> bool:
        return self.kind == self.Kind.TEST

    @property
    def against(self) -> str:
        """Whom the new version meets, as people read it; with `old` or the opponents loaded."""
        if self.old is not None:
            return str(self.old)
        return ", ".join(row.player.shown_name for row in self.opponents.all())


class Opponent(models.Model):
    """A bot that the new version of an experiment meets in duplicates; `number` from 0."""

    experiment = models.ForeignKey(
        Experiment, on_delete=models.CASCADE, related_name="opponents", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["experiment", "number"]
        constraints = [
            models.UniqueConstraint(fields=["experiment", "number"], name="opponent_by_number"),
            models.UniqueConstraint(fields=["experiment", "player"], name="opponent_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player}"


class PairBlock(models.Model):
    """Pairs of an experiment that were counted together, from number `first` on."""

    experiment = models.ForeignKey(
        Experiment, on_delete=models.CASCADE, related_name="blocks", db_index=False
    )
    first = models.PositiveIntegerField(help_text="number of its first pair, from 0")
    differences = models.JSONField(
        help_text="what the new version scored more than the old one, in points of a deal"
    )
    faulty = models.JSONField(help_text="for each pair, which of “new” and “old” made faults")
    scores = models.JSONField(
        null=True, help_text="of duplicates: for each, what “new” and players by code scored a deal"
    )
    records = models.BinaryField(
        null=True, help_text="of duplicates: a line for each match, compressed with gzip"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["experiment", "first"], name="pair_block_once")
        ]

    def __str__(self) -> str:
        return f"{self.experiment}, pairs from {self.first}"
