"""What the worker does with records: replayed, then counted or refused."""

import zlib

import pytest

from league.models import Job, Match, Record, Result, Standing
from league.services.jobs import jobs
from league.services.play import bot_matches
from league.services.results import records, results

from .scene import NOW, later


@pytest.fixture
def played(make_jobs):
    """Return a function that has matches played and returns jobs to replay them."""

    def run(count, players=4):
        rows = make_jobs(count, players)
        plays = [bot_matches.play(job.match) for job in rows]
        results.store_played(plays=plays, now=NOW)
        return list(Job.objects.filter(kind=Job.Kind.VALIDATE_RECORD).order_by("pk"))

    return run


def run(rows):
    records.validate_batch(ids=[job.pk for job in rows], clock=lambda: later(5))


def test_valid_match_is_final(played):
    run(played(1))
    assert Match.objects.get().status == "final"
    assert Record.objects.values_list("status", "checked_at").get() == ("valid", later(5))


def test_final_match_is_counted(played):
    run(played(2))
    assert sum(Standing.objects.values_list("matches", flat=True)) == 8


def test_message_delivered_twice_counts_once(played):
    rows = played(1)
    run(rows)
    run(rows)
    assert sum(Standing.objects.values_list("matches", flat=True)) == 4


def test_broken_record_is_refused(played):
    rows = played(2)
    Record.objects.filter(result__match=rows[0].match_id).update(blob=b"no record")
    run(rows)
    refused = Record.objects.get(result__match=rows[0].match_id)
    job = Job.objects.get(pk=rows[0].pk)
    assert refused.status == "invalid"
    assert job.status == "failed"
    assert job.reason == refused.reason != ""


def test_broken_record_leaves_its_match_uncounted(played):
    rows = played(1)
    Record.objects.update(blob=b"no record")
    run(rows)
    assert Match.objects.get().status == "entered"
    assert not Standing.objects.exists()


def test_changed_total_is_refused(played):
    rows = played(1)
    record = Record.objects.get()
    packed = bytearray(zlib.decompress(bytes(record.blob)))
    packed[-5] ^= 1  # the last byte of the last total; the places follow it
    Record.objects.update(blob=zlib.compress(bytes(packed)))
    run(rows)
    assert Record.objects.get().reason.endswith("the totals are not the sum of the rounds")


def test_record_of_another_match_is_refused(played):
    rows = played(2)
    first, second = Record.objects.order_by("result__match")
    Record.objects.filter(pk=first.pk).update(blob=bytes(second.blob))
    Result.objects.filter(pk=first.result_id).update(totals=second.result.totals)
    run(rows)
    reason = Record.objects.get(pk=first.pk).reason
    assert reason == "the deals of the record do not come from the secret of the match"


def test_record_that_says_otherwise_than_the_result_is_refused(played):
    rows = played(1)
    Result.objects.update(totals=[0, 0, 0, 0])
    run(rows)
    assert "the result says [0, 0, 0, 0]" in Record.objects.get().reason


def test_missing_record_fails_its_job(played):
    rows = played(1)
    Record.objects.all().delete()
    run(rows)
    assert Job.objects.get(pk=rows[0].pk).reason == "there is no record to replay"


def test_verdict_under_a_lost_lease_is_not_stored(played, monkeypatch):
    rows = played(1)
    check = records.check

    def slowly(found):
        jobs.sweep(now=later(1000))
        return check(found)

    monkeypatch.setattr(records, "check", slowly)
    run(rows)
    assert Record.objects.get().status == "unchecked"
    assert Match.objects.get().status == "entered"


def test_nothing_to_do_is_no_error(db):
    records.validate_batch(ids=[1, 2, 3])
