"""Leagues: divisions season by season, who is entered, fixtures, and line-ups of league days."""

from django.db import models
from django.db.models import F, Q

from .clubs import Club
from .codes import LENGTH, new_code
from .events import Event, Season, new_seed
from .people import Player
from .teams import Team


class League(models.Model):
    """Divisions of players, or of teams, that go on from season to season."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(max_length=120)
    team_size = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="members of a team who play; None: players are entered"
    )
    seed = models.BigIntegerField(
        default=new_seed, editable=False, help_text="lots about who moves are drawn from it"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="league_name_in_club", fields=["club", "name"]),
            models.CheckConstraint(
                name="league_team_size", condition=Q(team_size=None) | Q(team_size__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """One level of a league in one season; level 1 is the highest."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="divisions")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    promoted = models.PositiveSmallIntegerField(default=0, help_text="how many go up for certain")
    relegated = models.PositiveSmallIntegerField(default=0, help_text="how many go down")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_division_per_level", fields=["league", "season", "level"]
            ),
            models.UniqueConstraint(
                name="division_name_in_season", fields=["league", "season", "name"]
            ),
            models.CheckConstraint(name="division_level", condition=Q(level__gte=1)),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A player or a team in a division."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="entered"
    )
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="entered"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_entry_per_player", fields=["division", "player"]),
            models.UniqueConstraint(name="one_entry_per_team", fields=["division", "team"]),
            models.CheckConstraint(
                name="entrant_is_player_or_team",
                condition=Q(player=None, team__isnull=False) | Q(player__isnull=False, team=None),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name of the player or team."""
        return str(self.player or self.team)

    @property
    def key(self) -> str:
        """The public code of the player or team."""
        return (self.player or self.team).code  # type: ignore[union-attr]


class Fixture(models.Model):
    """Two entrants of a division who are to meet on a date; `event` once it is held."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    day = models.DateField()
    home = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    away = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    clashes = models.BooleanField(
        default=False, help_text="one of them is not available on that date"
    )
    event = models.OneToOneField(
        Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="fixture"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_fixture_per_day", fields=["division", "day", "home", "away"]
            ),
            models.CheckConstraint(name="fixture_has_two", condition=~Q(home=F("away"))),
        ]
        indexes = [models.Index(fields=["division", "day", "id"], name="fixture_by_day")]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"


class LineUp(models.Model):
    """A player who plays for an entrant in an event; a substitute has the place of another."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="line_ups")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="line_ups")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="line_ups")
    position = models.PositiveSmallIntegerField(help_text="place in the team, from 1")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_line_up_per_player", fields=["event", "player"])
        ]

    def __str__(self) -> str:
        return f"{self.player} for {self.entrant}"
