"""Seasons of a club, their events, and the sessions in which every table plays one match."""

import secrets

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .codes import LENGTH, new_code
from .lifecycle import Lifecycle
from .people import Player


def new_seed() -> int:
    """Return a random number of 62 bits, which every database stores exactly."""
    return secrets.randbits(62)


def default_tie_breaks() -> list[str]:
    """Return what decides between equal points unless a season says otherwise."""
    return ["wins", "score"]


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
        MARGIN = "margin", _("difference from the table's mean")
        SEEGER_FABIAN = "seeger-fabian", _("Seeger–Fabian")

    class ClubPoints(models.TextChoices):
        SUM = "sum", _("sum of the points of its players")
        AVERAGE = "average", _("average of the points of its players")

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
    points_rule = models.CharField(max_length=20, choices=PointsRule, default=PointsRule.SUM)
    tie_breaks = models.JSONField(
        default=default_tie_breaks, blank=True, help_text="names, the first decides first"
    )
    lot_seed = models.BigIntegerField(
        default=new_seed, editable=False, help_text="lots that decide between equals"
    )
    lot_names = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text="codes that lots are drawn by, of players who had others elsewhere",
    )
    drop_worst = models.PositiveSmallIntegerField(
        default=0, help_text="how many of a player's worst matches do not count"
    )
    min_attendance = models.PositiveSmallIntegerField(
        default=0, help_text="matches without which a player is listed after all others"
    )
    forfeit_points = models.DecimalField(
        max_digits=8,
        decimal_places=3,
        null=True,
        blank=True,
        help_text="of a seat that gave up; None: as the points rule has it",
    )
    forfeit_others = models.DecimalField(
        max_digits=8,
        decimal_places=3,
        null=True,
        blank=True,
        help_text="of the other seats of its table; None: as the points rule has it",
    )
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.EVENTS)
    table_size = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="players at a table of a ladder"
    )
    is_remote = models.BooleanField(
        default=False,
        db_default=False,
        help_text="a ladder of remote bots, which play at online tables",
    )
    rates_together = models.BooleanField(
        default=True, help_text="people and bots are rated against each other, not apart"
    )
    entry_fee = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="of each event that has none of its own, in cents of the club's currency",
    )
    club_points = models.CharField(
        max_length=10,
        choices=ClubPoints,
        default=ClubPoints.SUM,
        db_default=ClubPoints.SUM.value,
        help_text="of a federation: what a club has of its players",
    )
    club_best = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="how many of a club's players count; None: all"
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
                name="season_club_points_are_known",
                condition=Q(club_points__in=["sum", "average"]),
            ),
            models.CheckConstraint(
                name="season_club_best", condition=Q(club_best=None) | Q(club_best__gte=1)
            ),
            models.CheckConstraint(
                name="ladder_has_a_table_size",
                condition=Q(kind="events", table_size=None)
                | Q(kind="ladder", table_size__isnull=False),
            ),
            models.CheckConstraint(
                name="only_a_ladder_is_remote", condition=Q(is_remote=False) | Q(kind="ladder")
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Venue(models.Model):
    """Where a club plays; two events there at the same time share its tables."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(max_length=120)
    address = models.TextField(blank=True)
    tables = models.PositiveSmallIntegerField(null=True, blank=True, help_text="None: any number")

    class Meta:
        constraints = [models.UniqueConstraint(name="venue_name_in_club", fields=["club", "name"])]

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """Something players come to: an evening, a tournament; it has sessions."""

    class Draw(models.TextChoices):
        SWISS = "swiss", _("by standings, session by session")
        MOVEMENT = "movement", _("a movement planned in advance: nobody meets twice")
        ROUND_ROBIN = "round_robin", _("round robin: everybody meets everybody")
        KNOCKOUT = "knockout", _("knock-out")
        FREE = "free", _("organiser seats players")
        ONLINE = "online", _("online tables: registered players sit down when they like")
        OPEN = "open", _("open evening: whoever is there is seated as soon as enough wait")

    class Fill(models.TextChoices):
        SIZES = "sizes", _("some tables have another size")
        BOTS = "bots", _("bots")
        BYES = "byes", _("byes")

    MOST_SESSIONS = 100
    TABLE_BY_TABLE = (Draw.ONLINE, Draw.OPEN)
    """Ways in which tables begin one by one, so that one may sit at several of a session."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    name = models.CharField(max_length=120)
    bots = models.ManyToManyField(
        Player, blank=True, related_name="+", help_text="bots that may fill seats"
    )
    venue = models.ForeignKey(
        Venue, null=True, blank=True, on_delete=models.SET_NULL, related_name="events"
    )
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    is_open = models.BooleanField(default=True, help_text="players may register themselves")
    closes_at = models.DateTimeField(null=True, blank=True, help_text="end of registration")
    play_now = models.BooleanField(
        default=False,
        db_default=False,
        help_text="who presses Play now sits down here, if the site's staff trusts the club",
    )
    takes_guests = models.BooleanField(
        default=False,
        db_default=False,
        help_text="whoever has the link of an online table sits down there without an account",
    )
    takes_remote_bots = models.BooleanField(
        default=False,
        db_default=False,
        help_text="bots that run on their authors' machines may sit down at its online tables",
    )
    guests_enter = models.BooleanField(
        default=False,
        db_default=False,
        help_text="who has no account enters results of the own table, by the code of its card",
    )
    capacity = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="number of places; further players go on the waiting list"
    )
    draw = models.CharField(max_length=12, choices=Draw, default=Draw.SWISS)
    table_size = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="players at a table, if possible"
    )
    fill = models.CharField(
        max_length=6,
        choices=Fill,
        default=Fill.SIZES,
        help_text="what happens if the number of players does not divide evenly",
    )
    planned_sessions = models.PositiveSmallIntegerField(null=True, blank=True)
    weights = models.JSONField(
        default=dict, blank=True, help_text="what draws by standings avoid otherwise than usual"
    )
    seed = models.BigIntegerField(
        default=new_seed, editable=False, help_text="all lots of the event are drawn from it"
    )
    entry_fee = models.PositiveIntegerField(
        null=True, blank=True, help_text="in cents of the club's currency; None: the season's"
    )
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_because = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="event_name_in_season", fields=["season", "name"]),
            models.CheckConstraint(
                name="event_draw_is_known",
                condition=Q(
                    draw__in=[
                        *("swiss", "movement", "round_robin", "knockout"),
                        *("free", "online", "open"),
                    ]
                ),
            ),
            models.CheckConstraint(
                name="event_fill_is_known", condition=Q(fill__in=["sizes", "bots", "byes"])
            ),
            models.CheckConstraint(
                name="event_ends_after_it_starts",
                condition=Q(ends_at=None) | Q(starts_at=None) | Q(ends_at__gt=F("starts_at")),
            ),
        ]
        indexes = [
            models.Index(fields=["venue", "starts_at"], name="event_by_venue"),
            models.Index(fields=["starts_at"], name="event_by_start"),
            models.Index(fields=["-id"], name="event_online", condition=Q(draw="online")),
            models.Index(fields=["id"], name="event_play_now", condition=Q(play_now=True)),
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
        Status.PUBLISHED: frozenset({Status.CLOSED, Status.DRAFT}),
        Status.CLOSED: frozenset({Status.PUBLISHED}),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    ends_at = models.DateTimeField(null=True, blank=True)
    publish_at = models.DateTimeField(
        null=True, blank=True, help_text="the draft is published by itself then"
    )
    published_at = models.DateTimeField(null=True, blank=True)
    seed = models.BigIntegerField(null=True, blank=True, help_text="the draw was made from it")
    explanation = models.JSONField(
        null=True, blank=True, help_text="what each table of the draw costs, part by part"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="session_number_in_event", fields=["event", "number"]),
            models.CheckConstraint(
                name="session_status_is_known",
                condition=Q(status__in=["draft", "published", "closed"]),
            ),
        ]
        indexes = [
            models.Index(
                fields=["publish_at"],
                name="session_to_publish",
                condition=Q(status="draft", publish_at__isnull=False),
            ),
            models.Index(
                fields=["-published_at", "-id"],
                name="session_by_publication",
                condition=Q(status="published"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.number}"


class Bye(models.Model):
    """A player who has no table in a session, through no fault of their own."""

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="byes", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="byes")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_bye_per_session", fields=["session", "player"])
        ]

    def __str__(self) -> str:
        return f"{self.player} has a bye in {self.session}"
