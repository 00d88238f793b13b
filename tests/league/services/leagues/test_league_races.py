"""Two at once in a league: nobody is in two divisions, no season and no fixture comes twice."""

import pytest

from league.models import Entrant, Event, Fixture, League, Season
from league.services.leagues import fixtures, league_days, leagues, next_season
from tests.league.factories import DivisionFactory, EntrantFactory, PlayerFactory, SeasonFactory
from tests.league.leagues import enter_teams, hold, make_division, members
from tests.league.services.races import at_once, losers, winners

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_divisions_one_gets_a_player(season, alice, now):
    first = DivisionFactory(season=season)
    second = DivisionFactory(season=season, league=first.league, level=2)
    player = PlayerFactory()
    outcomes = at_once(
        *[
            lambda division=division: leagues.enter(
                division=division, players=[player], by=alice, now=now
            )
            for division in (first, second)
        ]
    )
    assert len(winners(outcomes)) == len(losers(outcomes)) == 1
    assert Entrant.objects.count() == 1


def test_the_next_season_is_made_once_by_two(club, alice, now):
    ended = SeasonFactory(club=club, status=Season.Status.CLOSED)
    division = DivisionFactory(season=ended)
    EntrantFactory(division=division)

    def making(name):
        league = League.objects.get(pk=division.league_id)
        return lambda: next_season.make(league=league, name=name, by=alice, now=now)

    outcomes = at_once(making("2027"), making("2028"))
    assert len(winners(outcomes)) == len(losers(outcomes)) == 1
    assert Season.objects.count() == 2


def test_a_fixture_is_held_once_by_two(club, alice, now):
    division = DivisionFactory(season=SeasonFactory(club=club, game="briscola"))
    EntrantFactory.create_batch(2, division=division)
    fixtures.draw_calendar(division=division, dates=[now.date()], by=alice, now=now)

    def holding(name):
        fixture = Fixture.objects.get()
        return lambda: league_days.hold(
            division=division, fixture=fixture, name=name, sessions=1, by=alice, now=now
        )

    outcomes = at_once(holding("One"), holding("Other"))
    assert len(winners(outcomes)) == len(losers(outcomes)) == 1
    assert Event.objects.count() == 1


def test_a_substitute_of_two_teams_plays_for_one(season, alice, now):
    division = make_division(season)
    teams = enter_teams(division, 4, 4, 4, 4)
    event = hold(division, alice)
    player = PlayerFactory()
    for team in teams[:2]:
        team.team.members.create(player=player, position=5)

    def sending(team):
        out = members(team)[0]
        return lambda: league_days.substitute(event=event, out=out, to=player, by=alice, now=now)

    outcomes = at_once(*[sending(team) for team in teams[:2]])
    assert len(winners(outcomes)) == len(losers(outcomes)) == 1
    assert event.line_ups.filter(player=player).count() == 1
