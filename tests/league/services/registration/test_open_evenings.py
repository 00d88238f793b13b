"""An open evening: people come, are seated, finish, wait again and go; nobody plans a session."""

from datetime import timedelta

import pytest

from league.models import Event, Match, Notice
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.corrections import rebuilds
from league.services.events import attendance, events
from league.services.registration import open_evenings, registrations
from tests.league.factories import NOW, PlayerFactory
from tests.league.mails import give_address, posted
from tests.league.services import acts

MINUTE = timedelta(minutes=1)


@pytest.fixture
def evening(season, alice):
    event = events.create_event(
        season=season, name="Open", draw=Event.Draw.OPEN, table_size=4, by=alice, now=NOW
    )
    return open_evenings.open_evening(event=event, by=alice, now=NOW)


def come(event, by, count, now=NOW):
    for _number in range(count):
        row = registrations.register(event=event, player=PlayerFactory(), by=by, now=now)
        attendance.check_in(registration=row, by=by, now=now)


def look(event, now=NOW):
    return open_evenings.look(event, now=now)


def finish(match, by, now):
    acts.enter(match, by, now)


def test_a_table_opens_when_the_fourth_comes(evening, alice):
    come(evening, alice, 3)
    assert (len(look(evening).waiting), look(evening).tables) == (3, [])
    come(evening, alice, 1)
    [table] = look(evening).tables
    assert (table.table_number, table.seats.count(), look(evening).waiting) == (1, 4, [])


@pytest.mark.further
def test_who_has_finished_waits_again(evening, alice):
    come(evening, alice, 9)
    first, second = look(evening).tables
    finish(first, alice, NOW + MINUTE)
    assert len(look(evening).waiting) == 5
    assert look(evening).tables == [second]


@pytest.mark.further
def test_those_who_have_met_wait_a_little_while_others_play(evening, alice):
    come(evening, alice, 9)
    first, second = look(evening).tables
    finish(first, alice, NOW + MINUTE)
    assert open_evenings.seat_due(now=NOW + 2 * MINUTE) == 0
    assert open_evenings.seat_due(now=NOW + 5 * MINUTE) == 1
    now = look(evening)
    assert [match.table_number for match in now.tables] == [1, 2]
    assert second in now.tables
    assert len(now.waiting) == 1


def test_who_goes_home_is_not_seated(evening, alice):
    come(evening, alice, 3)
    row = look(evening).waiting[0].registration
    attendance.undo_check_in(registration=row, by=alice, now=NOW)
    come(evening, alice, 1)
    assert look(evening).tables == []


def test_a_smaller_table_opens_when_patience_runs_out(evening, alice):
    Event.objects.filter(pk=evening.pk).update(table_size=5)
    come(evening, alice, 4)
    assert open_evenings.seat_due(now=NOW + MINUTE) == 0
    assert open_evenings.seat_due(now=NOW + 5 * MINUTE) == 1
    assert look(evening).tables[0].seats.count() == 4


def test_fewer_than_the_game_takes_are_never_seated(evening, alice):
    come(evening, alice, 3)
    assert open_evenings.seat_due(now=NOW + 60 * MINUTE) == 0


def test_all_who_have_finished_are_seated_again_at_once(evening, alice):
    come(evening, alice, 8)
    for number, table in enumerate(look(evening).tables, start=1):
        finish(table, alice, NOW + number * MINUTE)
    assert len(look(evening).tables) == 2


def test_a_table_is_taken_back(evening, alice):
    come(evening, alice, 4)
    [table] = look(evening).tables
    acts.void(table, alice, NOW)
    assert len(look(evening).waiting) == 4
    assert open_evenings.seat_due(now=NOW + MINUTE) == 1


def test_a_table_is_seated_by_hand(evening, alice, bob):
    come(evening, alice, 9)
    [alone] = look(evening).waiting
    with pytest.raises(Invalid):
        open_evenings.seat_by_hand(event=evening, players=[alone.player], by=alice, now=NOW)
    with pytest.raises(Forbidden):
        open_evenings.seat_by_hand(event=evening, players=[alone.player], by=bob, now=NOW)


def test_those_who_are_ticked_sit_together_though_they_have_met(evening, alice):
    come(evening, alice, 8)
    first, _second = look(evening).tables
    finish(first, alice, NOW + MINUTE)
    players = [one.player for one in look(evening).waiting]
    table = open_evenings.seat_by_hand(event=evening, players=players, by=alice, now=NOW + MINUTE)
    assert [seat.player for seat in table.seats.order_by("number")] == players
    assert look(evening).waiting == []


def test_who_plays_is_seated_nowhere_else(evening, alice):
    come(evening, alice, 4)
    players = [seat.player for seat in look(evening).tables[0].seats.all()]
    with pytest.raises(Conflict):
        open_evenings.seat_by_hand(event=evening, players=players, by=alice, now=NOW)
    assert Match.objects.count() == 1


def test_who_is_seated_is_told(evening, alice, bob):
    registrations.register(event=evening, player=bob.player, by=bob, now=NOW)
    come(evening, alice, 3)
    attendance.check_in(registration=evening.registrations.first(), by=bob, now=NOW)
    assert Notice.objects.get(account=bob).text == "Open: your table is ready, table 1."


def test_the_evening_ends_when_all_tables_have(evening, alice):
    come(evening, alice, 4)
    with pytest.raises(Conflict):
        open_evenings.end_evening(event=evening, by=alice, now=NOW)
    acts.void(look(evening).tables[0], alice, NOW)
    open_evenings.end_evening(event=evening, by=alice, now=NOW)
    assert look(evening).has_ended
    come(evening, alice, 4)
    assert look(evening).tables == []


def test_who_has_played_is_told_how_the_evening_ended(evening, alice, bob):
    give_address(bob, NOW)
    come(evening, alice, 4)
    table = look(evening).tables[0]
    table.seats.filter(number=0).update(player=bob.player)
    open_evenings.stop_seating(event=evening, by=alice, now=NOW)
    acts.enter(table, alice, NOW)
    acts.confirm(table, bob, NOW)
    assert posted("report") == []
    open_evenings.end_evening(event=evening, by=alice, now=NOW)
    assert [who for who, _about in posted("report")] == ["bob"]


def test_the_log_tells_an_open_evening_again(evening, alice):
    come(evening, alice, 8)
    finish(look(evening).tables[0], alice, NOW)
    assert rebuilds.differences(evening) == []


def test_the_last_tables_finish_and_no_other_opens(evening, alice):
    come(evening, alice, 9)
    first, second = look(evening).tables
    open_evenings.stop_seating(event=evening, by=alice, now=NOW)
    for table in (first, second):
        finish(table, alice, NOW + MINUTE)
        assert open_evenings.seat_due(now=NOW + 60 * MINUTE) == 0
    assert (look(evening).waiting, look(evening).tables) == ([], [])
    assert rebuilds.differences(evening) == []
