"""Jobs that end, and faults that bots make, are counted, each once."""

import pytest

from bots.conversation.process import Effort
from bots.playing.runner import Fault
from bots.sandbox.faults import Reason
from league.models import Job, Seat, Tally
from league.services.bots import reports
from league.services.bots.reports import PlayedPart
from league.services.jobs import jobs
from tests.league.factories import BotFactory, MatchFactory, VersionFactory

from .scene import NOW, later

PLAY = Job.Kind.PLAY_MATCH


@pytest.fixture(autouse=True)
def committing(django_capture_on_commit_callbacks, messages):
    """Commit what the test does, and send no message."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def claim(make_jobs):
    ids = [job.pk for job in make_jobs(3)]
    return jobs.claim(kind=PLAY, ids=ids, now=NOW)


def ids(claim, count):
    return [job.pk for job in claim.jobs][:count]


def counted():
    return {(row.what, row.about): row.count for row in Tally.objects.all()}


def test_jobs_done_are_counted(claim, committing):
    with committing():
        jobs.finish(claim=claim, ids=ids(claim, 2), now=NOW)
    assert counted() == {("job_done", "play_match"): 2}


def test_jobs_held_no_more_are_not_counted(claim, committing):
    Job.objects.update(status="waiting", lease=None)
    with committing():
        jobs.finish(claim=claim, ids=ids(claim, 2), now=NOW)
        jobs.fail(claim=claim, ids=ids(claim, 2), reason="", now=NOW)
    assert counted() == {}


def test_jobs_that_fail_are_counted(claim, committing):
    with committing():
        jobs.fail(claim=claim, ids=ids(claim, 2), reason="no", now=NOW)
    assert counted() == {("job_failed", "play_match"): 2}


def test_attempts_that_break_off_are_counted_when_they_were_the_last(claim, committing):
    Job.objects.filter(pk__in=ids(claim, 1)).update(attempt=3)
    with committing():
        jobs.sweep(now=later(1000))
    assert counted() == {("job_failed", "play_match"): 1}


def test_faults_of_bots_are_counted(db, committing):
    version = VersionFactory(player=BotFactory())
    for number, reason in enumerate([Reason.CRASH, Reason.TIMEOUT, Reason.CRASH, None]):
        seat = Seat.objects.create(match=MatchFactory(), number=number, player=version.player)
        fault = reason and Fault(seat=number, round=0, action=0, reason=reason, detail="")
        with committing():
            reports.store(parts=[PlayedPart(seat, version, Effort(), fault)], now=NOW)
    assert counted() == {("fault", "crash"): 2, ("fault", "timeout"): 1}
