"""What the worker does with matches of bots."""

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from league.models import Job, Match, Record, Result, Standing
from league.services import jobs, play, results

from .scene import later


@pytest.fixture
def clock():
    return lambda: later(1)


def run(rows, clock):
    play.play_batch(ids=[job.pk for job in rows], clock=clock)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_played_match_waits_for_its_replay(make_jobs, clock, players):
    [job] = make_jobs(1, players)
    run([job], clock)
    match = Match.objects.get()
    assert (match.status, match.version) == ("entered", 1)
    assert Result.objects.get().rounds.count() == players
    assert Record.objects.get().status == "unchecked"


def test_played_match_has_a_job_to_replay_it(make_jobs, clock):
    run(make_jobs(1), clock)
    job = Job.objects.get(kind=Job.Kind.VALIDATE_RECORD)
    assert (job.status, job.version) == ("waiting", 1)


def test_played_job_is_done(make_jobs, clock):
    rows = make_jobs(3)
    run(rows, clock)
    done = Job.objects.filter(kind=Job.Kind.PLAY_MATCH)
    assert set(done.values_list("status", "finished_at")) == {("done", later(1))}


def test_message_delivered_twice_plays_once(make_jobs, clock):
    rows = make_jobs(2)
    run(rows, clock)
    run(rows, clock)
    assert Result.objects.count() == 2


def test_same_match_gives_the_same_result(make_matches):
    [match] = make_matches(1)
    assert play.play(match) == play.play(match)


def test_other_secret_gives_another_match(make_matches):
    first, second = make_matches(2)
    assert play.play(first).blob != play.play(second).blob


def test_bots_draw_apart_from_the_deals():
    assert play.seed_of_players(bytes(32)) != bytes(32)


def test_one_broken_match_fails_alone(make_jobs, clock):
    rows = make_jobs(3)
    rows[1].match.seats.filter(number=3).delete()
    run(rows, clock)
    assert Result.objects.count() == 2
    job = Job.objects.get(pk=rows[1].pk)
    assert job.status == "failed"
    assert job.reason.startswith("the match could not be played: ")


def test_match_no_longer_open_is_not_played(make_jobs, clock):
    rows = make_jobs(1)
    Match.objects.update(status="void")
    run(rows, clock)
    assert Job.objects.values_list("status", "reason").get() == (
        "failed",
        "the match could not be played: the match is void",
    )


def test_worker_that_lost_its_lease_stores_nothing(make_jobs, clock, monkeypatch):
    rows = make_jobs(1)
    played = play.play

    def slowly(match, **given):
        jobs.sweep(now=later(1000))
        jobs.claim(kind=Job.Kind.PLAY_MATCH, ids=[rows[0].pk], now=later(1000))
        return played(match, **given)

    monkeypatch.setattr(play, "play", slowly)
    run(rows, clock)
    assert not Result.objects.exists()
    assert Job.objects.get().status == "running"


def test_match_deleted_while_it_is_played_is_forgotten(make_jobs, clock, monkeypatch):
    rows = make_jobs(2)
    played = play.play

    def and_delete(match, **given):
        Match.objects.filter(pk=rows[0].match_id).delete()
        return played(match, **given)

    monkeypatch.setattr(play, "play", and_delete)
    run(rows, clock)
    assert Result.objects.get().match_id == rows[1].match_id


def test_long_batch_prolongs_its_lease(make_jobs, monkeypatch):
    rows = make_jobs(2)
    times = iter([later(0), later(0), later(1), later(50), later(51)])
    leases = []
    extend = jobs.extend

    def and_note(**given):
        leases.append(given["now"])
        return extend(**given)

    monkeypatch.setattr(jobs, "extend", and_note)
    run(rows, lambda: next(times))
    assert leases == [later(50)]


def test_batch_out_of_time_leaves_the_rest_waiting(make_jobs):
    rows = make_jobs(2)
    times = iter([later(0), later(0), later(1), later(100), later(101)])
    run(rows, lambda: next(times))
    left = Job.objects.get(pk=rows[1].pk)
    assert (left.status, left.attempt) == ("waiting", 0)
    assert Result.objects.get().match_id == rows[0].match_id


def test_store_that_fails_gives_the_jobs_back(make_jobs, clock, monkeypatch):
    rows = make_jobs(2)

    def fail(**given):
        raise ArithmeticError("no room")

    monkeypatch.setattr(results, "store_played", fail)
    with pytest.raises(ArithmeticError):
        run(rows, clock)
    waiting = "the results could not be stored: no room (attempt 1 of 3)"
    assert set(Job.objects.values_list("status", "reason")) == {("waiting", waiting)}


def test_store_is_tried_again_after_a_deadlock(make_jobs, clock, monkeypatch):
    store, calls = results.store_played, []

    def deadlock_once(**given):
        calls.append(given)
        if len(calls) == 1:
            raise OperationalError("deadlock detected")
        return store(**given)

    monkeypatch.setattr(results, "store_played", deadlock_once)
    run(make_jobs(1), clock)
    assert Result.objects.count() == 1


def test_nobody_is_counted_before_the_replay(make_jobs, clock):
    run(make_jobs(1), clock)
    assert not Standing.objects.exists()


def test_number_of_queries_does_not_grow(make_jobs, clock, django_assert_num_queries):
    one, many = make_jobs(1), make_jobs(20)
    with CaptureQueriesContext(connection) as queries:
        run(one, clock)
    with django_assert_num_queries(len(queries)):
        run(many, clock)
