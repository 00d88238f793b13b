from datetime import UTC, date, datetime, timedelta

import pytest

from league.models import Event
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.events import repeats
from tests.league.factories import BotFactory, EventFactory, VenueFactory

START = datetime(2026, 10, 22, 17, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def berlin(settings):
    settings.TIME_ZONE = "Europe/Berlin"


@pytest.fixture
def evening(season):
    """A club evening on a Thursday at half past seven in Berlin."""
    return EventFactory(
        season=season,
        name="Club evening",
        venue=VenueFactory(club=season.club, tables=8),
        starts_at=START,
        ends_at=START + timedelta(hours=4),
        closes_at=START - timedelta(hours=1),
        capacity=32,
    )


def repeat(event, by, now, rhythm="weekly", **until):
    return repeats.repeat_event(event=event, rhythm=rhythm, by=by, now=now, **until)


def test_evenings_are_named_with_their_dates(evening, alice, now):
    names = [event.name for event in repeat(evening, alice, now, times=2)]
    assert names == ["Club evening 2026-10-29", "Club evening 2026-11-05"]


def test_an_evening_with_a_date_is_repeated_with_others(evening, alice, now):
    [next_one] = repeat(evening, alice, now, times=1)
    [third] = repeat(next_one, alice, now, times=1)
    assert third.name == "Club evening 2026-11-05"


def test_evenings_keep_their_clock_over_daylight_saving(evening, alice, now):
    [event] = repeat(evening, alice, now, times=1)
    assert event.starts_at == START + timedelta(days=7, hours=1)
    assert event.ends_at - event.starts_at == timedelta(hours=4)
    assert event.starts_at - event.closes_at == timedelta(hours=1)


def test_evenings_are_planned_alike(evening, alice, now):
    greedy = BotFactory()
    evening.bots.add(greedy)
    [event] = repeat(evening, alice, now, times=1)
    assert (event.capacity, event.venue, list(event.bots.all())) == (32, evening.venue, [greedy])
    assert event.seed != evening.seed


def test_evenings_end_with_a_date_and_leave_some_out(evening, alice, now):
    skip = [date(2026, 11, 5)]
    made = repeat(evening, alice, now, until=date(2026, 11, 12), skip=skip)
    assert [event.name[-5:] for event in made] == ["10-29", "11-12"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({}, "times"),
        ({"times": 0}, "times"),
        ({"times": 105}, "times"),
        ({"until": date(2026, 10, 22)}, "until"),
        ({"until": date(2030, 1, 1)}, "until"),
        ({"until": date(2026, 10, 28)}, "until"),
        ({"times": 1, "rhythm": "daily"}, "rhythm"),
    ],
)
def test_a_wrong_field_is_named(evening, alice, now, wrong, field):
    with pytest.raises(Invalid) as refused:
        repeat(evening, alice, now, **wrong)
    assert list(refused.value.errors) == [field]
    assert Event.objects.count() == 1


def test_all_evenings_are_made_or_none(evening, alice, now):
    EventFactory(
        season=evening.season, venue=evening.venue, starts_at=START + timedelta(days=14, hours=2)
    )
    with pytest.raises(Conflict, match="Club evening 2026-11-05"):
        repeat(evening, alice, now, times=3)
    assert Event.objects.count() == 2


def test_a_name_that_is_taken_can_be_skipped(evening, alice, now):
    repeat(evening, alice, now, times=1)
    evening.venue.tables = None
    evening.venue.save()
    with pytest.raises(Invalid, match="Skip this date"):
        repeat(evening, alice, now, times=2)


def test_an_event_without_a_time_is_not_repeated(event, alice, now):
    with pytest.raises(Conflict, match="This event has no start"):
        repeat(event, alice, now, times=1)


def test_members_repeat_nothing(evening, bob, now):
    with pytest.raises(Forbidden):
        repeat(evening, bob, now, times=1)
