"""Authors' bots: archives kept by digest, immutable versions, and messages to their authors."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .people import Player


class Archive(models.Model):
    """An upload, kept once for each content; any worker can unpack it.

    Its bytes are `content` or, of a large one, its parts.
    """

    digest = models.CharField(max_length=64, primary_key=True, help_text="SHA-256 of content")
    content = models.BinaryField()
    size_bytes = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest


class ArchivePart(models.Model):
    """A piece of an upload that is too large for one row; in order, they are its bytes."""

    archive = models.ForeignKey(
        Archive, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_archive_part", fields=["archive", "number"])
        ]

    def __str__(self) -> str:
        return f"{self.archive_id} {self.number}"


class Bot(models.Model):
    """An author's strategy, one version after another; its name is its own on the whole site."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bots"
    )
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(Lower("name"), name="bot_name_is_its_own")]
        indexes = [models.Index(fields=["owner", "id"], name="bot_by_owner")]

    def __str__(self) -> str:
        return self.name


class Version(Lifecycle):
    """One immutable upload of a bot. Once accepted it has a player, which takes its seats."""

    class Status(models.TextChoices):
        CHECKING = "checking", _("being checked")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        QUARANTINED = "quarantined", _("quarantined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    CHANGES = {
        Status.CHECKING: frozenset({Status.ACCEPTED, Status.REFUSED, Status.WITHDRAWN}),
        Status.ACCEPTED: frozenset({Status.QUARANTINED, Status.WITHDRAWN}),
        Status.QUARANTINED: frozenset({Status.ACCEPTED, Status.WITHDRAWN}),
        Status.REFUSED: frozenset(),
        Status.WITHDRAWN: frozenset(),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    archive = models.ForeignKey(Archive, on_delete=models.PROTECT, related_name="versions")
    manifest = models.JSONField(help_text="what its bot.toml says")
    status = models.CharField(max_length=12, choices=Status, default=Status.CHECKING)
    reason = models.TextField(blank=True, help_text="why it is not accepted")
    report = models.JSONField(null=True, blank=True, help_text="what the check found")
    player = models.OneToOneField(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="version"
    )
    match_ms = models.PositiveIntegerField(
        default=0, help_text="processor time it takes for a match, a running mean"
    )
    created_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(name="one_version_per_number", fields=["bot", "number"]),
            models.UniqueConstraint(name="one_version_per_archive", fields=["bot", "archive"]),
            models.CheckConstraint(
                name="version_status_is_known",
                condition=Q(
                    status__in=["checking", "accepted", "refused", "quarantined", "withdrawn"]
                ),
            ),
            models.CheckConstraint(
                name="accepted_version_has_a_player",
                condition=~Q(status__in=["accepted", "quarantined"]) | Q(player__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} {self.number}"


class Notice(models.Model):
    """A message of the site to an account: a check that ended, a quarantine."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    version = models.ForeignKey(Version, null=True, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()
    asks = models.BooleanField(
        default=False, db_default=False, help_text="for an answer, which is given on one's own page"
    )
    match_code = models.CharField(
        max_length=LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text="of the match whose result waits for the account",
    )
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["account", "-id"], name="notice_by_account")]

    def __str__(self) -> str:
        return self.text
