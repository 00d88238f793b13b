"""Standings of a season, moved with each result that counts; penalties, and handicaps."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .codes import LENGTH, new_code
from .events import Event, Season
from .lifecycle import Lifecycle
from .people import Player


class Standing(models.Model):
    """What one player has collected in one season; `points` are what counts of it in the end."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="standings", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings")
    points = models.DecimalField(max_digits=14, decimal_places=3, default=0)
    score = models.BigIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    place_counts = models.JSONField(default=list, help_text="how often first, second, third …")
    games_won = models.PositiveIntegerField(default=0, help_text="as declarer, in Skat")
    games_lost = models.PositiveIntegerField(default=0)
    gross = models.DecimalField(
        max_digits=14, decimal_places=3, default=0, help_text="points of all matches"
    )
    match_points = models.JSONField(
        default=list,
        help_text="thousandths of each match, worst first, where the season needs them",
    )
    penalty = models.DecimalField(max_digits=14, decimal_places=3, default=0)
    handicap = models.DecimalField(
        max_digits=14, decimal_places=3, default=0, db_default=0, help_text="points from the start"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_standing_per_player", fields=["season", "player"])
        ]
        indexes = [
            models.Index(fields=["season", "-points", "-wins", "id"], name="standing_by_rank")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"


class Encounter(models.Model):
    """How two players of a season have fared as opponents; `one` has the smaller key.

    Kept where the season's tie-breaks ask who met whom.
    """

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="encounters", db_index=False
    )
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    meetings = models.PositiveIntegerField(default=0, help_text="as opponents at a table")
    wins = models.PositiveIntegerField(default=0, help_text="in which `one` had more points")
    losses = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_encounter_per_pair", fields=["season", "one", "other"]
            ),
            models.CheckConstraint(
                name="encounter_is_ordered", condition=Q(one_id__lt=F("other_id"))
            ),
        ]
        indexes = [models.Index(fields=["season", "other"], name="encounter_by_other")]

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"


class Penalty(Lifecycle):
    """Points taken from a player, for a reason that everybody can read."""

    class Status(models.TextChoices):
        IN_FORCE = "in_force", _("in force")
        REVOKED = "revoked", _("revoked")

    CHANGES = {
        Status.IN_FORCE: frozenset({Status.REVOKED}),
        Status.REVOKED: frozenset(),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="penalties")
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="penalties"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="penalties")
    points = models.DecimalField(max_digits=8, decimal_places=3, help_text="taken away")
    reason = models.TextField()
    status = models.CharField(max_length=10, choices=Status, default=Status.IN_FORCE)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_at = models.DateTimeField()
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_because = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(name="penalty_takes_points", condition=Q(points__gt=0)),
            models.CheckConstraint(
                name="penalty_status_is_known", condition=Q(status__in=["in_force", "revoked"])
            ),
        ]
        indexes = [models.Index(fields=["season", "-id"], name="penalty_by_season")]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"


class Handicaps(models.QuerySet["Handicap"]):
    """Handicaps that players have, and those that have ended."""

    def in_force(self) -> Self:
        """Return those that count."""
        return self.filter(status=Handicap.Status.IN_FORCE)


class Handicap(Lifecycle):
    """Points that a player has in an event from its start; another one takes its place."""

    class Status(models.TextChoices):
        IN_FORCE = "in_force", _("in force")
        ENDED = "ended", _("ended")

    CHANGES = {
        Status.IN_FORCE: frozenset({Status.ENDED}),
        Status.ENDED: frozenset(),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="handicaps", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="handicaps")
    points = models.DecimalField(max_digits=8, decimal_places=3, help_text="added")
    reason = models.TextField(blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.IN_FORCE)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    set_at = models.DateTimeField()
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_because = models.TextField(blank=True)

    objects = Handicaps.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="handicap_adds_points", condition=Q(points__gt=0)),
            models.CheckConstraint(
                name="handicap_status_is_known", condition=Q(status__in=["in_force", "ended"])
            ),
            models.UniqueConstraint(
                name="one_handicap_in_force",
                fields=["event", "player"],
                condition=Q(status="in_force"),
            ),
        ]
        indexes = [models.Index(fields=["event", "-id"], name="handicap_by_event")]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"
