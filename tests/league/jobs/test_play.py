"""What the worker does with matches of bots."""

from base64 import b64decode
from dataclasses import replace

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from bots.playing import together
from league.models import AuditEntry, Job, Match, Record, Result, Round, Seat, Standing
from league.services.jobs import jobs
from league.services.play import bot_matches
from league.services.results import records, results

from .scene import later


@pytest.fixture
def clock():
    return lambda: later(1)


@pytest.fixture
def one_by_one(monkeypatch):
    """Have each match played by itself, as those with other than built-in bots are."""
    monkeypatch.setattr(together, "can_play", lambda players: False)


@pytest.fixture
def refused(monkeypatch):
    """Have no record stand behind its result."""
    monkeypatch.setattr(records, "replay", lambda statements: ["it does not" for _ in statements])


def run(rows, clock):
    bot_matches.play_batch(ids=[job.pk for job in rows], clock=clock)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_played_match_is_final(make_jobs, clock, players):
    [job] = make_jobs(1, players)
    run([job], clock)
    match = Match.objects.get()
    assert (match.status, match.version, match.finished_at) == ("final", 2, later(1))
    assert Result.objects.get().rounds.count() == players


def test_played_match_has_a_record_that_was_replayed(make_jobs, clock):
    run(make_jobs(1), clock)
    assert Record.objects.values_list("status", "checked_at").get() == ("valid", later(1))


def test_played_match_is_counted(make_jobs, clock):
    run(make_jobs(2), clock)
    assert sum(Standing.objects.values_list("matches", flat=True)) == 8


def test_seats_of_a_played_match_have_its_result(make_jobs, clock):
    run(make_jobs(1), clock)
    result = Result.objects.get()
    seats = Seat.objects.order_by("number").values_list("score", "place", "points")
    assert [seat[:2] for seat in seats] == list(zip(result.totals, result.places, strict=True))
    assert sum(seat[2] for seat in seats) == sum(Standing.objects.values_list("points", flat=True))


def test_played_match_has_its_rounds(make_jobs, clock):
    run(make_jobs(1), clock)
    rounds = Round.objects.order_by("number")
    scores = [row.scores for row in rounds]
    assert [sum(seat) for seat in zip(*scores, strict=True)] == Result.objects.get().totals
    assert {(row.sheet, row.redeal) for row in rounds} == {(None, False)}


def test_played_match_is_noted_twice(make_jobs, clock):
    run(make_jobs(1), clock)
    result = Result.objects.get()
    said = {"version": 1, "source": "played", "totals": result.totals, "places": result.places}
    entered, final = AuditEntry.objects.order_by("pk")
    assert (entered.action, entered.at, entered.account) == ("result.enter", later(1), None)
    assert said.items() <= entered.data.items()
    assert b64decode(entered.data["record"]) == bytes(Record.objects.get().blob)
    assert (final.action, final.at, final.data) == ("result.final", later(1), {"result": 1})


def test_match_whose_record_is_refused_has_a_job_that_tells_why(make_jobs, clock, refused):
    run(make_jobs(1), clock)
    job = Job.objects.get(kind=Job.Kind.VALIDATE_RECORD)
    assert (job.status, job.version) == ("waiting", 1)
    assert Record.objects.get().status == "unchecked"


def test_match_whose_record_is_refused_is_not_counted(make_jobs, clock, refused):
    run(make_jobs(1), clock)
    assert (Match.objects.get().status, Match.objects.get().version) == ("entered", 1)
    assert not Standing.objects.exists()


def test_match_played_with_others_is_that_played_alone(make_matches):
    matches = make_matches(3)
    rows = [Job(pk=match.pk, match=match) for match in matches]
    alone = {match.pk: replace(bot_matches.play(match), parts=()) for match in matches}
    assert bot_matches._play_together(rows) == alone


@pytest.mark.logs("could not be played together")
def test_matches_that_cannot_be_played_together_are_played_alone(make_jobs, clock, monkeypatch):
    monkeypatch.setattr(together, "play_together", lambda *_, **__: 1 / 0)
    run(make_jobs(2), clock)
    assert Match.objects.filter(status="final").count() == 2


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
    assert bot_matches.play(match) == bot_matches.play(match)


def test_other_secret_gives_another_match(make_matches):
    first, second = make_matches(2)
    assert bot_matches.play(first).blob != bot_matches.play(second).blob


def test_bots_draw_apart_from_the_deals():
    assert bot_matches.seed_of_players(bytes(32)) != bytes(32)


@pytest.mark.logs("could not be played together", "broke off")
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


def test_worker_that_lost_its_lease_stores_nothing(make_jobs, clock, monkeypatch, one_by_one):
    rows = make_jobs(1)
    played = bot_matches.play

    def slowly(match, **given):
        jobs.sweep(now=later(1000))
        jobs.claim(kind=Job.Kind.PLAY_MATCH, ids=[rows[0].pk], now=later(1000))
        return played(match, **given)

    monkeypatch.setattr(bot_matches, "play", slowly)
    run(rows, clock)
    assert not Result.objects.exists()
    assert Job.objects.get().status == "running"


def test_match_deleted_while_it_is_played_is_forgotten(make_jobs, clock, monkeypatch, one_by_one):
    rows = make_jobs(2)
    played = bot_matches.play

    def and_delete(match, **given):
        Match.objects.filter(pk=rows[0].match_id).delete()
        return played(match, **given)

    monkeypatch.setattr(bot_matches, "play", and_delete)
    run(rows, clock)
    assert Result.objects.get().match_id == rows[1].match_id


def test_long_batch_prolongs_its_lease(make_jobs, monkeypatch, one_by_one):
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


def test_batch_out_of_time_leaves_the_rest_waiting(make_jobs, one_by_one):
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
    waiting = "the results could not be stored; the log of the worker says why (attempt 1 of 3)"
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


def test_number_of_queries_does_not_grow(make_jobs, clock, django_assert_num_queries):
    first, one, many = make_jobs(1), make_jobs(1), make_jobs(20)
    run(first, clock)  # with it, the players get their rows in the standings
    with CaptureQueriesContext(connection) as queries:
        run(one, clock)
    with django_assert_num_queries(len(queries)):
        run(many, clock)
