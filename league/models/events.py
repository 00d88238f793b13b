"""Seasons of a club, their events, and the sessions in which every table plays one match."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .people import Player


class Season(Lifecycle):
    """One game, one points rule, one table of standings."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    class Kind(models.TextChoices):
        EVENTS = "events", _("events with sessions")
        LADDER = "ladder", _("ladder: bots play continuously for rating")

    class PointsRule(models.TextChoices):
        SUM = "sum", _("sum of game points")
        PLACING = "placing", _("points for places, ties share")

    CHANGES = {
        Status.DRAFT: frozenset({Status.RUNNING}),
        Status.RUNNING: frozenset({Status.CLOSED}),
        Status.CLOSED: frozenset({Status.RUNNING}),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=120)
    game = models.CharField(max_length=40, help_text=_("slug of the game"))
    options = models.JSONField(default=dict, blank=True, help_text=_("options of the game"))
    native = models.BooleanField(
        default=False, help_text=_("play to the game's own end instead of a number of rounds")
    )
    cycles = models.PositiveSmallIntegerField(
        default=1, help_text=_("how often everyone deals in a match")
    )
    points_rule = models.CharField(max_length=10, choices=PointsRule, default=PointsRule.SUM)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.EVENTS)
    table_size = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="players at a table of a ladder"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="season_name_in_club", fields=["club", "name"]),
            models.CheckConstraint(
                name="season_cycles", condition=Q(cycles__gte=1, cycles__lte=20)
            ),
            models.CheckConstraint(
                name="season_status_is_known",
                condition=Q(status__in=["draft", "running", "closed"]),
            ),
            models.CheckConstraint(
                name="ladder_has_a_table_size",
                condition=Q(kind="events", table_size=None)
                | Q(kind="ladder", table_size__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """Something players come to: an evening, a tournament; it has sessions."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    name = models.CharField(max_length=120)
    bots = models.ManyToManyField(
        Player, blank=True, related_name="+", help_text="bots that may fill seats"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="event_name_in_season", fields=["season", "name"])
        ]

    def __str__(self) -> str:
        return self.name


class Session(Lifecycle):
    """One sitting of an event: every table plays one match."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    CHANGES = {
        Status.DRAFT: frozenset({Status.PUBLISHED}),
        Status.PUBLISHED: frozenset({Status.CLOSED}),
        Status.CLOSED: frozenset(),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="session_number_in_event", fields=["event", "number"]),
            models.CheckConstraint(
                name="session_status_is_known",
                condition=Q(status__in=["draft", "published", "closed"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.number}"
