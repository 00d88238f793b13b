"""What authors do with experiments."""

import pytest

from league.models import AuditEntry, Experiment, Job, Version
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.experiments import experiments
from league.services.jobs import jobs
from tests.league.experiments import make_experiment, start, two_versions
from tests.league.factories import NOW
from tests.league.ladders import make_version


@pytest.fixture
def versions(carol):
    return two_versions(carol)


@pytest.fixture
def running(versions):
    experiment = start(*versions)
    experiment.change_status("running")
    return experiment


def job_of(experiment):
    return experiment.jobs.get()


def test_start_makes_a_job_for_a_worker(versions):
    experiment = start(*versions)
    assert (experiment.status, job_of(experiment).status) == ("waiting", "waiting")
    assert job_of(experiment).kind == Job.Kind.RUN_EXPERIMENT
    assert AuditEntry.objects.get().subject == f"experiment:{experiment.code}"


def test_every_experiment_has_deals_of_its_own(versions):
    assert start(*versions).seed != start(*versions).seed


def test_old_may_be_somebody_elses(versions, mallory):
    theirs = make_version(mallory, name="Owl")
    assert start(versions[0], theirs).old == theirs


def test_new_is_ones_own(versions, mallory):
    with pytest.raises(Forbidden):
        start(*versions, by=mallory)


def refusal(*versions, **wanted):
    with pytest.raises(Invalid) as refused:
        start(*versions, **wanted)
    return {field: " ".join(said) for field, said in refused.value.errors.items()}


@pytest.mark.parametrize("status", ["checking", "quarantined", "withdrawn"])
def test_versions_must_be_in_service(versions, status):
    Version.objects.filter(pk=versions[1].pk).update(status=status)
    versions[1].refresh_from_db()
    assert "accepted" in refusal(*versions)["old"]


def test_a_version_is_not_compared_with_itself(versions):
    assert "another version" in refusal(versions[0], versions[0])["old"]


def test_both_must_play_the_game(versions, carol):
    other = make_version(carol, name="Owl", games=["skat", "truco"])
    assert "both play: skat, truco" in refusal(versions[0], other)["game"]


@pytest.mark.parametrize(
    ("wanted", "field", "said"),
    [
        ({"game": "whist"}, "game", "Choose one of: "),
        ({"players": 7}, "players", "Choose one of: 2, 3, 4"),
        ({"lower": 0.2}, "upper", "at least 0.01 above"),
        ({"upper": 4.0}, "upper", "from -3 to 3"),
        ({"upper": float("nan")}, "upper", "from -3 to 3"),
        ({"alpha": 0.0}, "alpha", "from 0.001 to 0.4"),
        ({"beta": 0.5}, "beta", "from 0.001 to 0.4"),
        ({"most": 49}, "most", "from 50 to 20000"),
        ({"most": 20_001}, "most", "from 50 to 20000"),
    ],
)
def test_what_cannot_be_tested_is_refused(versions, wanted, field, said):
    assert said in refusal(*versions, **wanted)[field]


def test_an_author_has_two_at_a_time(versions, mallory):
    start(*versions)
    make_experiment(mallory)
    make_experiment(versions[0].bot.owner, status="better")
    start(*versions)
    assert "stop it" in refusal(*versions)["new"]


def test_stop_keeps_what_is_known(running, carol):
    Experiment.objects.update(duplicates=70, total=5.5)
    experiments.stop(experiment=running, by=carol, now=NOW)
    running.refresh_from_db()
    assert (running.status, running.duplicates, running.total) == ("stopped", 70, 5.5)
    assert (running.finished_at, job_of(running).status) == (NOW, "failed")


def test_stop_takes_the_job_from_its_worker(running, carol):
    job = job_of(running)
    claim = jobs.claim(kind=job.kind, ids=[job.pk], now=NOW)
    experiments.stop(experiment=running, by=carol, now=NOW)
    assert jobs.hold(claim=claim, ids=[job.pk]) == set()


def test_resume_goes_on_with_all_attempts(running, carol):
    experiments.stop(experiment=running, by=carol, now=NOW)
    Job.objects.update(attempt=3)
    experiments.resume(experiment=running, by=carol, now=NOW)
    assert (running.status, running.finished_at) == ("running", None)
    assert (job_of(running).status, job_of(running).attempt) == ("waiting", 0)


def test_resume_counts_as_running(running, versions, carol):
    experiments.stop(experiment=running, by=carol, now=NOW)
    start(*versions)
    start(*versions)
    with pytest.raises(Invalid, match="stop it"):
        experiments.resume(experiment=running, by=carol, now=NOW)


@pytest.mark.parametrize("status", ["better", "not_better", "undecided", "stopped", "failed"])
def test_what_is_over_cannot_be_stopped(carol, status):
    with pytest.raises(Conflict, match="This experiment has ended, so you cannot"):
        experiments.stop(experiment=make_experiment(carol, status=status), by=carol, now=NOW)


@pytest.mark.parametrize("status", ["waiting", "running", "better", "not_better", "undecided"])
def test_what_runs_or_is_known_cannot_be_resumed(carol, status):
    with pytest.raises(Conflict, match="stopped or has failed"):
        experiments.resume(experiment=make_experiment(carol, status=status), by=carol, now=NOW)


def test_faulty_bots_are_not_compared_again(carol):
    failed = make_experiment(carol, status="failed", duplicates=20, new_faults=11)
    assert not experiments.may_resume(failed)
    with pytest.raises(Conflict, match="Correct the bot"):
        experiments.resume(experiment=failed, by=carol, now=NOW)


def test_versions_that_left_are_not_compared_again(running, carol):
    experiments.stop(experiment=running, by=carol, now=NOW)
    running.new.change_status("withdrawn")
    with pytest.raises(Conflict, match="is withdrawn"):
        experiments.resume(experiment=running, by=carol, now=NOW)


@pytest.mark.parametrize("act", [experiments.stop, experiments.resume])
def test_only_the_author_of_new_decides(running, mallory, act):
    with pytest.raises(Forbidden):
        act(experiment=running, by=mallory, now=NOW)


def test_an_experiment_is_for_its_author_alone(running, carol, mallory, alice):
    alice.is_staff = True
    assert running in rights.readable_experiments(carol)
    for other in (mallory, alice, None):
        assert running not in rights.readable_experiments(other)


def test_its_job_is_revived_by_resuming_only(running, carol):
    experiments.stop(experiment=running, by=carol, now=NOW)
    with pytest.raises(Conflict, match="Resume the experiment"):
        jobs.retry(job=job_of(running), by=carol, now=NOW)
