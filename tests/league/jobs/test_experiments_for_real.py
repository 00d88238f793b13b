"""An experiment between two uploaded bots, in the sandbox: it ends, and leaves nothing."""

from pathlib import Path

import pytest

from league.models import Account, Job
from league.services.experiments import duplicates, pairs
from tests.league.experiments import start, start_duplicates

from . import authors

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]


@pytest.fixture(autouse=True)
def folder(settings):
    authors.open_sandbox()
    with authors.open_folder() as folder:
        settings.BOT_FOLDER = folder / "bots"
        yield


@pytest.fixture
def carol(db, messages):
    return Account.objects.create(username="carol")


def version(carol, act, name):
    return authors.version_of(act, name=name, owner=carol)


def run(experiment):
    pairs.run_batch(ids=[Job.objects.get(experiment=experiment).pk])
    experiment.refresh_from_db()
    return experiment


def children():
    return Path("/proc/thread-self/children").read_text()


def test_two_versions_are_compared_in_the_sandbox(carol, monkeypatch):
    """Some pairs, then its next turn: it takes a few seconds to know."""
    before = children()
    monkeypatch.setattr(pairs, "SLICE", pairs.BLOCK / 4)
    experiment = start(version(carol, authors.FIRST, "Fox"), version(carol, authors.LOWEST, "Owl"))
    assert run(experiment).status == "running"
    first = experiment.duplicates
    assert run(experiment).duplicates > first > 0
    assert experiment.squares > 0
    assert children() == before


def test_a_bot_that_cheats_ends_it_with_evidence(carol):
    experiment = start(version(carol, authors.CHEATS, "Fox"), version(carol, authors.FIRST, "Owl"))
    run(experiment)
    assert (experiment.status, experiment.new_faults) == ("failed", 11)
    assert experiment.faults[-1]["reason"] == "illegal-action"
    assert "R99" in experiment.faults[-1]["detail"]


def test_duplicates_are_played_against_strangers_and_built_in_bots(carol):
    """One of them makes faults all the time, which harms nobody."""
    mallory = Account.objects.create(username="mallory")
    owl = authors.version_of(authors.CHEATS, name="Owl", owner=mallory)
    fox = version(carol, authors.FIRST, "Fox")
    row = run(start_duplicates(fox, owl, bots=["greedy"], players=3, most=3))
    assert (row.status, row.new_faults, row.old_faults, row.faults) == ("played", 0, 3, [])
    assert all(len(one.scores) == 3 for one in duplicates.played(row))
    owl.refresh_from_db()
    assert owl.status == "accepted"
