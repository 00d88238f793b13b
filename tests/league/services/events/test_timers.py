"""The timer of a session: it tells the same everywhere, whoever looks and whenever."""

from datetime import timedelta

import pytest

from league.models import AuditEntry, Timer
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.events import timers


@pytest.fixture
def running(session, alice, now):
    """A timer of an hour."""
    return timers.start(session=session, minutes=60, by=alice, now=now)


def left(session, now):
    return timers.left_s(Timer.objects.get(session=session), now=now)


def test_a_timer_runs_down_to_nothing(running, session, now):
    assert left(session, now + timedelta(minutes=15)) == 45 * 60
    assert left(session, now + timedelta(hours=2)) == 0


def test_a_halted_timer_stands_and_goes_on(running, session, alice, now):
    timers.halt(session=session, by=alice, now=now + timedelta(minutes=20))
    assert left(session, now + timedelta(hours=5)) == 40 * 60
    timers.go_on(session=session, by=alice, now=now + timedelta(hours=5))
    assert left(session, now + timedelta(hours=5, minutes=10)) == 30 * 60


@pytest.mark.parametrize("is_halted", [True, False])
def test_minutes_are_added(running, session, alice, now, is_halted):
    if is_halted:
        timers.halt(session=session, by=alice, now=now)
    timers.add(session=session, minutes=5, by=alice, now=now)
    assert left(session, now) == 65 * 60


def test_minutes_count_from_now_where_the_time_was_up(running, session, alice, now):
    late = now + timedelta(hours=3)
    timers.add(session=session, minutes=5, by=alice, now=late)
    assert left(session, late) == 5 * 60


def test_a_timer_is_started_anew_in_place_of_the_old_one(running, session, alice, now):
    timers.start(session=session, minutes=10, by=alice, now=now)
    assert left(session, now) == 10 * 60


def test_a_removed_timer_is_gone(running, session, alice, now):
    for _ in range(2):
        timers.remove(session=session, by=alice, now=now)
    assert not Timer.objects.exists()


@pytest.mark.parametrize("minutes", [0, -1, 601])
def test_minutes_are_bounded(session, alice, now, minutes):
    with pytest.raises(Invalid, match="from 1 to 600"):
        timers.start(session=session, minutes=minutes, by=alice, now=now)


def test_a_draft_has_no_timer(draft, alice, now):
    with pytest.raises(Conflict, match="published"):
        timers.start(session=draft, minutes=5, by=alice, now=now)


def test_what_a_timer_is_not_it_does_not_stop_being(running, session, alice, now):
    with pytest.raises(Conflict, match="The timer is already running"):
        timers.go_on(session=session, by=alice, now=now)
    timers.halt(session=session, by=alice, now=now)
    with pytest.raises(Conflict, match="The timer is not running"):
        timers.halt(session=session, by=alice, now=now)


def test_without_a_timer_nothing_is_halted(session, alice, now):
    with pytest.raises(Conflict, match="no timer"):
        timers.halt(session=session, by=alice, now=now)


@pytest.mark.parametrize("act", [timers.halt, timers.go_on, timers.remove])
@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_set_a_timer(request, running, now, act, who):
    session = running.session
    with pytest.raises(Forbidden):
        act(session=session, by=request.getfixturevalue(who), now=now)
    assert left(session, now) == 60 * 60


def test_who_sets_a_timer_stands_in_the_trail_of_the_club(session, alice, now):
    timers.start(session=session, minutes=60, by=alice, now=now)
    timers.halt(session=session, by=alice, now=now)
    timers.go_on(session=session, by=alice, now=now)
    timers.add(session=session, minutes=5, by=alice, now=now)
    for _ in range(2):
        timers.remove(session=session, by=alice, now=now)
    entries = AuditEntry.objects.filter(account=alice, at=now, event=None).order_by("pk")
    words = ["start", "halt", "go_on", "add", "remove"]
    assert [entry.action for entry in entries] == [f"timer.{word}" for word in words]
