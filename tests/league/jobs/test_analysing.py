"""What the worker does with analyses: each decision once, stored as far as it has got."""

import pytest

from engine.records import document
from engine.rules.errors import NotCompiled
from league.models import Account, Analysis, Job, Record
from league.services.jobs import jobs
from league.services.monitoring import host_errors
from league.services.play import bot_matches
from league.services.results import analyses, analysing, results
from tests.league.analyses import Eyes

from .scene import NOW, later
from .test_experiments import Ticking

KIND = Job.Kind.ANALYSE_MATCH


@pytest.fixture
def eyes(monkeypatch):
    """See at once what a search takes long to find."""
    looked = Eyes()
    monkeypatch.setattr(analysing.hindsight, "look_back", looked)
    return looked


@pytest.fixture
def bob(db):
    return Account.objects.create(username="bob")


@pytest.fixture
def match(make_matches, messages):
    """A final match of four bots."""
    [played] = make_matches(1)
    results.store_played(plays=[bot_matches.play(played)], now=NOW)
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[played.pk], now=NOW)
    played.refresh_from_db()
    return played


@pytest.fixture
def analysis(match, bob, eyes):
    return analyses.ask(match=match, seat=1, by=bob, now=NOW)


def job():
    return Job.objects.get(kind=KIND)


def run(clock=None):
    analysing.analyse_batch(ids=[job().pk], clock=clock or Ticking(0.01))
    return job()


def places(analysis):
    """Return where a seat had a choice, found without the service."""
    analysis.refresh_from_db()
    record = document.decode(bytes(analysis.record.blob))
    return [(choice.round + 1, choice.action) for choice in analyses.choices(record, analysis.seat)]


def test_a_worker_looks_at_each_choice_of_the_seat(analysis, eyes):
    done = run()
    assert (done.status, done.reason) == ("done", "")
    assert eyes.seen == places(analysis)
    assert (analysis.done, analysis.total) == (len(eyes.seen), len(analysis.found))
    assert (analysis.rounds, bool(analysis.finished_at)) == (4, True)


def test_findings_are_in_the_notation_of_records(analysis):
    run()
    analysis.refresh_from_db()
    record = document.decode(bytes(analysis.record.blob))
    for one in analyses.decisions_of(analysis):
        assert one.made == record["rounds"][one.round]["actions"][one.action]
        assert (one.cost, one.margin) == ((0, 0) if one.is_same else (3.0 + one.round, 0.5))


def test_a_message_that_comes_twice_does_nothing(analysis, eyes):
    run()
    seen = len(eyes.seen)
    run()
    assert len(eyes.seen) == seen


@pytest.mark.logs("broke off")
def test_a_worker_that_is_killed_leaves_what_it_has_stored(analysis, eyes):
    eyes.trouble[9] = OSError("the disk is gone")
    waits = run(Ticking(0.5))
    analysis.refresh_from_db()
    assert waits.status == "waiting"
    assert "the machine failed" in waits.reason
    assert 0 < analysis.done < 9
    del eyes.seen[analysis.done :]
    assert run().status == "done"
    assert eyes.seen == places(analysis)


@pytest.mark.further
def test_after_a_slice_others_have_their_turn(analysis, eyes, messages):
    paused = run(Ticking(4))
    analysis.refresh_from_db()
    assert (paused.status, paused.attempt) == ("waiting", 0)
    assert 0 < paused.done == analysis.done < paused.total == analysis.total
    while job().status == "waiting":
        run(Ticking(4))
    assert eyes.seen == places(analysis)


def test_a_worker_that_was_given_up_stores_nothing(analysis, eyes):
    claim = jobs.claim(kind=KIND, ids=[job().pk], now=NOW)
    jobs.sweep(now=later(10_000))
    run()
    found = Analysis.objects.get().found
    analysing._run(claim, claim.jobs[0], lambda: later(10_001))
    assert Analysis.objects.get().found == found
    assert job().status == "done"


@pytest.mark.further
def test_another_seat_asked_for_meanwhile_is_looked_at_too(analysis, match, bob, eyes, monkeypatch):
    one, looked = job(), analysing.look_at

    def look_at(*given):
        analyses.ask(match=match, seat=2, by=bob, now=NOW)
        return looked(*given)

    monkeypatch.setattr(analysing, "look_at", look_at)
    assert run().pk == one.pk
    assert set(Analysis.objects.values_list("finished_at", flat=True)) != {None}
    assert not Analysis.objects.filter(finished_at=None).exists()


def test_a_seat_asked_for_afterwards_wakes_the_same_job_up(analysis, match, bob, messages):
    run()
    analyses.ask(match=match, seat=3, by=bob, now=NOW)
    assert job().status == "waiting"
    assert run().status == "done"
    assert Analysis.objects.exclude(finished_at=None).count() == 2


def test_it_waits_for_searches_that_are_being_compiled(analysis, eyes):
    eyes.trouble[0] = NotCompiled("a game")
    waits = run()
    assert (waits.status, waits.attempt, waits.reason) == ("waiting", 0, host_errors.NOT_COMPILED)


@pytest.mark.logs("broke off")
def test_a_mistake_fails_and_who_asks_again_has_it_tried_again(analysis, match, bob, eyes):
    eyes.trouble[3] = ZeroDivisionError()
    failed = run()
    assert (failed.status, "the site made a mistake" in failed.reason) == ("failed", True)
    assert analyses.ask(match=match, seat=1, by=bob, now=NOW) == analysis
    assert run().status == "done"


def test_it_goes_with_its_record(analysis, match):
    Record.objects.all().delete()
    assert run().status == "done"
    assert not Analysis.objects.exists()


def test_of_a_long_match_the_first_rounds_are_looked_at(analysis, monkeypatch):
    first = [number for number, _action in places(analysis)].count(1)
    monkeypatch.setattr(analyses, "MOST_DECISIONS", first + 1)
    run()
    analysis.refresh_from_db()
    assert (analysis.rounds, analysis.total, analysis.done) == (1, first, first)


def test_messages_about_many_are_sent_one_by_one(analysis, messages, db):
    del messages[:]
    analysing.analyse_batch(ids=[1, 2])
    assert not Analysis.objects.get().total
