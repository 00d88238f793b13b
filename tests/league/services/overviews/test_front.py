"""What is going on: today's evenings, online tables, newest results, each for whoever asks."""

from datetime import timedelta

import pytest
from django.db import connection

from league.models import Event, Match, OnlineTable, Season, Session
from league.services.overviews import front
from tests.league.factories import (
    NOW,
    EventFactory,
    MatchFactory,
    OnlineTableFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)
from tests.league.planner import analyze

HOUR = timedelta(hours=1)
UNTIL = NOW + 4 * HOUR


def names(by=None):
    return [one.event.name for one in front.evenings(by, now=NOW, until=UNTIL)]


def drawn(name, *statuses, **fields):
    """Draw a session of an event, published an hour ago, with a table of each status."""
    event = EventFactory(name=name, **fields)
    session = SessionFactory(event=event, published_at=NOW - HOUR)
    for status in statuses:
        MatchFactory(session=session, status=status, version=1)
    return session


def ended(minutes, **fields):
    at = NOW - timedelta(minutes=minutes)
    return MatchFactory(status=Match.Status.FINAL, version=1, finished_at=at, **fields)


def live(**fields):
    return OnlineTableFactory(due_at=NOW, **fields)


def playing(**fields):
    return live(status="playing", awaits="person", match=MatchFactory(), **fields)


def test_evenings_being_played_come_before_those_to_come_and_those_played(db):
    drawn("Played", Match.Status.FINAL)
    EventFactory(name="Later", starts_at=NOW + 2 * HOUR)
    EventFactory(name="Soon", starts_at=NOW + HOUR)
    drawn("Going", Match.Status.FINAL, Match.Status.OPEN)
    assert names() == ["Going", "Soon", "Later", "Played"]


def test_of_evenings_being_played_the_last_to_begin_is_first(db):
    for name, days in (("Cup", 14), ("Tonight", 0), ("League", 7)):
        drawn(name, Match.Status.OPEN, starts_at=NOW - HOUR - timedelta(days=days))
    assert names() == ["Tonight", "League", "Cup"]


def test_the_session_of_an_evening_is_the_one_being_played(db):
    first = drawn("November", Match.Status.FINAL)
    second = SessionFactory(event=first.event, published_at=NOW - HOUR)
    MatchFactory(session=second)
    SessionFactory(event=first.event, published_at=NOW - HOUR)
    [evening] = front.evenings(None, now=NOW, until=UNTIL)
    assert (evening.session, evening.is_going) == (second, True)


@pytest.mark.parametrize(
    "fields",
    [
        {"starts_at": UNTIL},
        {"starts_at": NOW - 13 * HOUR},
        {"starts_at": NOW - 3 * HOUR, "ends_at": NOW - HOUR},
        {"starts_at": NOW, "cancelled_at": NOW},
        {"starts_at": NOW, "draw": Event.Draw.ONLINE},
        {"starts_at": NOW, "season__status": Season.Status.DRAFT},
        {},
    ],
)
def test_no_evening_is_one_of_another_day_or_for_others(db, fields):
    EventFactory(**fields)
    assert names() == []


def test_a_tournament_of_several_days_goes_on_until_its_end(db):
    EventFactory(name="Cup", starts_at=NOW - 48 * HOUR, ends_at=NOW + 24 * HOUR)
    assert names() == ["Cup"]


@pytest.mark.parametrize(
    "fields",
    [
        {"status": Session.Status.DRAFT, "published_at": NOW},
        {"published_at": NOW - 13 * HOUR},
        {"published_at": NOW, "event__cancelled_at": NOW},
        {"published_at": NOW, "event__season__status": Season.Status.DRAFT},
    ],
)
def test_drafts_and_old_draws_make_no_evening(db, fields):
    SessionFactory(**fields)
    assert names() == []


def test_organisers_see_evenings_of_their_drafts(alice, club):
    season = SeasonFactory(club=club, status=Season.Status.DRAFT)
    EventFactory(season=season, name="Planned", starts_at=NOW)
    assert (names(alice), names()) == (["Planned"], [])


def test_tables_that_wait_come_before_those_being_played(db):
    waits, plays = live(), playing()
    assert list(front.live_tables(None)) == [waits, plays]


@pytest.mark.parametrize("status", [OnlineTable.Status.OVER, OnlineTable.Status.CANCELLED])
def test_tables_that_are_done_are_not_live(db, status):
    OnlineTableFactory(status=status, awaits="nobody", match=MatchFactory())
    assert not front.live_tables(None)


def test_tables_of_a_draft_are_for_its_organisers(alice, club):
    table = live(event__season=SeasonFactory(club=club, status=Season.Status.DRAFT))
    assert list(front.live_tables(alice)) == [table]
    assert not front.live_tables(None)


def test_results_are_the_ones_that_became_final_last(db):
    older, newest = ended(5), ended(1)
    MatchFactory()
    assert list(front.newest_results(None)) == [newest, older]


def test_results_of_a_draft_are_for_its_organisers(alice, club):
    season = SeasonFactory(club=club, status=Season.Status.DRAFT)
    match = ended(1, session__event__season=season)
    assert list(front.newest_results(alice)) == [match]
    assert not front.newest_results(None)


def test_online_events_say_how_many_tables_wait(db):
    event = EventFactory(draw=Event.Draw.ONLINE)
    live(event=event)
    playing(event=event)
    [found] = front.online_events(None, now=NOW)
    assert (found, found.waiting) == (event, 1)


@pytest.mark.parametrize(
    "fields",
    [
        {"draw": Event.Draw.SWISS},
        {"is_open": False},
        {"closes_at": NOW},
        {"cancelled_at": NOW},
        {"season__status": Season.Status.CLOSED},
        {"season__status": Season.Status.DRAFT},
    ],
)
def test_events_nobody_can_sit_down_at_are_not_offered(db, fields):
    EventFactory(**{"draw": Event.Draw.ONLINE} | fields)
    assert not front.online_events(None, now=NOW)


def test_lists_are_short(db):
    for number in range(front.MOST + 1):
        EventFactory(starts_at=NOW)
        live(opened_by=PlayerFactory())
        ended(number)
    lists = names(), front.live_tables(None), front.newest_results(None)
    assert [len(rows) for rows in lists] == [front.MOST] * 3


def cancelled(count):
    """Have tables that nobody looks after any more."""
    done = {"status": OnlineTable.Status.CANCELLED, "awaits": OnlineTable.Awaits.NOBODY}
    event, player = EventFactory(), PlayerFactory()
    OnlineTable.objects.bulk_create(
        OnlineTable(event=event, opened_by=player, size=2, created_at=NOW, **done)
        for _ in range(count)
    )


@pytest.mark.only("postgresql", "the plans are PostgreSQL's")
@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda: front.newest_results(None), "match_by_end"),
        (lambda: front.live_tables(None), "table_by_due"),
        (lambda: front.online_events(None, now=NOW), "event_online"),
        (lambda: front.dated(None, NOW, UNTIL), "event_by_start"),
    ],
)
def test_what_goes_on_is_read_along_an_index(db, ask, index):
    live()
    cancelled(200)
    analyze(ask().model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert index in ask().explain()
