"""Organisers try a failed job again."""

import pytest

from league.models import Account, Job, Membership, Player
from league.services.base.refusals import Conflict, Forbidden
from league.services.jobs import jobs

from .scene import NOW, later


@pytest.fixture
def failed_job(make_jobs):
    rows = make_jobs(1)
    claim = jobs.claim(kind=Job.Kind.PLAY_MATCH, ids=[rows[0].pk], now=NOW)
    jobs.fail(claim=claim, ids=[rows[0].pk], reason="out of cards", now=NOW)
    return Job.objects.get()


@pytest.fixture
def alice(session):
    return member(session, "alice", "organiser")


@pytest.fixture
def bob(session):
    return member(session, "bob", "scorer")


def member(session, name, role):
    account = Account.objects.create(username=name)
    player = Player.objects.create(name=name, account=account)
    Membership.objects.create(club=session.event.season.club, player=player, role=role)
    return account


def test_retried_job_waits_with_all_attempts(failed_job, alice, messages):
    jobs.retry(job=failed_job, by=alice, now=later(60))
    assert Job.objects.values_list("status", "attempt").get() == ("waiting", 0)


def test_retried_job_is_sent(failed_job, alice, messages, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        jobs.retry(job=failed_job, by=alice, now=later(60))
    assert messages == [("league.play_match", [failed_job.pk], "play")]


def test_scorer_may_not_retry(failed_job, bob):
    with pytest.raises(Forbidden):
        jobs.retry(job=failed_job, by=bob, now=NOW)


def test_waiting_job_is_not_retried(make_jobs, alice):
    [job] = make_jobs(1)
    with pytest.raises(Conflict):
        jobs.retry(job=job, by=alice, now=NOW)
