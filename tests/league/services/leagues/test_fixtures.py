from collections import Counter
from datetime import date, timedelta

import pytest

from league.models import AuditEntry, Fixture
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.leagues import fixtures
from tests.league.factories import NOW, DivisionFactory, EntrantFactory, EventFactory
from tests.league.leagues import enter_teams, make_division, make_players

START = date(2026, 9, 1)
DATES = [START + timedelta(weeks=week) for week in range(8)]


@pytest.fixture
def season(season):
    """A season of a game that two can play alone."""
    season.game = "briscola"
    season.save()
    return season


@pytest.fixture
def division(season):
    """A division of four players."""
    return make_players(season, 4)


def draw(division, by, **options):
    options = {"dates": DATES} | options
    return fixtures.draw_calendar(division=division, by=by, now=NOW, **options)


def test_everybody_meets_everybody(division, alice):
    met = [frozenset((one.home, one.away)) for one in draw(division, alice)]
    assert len(met) == len(set(met)) == 6


def test_with_two_legs_everybody_is_at_home_as_often_as_away(division, alice):
    drawn = draw(division, alice, legs=2)
    assert set(Counter(one.home for one in drawn).values()) == {3}


def test_the_same_calendar_is_drawn_again(division, alice):
    def told():
        return [(one.day, one.home, one.away) for one in draw(division, alice)]

    assert told() == told()
    assert Fixture.objects.count() == 6


def test_a_seed_of_ones_own_draws_divisions_alike(season, alice):
    def told(division):
        numbers = list(division.entrants.order_by("pk").values_list("pk", flat=True))
        drawn = draw(division, alice, seed="ours")
        return [(numbers.index(one.home_id), numbers.index(one.away_id)) for one in drawn]

    divisions = DivisionFactory.create_batch(2, season=season)
    for division in divisions:
        EntrantFactory.create_batch(6, division=division)
    assert told(divisions[0]) == told(divisions[1])


def test_dates_on_which_somebody_cannot_play_are_kept_free(division, alice):
    one = division.entrants.first()
    drawn = draw(division, alice, blackouts={one.key: DATES[:4]})
    assert not any(fixture.clashes for fixture in drawn)
    assert all(fixture.day in DATES[4:] for fixture in drawn if one in (fixture.home, fixture.away))


def test_a_clash_that_cannot_be_helped_is_stated(division, alice):
    one = division.entrants.first()
    drawn = draw(division, alice, dates=DATES[:3], blackouts={one.key: DATES[:1]})
    [clash] = [fixture for fixture in drawn if fixture.clashes]
    assert one in (clash.home, clash.away)
    assert clash.day == DATES[0]


def test_too_few_dates_are_told(division, alice):
    with pytest.raises(Invalid, match="at least 3 dates"):
        draw(division, alice, dates=DATES[:2])


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"legs": 0}, "legs"),
        ({"legs": 5}, "legs"),
        ({"dates": [START + timedelta(days=day) for day in range(201)]}, "dates"),
        ({"blackouts": {"nobody2345": DATES}}, "blackouts.nobody2345"),
    ],
)
def test_a_calendar_that_cannot_be_names_the_field(division, alice, options, path):
    with pytest.raises(Invalid) as refusal:
        draw(division, alice, **options)
    assert list(refusal.value.errors) == [path]


def test_a_calendar_needs_two(season, alice):
    division = DivisionFactory(season=season)
    EntrantFactory(division=division)
    with pytest.raises(Conflict, match="the division has 1"):
        draw(division, alice)


def test_who_has_left_is_not_in_the_calendar(division, alice):
    gone = division.entrants.first()
    gone.withdrawn_at = NOW
    gone.save()
    assert len(draw(division, alice)) == 3


def test_a_calendar_that_has_begun_stays(division, alice, season):
    held = draw(division, alice)[0]
    Fixture.objects.filter(pk=held.pk).update(event=EventFactory(season=season))
    with pytest.raises(Conflict, match="have been played"):
        draw(division, alice)
    assert Fixture.objects.count() == 6


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_draw_calendars(division, who, request):
    with pytest.raises(Forbidden):
        draw(division, request.getfixturevalue(who))


def test_a_calendar_is_in_the_audit_trail(division, alice):
    draw(division, alice)
    assert AuditEntry.objects.get(action="league.calendar").data["legs"] == 1


@pytest.mark.parametrize("count", [2, 3, 6])
def test_players_who_cannot_meet_alone_get_no_calendar(season, alice, count):
    season.game = "skat"
    season.save()
    with pytest.raises(Conflict, match=r"3, 4 seats, so two players cannot .* whole division"):
        draw(make_players(season, count), alice)
    assert not Fixture.objects.exists()


def test_teams_that_cannot_meet_alone_get_no_calendar(season, alice):
    season.game = "skat"
    season.save()
    division = make_division(season)
    enter_teams(division, 4, 4, 4)
    with pytest.raises(Conflict, match=r"3, 4 seats, so two teams cannot .* whole division"):
        draw(division, alice)
