import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Seat, Standing
from league.services.leagues import division_standings, league_days
from tests.league.draws import finish
from tests.league.factories import (
    NOW,
    BotFactory,
    DivisionFactory,
    EntrantFactory,
    PlayerFactory,
)
from tests.league.leagues import enter_teams, hold, make_division, members


@pytest.fixture
def division(season):
    """A division of teams of four."""
    return make_division(season)


def table(division):
    return [
        (place.rank, place.entrant, place.points) for place in division_standings.table(division)
    ]


def by_team(*teams):
    """Give every member of a team one point less than the members of the one before."""
    worth = {
        player: len(teams) - number for number, team in enumerate(teams) for player in members(team)
    }
    return lambda player: worth.get(player, 0)


def test_players_stand_as_in_their_season(season):
    division = DivisionFactory(season=season)
    first, second, idle = EntrantFactory.create_batch(3, division=division)
    other = EntrantFactory(division=DivisionFactory(season=season))
    for entrant, points in [(second, 5), (other, 9), (first, 12)]:
        Standing.objects.create(
            season=season,
            player=entrant.player,
            points=points,
            gross=points,
            matches=3,
            place_counts=[0, 3],
        )
    assert table(division) == [(1, first, 12), (2, second, 5), (None, idle, 0)]


def test_places_say_how_many_points_are_a_handicap(season):
    own = EntrantFactory(division=DivisionFactory(season=season))
    Standing.objects.create(season=season, player=own.player, points=7, handicap=7)
    [place] = division_standings.table(own.division)
    assert (place.points, place.handicap, place.matches) == (7, 7, 0)


def test_equal_players_share_a_rank(season):
    division = DivisionFactory(season=season)
    for entrant in EntrantFactory.create_batch(3, division=division):
        Standing.objects.create(
            season=season, player=entrant.player, points=5, gross=5, matches=1, place_counts=[0, 1]
        )
    assert [rank for rank, *_ in table(division)] == [1, 1, 1]


def test_a_team_has_the_points_of_its_members(division, alice):
    teams = enter_teams(division, 4, 4, 4, 4)
    event = hold(division, alice, sessions=2)
    for session in event.sessions.all():
        finish(session, by_team(*teams))
    assert table(division) == [
        (1, teams[0], 32),
        (2, teams[1], 24),
        (3, teams[2], 16),
        (4, teams[3], 8),
    ]
    best = division_standings.table(division)[0]
    assert (best.matches, best.wins) == (8, 8)


def test_only_final_matches_count(division, alice):
    teams = enter_teams(division, 4, 4, 4, 4)
    session = hold(division, alice, sessions=2).sessions.get(number=1)
    finish(session, by_team(*teams))
    session.matches.update(status="entered")
    assert {(rank, points) for rank, _team, points in table(division)} == {(None, 0)}


def test_points_stay_with_the_team_a_player_has_played_for(division, alice):
    teams = enter_teams(division, 4, 4, 4, 4)
    event = hold(division, alice, sessions=2)
    finish(event.sessions.get(number=1), by_team(*teams))
    teams[0].team.members.all().delete()
    assert table(division)[0] == (1, teams[0], 16)


def test_a_substitute_wins_for_the_team(division, alice):
    teams = enter_teams(division, 5, 4, 4, 4)
    event = hold(division, alice, sessions=2)
    worth = by_team(*teams)
    finish(event.sessions.get(number=1), worth)
    event.sessions.filter(number=1).update(status="closed")
    first, *_rest, other = members(teams[0])
    league_days.substitute(event=event, out=first, to=other, by=alice, now=NOW)
    finish(event.sessions.get(number=2), worth)
    assert table(division)[0] == (1, teams[0], 32)


def test_a_seat_that_counts_for_a_member_counts_for_the_team(division, alice):
    teams = enter_teams(division, 4, 4, 4, 4)
    event = hold(division, alice, sessions=1)
    first = members(teams[0])[0]
    Seat.objects.filter(player=first).update(player=PlayerFactory(), counts_for=first)
    finish(event.sessions.get(), lambda player: 1)
    assert {points for _rank, _team, points in table(division)} == {4}


def test_a_bot_wins_nothing_for_a_team(division, alice):
    teams = enter_teams(division, 4, 4, 4, 4)
    event = hold(division, alice, sessions=1)
    Seat.objects.filter(player=members(teams[1])[0]).update(player=BotFactory())
    finish(event.sessions.get(), lambda player: 1)
    points = {team: points for _rank, team, points in table(division)}
    assert [points[team] for team in teams] == [4, 3, 4, 4]


def test_other_events_do_not_count(division, season, alice):
    teams = enter_teams(division, 4, 4, 4, 4)
    hold(division, alice, sessions=1)
    elsewhere = DivisionFactory(season=season, league=division.league, level=2)
    for team in teams:
        EntrantFactory(division=elsewhere, team=team.team)
    event = hold(elsewhere, alice, name="Cup", sessions=1)
    finish(event.sessions.get(), lambda player: 1)
    assert {points for _rank, _team, points in table(division)} == {0}


def test_standings_cost_the_same_for_any_number_of_days(division, alice):
    teams = enter_teams(division, 4, 4, 4, 4)

    def queries():
        with CaptureQueriesContext(connection) as found:
            division_standings.table(division)
        return len(found)

    before = queries()
    event = hold(division, alice, sessions=2)
    for session in event.sessions.all():
        finish(session, by_team(*teams))
    assert queries() == before == 2
