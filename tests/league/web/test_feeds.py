"""Calendars as a phone reads them."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from icalendar import Calendar

from league.models import Event, Match, Session, Venue
from league.services import audit
from tests.league.factories import MatchFactory


@pytest.fixture
def soon():
    return timezone.now().replace(microsecond=0) + timedelta(days=2)


@pytest.fixture
def evening(event, club, soon):
    """An event of one evening, with a place."""
    event.venue = Venue.objects.create(club=club, name="Linde", address="Am Anger 1\n99999 Dorf")
    event.starts_at, event.ends_at = soon, soon + timedelta(hours=4)
    event.save()
    return event


def entries(client, address):
    response = client.get(address)
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(response.content).walk("VEVENT")


@pytest.mark.parametrize("address", ["/clubs/linde/calendar.ics", "/seasons/{}/calendar.ics"])
def test_an_evening_is_one_entry(client, evening, soon, address):
    [entry] = entries(client, address.format(evening.season.code))
    assert entry["uid"] == f"event-{evening.code}@stammtisch"
    assert entry.decoded("dtstart") == soon
    assert entry["location"] == "Linde, Am Anger 1, 99999 Dorf"
    assert entry["status"] == "CONFIRMED"


def test_a_cancelled_event_says_so(client, evening, soon):
    Event.objects.update(cancelled_at=soon)
    [entry] = entries(client, "/clubs/linde/calendar.ics")
    assert entry["status"] == "CANCELLED"


def test_a_change_raises_the_sequence(client, evening, alice, club):
    audit.note(
        by=alice,
        club=club,
        action="event.describe",
        subject=f"event:{evening.code}",
        now=timezone.now(),
    )
    [entry] = entries(client, "/clubs/linde/calendar.ics")
    assert entry["sequence"] == 1


def test_times_are_told_in_the_zone_of_the_site(client, evening, settings, soon):
    settings.TIME_ZONE = "Europe/Berlin"
    response = client.get("/clubs/linde/calendar.ics")
    calendar = Calendar.from_ical(response.content)
    assert [zone["tzid"] for zone in calendar.walk("VTIMEZONE")] == ["Europe/Berlin"]
    [entry] = calendar.walk("VEVENT")
    assert entry.decoded("dtstart") == soon.astimezone(ZoneInfo("Europe/Berlin"))


def test_sessions_of_a_long_event_are_entries(client, event, session, draft, soon):
    Session.objects.update(starts_at=soon)
    [entry] = entries(client, "/clubs/linde/calendar.ics")
    assert entry["uid"] == f"session-{session.code}@stammtisch"


def test_drafts_are_in_no_calendar(client, evening, season):
    season.status = "draft"
    season.save()
    assert entries(client, "/clubs/linde/calendar.ics") == []
    assert client.get(f"/seasons/{season.code}/calendar.ics").status_code == 404


@pytest.mark.parametrize("days", [-91, 366])
def test_what_is_far_is_in_no_calendar(client, evening, days):
    at = timezone.now() + timedelta(days=days)
    Event.objects.update(starts_at=at, ends_at=None)
    assert entries(client, "/clubs/linde/calendar.ics") == []


def test_a_player_sees_their_table_and_with_whom(client, evening, match, bob):
    [entry] = entries(client, f"/players/{bob.player.code}/calendar.ics")
    assert entry["summary"] == "November: Table 1"
    assert entry["description"] == "Bob, Dora, Emil, Frida"
    assert entry["location"].startswith("Table 1, Linde")


def test_a_table_ends_with_its_event_at_the_latest(client, evening, match, bob):
    evening.ends_at = evening.starts_at + timedelta(hours=1)
    evening.save()
    [entry] = entries(client, f"/players/{bob.player.code}/calendar.ics")
    assert entry["dtend"].dt <= evening.ends_at


def test_a_player_sees_no_draft(client, evening, draft, bob):
    MatchFactory(session=draft, status="draft", players=[bob.player])
    assert entries(client, f"/players/{bob.player.code}/calendar.ics") == []


def test_a_void_table_is_cancelled(client, evening, match, bob):
    Match.objects.update(status="void")
    [entry] = entries(client, f"/players/{bob.player.code}/calendar.ics")
    assert entry["status"] == "CANCELLED"


def test_a_calendar_speaks_the_language_chosen(client, evening, match, bob):
    [entry] = entries(client, f"/players/{bob.player.code}/calendar.ics?language=de")
    assert entry["summary"] == "November: Tisch 1"


def test_a_calendar_that_has_not_changed_is_not_sent_again(client, evening):
    first = client.get("/clubs/linde/calendar.ics")
    again = client.get(
        "/clubs/linde/calendar.ics", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("count", [1, 20])
def test_queries_do_not_grow_with_the_tables(  # noqa: PLR0917
    client, evening, session, table_of_four, bob, count, django_assert_num_queries
):
    for _table in range(count):
        MatchFactory(session=session, players=table_of_four)
    with django_assert_num_queries(3):
        client.get(f"/players/{bob.player.code}/calendar.ics")
