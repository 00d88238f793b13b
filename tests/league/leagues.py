"""Leagues as tests need them: divisions of teams or players, and the days on which they meet."""

from league.services.leagues import league_days
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    LeagueFactory,
    PlayerFactory,
    SeasonFactory,
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


def make_players(season, count):
    """Return a division of so many players."""
    division = DivisionFactory(season=season, league=LeagueFactory(club=season.club))
    EntrantFactory.create_batch(count, division=division)
    return division


def make_pairs(club, count=2):
    """Return a division of so many players, of a game that two play alone."""
    return make_players(SeasonFactory(club=club, game="briscola"), count)


def members(entrant):
    """Return the members of a team in order."""
    return [member.player for member in entrant.team.members.order_by("position")]


def hold(division, by, **options):
    """Create a league day, by default of four sessions."""
    options = {"name": "First day", "sessions": 4} | options
    return league_days.hold(division=division, by=by, now=NOW, **options)
