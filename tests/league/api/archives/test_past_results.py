"""Results of a past season from a list, by REST."""

import pytest

from league.models import Event, Match
from tests.league.factories import SeasonFactory

LIST = "2024-03-15;1;1;Ada;12\n2024-03-15;1;1;Ben;6\n2024-03-15;1;1;Cleo;0\n"


@pytest.fixture
def address(club):
    return f"seasons/{SeasonFactory(club=club, game='skat').code}"


def test_results_are_previewed_and_imported(as_alice, address):
    for preview, stored in [(True, 0), (False, 1)]:
        answer = as_alice.post(f"{address}/import-results", {"csv": LIST, "preview": preview})
        seats = [(one["event_name"], one["table"], one["score"]) for one in answer.json()["lines"]]
        assert seats == [("2024-03-15", 1, 12), ("2024-03-15", 1, 6), ("2024-03-15", 1, 0)]
        assert Event.objects.count() == stored


def test_a_wrong_list_is_named_by_line_and_column(as_alice, address):
    response = as_alice.post(f"{address}/import-results", {"csv": LIST + "soon;1;1;Dora;3"})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["lines.4.date"])


def test_a_season_by_declarers_takes_no_list(as_alice, club):
    season = SeasonFactory(club=club, game="skat", points_rule="seeger-fabian")
    response = as_alice.post(f"seasons/{season.code}/import-results", {"csv": LIST})
    assert response.status_code == 409
    assert "sum of game points" in response.json()["detail"]


def test_a_repeated_import_is_done_once(as_alice, address):
    for _again in range(2):
        response = as_alice.post(
            f"{address}/import-results", {"csv": LIST}, headers={"Idempotency-Key": "march"}
        )
        assert response.status_code == 200
    assert Event.objects.count() == 1


def test_an_import_is_undone(as_alice, address):
    code = as_alice.post(f"{address}/import-results", {"csv": LIST}).json()["code"]
    answer = as_alice.post(f"{address}/undo-import", {"code": code}).json()
    assert answer == {"cancelled": [Event.objects.get().code], "kept": []}
    assert Match.objects.get().status == "void"


def test_an_unknown_import_is_not_found(as_alice, address):
    response = as_alice.post(f"{address}/undo-import", {"code": "nothing"})
    assert response.status_code == 404


def correct(client, match, act="correct", **body):
    return client.post(f"matches/{match.code}/{act}", body, headers={"If-Match": '"1-final"'})


def test_a_total_of_a_list_is_corrected_by_another(as_alice, address):
    as_alice.post(f"{address}/import-results", {"csv": LIST})
    match, body = Match.objects.get(), {"source": "list", "totals": [21, 6, 0]}
    assert correct(as_alice, match, "preview-correction", **body).status_code == 200
    assert correct(as_alice, match, reason="swapped", **body).status_code == 200
    assert list(match.seats.values_list("score", flat=True)) == [21, 6, 0]


def test_nobody_enters_a_result_as_one_of_a_list(as_alice, match):
    body = {"source": "list", "totals": [1, 2, 3, 4]}
    assert as_alice.put(f"matches/{match.code}/result", body).status_code == 422
