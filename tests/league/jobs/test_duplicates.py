"""What the worker does with unrated duplicates: all of them, kept with scores and records."""

import gzip
import json

import pytest

from bots.contests import experiment as comparing
from bots.contests.experiment import Pair
from bots.playing.runner import Fault
from bots.sandbox.faults import Reason
from engine.records.reading import read_table
from league.models import Account, Notice, Part, RatingChange, Version
from league.services.experiments import duplicates, experiments, pairs
from tests.league.experiments import crew_of, start_duplicates, two_versions
from tests.league.ladders import make_version

from .test_experiments import run


@pytest.fixture
def carol(db):
    return Account.objects.create(username="carol")


@pytest.fixture
def new(carol, messages):
    return two_versions(carol)[0]


@pytest.fixture
def owl(db):
    return make_version(Account.objects.create(username="mallory"), name="Owl", number=3)


@pytest.fixture(autouse=True)
def seats(monkeypatch):
    """Let Carol's version play well and Owl anyhow."""
    monkeypatch.setattr(pairs, "Crew", crew_of(v2="greedy", v3="random"))


def told(row):
    content = b"".join(duplicates.record_parts(row))
    return [json.loads(line) for line in gzip.decompress(content).splitlines()]


@pytest.fixture
def faulty(monkeypatch):
    """Let the opponent make a fault in every duplicate, and the version in none."""

    def play(plan, seated, wanted, *, pulse):
        [rival] = plan.rivals
        fault = Fault(1, 0, 2, Reason.CRASH, "it ended", "a secret of Mallory's")
        scores = {"new": 1.0, rival: 0.0}
        return [Pair(number, 1.0, [(rival, fault)], scores) for number in wanted]

    monkeypatch.setattr(comparing, "play", play)


def test_all_are_played_and_no_more(new):
    row = run(start_duplicates(new, bots=["random"]))
    assert (row.status, row.duplicates, row.curve) == ("played", 4, [])
    assert row.jobs.get().status == "done"
    assert "against Random in Briscola: all duplicates played, after 4" in Notice.objects.get().text


def test_scores_and_their_difference_agree(new, owl):
    row = run(start_duplicates(new, owl, bots=["random"], players=3))
    found = duplicates.played(row)
    assert [one.number for one in found] == [1, 2, 3, 4]
    for one in found:
        own, *others = one.scores
        assert one.difference == pytest.approx(own - sum(others) / 2)
    assert row.total == pytest.approx(sum(one.difference for one in found))


def test_records_replay_and_are_named(new, owl):
    row = run(start_duplicates(new, owl, players=3, bots=["random"], most=2))
    lines = told(row)
    assert [(line["duplicate"], line["rotation"]) for line in lines] == [
        *((1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2))
    ]
    tables = [read_table(json.dumps(line)) for line in lines]
    deals = [comparing.deals_of(bytes(row.seed), number).secret for number in (0, 1)]
    assert [table.secret for table in tables] == [deals[0]] * 3 + [deals[1]] * 3
    own = sum(
        table.totals[line["players"].index(new.player.code)] / len(table.rounds)
        for line, table in zip(lines[:3], tables, strict=False)
    )
    assert own / 3 == pytest.approx(duplicates.played(row)[0].scores[0])


def test_every_player_sits_everywhere(new, owl):
    row = run(start_duplicates(new, owl, players=3, bots=["random"], most=2))
    seats = [line["players"] for line in told(row)[:3]]
    assert all(len(set(at)) == 3 for at in zip(*seats, strict=True))


def test_pairs_say_the_scores(new, owl):
    row = run(start_duplicates(new, owl, most=2))
    line = json.loads(next(experiments.pair_lines(row)))
    assert line["scores"].keys() == {"new", owl.player.code}


def test_nothing_is_rated_and_no_opponent_harmed(new, owl, faulty):
    run(start_duplicates(new, owl, most=4))
    owl.refresh_from_db()
    assert (owl.status, owl.match_ms) == ("accepted", 0)
    assert not Part.objects.exists()
    assert not RatingChange.objects.exists()


def test_what_an_opponent_did_wrong_is_not_told(new, owl, faulty):
    row = run(start_duplicates(new, owl, most=4))
    assert (row.status, row.faults, row.old_faults) == ("played", [], 4)


def test_an_opponent_that_fails_all_the_time_ends_it(new, owl, faulty):
    row = run(start_duplicates(new, owl, most=100))
    assert (row.status, row.duplicates) == ("failed", comparing.MOST_FAULTY + 1)
    assert row.reason.startswith("an opponent made faults in more than 10 of the first 50")
    assert not Notice.objects.filter(account=owl.bot.owner).exists()


def test_an_opponent_that_left_ends_it(new, owl):
    row = start_duplicates(new, owl)
    Version.objects.filter(pk=owl.pk).update(status="withdrawn")
    assert run(row).reason == "Owl 3 plays no more; start another experiment without it."
