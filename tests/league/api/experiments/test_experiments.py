import pytest

from league.models import Experiment
from tests.league.api.conftest import ALL_SCOPES
from tests.league.experiments import make_experiment, two_versions
from tests.league.ladders import make_version


@pytest.fixture
def wanted(carol):
    new, old = two_versions(carol)
    return {"new": new.code, "old": old.code, "game": "skat", "players": 3}


def test_an_experiment_is_started_with_sensible_bounds(as_carol, wanted):
    answer = as_carol.post("experiments", wanted)
    body = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Location"].endswith(f"/experiments/{body['code']}")
    assert [body[name] for name in ("lower", "upper", "alpha", "beta", "most")] == [
        *(0.0, 0.2, 0.05, 0.05, 5000)
    ]
    assert (body["status"], body["duplicates"], body["ratio"]) == ("waiting", 0, 0)
    assert body["estimate"] == {"mean": 0, "margin": None}


def test_an_experiment_tells_how_it_stands(as_carol, carol):
    row = make_experiment(
        carol,
        duplicates=100,
        total=50.0,
        squares=2525.0,
        against_lower=-0.5,
        against_upper=0.49,
        curve=[[100, -0.49]],
        new_faults=1,
    )
    body = as_carol.get(f"experiments/{row.code}").json()
    assert body["estimate"] == {"mean": 0.5, "margin": pytest.approx(0.985, abs=0.001)}
    assert body["ratio"] == -0.49
    assert body["ends_at"]["better"] == pytest.approx(2.996, abs=0.001)
    assert (body["curve"], body["new_faults"]) == ([[100, -0.49]], 1)


def test_an_experiment_keeps_its_seed(as_carol, carol):
    assert "seed" not in as_carol.get(f"experiments/{make_experiment(carol).code}").json()


def test_a_list_leaves_the_curves_out(as_carol, carol):
    make_experiment(carol)
    [row] = as_carol.get("experiments").json()["results"]
    assert "curve" not in row


def test_experiments_of_others_are_not_listed(as_carol, mallory):
    make_experiment(mallory)
    assert as_carol.get("experiments").json()["results"] == []


def test_somebody_elses_version_is_no_new_one(as_carol, wanted, mallory):
    theirs = make_version(mallory, name="Owl")
    answer = as_carol.post("experiments", wanted | {"new": theirs.code})
    assert list(answer.json()["errors"]) == ["new"]
    assert as_carol.post("experiments", wanted | {"old": theirs.code}).status_code == 201


def test_what_others_have_hidden_is_not_there(as_carol, wanted, mallory):
    hidden = make_version(mallory, name="Owl", status="checking")
    assert list(as_carol.post("experiments", wanted | {"old": hidden.code}).json()["errors"]) == [
        "old"
    ]


def test_a_key_starts_one(as_carol, wanted):
    for _ in range(2):
        as_carol.post("experiments", wanted, headers={"Idempotency-Key": "one"})
    assert Experiment.objects.count() == 1


def test_stop_and_resume(as_carol, wanted):
    code = as_carol.post("experiments", wanted).json()["code"]
    assert as_carol.post(f"experiments/{code}/stop").json()["status"] == "stopped"
    assert as_carol.post(f"experiments/{code}/resume").json()["status"] == "running"


def test_stopping_twice_is_a_conflict(as_carol, carol):
    row = make_experiment(carol, status="better")
    answer = as_carol.post(f"experiments/{row.code}/stop")
    assert answer.status_code == 409
    assert answer.json()["current"]["status"] == "better"


def test_experiments_want_the_scope_bots(client_of, carol, wanted):
    client = client_of(carol, scopes=[scope for scope in ALL_SCOPES if scope != "bots"])
    assert client.post("experiments", wanted).status_code == 403
    assert client.get("experiments").status_code == 200


@pytest.mark.parametrize(
    ("query", "count"),
    [({"status": "waiting"}, 1), ({"status": "better"}, 0), ({"game": "skat"}, 0)],
)
def test_experiments_are_filtered(as_carol, carol, query, count):
    make_experiment(carol)
    assert len(as_carol.get("experiments", query).json()["results"]) == count
