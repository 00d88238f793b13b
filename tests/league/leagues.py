"""Leagues as tests need them: divisions of teams, and the days on which they meet."""

from league.services.leagues import league_days
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    LeagueFactory,
    PlayerFactory,
    TeamFactory,
)


def make_division(season, *, team_size=4):
    """Return a division of teams of that size."""
    return DivisionFactory(
        season=season, league=LeagueFactory(club=season.club, team_size=team_size)
    )


def enter_teams(division, *sizes):
    """Enter a team of each size; return the entrants."""
    club = division.league.club
    teams = [TeamFactory(club=club, players=PlayerFactory.create_batch(size)) for size in sizes]
    return [EntrantFactory(division=division, team=team) for team in teams]


def members(entrant):
    """Return the members of a team in order."""
    return [member.player for member in entrant.team.members.order_by("position")]


def hold(division, by, **options):
    """Create a league day, by default of four sessions."""
    options = {"name": "First day", "sessions": 4} | options
    return league_days.hold(division=division, by=by, now=NOW, **options)
