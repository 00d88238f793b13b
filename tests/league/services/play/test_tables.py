"""Online tables gather players, and their matches begin when all seats are taken."""

from datetime import timedelta

import pytest

from league.models import AuditEntry, Event, Match, OnlineTable, Registration, Session
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.corrections import rebuilds
from league.services.events import attendance, events, sessions
from league.services.play import table_watch, tables
from league.services.registration import registrations
from tests.league.factories import BotFactory, EventFactory
from tests.league.services.play import acts

Status = OnlineTable.Status


def names(table):
    return [(seat.number, seat.player.name) for seat in acts.row(table).seats.all()]


def test_whoever_opens_a_table_has_its_first_seat(gathering, bob):
    look = acts.look(gathering, bob)
    assert (look.table.status, look.seat, look.view) == (Status.GATHERING, 0, None)


def test_a_table_full_of_bots_begins_at_once(table, bob):
    match = Match.objects.get()
    assert [seat.player.name for seat in match.seats.all()] == ["Bob", "greedy", "random", "greedy"]
    assert (match.status, match.table_number) == (Match.Status.OPEN, 1)
    assert match.session.status == Session.Status.PUBLISHED
    assert acts.look(table, bob).view["phase"] != "over"


def test_the_last_who_joins_begins_the_match(event, bob, dora, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy", "greedy"], now=now)
    tables.join(table=table, by=dora, now=now)
    assert acts.row(table).status == Status.PLAYING


def test_one_takes_the_seat_one_names(gathering, dora, now):
    tables.join(table=gathering, by=dora, seat=2, now=now)
    assert names(gathering) == [(0, "Bob"), (2, "Dora")]


@pytest.mark.parametrize("seat", [0, 4])
def test_a_seat_that_is_not_free_is_refused(gathering, dora, now, seat):
    with pytest.raises(Conflict, match="seat is taken"):
        tables.join(table=gathering, by=dora, seat=seat, now=now)


def test_who_has_opened_a_table_fills_it_with_the_usual_bot(gathering, bob, now):
    tables.fill(table=gathering, by=bob, now=now)
    assert names(gathering)[1:] == [(1, "medium"), (2, "medium"), (3, "medium")]


def test_bots_chosen_for_the_event_take_turns(gathering, event, bob, alice, now):
    bots = [BotFactory(builtin="easy"), BotFactory(builtin="greedy")]
    events.choose_bots(event=event, bots=bots, by=alice, now=now)
    tables.fill(table=gathering, by=bob, now=now)
    assert names(gathering)[1:] == [(1, "easy"), (2, "greedy"), (3, "easy")]


def test_a_bot_that_is_not_chosen_is_refused(event, bob, alice, now):
    bots = [BotFactory(builtin="easy")]
    events.choose_bots(event=event, bots=bots, by=alice, now=now)
    with pytest.raises(Invalid, match=r"bots\.0"):
        tables.open_table(event=event, by=bob, bots=["greedy"], now=now)


def test_a_bot_of_an_author_is_refused_with_those_that_play(event, bob, now):
    with pytest.raises(Invalid, match="Only built-in bots play at online tables: random, greedy"):
        tables.open_table(event=event, by=bob, bots=["Fox 1"], now=now)


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"seats": 2}, "seats"),
        ({"bots": ["greedy"] * 4}, "bots"),
        ({"move_s": 9}, "move_s"),
        ({"move_s": 601}, "move_s"),
    ],
)
def test_a_table_that_cannot_be_names_the_field(event, bob, now, wanted, field):
    with pytest.raises(Invalid) as refused:
        tables.open_table(event=event, by=bob, now=now, **wanted)
    assert list(refused.value.errors) == [field]
    assert not OnlineTable.objects.exists()


def test_who_is_not_registered_sits_nowhere(event, gathering, mallory, now):
    with pytest.raises(Forbidden, match="You are not registered for this event"):
        tables.open_table(event=event, by=mallory, now=now)
    with pytest.raises(Forbidden):
        tables.join(table=gathering, by=mallory, now=now)


def test_who_has_left_the_event_sits_nowhere(gathering, event, dora, now):
    Registration.objects.filter(player=dora.player).update(last_session=0)
    with pytest.raises(Forbidden):
        tables.join(table=gathering, by=dora, now=now)


def test_one_sits_at_one_table_at_a_time(event, gathering, bob, now):
    with pytest.raises(Conflict) as refused:
        tables.open_table(event=event, by=bob, now=now)
    assert refused.value.current == gathering


def test_other_events_have_no_online_tables(season, bob, now):
    with pytest.raises(Conflict, match="This event has no online tables"):
        tables.open_table(event=EventFactory(season=season), by=bob, now=now)


def test_the_seat_of_who_leaves_is_free_again(gathering, bob, dora, now):
    tables.join(table=gathering, by=dora, now=now)
    left = tables.leave(table=gathering, by=bob, now=now)
    assert (names(gathering), left.opened_by) == ([(1, "Dora")], dora.player)


def test_the_last_who_leaves_calls_the_table_off(gathering, bob, now):
    tables.leave(table=gathering, by=bob, now=now)
    assert acts.row(gathering).status == Status.CANCELLED


def test_who_has_opened_a_table_stays_its_opener_when_others_leave(  # noqa: PLR0917
    gathering, event, bob, dora, alice, now
):
    tables.join(table=gathering, by=dora, seat=2, now=now)
    tables.leave(table=gathering, by=bob, now=now)
    registrations.register(event=event, player=alice.player, by=alice, now=now)
    tables.join(table=gathering, by=alice, seat=0, now=now)
    tables.leave(table=gathering, by=alice, now=now)
    assert acts.row(gathering).opened_by == dora.player


def withdraw(event, whom, by, now):
    row = Registration.objects.get(event=event, player=whom.player)
    return attendance.withdraw(registration=row, by=by, now=now)


def test_who_withdraws_leaves_the_table_that_waits_for_players(gathering, event, bob, dora, now):
    tables.join(table=gathering, by=dora, now=now)
    withdraw(event, bob, bob, now)
    stored = acts.row(gathering)
    assert (names(stored), stored.opened_by) == ([(1, "Dora")], dora.player)


def test_who_is_withdrawn_by_an_organiser_leaves_the_table(gathering, event, bob, alice, now):
    withdraw(event, bob, alice, now)
    assert (names(gathering), acts.row(gathering).status) == ([], Status.CANCELLED)


@pytest.mark.slow
def test_who_has_played_before_leaves_the_table_too(event, table, bob, now):
    acts.play_out(table, [bob], now)
    waiting = tables.open_table(event=event, by=bob, now=now)
    assert withdraw(event, bob, bob, now).last_session == 1
    assert acts.row(waiting).status == Status.CANCELLED


def test_who_is_replaced_leaves_the_table(gathering, event, bob, alice, now):
    row = Registration.objects.get(event=event, player=bob.player)
    attendance.replace(registration=row, player=alice.player, by=alice, now=now)
    assert acts.row(gathering).status == Status.CANCELLED


def test_who_withdraws_plays_on_where_the_match_has_begun(event, table, bob, now):
    withdraw(event, bob, bob, now)
    assert acts.row(table).status == Status.PLAYING
    assert acts.look(table, bob).seat == 0


def test_a_table_of_another_event_is_kept(gathering, season, bob, now):
    other = EventFactory(season=season)
    registrations.register(event=other, player=bob.player, by=bob, now=now)
    withdraw(other, bob, bob, now)
    assert names(gathering) == [(0, "Bob")]


def test_nobody_leaves_a_match_that_has_begun(table, bob, now):
    with pytest.raises(Conflict, match="already begun"):
        tables.leave(table=table, by=bob, now=now)


def test_an_organiser_calls_a_table_off(gathering, alice, now):
    tables.cancel(table=gathering, by=alice, now=now)
    assert acts.row(gathering).status == Status.CANCELLED


@pytest.mark.parametrize("command", [tables.fill, tables.cancel])
def test_others_neither_fill_nor_cancel_a_table(gathering, dora, now, command):
    tables.join(table=gathering, by=dora, now=now)
    with pytest.raises(Forbidden):
        command(table=gathering, by=dora, now=now)


def test_nobody_waits_for_ever(gathering, now):
    assert table_watch.watch(now=now + timedelta(hours=23)) == 0
    table_watch.watch(now=now + timedelta(hours=24))
    assert acts.row(gathering).status == Status.CANCELLED


def test_a_full_session_is_followed_by_another(event, bob, dora, now, monkeypatch):
    monkeypatch.setattr("league.services.draws.draws.MOST_TABLES", 1)
    for by in (bob, dora):
        tables.open_table(event=event, by=by, bots=["greedy"] * 3, now=now)
    assert [match.session.number for match in Match.objects.order_by("pk")] == [1, 2]


def test_tables_of_a_session_are_numbered(event, table, dora, now):
    tables.open_table(event=event, by=dora, bots=["greedy"] * 3, now=now)
    assert sorted(Match.objects.values_list("table_number", flat=True)) == [1, 2]


def test_a_session_is_not_closed_while_a_table_plays(table, alice, now):
    session = Session.objects.get()
    with pytest.raises(Conflict, match="no final result yet: 1"):
        sessions.close(session=session, by=alice, now=now)


@pytest.mark.slow
def test_after_a_session_is_closed_tables_play_in_the_next(table, alice, bob, now):
    acts.play_out(table, [bob], now)
    sessions.close(session=Session.objects.get(), by=alice, now=now)
    again = tables.open_table(event=table.event, by=bob, bots=["greedy"] * 3, now=now)
    assert again.match.session.number == 2


def test_a_session_of_online_tables_is_not_taken_back(table, alice, now):
    with pytest.raises(Conflict, match="Void single matches instead"):
        sessions.undo(session=Session.objects.get(), by=alice, now=now)


def test_an_event_that_is_cancelled_stops_its_tables(event, table, dora, alice, now):
    waiting = tables.open_table(event=event, by=dora, now=now)
    events.cancel_event(event=event, reason="storm", by=alice, now=now)
    assert {acts.row(one).status for one in (table, waiting)} == {Status.CANCELLED}


def test_one_registers_while_tables_play(table, now):
    from league.services.registration import places, registrations

    following = places.next_session(table.event)
    assert registrations.why_closed(table.event, following, now) == ""
    other = Event(season=table.event.season)
    assert "already begun" in registrations.why_closed(other, following, now)


@pytest.mark.slow
def test_an_event_is_rebuilt_from_its_log(event, table, bob, now):
    assert rebuilds.differences(event) == []
    acts.play_out(table, [bob], now)
    assert rebuilds.differences(event) == []
    assert AuditEntry.objects.filter(action="table.begin").count() == 1
