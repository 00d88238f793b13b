import pytest

from league.models import Event, PairRule
from tests.league.draws import register


@pytest.fixture
def sixteen(event):
    return [player.code for player in register(event, 16)]


def test_a_movement_makes_all_sessions(as_alice, event, sixteen):
    Event.objects.filter(pk=event.pk).update(draw="movement", table_size=4)
    made = as_alice.post(f"events/{event.code}/movement", {"sessions": 3}).json()["sessions"]
    assert [(one["number"], one["status"]) for one in made] == [
        (1, "draft"),
        (2, "draft"),
        (3, "draft"),
    ]


def test_more_sessions_than_there_are_is_a_conflict(as_alice, event, sixteen):
    Event.objects.filter(pk=event.pk).update(draw="movement", table_size=4)
    response = as_alice.post(f"events/{event.code}/movement", {"sessions": 9})
    assert response.status_code == 409
    assert "up to 5 sessions" in response.json()["detail"]


def test_pairs_are_replaced_as_a_whole(as_alice, event, sixteen):
    address = f"events/{event.code}/pairs"
    as_alice.put(address, {"together": [sixteen[:2]], "apart": []})
    answer = as_alice.put(address, {"together": [], "apart": [sixteen[2:4]]}).json()
    assert answer == {"together": [], "apart": [sixteen[2:4]]}
    assert as_alice.get(address).json() == answer
    assert PairRule.objects.count() == 1


@pytest.mark.parametrize(
    ("pairs", "path"),
    [
        (([[0, 0]], []), "together.0"),
        (([[0, 1]], [[1, 0]]), "apart.0"),
        (([[0]], []), "together.0"),
    ],
)
def test_pairs_that_are_none_are_named(as_alice, event, sixteen, pairs, path):
    together, apart = ([[sixteen[n] for n in pair] for pair in some] for some in pairs)
    wanted = {"together": together, "apart": apart}
    response = as_alice.put(f"events/{event.code}/pairs", wanted)
    assert list(response.json()["errors"]) == [path]


def test_a_pair_of_nobody_is_named(as_alice, event, sixteen):
    wanted = {"together": [[sixteen[0], "nobody2345"]], "apart": []}
    response = as_alice.put(f"events/{event.code}/pairs", wanted)
    assert list(response.json()["errors"]) == ["together.0"]


def test_weights_are_shown_and_set(as_alice, event):
    usual = as_alice.get(f"events/{event.code}").json()["weights"]
    assert (usual["gap"], usual["repeat"], len(usual)) == (1000, 60_000, 8)
    answer = as_alice.patch(f"events/{event.code}", {"weights": {"gap": 5}}).json()
    assert answer["weights"] == usual | {"gap": 5}
    assert as_alice.patch(f"events/{event.code}", {"weights": {}}).json()["weights"] == usual


def test_a_weight_out_of_bounds_is_named(as_alice, event):
    answer = as_alice.patch(f"events/{event.code}", {"weights": {"gap": 200_001}})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["weights.gap"])
