"""Ladders: bots rated by duplicate play, who has met whom, and how ratings moved.

A ladder is a season without sessions. Its matches come in duplicates: the same deals once for each
rotation of the bots around the table, rated together when all of them are final. On a ladder of
remote bots, which could remember the cards, a duplicate has one match.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .bots import Version
from .codes import LENGTH, new_code
from .events import Season
from .lifecycle import Lifecycle
from .people import Player
from .skilled import Skilled


class Duplicate(Lifecycle):
    """The same deals played once for each rotation of the players; rated as one contest.

    Remote bots play them once only.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("being played")
        RATED = "rated", _("rated")
        VOID = "void", _("void")

    CHANGES = {
        Status.OPEN: frozenset({Status.RATED, Status.VOID}),
        Status.RATED: frozenset(),
        Status.VOID: frozenset(),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="duplicates", db_index=False
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    scores = models.JSONField(
        null=True, blank=True, help_text="of each player in the order of seats, all rotations"
    )
    pick = models.JSONField(default=dict, help_text="why these players, part by part")
    created_at = models.DateTimeField()
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="duplicate_status_is_known", condition=Q(status__in=["open", "rated", "void"])
            )
        ]
        indexes = [
            models.Index(fields=["season", "id", "status"], name="duplicate_of_season"),
            models.Index(
                fields=["status", "season", "id"],
                name="duplicate_not_rated",
                condition=~Q(status="rated"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}, {self.code}"


class Rating(Skilled):
    """A player's skill in a ladder, with its uncertainty; `is_active` while it is matched."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    ordinal = models.FloatField(help_text="mu - 3 sigma, a cautious estimate of the skill")
    duplicates = models.PositiveIntegerField(default=0, help_text="contests rated")
    is_active = models.BooleanField(default=True)
    # Without a check of its own: to add one, a large table keeps everybody waiting.
    missed = models.SmallIntegerField(
        default=0,
        db_default=0,
        help_text="matches in a row in which the default bot has played for it",
    )
    waits_until = models.DateTimeField(
        null=True, blank=True, help_text="when it gets its next table, as it has missed some"
    )
    matched_at = models.DateTimeField(null=True, blank=True, help_text="last seated at a table")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_rating_per_player", fields=["season", "player"])
        ]
        indexes = [
            models.Index(fields=["season", "-ordinal", "id"], name="rating_by_rank"),
            models.Index(
                fields=["season", "id"], name="rating_to_match", condition=Q(is_active=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.mu:.1f} ± {self.sigma:.1f}"

    @property
    def is_matched(self) -> bool:
        """Whether its bot gets tables: it has not left, and its version is in service."""
        version = getattr(self.player, "version", None)
        return self.is_active and (version is None or version.status == Version.Status.ACCEPTED)


class RatingChange(Skilled):
    """What a rating was after a duplicate; rows are added in the order they were rated in."""

    rating = models.ForeignKey(
        Rating, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    duplicate = models.ForeignKey(Duplicate, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField(help_text="which contest of the player it was, from 1")
    place = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_change_per_duplicate", fields=["rating", "duplicate"]
            ),
            models.UniqueConstraint(name="one_change_per_number", fields=["rating", "number"]),
        ]
        indexes = [models.Index(fields=["rating", "-id"], name="change_by_rating")]

    def __str__(self) -> str:
        return f"{self.rating} after {self.duplicate}"


class Meeting(models.Model):
    """How two players of a ladder have fared against each other; `one` has the smaller key."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="meetings", db_index=False
    )
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    duplicates = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0, help_text="in which `one` scored more")
    losses = models.PositiveIntegerField(default=0)
    margin = models.FloatField(default=0, help_text="sum of differences in points of a deal")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_meeting_per_pair", fields=["season", "one", "other"]),
            models.CheckConstraint(
                name="meeting_is_ordered", condition=Q(one_id__lt=F("other_id"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"

    @property
    def mean_margin(self) -> float:
        """How much better `one` was on average, in points of a deal."""
        return self.margin / max(1, self.duplicates)
