"""What the worker does with experiments: slices, counted once, until it is known who is better."""

import json
from contextlib import contextmanager, nullcontext
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from bots import builtin
from bots.contests import experiment as comparing
from bots.contests.betting import START
from bots.contests.experiment import Pair
from bots.playing.runner import Fault
from bots.sandbox import SandboxError
from bots.sandbox.faults import Reason
from league.models import Account, Experiment, Job, Notice, Version
from league.services.bots.crew import NoSandbox
from league.services.experiments import experiments, pairs
from league.services.jobs import jobs
from league.services.monitoring import host_errors
from tests.league.experiments import crew_of, start, two_versions
from tests.league.ladders import make_version

from .scene import NOW, later

KIND = Job.Kind.RUN_EXPERIMENT


@pytest.fixture
def carol(db):
    return Account.objects.create(username="carol")


@pytest.fixture
def versions(carol, messages):
    return two_versions(carol)


@pytest.fixture
def experiment(versions):
    return start(*versions)


@pytest.fixture(autouse=True)
def seats(monkeypatch):
    """Let version 2 play well and version 1 anyhow."""
    monkeypatch.setattr(pairs, "Crew", crew_of(v2="greedy", v1="random"))


@pytest.fixture
def differences(monkeypatch):
    """Let pairs end with these differences instead of playing them; note which are played."""
    numbers = []

    def play(plan, seated, wanted, *, pulse):
        numbers.extend(wanted)
        return [play.pair(number) for number in wanted]

    play.pair = lambda number: Pair(number, float(number % 3 - 1))
    play.numbers = numbers
    monkeypatch.setattr(comparing, "play", play)
    return play


@pytest.fixture
def committing(django_capture_on_commit_callbacks):
    """Send messages at the end of the block, as if its transaction had been committed."""
    return django_capture_on_commit_callbacks


class Ticking:
    """A clock that goes on by some seconds whenever somebody looks."""

    def __init__(self, by_s, start=NOW):
        self.now, self.by = start, timedelta(seconds=by_s)

    def __call__(self):
        self.now += self.by
        return self.now


def run(experiment, clock=None):
    pairs.run_batch(ids=[job_of(experiment).pk], clock=clock or Ticking(0.01))
    experiment.refresh_from_db()
    return experiment


def job_of(experiment):
    return Job.objects.get(experiment=experiment)


def faulty(*who):
    return [(name, Fault(0, 1, 2, Reason.CRASH, "it ended", "oh\0 dear")) for name in who]


def test_it_stops_by_itself_when_it_knows(experiment):
    run(experiment)
    job = job_of(experiment)
    assert (experiment.status, experiment.duplicates) == ("better", 50)
    assert (job.status, job.done, job.total) == ("done", 50, 5000)
    assert experiment.total / experiment.duplicates > 10
    assert experiment.finished_at


def test_every_pair_that_was_counted_can_be_read(experiment):
    run(experiment)
    told = [json.loads(line) for line in experiments.pair_lines(experiment)]
    assert [one["pair"] for one in told] == list(range(1, 51))
    assert sum(one["difference"] for one in told) == pytest.approx(experiment.total)
    assert all(one["faulty"] == [] for one in told)
    again = comparing.play(
        experiments.plan_of(experiment),
        lambda: nullcontext([builtin.get("greedy"), builtin.get("random")]),
        [49],
    )
    assert again[0].difference == told[49]["difference"]
    assert told[49]["secret"] == comparing.deals_of(bytes(experiment.seed), 49).secret.hex()


def test_the_author_is_told(experiment):
    run(experiment)
    assert "in Briscola: the new version is better, after 50 pairs" in Notice.objects.get().text


def test_it_knows_when_the_new_version_is_worse(experiment, monkeypatch):
    monkeypatch.setattr(pairs, "Crew", crew_of(v2="random", v1="greedy"))
    assert run(experiment).status == "not_better"


def test_it_is_undecided_after_the_most_pairs(versions, differences):
    experiment = start(*versions, most=60, lower=-0.1, upper=0.1)
    assert (run(experiment).status, experiment.duplicates) == ("undecided", 60)
    assert max(differences.numbers) == 59


def test_a_slice_ends_and_the_job_waits_for_its_next_turn(experiment, messages, committing):
    with committing(execute=True):
        run(experiment, Ticking(8))
    job = job_of(experiment)
    assert (experiment.status, job.status, job.attempt) == ("running", "waiting", 0)
    assert 0 < job.done == experiment.duplicates < 50
    assert messages == [("league.run_experiment", [job.pk], "play")]


@pytest.mark.further
def test_slices_add_up_to_the_same(versions):
    whole, parts = start(*versions), start(*versions)
    Experiment.objects.update(seed=bytes(32))
    run(whole)
    while parts.status not in {"better", "not_better"}:
        run(parts, Ticking(8))
    assert experiments.course_of(parts) == experiments.course_of(whole)
    assert parts.curve == whole.curve


def test_what_bets_have_won_is_kept(experiment, differences):
    """All that the test knows after the last pair, as if the pairs were counted afresh."""
    while experiment.duplicates <= START:
        run(experiment, Ticking(8))
    plan, afresh = experiments.plan_of(experiment), comparing.Course()
    for number in range(experiment.duplicates):
        afresh = afresh.after(differences.pair(number), plan)
    assert experiments.course_of(experiment) == afresh
    assert afresh.sums.against_upper != 0


def test_pairs_go_on_where_they_were(experiment, differences):
    for _ in range(5):
        run(experiment, Ticking(8))
    assert differences.numbers == list(range(experiment.duplicates))


def test_the_curve_ends_at_the_last_pair(experiment):
    run(experiment)
    test = experiments.test_of(experiment)
    ratio = test.ratio(experiments.course_of(experiment).sums)
    assert experiment.curve[-1] == [50, round(ratio, 4)]
    assert len(experiment.curve) == 50


def test_a_message_delivered_twice_plays_once(experiment):
    run(experiment)
    before = Experiment.objects.values().get()
    run(experiment)
    assert Experiment.objects.values().get() == before


def test_several_jobs_of_a_message_go_one_by_one(versions, messages, committing):
    rows = [job_of(start(*versions)) for _ in range(2)]
    with committing(execute=True):
        pairs.run_batch(ids=[job.pk for job in rows])
    assert [ids for _, ids, _ in messages] == [[job.pk] for job in rows]
    assert set(Job.objects.values_list("status", flat=True)) == {"waiting"}


def test_a_worker_that_lost_its_job_counts_nothing(experiment, differences):
    """It plays its pair while another one is given the job and plays that, too."""
    job, first = job_of(experiment), []

    def pair(number):
        if not first:
            first.append(number)
            jobs.sweep(now=later(1000))
            run(experiment, Ticking(8, later(1001)))
        return Pair(number, 1.0)

    differences.pair = pair
    run(experiment, Ticking(0.01))
    assert differences.numbers.count(0) == 2
    assert experiment.duplicates == experiment.total == max(differences.numbers) + 1
    assert job_of(experiment).attempt == job.attempt


def test_an_experiment_stopped_while_it_is_played_counts_nothing_more(
    experiment, differences, carol
):
    def pair(number):
        if number == 3:
            own = Experiment.objects.get()
            experiments.stop(experiment=own, by=carol, now=later(5))
        return Pair(number, 1.0)

    differences.pair = pair
    run(experiment)
    assert (experiment.status, experiment.duplicates) == ("stopped", 3)
    assert job_of(experiment).status == "failed"


def test_an_experiment_stopped_just_before_it_is_played_is_not_begun(
    experiment, differences, carol, monkeypatch
):
    """It was claimed before and is read after."""
    job = job_of(experiment)
    claim = jobs.claim(kind=KIND, ids=[job.pk], now=NOW)
    experiments.stop(experiment=experiment, by=carol, now=NOW)
    monkeypatch.setattr(jobs, "claim", lambda **_: claim)
    assert run(experiment).status == "stopped"
    assert differences.numbers == []


def test_an_experiment_deleted_while_it_is_played_is_forgotten(experiment, differences):
    def pair(number):
        Experiment.objects.all().delete()
        return Pair(number, 1.0)

    differences.pair = pair
    job = job_of(experiment)
    pairs.run_batch(ids=[job.pk], clock=Ticking(0.01))
    assert not Job.objects.exists()


@pytest.mark.logs("broke off")
def test_the_lease_is_prolonged_while_bots_think(experiment, monkeypatch):
    until = []

    def play(plan, seated, numbers, *, pulse):
        for _ in range(8):
            pulse()
            until.append(job_of(experiment).lease_until)
        raise SandboxError("enough")

    monkeypatch.setattr(comparing, "play", play)
    run(experiment, Ticking(2))
    assert len(set(until)) > 2


def test_bots_are_broken_off_when_the_experiment_is_stopped(experiment, monkeypatch, carol):
    felt = []

    def play(plan, seated, numbers, *, pulse):
        experiments.stop(experiment=Experiment.objects.get(), by=carol, now=NOW)
        while True:
            pulse()
            felt.append(1)

    monkeypatch.setattr(comparing, "play", play)
    assert run(experiment, Ticking(2)).status == "stopped"
    assert len(felt) < 4


def test_a_pair_that_takes_for_ever_ends_it(experiment, monkeypatch):
    def play(plan, seated, numbers, *, pulse):
        while True:
            pulse()

    monkeypatch.setattr(comparing, "play", play)
    run(experiment, Ticking(30))
    assert experiment.status == job_of(experiment).status == "failed"
    assert "a pair takes longer than 600 s" in experiment.reason


@pytest.mark.logs("broke off")
def test_a_machine_that_fails_plays_the_pairs_again(experiment, differences):
    def pair(number):
        raise SandboxError("no room in /srv")

    differences.pair = pair
    run(experiment)
    job = job_of(experiment)
    assert (experiment.status, experiment.duplicates, job.status) == ("running", 0, "waiting")
    assert job.reason.startswith("the pairs are played again: the sandbox failed; ")
    assert "/srv" not in job.reason


def test_attempts_begin_anew_after_every_slice(experiment, differences):
    Job.objects.update(attempt=2)
    run(experiment, Ticking(8))
    assert job_of(experiment).attempt == 0


@pytest.mark.logs("broke off")
def test_an_experiment_fails_with_the_last_attempt_of_its_job(experiment, differences, carol):
    Job.objects.update(attempt=2)

    def pair(number):
        raise SandboxError("no room")

    differences.pair = pair
    run(experiment)
    assert experiment.status == job_of(experiment).status == "failed"
    assert "the sandbox failed" in experiment.reason
    experiments.resume(experiment=experiment, by=carol, now=NOW)
    assert job_of(experiment).status == "waiting"


def test_an_experiment_fails_when_its_worker_is_silent_for_the_last_time(experiment):
    Job.objects.update(attempt=2)
    jobs.claim(kind=KIND, ids=[job_of(experiment).pk], now=NOW)
    jobs.sweep(now=later(1000))
    experiment.refresh_from_db()
    assert (experiment.status, experiment.reason) == ("failed", "the worker stopped answering")


def test_a_worker_without_a_sandbox_leaves_it_to_others(experiment, monkeypatch):
    @contextmanager
    def no_crew(*, clock):
        raise NoSandbox("no bots here: /usr/bin/bwrap is missing")
        yield

    monkeypatch.setattr(pairs, "Crew", no_crew)
    run(experiment)
    job = job_of(experiment)
    assert (job.status, job.attempt, job.reason) == ("waiting", 0, host_errors.NO_SANDBOX)


@pytest.mark.logs("broke off")
def test_a_mistake_of_ours_fails_it_with_its_reason(experiment, differences):
    def pair(number):
        raise ArithmeticError("odd: /srv")

    differences.pair = pair
    run(experiment)
    assert experiment.status == "failed"
    assert experiment.reason.startswith("it could not be played: the site made a mistake; ")
    assert "/srv" not in experiment.reason


@pytest.mark.parametrize("which", [0, 1])
def test_a_version_that_left_ends_it(experiment, versions, which):
    Version.objects.filter(pk=versions[which].pk).update(status="quarantined")
    run(experiment)
    assert experiment.status == job_of(experiment).status == "failed"
    assert "is quarantined; start another experiment" in experiment.reason


def test_what_is_stored_freezes_no_language(experiment, versions):
    Version.objects.filter(pk=versions[0].pk).update(status="quarantined")
    with translation.override("de"):
        run(experiment)
    assert "is quarantined; start another experiment" in experiment.reason


def test_too_many_faults_at_the_beginning_end_it(experiment, differences):
    differences.pair = lambda number: Pair(number, 1.0, faulty("new"))
    run(experiment)
    assert (experiment.status, experiment.duplicates, experiment.new_faults) == ("failed", 11, 11)
    assert experiment.reason.startswith("the new version made faults in more than 10 of its first")


def test_the_last_faults_are_kept_with_their_evidence(experiment, differences):
    differences.pair = lambda number: Pair(
        number, float(number % 3 - 1), faulty("new", "old") if number % 6 == 0 else []
    )
    run(experiment)
    assert len(experiment.faults) == 20
    assert experiment.faults[-1]["who"] == "old"
    assert experiment.faults[-2] == {
        "pair": experiment.faults[-1]["pair"],
        "who": "new",
        "round": 1,
        "action": 2,
        "reason": "crash",
        "detail": "it ended",
        "evidence": "oh\N{REPLACEMENT CHARACTER} dear",
    }


def test_what_somebody_elses_bot_said_is_not_kept(versions, differences):
    owl = make_version(Account.objects.create(username="mallory"), name="Owl")
    experiment = start(versions[0], owl)
    differences.pair = lambda number: Pair(number, 0.0, faulty("old") if number == 0 else [])
    run(experiment)
    [fault] = experiment.faults
    assert (fault["reason"], fault["detail"], fault["evidence"]) == ("crash", "", "")


def test_the_number_of_queries_depends_on_blocks_alone(experiment, versions, differences):
    other = start(*versions)
    for one, pairs_played in ((experiment, 40), (other, 12_000)):
        Experiment.objects.filter(pk=one.pk).update(
            most=20_000,
            duplicates=pairs_played,
            squares=float(pairs_played),
            curve=[[1, 0.0]] * 400,
        )
    with CaptureQueriesContext(connection) as few:
        run(experiment, Ticking(15))
    with CaptureQueriesContext(connection) as many:
        run(other, Ticking(15))
    assert len(many) == len(few)
