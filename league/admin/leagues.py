"""Teams, leagues and their divisions: all of them change by their services only."""

from django.contrib import admin

from league import models

from .base import Admin, Few, Inline, LookOnly


class TeamMemberInline(LookOnly, Inline):
    """The members of a team."""

    model = models.TeamMember
    fields = ("position", "player")


@admin.register(models.Team)
class TeamAdmin(LookOnly, Few):
    """Teams with their members."""

    list_display = ("name", "club", "captain", "code")
    list_select_related = ("club", "captain")
    search_fields = ("name", "code", "club__name")
    inlines = (TeamMemberInline,)


@admin.register(models.League)
class LeagueAdmin(LookOnly, Few):
    """Leagues; their divisions follow season by season."""

    list_display = ("name", "club", "team_size", "code")
    list_select_related = ("club",)
    search_fields = ("name", "code", "club__name")


class EntrantInline(LookOnly, Inline):
    """Who is in a division."""

    model = models.Entrant
    fields = ("player", "team", "withdrawn_at")


class FixtureInline(LookOnly, Inline):
    """The calendar of a division."""

    model = models.Fixture
    fields = ("day", "home", "away", "clashes", "event")


@admin.register(models.Division)
class DivisionAdmin(LookOnly, Few):
    """Divisions with their entrants and their calendar."""

    list_display = ("name", "league", "season", "level", "promoted", "relegated", "code")
    list_select_related = ("league", "season")
    search_fields = ("name", "code", "league__name")
    inlines = (EntrantInline, FixtureInline)


@admin.register(models.LineUp)
class LineUpAdmin(LookOnly, Admin):
    """Who plays for which team on which league day."""

    list_display = ("event", "entrant", "position", "player")
    list_select_related = ("event", "entrant__player", "entrant__team", "player")
    search_fields = ("event__code", "player__code")
