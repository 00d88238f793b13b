"""Ranks still possible in divisions hold every end, never widen, and end at the truth."""

import random
from datetime import date
from decimal import Decimal
from itertools import product

import pytest

from league.logic.points import Outcome, award
from league.models import Match, Season, Standing
from league.services.draws import draws
from league.services.leagues import division_ranks, division_standings, league_days
from tests.league.factories import NOW, DivisionFactory, EntrantFactory
from tests.league.leagues import enter_teams, hold, make_division, members

ORDERS = [
    tuple(1 + sum(other < own for other in scores) for own in scores)
    for scores in product(range(4), repeat=4)
    if set(scores) == set(range(len(set(scores))))
]
"""Every way a table of four may end, ties shared."""


@pytest.fixture
def division(season):
    """A division of teams of two, in a season of placing points."""
    Season.objects.filter(pk=season.pk).update(points_rule="placing")
    season.refresh_from_db()
    return make_division(season, team_size=2)


@pytest.fixture
def teams(division):
    return enter_teams(division, 2, 2, 2, 2)


def bounds(division):
    tables = division_standings.tables([division])
    found = division_ranks.of([division], tables)
    return {key: (one.best, one.worst) for key, one in found.items()}


def publish(event, alice):
    """Publish the next session of an event; return its matches."""
    session = event.sessions.filter(status="draft").order_by("number").first()
    draws.publish(session=session, by=alice, now=NOW)
    return list(session.matches.order_by("table_number"))


def award_of(places):
    return award("placing", Outcome((0,) * len(places), tuple(places)))


def play(match, places):
    for seat, points, place in zip(
        match.seats.order_by("number"), award_of(places), places, strict=True
    ):
        match.seats.filter(pk=seat.pk).update(points=points, score=0, place=place)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, version=2)


def play_first(match, team):
    """Let a team win a match before all others, who are equal."""
    own = {player.pk for player in members(team)}
    seats = match.seats.order_by("number")
    play(match, [1 if seat.player_id in own else 2 for seat in seats])


def ends(division, matches):
    """Yield points, wins and matches of each team, however these matches end or become void."""
    of_player = {
        player.pk: entrant.pk for entrant in division.entrants.all() for player in members(entrant)
    }
    tables = [[of_player[seat.player_id] for seat in match.seats.all()] for match in matches]
    now = {
        place.entrant.pk: (place.points, place.wins, place.matches)
        for place in division_standings.table(division)
    }
    for orders in product([*ORDERS, ()], repeat=len(matches)):
        end = dict(now)
        for table, places in zip(tables, orders, strict=True):
            for team, points, place in zip(table, award_of(places), places, strict=False):
                had = end[team]
                end[team] = had[0] + points, had[1] + (place == 1), had[2] + 1
        yield end


def positions(end):
    """Yield the first and the last position of each team, equals together."""
    merits = {
        team: (count == 0, -points, -wins) if count else (True, Decimal(0), 0)
        for team, (points, wins, count) in end.items()
    }
    for team, own in merits.items():
        yield (
            team,
            1 + sum(other < own for other in merits.values()),
            sum(other <= own for other in merits.values()),
        )


@pytest.mark.parametrize("seed", range(3))
def test_ranks_of_teams_hold_every_end(division, teams, alice, seed):
    rng = random.Random(seed)
    event = hold(division, alice, sessions=2)
    for match in publish(event, alice):
        play(match, rng.choice(ORDERS))
    matches = publish(event, alice)
    found = bounds(division)
    for end in ends(division, matches):
        for team, first, last in positions(end):
            assert found[team][0] <= first <= last <= found[team][1]


@pytest.mark.parametrize("seed", range(3))
def test_ranks_of_teams_never_widen_and_end_at_the_truth(division, teams, alice, seed):
    rng, before = random.Random(seed), {}
    event = hold(division, alice, sessions=3)
    for _session in range(3):
        for match in publish(event, alice):
            now = bounds(division)
            for team, (best, worst) in before.items():
                assert best <= now[team][0] <= now[team][1] <= worst
            before = now
            play(match, rng.choice(ORDERS))
    places = division_standings.table(division)
    assert bounds(division) == {
        team: (first, last)
        for team, first, last in positions(
            {one.entrant.pk: (one.points, one.wins, one.matches) for one in places}
        )
    }


def test_a_team_far_ahead_has_clinched_the_first_rank(division, teams, alice):
    event = hold(division, alice, sessions=5)
    for _session in range(4):
        for match in publish(event, alice):
            play_first(match, teams[0])
    places = division_standings.tables([division])
    found = division_ranks.of([division], places)
    assert [found[team.pk].has_clinched(1) for team in teams] == [True, False, False, False]


def test_a_substitute_gives_a_team_no_more_seats(division, alice):
    teams = enter_teams(division, 3, 2, 2, 2)
    event = hold(division, alice, sessions=3)
    for match in publish(event, alice):
        play(match, [1, 2, 3, 4])
    before = bounds(division)
    out, _other, to = members(teams[0])
    league_days.substitute(event=event, out=out, to=to, by=alice, now=NOW)
    assert bounds(division) == before


def test_a_fixture_that_is_not_held_may_change_everything(season, alice):
    Season.objects.filter(pk=season.pk).update(points_rule="placing", game="briscola")
    season.refresh_from_db()
    division = make_division(season, team_size=2)
    home, away = enter_teams(division, 2, 2)
    for match in publish(hold(division, alice, sessions=1), alice):
        play_first(match, home)
    assert bounds(division) == {home.pk: (1, 1), away.pk: (2, 2)}
    division.fixtures.create(day=date(2026, 12, 1), home=home, away=away)
    assert bounds(division) == {home.pk: (1, 2), away.pk: (1, 2)}
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    division.season.refresh_from_db()
    assert bounds(division) == {home.pk: (1, 1), away.pk: (2, 2)}


def test_who_ends_equal_to_others_is_certain_of_neither_rank(season):
    """A lot decides who goes up."""
    division = DivisionFactory(season=season)
    entrants = EntrantFactory.create_batch(3, division=division)
    for entrant, points in zip(entrants, [5, 5, 9], strict=True):
        Standing.objects.create(
            season=season,
            player=entrant.player,
            points=points,
            gross=points,
            matches=1,
            place_counts=[0, 1],
        )
    assert [bounds(division)[one.pk] for one in entrants] == [(2, 3), (2, 3), (1, 1)]


def test_possible_ranks_of_teams_cost_the_same_queries_for_any_number(
    division, teams, alice, django_assert_num_queries
):
    for name in ("First", "Second"):
        publish(hold(division, alice, name=name, sessions=2), alice)
        tables = division_standings.tables([division])
        with django_assert_num_queries(4):
            division_ranks.of([division], tables)
