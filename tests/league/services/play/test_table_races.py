"""Two at once at online tables, and processes that have just begun."""

import pytest

import games
from league.models import Match, OnlineTable, Registration, TableAction, TableSeat
from league.services.base.refusals import Conflict, Stale
from league.services.events import attendance
from league.services.play import positions, practice, table_watch, tables
from tests.league.factories import PersonFactory, RegistrationFactory
from tests.league.services.play import acts
from tests.league.services.races import at_once, losers, winners

pytestmark = pytest.mark.django_db(transaction=True)

Awaits = OnlineTable.Awaits


def is_whole(table):
    stored = acts.row(table)
    numbers = TableAction.objects.filter(table=table).order_by("number")
    return list(numbers.values_list("number", flat=True)) == list(range(stored.length))


def test_of_two_actions_with_one_version_one_is_played(to_bob, bob, now):
    seen = acts.look(to_bob, bob)

    def act():
        return tables.act(
            table=to_bob,
            by=bob,
            action=seen.legal[0],
            expected_version=seen.version,
            now=now,
        )

    outcomes = at_once(act, act, act)
    assert len(winners(outcomes)) == 1
    assert all(isinstance(loser, Stale) for loser in losers(outcomes))
    assert TableAction.objects.filter(table=to_bob, seat=0).count() == 1
    assert is_whole(to_bob)


def test_an_action_and_the_watch_leave_a_whole_log(to_bob, bob, now):
    acts.watch(now, seconds=60)
    seen = acts.look(to_bob, bob)
    at_once(
        lambda: acts.act(to_bob, bob, now, action=seen.legal[0], version=seen.version),
        lambda: acts.watch(now, seconds=75),
    )
    assert is_whole(to_bob)
    stored = acts.row(to_bob)
    seat = TableSeat.objects.get(table=to_bob, number=0)
    if stored.length == to_bob.length:
        assert (stored.awaits, seat.stood_in) == (Awaits.BOT, True)
    else:
        assert not seat.stood_in or stored.turn != 0 or stored.awaits == Awaits.BOT


def test_of_two_workers_one_answers(table, bob, now):
    while acts.row(table).awaits != Awaits.BOT:
        acts.act(table, bob, now)
    outcomes = at_once(*[lambda: acts.answer(table, now)] * 3)
    assert sorted(outcomes) == [False, False, True]
    assert is_whole(table)


@pytest.mark.further
def test_a_round_is_dealt_once(table, bob, now):
    while acts.row(table).awaits != Awaits.DEAL:
        acts.play_on(table, [bob], now)
    at_once(
        lambda: tables.deal(table=table, by=bob, now=now),
        lambda: acts.watch(now, seconds=10),
        lambda: table_watch.watch(now=acts.row(table).due_at),
    )
    assert TableAction.objects.filter(table=table, seat=None).count() == 2


def test_the_last_seat_is_taken_once(event, bob, dora, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 2, now=now)
    emil = PersonFactory(name="Emil")
    RegistrationFactory(event=event, player=emil)
    outcomes = at_once(
        lambda: tables.join(table=table, by=dora, now=now),
        lambda: tables.join(table=table, by=emil.account, now=now),
    )
    assert len(winners(outcomes)) == 1
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert Match.objects.count() == 1


def test_who_withdraws_as_the_match_begins_plays_there_or_has_left_the_table(event, bob, dora, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 2, now=now)
    row = Registration.objects.get(event=event, player=bob.player)
    at_once(
        lambda: attendance.withdraw(registration=row, by=bob, now=now),
        lambda: tables.join(table=table, by=dora, now=now),
    )
    seated = {seat.player for seat in acts.row(table).seats.all()}
    assert (bob.player in seated) == Match.objects.exists()


def test_tables_that_begin_at_once_have_their_own_numbers(event, bob, dora, now):
    at_once(
        *[
            lambda by=by: tables.open_table(event=event, by=by, bots=["greedy"] * 3, now=now)
            for by in (bob, dora)
        ]
    )
    assert sorted(Match.objects.values_list("session__number", "table_number")) == [(1, 1), (1, 2)]


@pytest.mark.slow
def test_a_process_that_has_just_begun_sees_the_same(table, bob, now):
    for _ in range(40):
        acts.play_on(table, [bob], now)
        known = acts.look(table, bob)
        acts.forget()
        fresh = acts.look(table, bob)
        assert (fresh.view, fresh.log, fresh.last_trick) == (
            known.view,
            known.log,
            known.last_trick,
        )


def test_a_position_that_is_kept_replays_only_what_is_new(
    to_bob, bob, now, django_assert_num_queries
):
    stored = acts.row(to_bob)
    tables.look(table=stored, by=bob)
    with django_assert_num_queries(0):
        tables.look(table=stored, by=bob)


def test_a_position_ahead_of_the_row_is_not_used(to_bob, bob, now):
    earlier = acts.row(to_bob)
    before = acts.look(to_bob, bob)
    acts.act(to_bob, bob, now)
    acts.look(to_bob, bob)
    assert tables.look(table=earlier, by=bob).view == before.view


def test_what_was_rolled_back_is_not_kept(to_bob, bob, now):
    from django.db import transaction

    seen = acts.look(to_bob, bob)
    with transaction.atomic():
        tables.act(
            table=to_bob,
            by=bob,
            action=seen.legal[0],
            expected_version=seen.version,
            now=now,
        )
        acts.look(to_bob, bob)
        transaction.set_rollback(True)
    assert acts.look(to_bob, bob).view == seen.view
    acts.act(to_bob, bob, now, action=seen.legal[-1])
    assert acts.look(to_bob, bob).log[-1].text == seen.legal[-1]


def test_no_more_positions_are_kept_than_there_is_room_for(to_bob, bob, now, monkeypatch):
    monkeypatch.setattr(positions, "kept", positions._Kept(most=1))
    acts.look(to_bob, bob)
    other = practice.practise(game=games.get("briscola"), by=bob, seats=2, bots=["greedy"], now=now)
    acts.look(other, bob)
    assert positions.kept.take(to_bob.code) is None
    assert positions.kept.take(other.code) is not None


def test_taking_back_while_a_bot_answers_leaves_a_whole_log(bob, now):
    game = games.get("briscola")
    table = practice.practise(game=game, by=bob, seats=2, bots=["greedy"], now=now)
    while not any(said.seat == 0 for said in acts.look(table, bob).log):
        acts.play_on(table, [bob], now)
    while acts.row(table).awaits != Awaits.BOT:
        acts.play_on(table, [bob], now)
    seen = acts.row(table)

    def back():
        return practice.take_back(table=seen, by=bob, expected_version=seen.version, now=now)

    outcomes = at_once(back, back, lambda: acts.answer(table, now))
    assert is_whole(table)
    assert TableAction.objects.filter(table=table).exclude(back_to=None).count() <= 1
    assert len(winners(outcomes[:2])) + int(outcomes[2] is True) == 1
    seen = acts.look(table, bob).view
    positions.kept.forget()
    assert acts.look(table, bob).view == seen
