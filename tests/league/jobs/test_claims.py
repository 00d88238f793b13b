"""Who holds a job: claims, leases, and what the loser of a race can still do (nothing)."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict

from league.models import Job
from league.services.jobs import jobs

from .scene import NOW, later

PLAY = Job.Kind.PLAY_MATCH


def claim(rows, now=NOW, **options):
    return jobs.claim(kind=PLAY, ids=[job.pk for job in rows], now=now, **options)


def pks(rows):
    return [job.pk for job in rows]


def test_claim_begins_an_attempt(make_jobs):
    [job] = claim(make_jobs(1)).jobs
    assert (job.status, job.attempt, job.reason) == ("running", 1, "")


def test_claimed_job_is_as_the_database_has_it(make_jobs):
    [job] = claim(make_jobs(1)).jobs
    assert model_to_dict(job) == model_to_dict(Job.objects.get())


def test_claim_holds_for_the_lease(make_jobs):
    [job] = claim(make_jobs(1), lease_s=7).jobs
    assert job.lease_until == later(7)


def test_message_delivered_twice_is_claimed_once(make_jobs):
    rows = make_jobs(3)
    assert len(claim(rows).jobs) == 3
    assert claim(rows).jobs == ()


def test_overlapping_messages_share_no_job(make_jobs):
    rows = make_jobs(3)
    first, second = claim(rows[:2]), claim(rows[1:])
    assert pks(first.jobs) == pks(rows[:2])
    assert pks(second.jobs) == pks(rows[2:])


def test_claim_leaves_jobs_of_another_kind(make_jobs):
    rows = make_jobs(1)
    assert not jobs.claim(kind=Job.Kind.VALIDATE_RECORD, ids=pks(rows), now=NOW).jobs


def test_claim_of_a_deleted_job_is_empty(make_jobs):
    rows = make_jobs(1)
    Job.objects.all().delete()
    assert not claim(rows).jobs


def test_finish_returns_what_is_held(make_jobs):
    rows = make_jobs(2)
    held = claim(rows)
    assert jobs.finish(claim=held, ids=pks(rows), now=later(1)) == set(pks(rows))
    assert set(Job.objects.values_list("status", "lease")) == {("done", None)}


def test_finish_after_another_claim_does_nothing(make_jobs):
    rows = make_jobs(1)
    slow = claim(rows, lease_s=5)
    jobs.sweep(now=later(6))
    fast = claim(rows, now=later(7))
    assert jobs.finish(claim=slow, ids=pks(rows), now=later(8)) == set()
    assert jobs.finish(claim=fast, ids=pks(rows), now=later(9)) == set(pks(rows))


def test_finish_skips_a_deleted_row(make_jobs):
    rows = make_jobs(2)
    held = claim(rows)
    rows[0].match.delete()
    assert jobs.finish(claim=held, ids=pks(rows), now=NOW) == {rows[1].pk}


def test_finish_twice_finishes_once(make_jobs):
    rows = make_jobs(1)
    held = claim(rows)
    jobs.finish(claim=held, ids=pks(rows), now=NOW)
    assert jobs.finish(claim=held, ids=pks(rows), now=NOW) == set()


def test_extend_keeps_the_sweep_away(make_jobs):
    rows = make_jobs(1)
    held = claim(rows, lease_s=5)
    assert jobs.extend(claim=held, now=later(4), lease_s=5) == 1
    jobs.sweep(now=later(6))
    assert Job.objects.get().status == "running"


def test_extend_of_a_lost_lease_changes_nothing(make_jobs):
    held = claim(make_jobs(1), lease_s=5)
    jobs.sweep(now=later(6))
    assert jobs.extend(claim=held, now=later(7)) == 0


def test_fail_keeps_the_reason(make_jobs):
    rows = make_jobs(1)
    jobs.fail(claim=claim(rows), ids=pks(rows), reason="no such game", now=NOW)
    assert Job.objects.values_list("status", "reason").get() == ("failed", "no such game")


def test_fail_under_a_lost_lease_changes_nothing(make_jobs):
    rows = make_jobs(1)
    slow = claim(rows, lease_s=5)
    jobs.sweep(now=later(6))
    assert jobs.fail(claim=slow, ids=pks(rows), reason="late", now=later(7)) == 0


def test_release_does_not_use_up_the_attempt(make_jobs):
    rows = make_jobs(1)
    jobs.release(claim=claim(rows), ids=pks(rows), reason="no time")
    assert Job.objects.values_list("status", "attempt", "reason").get() == (
        "waiting",
        0,
        "no time",
    )


def test_interrupted_job_waits_with_its_reason(make_jobs):
    rows = make_jobs(1)
    jobs.interrupt(claim=claim(rows), ids=pks(rows), reason="disk full", now=NOW)
    job = Job.objects.get()
    assert (job.status, job.reason) == ("waiting", "disk full (attempt 1 of 3)")


def test_job_is_of_the_club_of_its_match(make_jobs):
    [job] = make_jobs(1)
    assert job.club == job.match.season.club


def test_one_job_per_work(make_matches):
    matches = make_matches(1)
    jobs.create(kind=PLAY, matches=matches, version=1, now=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        jobs.create(kind=PLAY, matches=matches, version=1, now=NOW)


def test_running_job_has_a_lease(make_jobs):
    make_jobs(1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.update(status="running", lease=None)


def test_leases_differ(make_jobs):
    rows = make_jobs(2)
    leases = {claim(rows[:1]).lease, claim(rows[1:]).lease}
    assert len(leases) == 2
    assert all(isinstance(lease, uuid.UUID) for lease in leases)
