"""The watch: who does not act is warned, then stood in for; lost messages cost seconds."""

import pytest

from league.models import OnlineTable, TableSeat
from league.services.play import table_watch, tables
from tests.league.services.play import acts

Awaits = OnlineTable.Awaits


def is_stood_in(table):
    return TableSeat.objects.get(table=table, number=0).stood_in


def test_nothing_is_due_in_time(to_bob, now):
    assert acts.watch(now, seconds=59) == 0


def test_who_takes_too_long_is_warned(to_bob, bob, now):
    acts.watch(now, seconds=60)
    clock = acts.look(to_bob, bob).clock
    assert (clock.is_warned, (clock.due_at - now).total_seconds()) == (True, 75)
    assert not is_stood_in(to_bob)


def test_who_was_warned_is_stood_in_for(to_bob, now):
    acts.watch(now, seconds=60)
    acts.watch(now, seconds=75)
    assert is_stood_in(to_bob)
    assert acts.row(to_bob).awaits == Awaits.BOT


def test_the_default_bot_plays_until_the_person_is_back(to_bob, bob, now):
    acts.watch(now, seconds=60)
    acts.watch(now, seconds=75)
    acts.answer(to_bob, now)
    assert acts.row(to_bob).awaits == Awaits.DEAL
    tables.come_back(table=to_bob, by=bob, now=now)
    acts.watch(now, seconds=90)
    while acts.row(to_bob).awaits == Awaits.BOT:
        acts.answer(to_bob, now)
    assert acts.row(to_bob).turn == 0


def test_the_time_to_move_is_the_tables_own(event, bob, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 3, move_s=10, now=now)
    while acts.row(table).awaits == Awaits.BOT:
        acts.answer(table, now)
    acts.watch(now, seconds=10)
    assert acts.row(table).warned


def test_a_new_turn_has_a_new_clock(to_bob, bob, now):
    acts.watch(now, seconds=60)
    acts.act(to_bob, bob, now)
    assert not acts.row(to_bob).warned


def test_a_lost_message_about_a_bot_is_sent_again(table, bob, now, messages):
    while acts.row(table).awaits != Awaits.BOT:
        acts.act(table, bob, now)
    assert acts.watch(now, seconds=5) == 1
    assert acts.watch(now, seconds=5) == 0


@pytest.mark.logs("could not be looked after")
def test_a_table_that_fails_does_not_stop_the_others(to_bob, event, dora, now, monkeypatch):
    waiting = tables.open_table(event=event, by=dora, now=now)
    look_after = table_watch._look_after

    def fail(pk, now):
        if pk == to_bob.pk:
            raise RuntimeError
        return look_after(pk, now)

    monkeypatch.setattr(table_watch, "_look_after", fail)
    acts.watch(now, seconds=2 * 86400)
    assert acts.row(waiting).status == OnlineTable.Status.CANCELLED


@pytest.mark.slow
def test_a_table_that_is_over_is_not_looked_after(table, bob, now):
    acts.play_out(table, [bob], now)
    assert acts.watch(now, seconds=7 * 86400) == 0
