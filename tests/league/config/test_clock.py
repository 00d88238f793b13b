"""What the clock starts goes on whatever somebody does to the time of day."""

from datetime import UTC, datetime, timedelta

import pytest
from celery import Celery
from django.conf import settings

from league.config import clock

HOUR_S = 3600
TASKS = ["league.often", "league.seldom"]


@pytest.fixture
def app():
    celery = Celery(set_as_current=False)
    celery.conf.beat_schedule = {
        name: {"task": name, "schedule": float(period_s)}
        for name, period_s in zip(TASKS, (1000, 2000), strict=True)
    }
    return celery


@pytest.fixture
def started(monkeypatch):
    """Return the names of what has been started."""
    names = []
    monkeypatch.setattr(
        clock.Scheduler, "apply_entry", lambda self, entry, producer: names.append(entry.task)
    )
    monkeypatch.setattr(clock.Scheduler, "producer", None)
    return names


@pytest.fixture
def scheduler(app, started):
    return clock.Scheduler(app=app)


def run(scheduler):
    """Let the scheduler start what is due."""
    while not scheduler.tick():
        pass


def test_everything_is_started_first(scheduler, started):
    run(scheduler)
    assert sorted(started) == TASKS


def test_nothing_is_started_before_its_time(scheduler, started):
    run(scheduler)
    run(scheduler)
    assert sorted(started) == TASKS


def test_a_clock_set_back_stops_nothing(scheduler, started, monkeypatch):
    run(scheduler)
    for entry in scheduler.schedule.values():
        entry.last_run_at = datetime.now(UTC) + timedelta(seconds=HOUR_S)
    before = clock.offset()
    monkeypatch.setattr(clock, "offset", lambda: before - HOUR_S)
    run(scheduler)
    assert sorted(started) == sorted(2 * TASKS)


def test_a_jump_is_noticed_soon(scheduler, started):
    run(scheduler)
    assert scheduler.tick() <= clock.JUMP_S


def test_messages_are_good_for_as_long_as_clocks_of_hosts_may_differ():
    expires = [task["options"]["expires"] for task in settings.CELERY_BEAT_SCHEDULE.values()]
    assert min(expires) >= settings.LATE_S
