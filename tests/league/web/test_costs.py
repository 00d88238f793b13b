"""Pages about leagues, teams and venues cost as many queries with twenty rows as with one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Fixture, LineUp, Role, Standing
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    EventFactory,
    LeagueFactory,
    PlayerFactory,
    TeamFactory,
    VenueFactory,
    make_member,
)
from tests.league.leagues import enter_teams, members


@pytest.fixture
def division(club, season):
    """A division of players."""
    return DivisionFactory(season=season, league=LeagueFactory(club=club))


@pytest.fixture
def team_division(club, season):
    """A division of teams."""
    return DivisionFactory(season=season, league=LeagueFactory(club=club, team_size=2))


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def add_teams(club):
    def add(number):
        players = PlayerFactory.create_batch(3)
        TeamFactory(club=club, players=players, captain=players[0])

    return add


def add_divisions(first):
    """Return what adds levels below a division, each with somebody who has played."""

    def add(number):
        row = DivisionFactory(league=first.league, season=first.season, level=number + 2)
        add_entrants(row)(number)

    return add


def add_entrants(division):
    def add(number):
        entrant = EntrantFactory(division=division)
        Standing.objects.create(season=division.season, player=entrant.player, matches=1)

    return add


def add_days(division):
    """Return what adds two teams that have met, and are to meet again."""

    def add(number):
        home, away = enter_teams(division, 2, 2)
        event = EventFactory(season=division.season)
        for entrant in (home, away):
            for position, player in enumerate(members(entrant), start=1):
                LineUp.objects.create(
                    event=event, entrant=entrant, player=player, position=position
                )
        pair = {"division": division, "home": home, "away": away}
        Fixture.objects.create(day=NOW.date(), event=event, **pair)
        Fixture.objects.create(day=NOW.date().replace(year=2027), **pair)

    return add


@pytest.fixture
def of(club, season, division, team_division):
    """Pages by name: where they are, and what adds a row to them."""
    team = TeamFactory(club=club, players=[PlayerFactory()])
    players, teams = division.code, team_division.code

    def add_member(number):
        make_member(club, f"Member {number}", Role.MEMBER)

    return {
        "teams": (page("teams", club.slug), add_teams(club)),
        "team": (page("team", team.code), add_member),
        "venues": (page("venues", club.slug), lambda number: VenueFactory(club=club)),
        "club": (page("club", club.slug), lambda number: LeagueFactory(club=club)),
        "league": (page("league", division.league.code), add_divisions(division)),
        "league of teams": (page("league", team_division.league.code), add_days(team_division)),
        "next season": (page("next-season", division.league.code), add_divisions(division)),
        "division": (page("division", players), add_entrants(division)),
        "division of teams": (page("division", teams), add_days(team_division)),
        "enter players": (page("enter-division", players), add_member),
        "enter teams": (page("enter-division", teams), add_teams(club)),
        "calendar": (page("draw-calendar", players), add_entrants(division)),
        "day": (page("hold-day", teams), add_days(team_division)),
        "day of players": (page("hold-day", players), add_entrants(division)),
    }


PUBLIC = ("teams", "venues", "club", "league", "league of teams", "division", "division of teams")
ORGANISED = (
    "team",
    "next season",
    "enter players",
    "enter teams",
    "calendar",
    "day",
    "day of players",
)


def queries(client, address):
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    return len(found)


def check(client, address, add):
    """Hold the queries of a page with twenty rows against those with one."""
    add(0)
    queries(client, address)
    before = queries(client, address)
    for number in range(1, 20):
        add(number)
    assert queries(client, address) == before


@pytest.mark.parametrize("name", PUBLIC)
def test_queries_do_not_grow_with_rows_for_visitors(client, of, name):
    check(client, *of[name])


@pytest.mark.parametrize("name", [*PUBLIC, *ORGANISED])
def test_queries_do_not_grow_with_rows_for_organisers(as_alice, of, name):
    check(as_alice, *of[name])
