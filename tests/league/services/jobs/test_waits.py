"""Why a job waits, as whoever looks at it is told."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.conf import settings as site
from django.utils import translation

from league import queue
from league.logic import compile as compiling
from league.models import Job
from league.services.base import sayings
from league.services.jobs import waits
from league.services.monitoring import host_errors, presence, tallies
from tests.league.factories import NOW, BotFactory, JobFactory, MatchFactory

GONE = NOW + timedelta(seconds=presence.MISSED * site.PULSE_S + 1)


@pytest.fixture
def make(session):
    """Return a function that makes a job of a table of bots."""

    def job(**fields):
        match = MatchFactory(session=session, players=[BotFactory(), BotFactory()])
        return JobFactory(match=match, **{"reason": queue.SENT, **fields})

    return job


def see(*names, now=NOW):
    for name in names:
        tallies.see(name, now=now)


def why(job, now=NOW):
    [told] = waits.told([job], now=now)
    return told.reason


def test_a_job_waits_for_a_free_worker(make):
    see("play")
    assert why(make()) == "waiting for a free worker"


def test_a_job_behind_others_is_told_how_many(make):
    see("play")
    make()
    make(kind=Job.Kind.VALIDATE_RECORD)
    make(status=Job.Status.DONE)
    assert why(make()) == "waiting for a free worker; jobs that come first: 1"


def test_jobs_that_come_first_are_counted_up_to_a_bound(make, monkeypatch):
    monkeypatch.setattr(waits, "MOST_BEFORE", 2)
    see("play")
    last = [make() for _job in range(3)][-1]
    assert why(last) == "waiting for a free worker; jobs that come first: more than 1"


def test_a_worker_that_is_gone_is_told_with_the_time_of_the_site(make, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    see("play")
    see(tallies.CLOCK, now=GONE)
    said = (
        "no worker of the queue “play” has answered since 21:00; ask the site's staff to start one"
    )
    assert why(make(), GONE) == said


def test_an_earlier_day_is_told_with_its_date(make):
    see("play")
    see(tallies.CLOCK, now=NOW + timedelta(days=1))
    assert "since 20 Nov 2026, 20:00;" in why(make(), NOW + timedelta(days=1))


def test_a_site_whose_clock_is_gone_too_says_so(make):
    see("play", tallies.CLOCK)
    assert why(make(), GONE).startswith("neither the site's clock nor a worker")


def test_a_worker_that_never_was_there_has_time_to_start(make):
    assert why(make()) == "waiting for a free worker"
    assert why(make(), GONE).startswith("no worker of the queue “play” has been started")


def test_a_worker_at_work_is_there(make):
    see("play")
    make(status=Job.Status.RUNNING, lease="0" * 32, lease_until=GONE + timedelta(minutes=1))
    assert why(make(), GONE) == "waiting for a free worker"


def test_a_broker_that_does_not_answer_is_the_reason(make):
    assert why(make(reason=queue.NO_BROKER), GONE) == queue.NO_BROKER


def test_what_broke_off_is_told_while_a_worker_is_there(make):
    see("play")
    reason = "the worker stopped answering (attempt 1 of 3)"
    assert why(make(reason=reason)) == reason


def test_compiling_is_told_with_how_far_it_is(make, monkeypatch):
    parts = [SimpleNamespace(unit=SimpleNamespace(is_compiled=lambda n=n: n < 2)) for n in range(5)]
    monkeypatch.setattr(compiling, "works", lambda: parts)
    see("play")
    assert "2 of 5 parts are done" in why(make(reason=host_errors.NOT_COMPILED))


def test_compiling_on_another_host_is_told_without(make, monkeypatch):
    monkeypatch.setattr(compiling, "works", list)
    see("play")
    assert why(make(reason=host_errors.NOT_COMPILED)) == host_errors.NOT_COMPILED


def test_a_job_that_does_not_wait_keeps_its_reason(make):
    assert why(make(status=Job.Status.FAILED, reason="it broke"), GONE) == "it broke"


def test_what_is_told_is_not_stored(make):
    job = make()
    why(job, GONE)
    assert job.reason == queue.SENT


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize(
    "words",
    [
        waits.NO_WORKER % {"queue": "play", "time": "21:00"},
        waits.NO_CLOCK % {"queue": "play", "time": "21:00"},
        waits.NEVER_SEEN % {"queue": "play"},
        waits.BEHIND % {"count": 3},
        waits.FAR_BEHIND % {"count": 999},
        waits.COMPILING % {"done": 2, "total": 5},
    ],
)
def test_every_reason_is_said_in_every_language(words, language):
    with translation.override(language):
        assert sayings.said(words) != words


@pytest.mark.parametrize("count", [1, 20])
def test_many_jobs_cost_as_many_queries_as_one(make, count, django_assert_num_queries):
    rows = [make(kind=kind) for kind in [Job.Kind.PLAY_MATCH] for _job in range(count)]
    with django_assert_num_queries(6):
        waits.told(rows, now=NOW)
