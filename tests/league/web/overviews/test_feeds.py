"""Calendars as a phone reads them."""

import random
from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from icalendar import Calendar

from league.models import Bye, Event, Match, Session, Venue
from league.services.base import audit
from tests.league.factories import MatchFactory, SessionFactory

HOUR = timedelta(hours=1)


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


@pytest.fixture
def hold(evening, bob):
    """Return a function that publishes a session, with a table of Bob or a bye for him."""

    def make(number, *, bye=False, **fields):
        session = SessionFactory(event=evening, number=number, **fields)
        if bye:
            Bye.objects.create(session=session, player=bob.player)
        else:
            MatchFactory(session=session, table_number=1, players=[bob.player])
        return session

    return make


def hours(client, player, soon):
    """Return summaries of a player's entries with the hours since the start of the evening."""
    found = entries(client, f"/players/{player.code}/calendar.ics")
    return [
        (entry["summary"], (entry["dtstart"].dt - soon) / HOUR, (entry["dtend"].dt - soon) / HOUR)
        for entry in found
    ]


def test_sessions_of_an_evening_follow_one_another(client, hold, bob, soon):
    for number in (1, 2):
        hold(number)
    assert hours(client, bob.player, soon) == [
        ("November: Table 1", 0, 2),
        ("November: Table 1", 2, 4),
    ]


def test_planned_sessions_have_their_part_of_the_evening(client, evening, hold, bob, soon):
    Event.objects.update(planned_sessions=4)
    hold(1)
    assert hours(client, bob.player, soon) == [("November: Table 1", 0, 1)]


def test_a_draft_moves_no_session(client, hold, bob, soon):
    hold(1)
    hold(2, status="draft")
    assert hours(client, bob.player, soon)[0] == ("November: Table 1", 0, 4)


def test_a_bye_is_an_entry_that_keeps_nobody_busy(client, hold, bob, soon):
    hold(1)
    session = hold(2, bye=True)
    assert hours(client, bob.player, soon)[1] == ("November: free (bye)", 2, 4)
    entry = entries(client, f"/players/{bob.player.code}/calendar.ics")[1]
    assert entry["uid"] == f"bye-{session.code}-{bob.player.code}@stammtisch"
    assert (entry["transp"], entry["description"]) == ("TRANSPARENT", "Session 2")


def test_a_bye_in_a_draft_is_in_no_calendar(client, hold, bob):
    hold(1, bye=True, status="draft")
    assert entries(client, f"/players/{bob.player.code}/calendar.ics") == []


def test_sessions_without_a_time_in_a_long_event_are_told_with_it(client, evening, hold, bob):
    Event.objects.update(ends_at=evening.starts_at + timedelta(days=2))
    hold(1)
    hold(2, bye=True)
    [entry] = entries(client, f"/players/{bob.player.code}/calendar.ics")
    assert entry["uid"] == f"event-{evening.code}@stammtisch"
    assert entry["description"] == "Session 1: Table 1\nSession 2: free (bye)"
    assert entry["transp"] == "TRANSPARENT"


def test_a_long_event_without_times_of_sessions_is_one_entry(client, evening):
    Event.objects.update(ends_at=evening.starts_at + timedelta(days=2))
    [entry] = entries(client, "/clubs/linde/calendar.ics")
    assert (entry["uid"], entry["transp"]) == (f"event-{evening.code}@stammtisch", "TRANSPARENT")


def test_an_online_event_with_a_time_is_tentative(client, evening):
    Event.objects.update(draw="online")
    [entry] = entries(client, "/clubs/linde/calendar.ics")
    assert (entry["status"], entry["transp"]) == ("TENTATIVE", "TRANSPARENT")


@pytest.mark.parametrize("address", ["/clubs/linde/calendar.ics", "/players/{}/calendar.ics"])
def test_online_tables_without_a_time_are_in_no_calendar(client, hold, bob, soon, address):
    hold(1, starts_at=soon)
    Event.objects.update(draw="online", starts_at=None, ends_at=None)
    assert entries(client, address.format(bob.player.code)) == []


def test_a_session_published_later_raises_the_sequence_of_those_it_moves(
    client, evening, hold, bob, alice
):
    hold(1)
    [before] = entries(client, f"/players/{bob.player.code}/calendar.ics")
    audit.note_session(hold(2), "draw.publish", by=alice, now=timezone.now())
    after = entries(client, f"/players/{bob.player.code}/calendar.ics")[0]
    assert after["dtend"].dt < before["dtend"].dt
    assert after["sequence"] > before["sequence"]


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_twice_at_the_same_time_in_one_event(client, evening, hold, bob, seed):
    """The law, over random evenings of tables and byes, with times of their own or without."""
    luck = random.Random(seed)
    length = luck.choice([1, 4, 10, 24])
    start, end = evening.starts_at, evening.starts_at + length * HOUR
    planned = luck.choice([None, 1, 6])
    known_end = luck.random() < 0.8
    Event.objects.update(ends_at=end if known_end else None, planned_sessions=planned)
    count = luck.randint(1, 6)
    minutes = sorted(luck.sample(range(60 * (length if known_end else 4)), count))
    for number, minute in enumerate(minutes, 1):
        own = start + timedelta(minutes=minute) if luck.random() < 0.4 else None
        hold(number, bye=luck.random() < 0.3, starts_at=own)
    found = entries(client, f"/players/{bob.player.code}/calendar.ics")
    spans = sorted((entry["dtstart"].dt, entry["dtend"].dt) for entry in found)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    [whole] = entries(client, "/clubs/linde/calendar.ics")
    assert whole["dtstart"].dt <= spans[0][0]
    assert spans[-1][1] <= whole["dtend"].dt
    uids = [entry["uid"] for entry in found]
    Session.objects.filter(event=evening).update(starts_at=None)
    again = entries(client, f"/players/{bob.player.code}/calendar.ics")
    assert set(uids) <= {entry["uid"] for entry in again}
    assert len(set(uids)) == len(uids)


@pytest.mark.parametrize("count", [1, 20])
def test_queries_do_not_grow_with_the_tables(client, hold, bob, count, django_assert_num_queries):
    for number in range(1, count + 1):
        hold(number)
        hold(count + number, bye=True)
    with django_assert_num_queries(6):
        client.get(f"/players/{bob.player.code}/calendar.ics")


@pytest.mark.parametrize("count", [1, 20])
def test_queries_do_not_grow_with_the_sessions(client, hold, count, django_assert_num_queries):
    for number in range(1, count + 1):
        hold(number)
    with django_assert_num_queries(3):
        client.get("/clubs/linde/calendar.ics")
