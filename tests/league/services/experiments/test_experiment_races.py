"""Experiments, two at once: every pair is counted once, and no author has more than may run."""

import pytest

from bots.contests import experiment as comparing
from bots.contests.experiment import Pair
from league.models import Account, Experiment, Job
from league.services.base.refusals import Invalid
from league.services.experiments import duplicates, experiments, pairs
from league.services.jobs import jobs
from tests.league.experiments import start, start_duplicates, two_versions
from tests.league.factories import NOW
from tests.league.jobs.test_experiments import Ticking, job_of
from tests.league.services.races import at_once, losers, winners

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def carol(transactional_db):
    return Account.objects.create(username="carol")


@pytest.fixture
def versions(carol):
    return two_versions(carol)


@pytest.fixture
def experiment(versions):
    return start(*versions)


@pytest.fixture(autouse=True)
def played(monkeypatch):
    """Let a pair end with its number, and note which were played."""
    numbers = []

    def play(plan, seated, wanted, *, pulse):
        numbers.extend(wanted)
        return [Pair(number, float(number)) for number in wanted]

    monkeypatch.setattr(comparing, "play", play)
    return numbers


def run(experiment):
    pairs.run_batch(ids=[job_of(experiment).pk], clock=Ticking(8))


def is_whole(experiment):
    """Tell whether the sums are those of the first pairs, each once."""
    experiment.refresh_from_db()
    count = experiment.duplicates
    return experiment.total == sum(range(count)) and [
        point[0] for point in experiment.curve
    ] == list(range(1, count + 1))


def test_a_message_delivered_to_all_workers_is_played_by_one(experiment, played):
    at_once(*[lambda: run(experiment)] * 4)
    assert is_whole(experiment)
    assert played == list(range(experiment.duplicates))


def test_workers_that_believe_to_hold_the_same_job_count_every_pair_once(experiment):
    """All but one have been given up; which is left is decided by the lease."""
    job = job_of(experiment)
    claims = []
    for _ in range(4):
        Job.objects.update(status="waiting", lease=None, lease_until=None)
        claims += [jobs.claim(kind=job.kind, ids=[job.pk], now=NOW)]
    at_once(*[lambda claim=claim: pairs._run(claim, job, Ticking(8)) for claim in claims])
    assert is_whole(experiment)
    assert experiment.duplicates > 0


def test_stopping_while_pairs_are_counted_leaves_both_sides_agreed(experiment, carol):
    job, own = job_of(experiment), Experiment.objects.select_related("new__bot").get()
    claim = jobs.claim(kind=job.kind, ids=[job.pk], now=NOW)
    own.change_status("running")
    at_once(
        lambda: pairs._run(claim, job, Ticking(0.5)),
        lambda: experiments.stop(experiment=own, by=carol, now=NOW),
    )
    assert is_whole(experiment)
    assert (experiment.status, job_of(experiment).status) in {
        ("stopped", "failed"),
        ("better", "done"),
    }


def test_an_author_who_starts_many_at_once_has_two(versions):
    outcomes = at_once(*[lambda: start(*versions)] * 5)
    assert len(winners(outcomes)) == Experiment.objects.count() == Job.objects.count() == 2
    assert {type(loser) for loser in losers(outcomes)} == {Invalid}


def test_an_author_who_asks_for_duplicates_at_once_keeps_to_the_quota(versions, monkeypatch):
    monkeypatch.setattr(experiments, "MOST_RUNNING", 9)
    most = duplicates.MOST
    outcomes = at_once(*[lambda: start_duplicates(versions[0], most=most)] * 4)
    assert len(winners(outcomes)) == Experiment.objects.count() == duplicates.MOST_A_DAY // most
    assert {type(loser) for loser in losers(outcomes)} == {Invalid}


def test_resuming_twice_at_once_sends_one_job(experiment, carol):
    experiments.stop(experiment=experiment, by=carol, now=NOW)
    rows = [Experiment.objects.select_related("new__bot", "old__bot").get() for _ in range(3)]
    outcomes = at_once(
        *[lambda row=row: experiments.resume(experiment=row, by=carol, now=NOW) for row in rows]
    )
    assert len(winners(outcomes)) == 1
    assert job_of(experiment).status == "waiting"
