from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, Bye, Event
from league.services.base.refusals import Conflict
from league.services.draws import drawing, draws, late_seats
from league.services.draws.draw_settings import earlier_sessions
from league.services.events import attendance, events
from league.services.leagues import leagues
from league.services.registration import registrations
from tests.league.draws import tables
from tests.league.factories import NOW
from tests.league.leagues import hold, make_pairs, make_players


@pytest.fixture
def skat(season):
    """A season of Skat, with tables of three and four."""
    season.game = "skat"
    season.save()
    return season


def players(division):
    return {one.player for one in division.entrants.select_related("player")}


def there(session):
    """Return everybody who has a seat in a session."""
    return {player for table in tables(session) for player in table}


def fixture_of(division, day="2026-12-01"):
    home, away, *_others = division.entrants.order_by("pk")
    fixture = division.fixtures.create(day=day, home=home, away=away)
    fixture.refresh_from_db()
    return fixture


def draw(event, by):
    """Draw the next session of a day."""
    session = events.create_session(event=event, by=by, now=NOW)
    drawing.draw(session=session, by=by, now=NOW)
    return session


def met(*sessions):
    """Return how often each pair has sat together."""
    return Counter(
        frozenset(pair)
        for session in sessions
        for table in tables(session)
        for pair in combinations(table, 2)
    )


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(3, [3]), (4, [4]), (6, [3, 3]), (7, [3, 4]), (10, [3, 3, 4]), (12, [4, 4, 4])],
)
def test_a_whole_division_sits_at_tables_of_the_game(skat, alice, count, sizes):
    division = make_players(skat, count)
    session = hold(division, alice).sessions.get()
    assert sorted(map(len, tables(session))) == sizes
    assert there(session) == players(division)


def test_a_day_is_drawn_by_standings_from_a_first_draft(skat, alice):
    event = hold(make_players(skat, 6), alice)
    assert (event.draw, event.is_open, event.planned_sessions) == ("swiss", False, 4)
    assert [session.status for session in event.sessions.all()] == ["draft"]


def test_everybody_who_plays_has_a_line_up_and_a_place(skat, alice):
    division = make_players(skat, 6)
    event = hold(division, alice)
    assert {row.player for row in event.line_ups.all()} == players(division)
    assert {row.player for row in event.registrations.all()} == players(division)


def test_who_is_absent_or_has_left_does_not_play(skat, alice):
    division = make_players(skat, 6)
    absent, gone, *_others = division.entrants.order_by("pk")
    leagues.withdraw(entrant=gone, by=alice, now=NOW)
    event = hold(division, alice, absent=[absent.player])
    playing = players(division) - {absent.player, gone.player}
    assert there(event.sessions.get()) == playing
    assert {row.player for row in event.line_ups.all()} == playing


def test_too_few_players_for_a_table_are_told(skat, alice):
    with pytest.raises(Conflict, match="needs 3 players, but only 2"):
        hold(make_players(skat, 2), alice)
    assert not Event.objects.exists()


def test_a_day_of_players_costs_the_same_for_any_number_of_them(skat, alice):
    def queries(count):
        division = make_players(skat, count)
        hold(division, alice, name=f"Before {count}")
        with CaptureQueriesContext(connection) as found:
            hold(division, alice, name=f"Day {count}")
        return len(found)

    assert queries(16) == queries(8)


def test_who_met_on_an_earlier_day_does_not_meet_while_others_are_left(skat, alice):
    """Nine players at tables of three: four sessions in which everybody meets everybody."""
    division = make_players(skat, 9)
    days = [hold(division, alice, name=f"Day {number}") for number in range(4)]
    found = met(*(day.sessions.get() for day in days))
    assert len(found) == 9 * 8 / 2
    assert set(found.values()) == {1}


def test_a_day_of_another_division_does_not_count(season, alice):
    division, other = make_players(season, 4), make_players(season, 4)
    hold(other, alice)
    session = hold(division, alice, name="Other").sessions.get()
    assert session.explanation["total"] == 0


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_a_cancelled_day_does_not_count(season, alice, is_cancelled):
    division = make_players(season, 4)
    first = hold(division, alice)
    if is_cancelled:
        events.cancel_event(event=first, reason="Snow", by=alice, now=NOW)
    session = hold(division, alice, name="Second").sessions.get()
    assert (session.explanation["total"] == 0) == is_cancelled


def byes_of(event, by, count):
    """Draw sessions of a day until it has so many; return who has a bye in any of them."""
    while event.sessions.count() < count:
        draw(event, by)
    return {bye.player for bye in Bye.objects.filter(session__event=event)}


def test_drafts_of_a_day_to_come_count(season, alice):
    """Five players, of whom one has a bye: all five have had one after two sessions and three."""
    division = make_players(season, 5)
    first = hold(division, alice, fill="byes")
    had = byes_of(first, alice, 2)
    later = byes_of(hold(division, alice, name="Second", fill="byes"), alice, 3)
    assert had | later == players(division)


def test_a_draft_that_is_left_of_a_day_that_began_does_not_count(season, alice):
    """Whoever would have had the bye is the last of four to have one."""
    division = make_players(season, 5)
    first = hold(division, alice, fill="byes")
    draws.publish(session=first.sessions.get(), by=alice, now=NOW)
    [had] = byes_of(first, alice, 1)
    draw(first, alice)
    later = byes_of(hold(division, alice, name="Second", fill="byes"), alice, 4)
    assert later == players(division) - {had}


def test_only_days_that_start_before_count(season, alice):
    division = make_players(season, 4)
    hold(division, alice, name="Later", starts_at=NOW + timedelta(days=7))
    session = hold(division, alice, name="Sooner", starts_at=NOW).sessions.get()
    assert session.explanation["total"] == 0


def test_of_days_that_start_together_the_one_created_first_counts(season, alice):
    division = make_players(season, 4)
    first = hold(division, alice, starts_at=NOW)
    second = hold(division, alice, name="Second", starts_at=NOW)
    drawing.draw(session=first.sessions.get(), by=alice, now=NOW)
    assert first.sessions.get().explanation["total"] == 0
    assert second.sessions.get().explanation["total"] > 0


def test_a_fixture_that_was_held_does_not_count(club, alice):
    division = make_pairs(club, 4)
    hold(division, alice, fixture=fixture_of(division))
    session = hold(division, alice, name="Whole").sessions.get()
    assert session.explanation["total"] == 0


def test_only_draws_by_standings_look_back(season, alice):
    division = make_players(season, 4)
    first = hold(division, alice)
    second = hold(division, alice, name="Second")
    assert earlier_sessions(second.sessions.get()) == [first.sessions.get()]
    second.draw = Event.Draw.KNOCKOUT
    assert earlier_sessions(second.sessions.get()) == []


def test_an_earlier_opponent_is_told_in_the_price_of_a_table(season, alice):
    division = make_players(season, 4)
    hold(division, alice)
    session = hold(division, alice, name="Second").sessions.get()
    [table] = session.explanation["tables"]
    [repeats] = [part for part in table["parts"] if part["name"] == "repeats"]
    assert {cause["times"] for cause in repeats["causes"]} == {1}


def test_who_withdraws_is_left_out_when_the_draft_is_drawn_again(skat, alice):
    division = make_players(skat, 7)
    event = hold(division, alice)
    gone = event.registrations.order_by("pk").first()
    attendance.withdraw(registration=gone, by=alice, now=NOW)
    session = event.sessions.get()
    with pytest.raises(Conflict, match="Draw again"):
        draws.publish(session=session, by=alice, now=NOW)
    drawing.draw(session=session, by=alice, now=NOW)
    assert there(session) == players(division) - {gone.player}


def test_who_comes_late_takes_a_free_seat(skat, alice):
    division = make_players(skat, 7)
    late = division.entrants.order_by("pk").first().player
    event = hold(division, alice, absent=[late])
    session = event.sessions.get()
    draws.publish(session=session, by=alice, now=NOW)
    registrations.register(event=event, player=late, by=alice, now=NOW)
    match = session.matches.order_by("table_number").first()
    late_seats.seat(match=match, player=late, by=alice, now=NOW)
    assert there(session) == players(division)


def test_players_of_a_game_for_two_may_meet_as_a_whole_division(club, alice):
    division = make_pairs(club, 8)
    assert there(hold(division, alice).sessions.get()) == players(division)


def test_an_old_calendar_of_pairs_that_cannot_be_held_goes(skat, alice):
    division = make_players(skat, 3)
    fixture = fixture_of(division)
    hold(division, alice)
    assert not division.fixtures.exists()
    entry = AuditEntry.objects.get(action="league.clear_calendar")
    assert entry.data["fixtures"] == [fixture.code]


def test_a_calendar_that_can_be_held_stays(club, alice):
    division = make_pairs(club, 4)
    fixture_of(division)
    hold(division, alice)
    assert division.fixtures.count() == 1


def test_a_fixture_of_two_is_refused_where_tables_are_larger(skat, alice):
    division = make_players(skat, 3)
    fixture = fixture_of(division)
    with pytest.raises(Conflict, match="Create league days of the whole division instead"):
        hold(division, alice, fixture=fixture)


def test_a_fixture_begins_in_the_evening_of_its_date(club, alice):
    division = make_pairs(club)
    event = hold(division, alice, fixture=fixture_of(division))
    assert event.starts_at == datetime(2026, 12, 1, 19, tzinfo=UTC)


def test_a_fixture_begins_by_the_clocks_of_the_site(club, alice, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    division = make_pairs(club)
    event = hold(division, alice, fixture=fixture_of(division, "2026-07-01"))
    assert event.starts_at == datetime(2026, 7, 1, 17, tzinfo=UTC)


def test_a_fixture_begins_at_the_usual_time_of_its_season(club, season, alice):
    division = make_pairs(club)
    at = datetime(2026, 9, 1, 18, 30, tzinfo=UTC)
    for its, start in ((division.season, at), (season, at.replace(hour=10))):
        events.create_event(season=its, name="Before", starts_at=start, by=alice, now=NOW)
    event = hold(division, alice, fixture=fixture_of(division))
    assert event.starts_at == datetime(2026, 12, 1, 18, 30, tzinfo=UTC)


def test_the_first_fixture_of_a_season_begins_at_the_usual_time_of_its_club(club, season, alice):
    division = make_pairs(club)
    start = datetime(2026, 9, 1, 20, 15, tzinfo=UTC)
    events.create_event(season=season, name="Before", starts_at=start, by=alice, now=NOW)
    event = hold(division, alice, fixture=fixture_of(division))
    assert event.starts_at == datetime(2026, 12, 1, 20, 15, tzinfo=UTC)


def test_a_fixture_begins_when_an_organiser_says(club, alice):
    division = make_pairs(club)
    event = hold(division, alice, fixture=fixture_of(division), starts_at=NOW)
    assert event.starts_at == NOW
