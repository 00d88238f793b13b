"""Unrated duplicates by the API."""

import gzip

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Experiment, PairBlock
from tests.league.api.conftest import ALL_SCOPES
from tests.league.experiments import make_duplicates, make_experiment, two_versions
from tests.league.ladders import make_version


@pytest.fixture
def wanted(carol, mallory):
    new, _old = two_versions(carol)
    owl = make_version(mallory, name="Owl")
    return {
        "new": new.code,
        "opponents": [owl.code],
        "bots": ["greedy"],
        "game": "skat",
        "players": 3,
    }


def test_duplicates_are_started(as_carol, wanted):
    answer = as_carol.post("experiments/duplicates", wanted)
    body = answer.json()
    assert answer.status_code == 201
    assert (body["kind"], body["old"], body["most"]) == ("duplicates", None, 50)
    assert [one["name"] for one in body["opponents"]] == ["Owl 1", "greedy"]
    assert (body["ends_at"], body["estimate"]) == (None, {"mean": 0, "margin": None})


def test_a_hidden_version_is_no_opponent(as_carol, wanted, mallory):
    hidden = make_version(mallory, name="Wren", status="checking")
    answer = as_carol.post("experiments/duplicates", wanted | {"opponents": [hidden.code]})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["opponents.0"]


def test_a_key_starts_them_once(as_carol, wanted):
    for _ in range(2):
        as_carol.post("experiments/duplicates", wanted, headers={"Idempotency-Key": "one"})
    assert Experiment.objects.count() == 1


def test_duplicates_want_the_scope_bots(client_of, carol, wanted):
    client = client_of(carol, scopes=[scope for scope in ALL_SCOPES if scope != "bots"])
    assert client.post("experiments/duplicates", wanted).status_code == 403


def test_they_are_stopped_as_experiments_are(as_carol, wanted):
    code = as_carol.post("experiments/duplicates", wanted).json()["code"]
    assert as_carol.post(f"experiments/{code}/stop").json()["status"] == "stopped"


def test_they_are_listed_by_kind(as_carol, carol):
    row, _test = make_duplicates(carol), make_experiment(carol)
    found = as_carol.get("experiments", {"kind": "duplicates"}).json()["results"]
    assert [one["code"] for one in found] == [row.code]


def test_queries_do_not_grow_with_the_rows(as_carol, carol):
    counts = []
    for more in (1, 4):
        for _ in range(more):
            make_duplicates(carol)
        with CaptureQueriesContext(connection) as queries:
            assert len(as_carol.get("experiments").json()["results"]) >= more
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_records_are_downloaded(as_carol, carol):
    row = make_duplicates(carol)
    blob = gzip.compress(b"{}\n")
    PairBlock.objects.create(
        experiment=row, first=0, differences=[0.0], faulty=[[]], scores=[{}], records=blob
    )
    answer = as_carol.get(f"experiments/{row.code}/records")
    assert b"".join(answer.streaming_content) == blob
