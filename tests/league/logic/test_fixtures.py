"""Calendars: everybody meets everybody, at home and away in turn, on days that suit."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, groupby, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.logic.fixtures import Calendar, TooFewDates, calendar

START = date(2026, 9, 4)


def days(count):
    return [START + timedelta(weeks=week) for week in range(count)]


def teams_of(count):
    return list(range(1, count + 1))


def rounds_of(teams, legs=1):
    return (teams - 1 + teams % 2) * legs


def made(teams, legs=1, spare=0, **more):
    dates = days(rounds_of(teams, legs) + spare)
    return calendar(teams_of(teams), dates=dates, legs=legs, **more)


def venues(plan, team):
    """Return whether a team is at home, in the order of dates."""
    return [one.home == team for one in plan.fixtures if team in one.teams]


def longest_run(plan, team):
    return max(len(list(run)) for _at_home, run in groupby(venues(plan, team)))


SIZES = pytest.mark.parametrize("teams", range(2, 21))
LEGS = pytest.mark.parametrize("legs", [1, 2, 3])


@SIZES
@LEGS
def test_everybody_meets_everybody_once_in_each_leg(teams, legs):
    met = Counter(frozenset(one.teams) for one in made(teams, legs).fixtures)
    assert met == Counter({frozenset(pair): legs for pair in combinations(teams_of(teams), 2)})


@SIZES
def test_two_legs_are_at_home_once_each(teams):
    hosted = Counter(one.teams for one in made(teams, legs=2).fixtures)
    assert hosted == Counter(permutations(teams_of(teams), 2))


@SIZES
@LEGS
def test_home_and_away_differ_by_one_at_most(teams, legs):
    plan = made(teams, legs)
    for team in teams_of(teams):
        at_home = venues(plan, team)
        assert abs(2 * sum(at_home) - len(at_home)) <= 1


@SIZES
@LEGS
def test_nobody_is_at_home_or_away_three_times_running(teams, legs):
    plan = made(teams, legs)
    for team in teams_of(teams):
        assert longest_run(plan, team) <= 2


@SIZES
def test_nobody_plays_twice_on_a_day(teams):
    playing = Counter((one.day, team) for one in made(teams).fixtures for team in one.teams)
    assert max(playing.values()) == 1


def test_fixtures_are_in_the_order_of_dates():
    plan = made(6, spare=2, blackouts={1: days(1)})
    assert [one.day for one in plan.fixtures] == sorted(one.day for one in plan.fixtures)


def test_a_spare_date_is_used_instead_of_a_blackout():
    plan = made(4, spare=1, blackouts={1: [days(4)[1]]})
    assert not plan.clashes
    assert days(4)[1] not in {one.day for one in plan.fixtures}


def test_a_team_is_free_on_its_blackout_where_their_number_is_odd():
    off = {team: [day] for team, day in zip((3, 1, 5, 2, 4), days(5), strict=True)}
    assert not made(5, blackouts=off).clashes


def test_single_matches_move_where_whole_rounds_cannot():
    """Every date suits all but one team, and there are two to spare."""
    off = {team: [day] for team, day in zip(teams_of(4), days(4), strict=True)}
    assert not made(4, spare=2, blackouts=off).clashes


def test_what_cannot_be_avoided_is_said():
    plan = made(4, blackouts={2: days(3)[:1]})
    assert [(one.day, 2 in one.teams) for one in plan.clashes] == [(START, True)]


def test_the_same_seed_gives_the_same_calendar():
    assert made(7, seed="s") == made(7, seed="s")


def test_another_seed_gives_another_calendar():
    assert made(7, seed="s") != made(7, seed="t")


def test_too_few_dates_are_an_error_that_says_how_many():
    with pytest.raises(TooFewDates) as refused:
        calendar([1, 2, 3, 4], dates=days(5), legs=2)
    assert refused.value.needed == 6


@pytest.mark.parametrize("teams", [[], [1], [1, 1]])
def test_a_calendar_that_cannot_be_is_an_error(teams):
    with pytest.raises(ValueError, match="two teams or more"):
        calendar(teams, dates=days(9))


@st.composite
def seasons(draw):
    teams, legs, spare = draw(st.integers(2, 7)), draw(st.integers(1, 2)), draw(st.integers(0, 3))
    day = st.sampled_from(days(rounds_of(teams, legs) + spare))
    off = draw(st.dictionaries(st.sampled_from(teams_of(teams)), st.sets(day, max_size=4)))
    return {"teams": teams, "legs": legs, "spare": spare, "blackouts": off}


@pytest.mark.further
@settings(max_examples=60)
@given(seasons())
def test_blackouts_cost_nothing_else(season):
    plan = made(**season)
    assert len(plan.fixtures) == len(made(season["teams"], season["legs"]).fixtures)
    playing = Counter((one.day, team) for one in plan.fixtures for team in one.teams)
    assert max(playing.values()) == 1
    for team in teams_of(season["teams"]):
        assert longest_run(plan, team) <= 2


@pytest.mark.further
@settings(max_examples=60)
@given(seasons())
def test_clashes_are_all_and_only_those_on_blackouts(season):
    plan = made(**season)
    for one in plan.fixtures:
        off = any(one.day in season["blackouts"].get(team, ()) for team in one.teams)
        assert (one in plan.clashes) == off


@pytest.mark.further
@settings(max_examples=60)
@given(seasons())
def test_no_match_that_clashes_can_be_moved_alone(season):
    plan = made(**season)
    for clash in plan.clashes:
        others = [one for one in plan.fixtures if one != clash]
        taken = {one.day for one in others if set(one.teams) & set(clash.teams)}
        taken.update(*(season["blackouts"].get(team, ()) for team in clash.teams))
        for day in set(days(rounds_of(season["teams"], season["legs"]) + season["spare"])) - taken:
            moved = sorted([*others, replace(clash, day=day)], key=lambda one: one.day)
            after = Calendar(tuple(moved))
            assert max(longest_run(after, team) for team in clash.teams) > 2
