"""Jobs: the row is the truth, a message only wakes a worker up."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .bots import Version
from .clubs import Club
from .codes import LENGTH, new_code
from .experiments import Experiment
from .imports import SeasonImport
from .lifecycle import Lifecycle
from .matches import Match


class Job(Lifecycle):
    """Work for a worker, claimed under a lease; `reason` says why it waits or failed."""

    class Kind(models.TextChoices):
        PLAY_MATCH = "play_match", _("play a match of bots")
        VALIDATE_RECORD = "validate_record", _("replay a record")
        CHECK_VERSION = "check_version", _("check a version of a bot")
        RUN_EXPERIMENT = "run_experiment", _("compare two versions of a bot")
        IMPORT_SEASON = "import_season", _("import a season")
        ANALYSE_MATCH = "analyse_match", _("analyse a match")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    CHANGES = {
        Status.WAITING: frozenset({Status.RUNNING, Status.FAILED}),
        Status.RUNNING: frozenset({Status.DONE, Status.FAILED, Status.WAITING}),
        Status.DONE: frozenset(),
        Status.FAILED: frozenset({Status.WAITING}),
    }

    OF_CLUBS = (Kind.PLAY_MATCH, Kind.VALIDATE_RECORD, Kind.IMPORT_SEASON, Kind.ANALYSE_MATCH)

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=20, choices=Kind)
    club = models.ForeignKey(
        Club,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="jobs",
        help_text="whose organisers look after it, for an author there is none",
        db_index=False,
    )
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    version = models.PositiveIntegerField(
        default=0, help_text="version of the match's result it is about"
    )
    checked = models.ForeignKey(
        Version,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="jobs",
        help_text="version of a bot to check",
        db_index=False,
    )
    experiment = models.ForeignKey(
        Experiment,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="jobs",
        db_index=False,
    )
    imported = models.ForeignKey(
        SeasonImport,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="jobs",
        db_index=False,
    )
    done = models.PositiveIntegerField(default=0, help_text="steps done of long work")
    total = models.PositiveIntegerField(default=0, help_text="steps of long work, if known")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    reason = models.TextField(blank=True)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(
        null=True, blank=True, help_text=_("whoever holds this is working on it")
    )
    lease_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True, help_text=_("last message about it"))
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_job_per_work", fields=["kind", "match", "version"]),
            models.UniqueConstraint(name="one_job_per_check", fields=["kind", "checked"]),
            models.UniqueConstraint(name="one_job_per_experiment", fields=["kind", "experiment"]),
            models.UniqueConstraint(name="one_job_per_import", fields=["kind", "imported"]),
            models.CheckConstraint(
                name="job_is_about_one_thing",
                condition=Q(match__isnull=False, checked=None, experiment=None, imported=None)
                | Q(match=None, checked__isnull=False, experiment=None, imported=None)
                | Q(match=None, checked=None, experiment__isnull=False, imported=None)
                | Q(match=None, checked=None, experiment=None, imported__isnull=False),
            ),
            models.CheckConstraint(
                name="running_job_has_a_lease",
                condition=~Q(status="running") | Q(lease__isnull=False, lease_until__isnull=False),
            ),
            models.CheckConstraint(
                name="job_status_is_known",
                condition=Q(status__in=["waiting", "running", "done", "failed"]),
            ),
        ]
        indexes = [
            models.Index(
                fields=["status", "kind", "id"],
                name="job_to_do",
                condition=Q(status__in=["waiting", "running"]),
            ),
            models.Index(fields=["club", "kind", "id"], name="job_of_club"),
            models.Index(
                fields=["club", "kind", "id"],
                name="job_of_club_failed",
                condition=Q(status="failed"),
            ),
            models.Index(
                fields=["id"],
                name="job_without_club",
                condition=Q(club=None, checked=None, experiment=None),
            ),
            models.Index(fields=["lease"], name="job_by_lease", condition=Q(lease__isnull=False)),
            models.Index(
                fields=["checked"], name="job_by_check", condition=Q(checked__isnull=False)
            ),
            models.Index(
                fields=["experiment"],
                name="job_by_experiment",
                condition=Q(experiment__isnull=False),
            ),
            models.Index(
                fields=["imported"], name="job_by_import", condition=Q(imported__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.code}"
