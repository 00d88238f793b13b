"""What happens to jobs nobody works on."""

import pytest

from league import queue
from league.models import Job, SeasonImport
from league.services.jobs import jobs
from tests.league.factories import ClubFactory, JobFactory
from tests.league.ladders import make_version

from .scene import NOW, later

PLAY = Job.Kind.PLAY_MATCH


@pytest.fixture
def sweep(django_capture_on_commit_callbacks):
    def run(now):
        with django_capture_on_commit_callbacks(execute=True):
            return jobs.sweep(now=now)

    return run


def claim_all(now, lease_s=5):
    ids = list(Job.objects.values_list("pk", flat=True))
    return jobs.claim(kind=PLAY, ids=ids, now=now, lease_s=lease_s)


def test_silent_worker_loses_its_jobs(make_jobs, sweep, messages):
    make_jobs(1)
    claim_all(NOW)
    sweep(later(6))
    job = Job.objects.get()
    assert job.status == "waiting"
    assert job.reason == "the worker stopped answering (attempt 1 of 3)"
    assert job.lease is None


def test_worker_in_time_keeps_its_jobs(make_jobs, sweep, messages):
    make_jobs(1)
    claim_all(NOW)
    sweep(later(4))
    assert Job.objects.get().status == "running"


def test_job_fails_after_its_last_attempt(make_jobs, sweep, messages):
    make_jobs(1)
    for attempt in range(3):
        claim_all(later(10 * attempt))
        sweep(later(10 * attempt + 6))
    job = Job.objects.get()
    assert job.status == "failed"
    assert job.reason == "the worker stopped answering (attempt 3 of 3)"


def test_lost_message_is_sent_again(make_jobs, sweep, messages):
    [job] = make_jobs(1)
    Job.objects.update(sent_at=NOW)
    assert sweep(later(31)) == 1
    assert messages == [("league.play_match", [job.pk], "play")]


def test_fresh_message_is_not_sent_again(make_jobs, sweep, messages):
    make_jobs(1)
    Job.objects.update(sent_at=NOW)
    assert sweep(later(29)) == 0
    assert messages == []


def test_job_never_sent_is_sent(make_jobs, sweep, messages):
    make_jobs(1)
    assert sweep(later(31)) == 1


def test_swept_jobs_share_messages(make_jobs, sweep, messages):
    make_jobs(queue.BATCH + 10)
    sweep(later(31))
    assert [len(ids) for _name, ids, _queue in messages] == [queue.BATCH, 10]


def test_job_that_broke_off_goes_alone(make_jobs, sweep, messages):
    make_jobs(3)
    claim_all(NOW)
    sweep(later(31))
    assert [len(ids) for _name, ids, _queue in messages] == [1, 1, 1]


def test_sweep_sends_no_more_than_its_limit(make_jobs, sweep, messages, monkeypatch):
    monkeypatch.setattr(jobs, "SWEEP_LIMIT", 2)
    make_jobs(3)
    assert sweep(later(31)) == 2


def test_done_jobs_are_left_alone(make_jobs, sweep, messages):
    rows = make_jobs(1)
    jobs.finish(claim=claim_all(NOW), ids=[rows[0].pk], now=NOW)
    assert sweep(later(1000)) == 0


def test_every_waiting_job_says_why(make_jobs, sweep, messages):
    make_jobs(2)
    assert set(Job.objects.values_list("reason", flat=True)) == {queue.NOT_SENT}
    sweep(later(31))
    assert set(Job.objects.values_list("reason", flat=True)) == {queue.SENT}


def test_job_claimed_by_a_clock_set_back_since_is_taken_back(make_jobs, sweep, messages):
    make_jobs(1)
    claim_all(later(3600))
    sweep(NOW)
    assert Job.objects.get().status == "waiting"


def test_job_claimed_by_a_clock_a_little_ahead_is_left_alone(make_jobs, sweep, messages):
    make_jobs(1)
    claim_all(later(60), lease_s=jobs.LONGEST_LEASE_S)
    sweep(NOW)
    assert Job.objects.get().status == "running"


@pytest.mark.parametrize("field", ["sent_at", "created_at"])
def test_job_noted_by_a_clock_set_back_since_is_sent(make_jobs, sweep, messages, field):
    make_jobs(1)
    Job.objects.update(**{field: later(3600)})
    assert sweep(NOW) == 1


def test_message_of_a_clock_a_little_ahead_is_not_sent_again(make_jobs, sweep, messages):
    make_jobs(1)
    Job.objects.update(sent_at=later(60))
    assert sweep(NOW) == 0


def test_job_of_a_process_that_knows_no_clubs_gets_its_club(make_jobs, sweep, messages):
    [job] = make_jobs(1)
    Job.objects.update(club=None)
    sweep(later(1))
    assert Job.objects.get().club == job.match.season.club


def test_import_of_a_process_that_knows_no_clubs_gets_its_club(db, sweep, messages):
    club = ClubFactory()
    wanted = SeasonImport.objects.create(club=club, archive=b"", players="known", created_at=NOW)
    JobFactory(kind=Job.Kind.IMPORT_SEASON, imported=wanted, club=None)
    sweep(later(1))
    assert Job.objects.get().club == club


def test_check_is_of_no_club(carol, sweep, messages):
    Job.objects.create(
        kind=Job.Kind.CHECK_VERSION, checked=make_version(carol), status="done", created_at=NOW
    )
    sweep(later(1))
    assert Job.objects.get().club is None
