"""One's agreements with clubs over the API: listed, made, answered, ended."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Agreement, StoredAnswer
from league.services.accounts import agreements
from tests.league.factories import AccountFactory, AgreementFactory, ClubFactory


@pytest.fixture
def asked(club, alice, mallory, now):
    """A request of the club to Mallory."""
    [row] = agreements.ask(club=club, players=[mallory.player], by=alice, now=now)
    return row


def act(client, row, name):
    return client.post(f"agreements/{row.code}/{name}")


def test_a_request_says_which_club_asks_and_who(as_mallory, asked, alice):
    [row] = as_mallory.get("agreements").json()["results"]
    assert (row["code"], row["status"]) == (asked.code, "asked")
    assert row["club"] == {"slug": "linde", "name": "Stammtisch zur Linde"}
    assert row["asked_by"]["code"] == alice.player.code


def test_one_sees_ones_own_alone(as_alice, as_mallory, asked):
    told = [client.get("agreements").json()["results"] for client in (as_alice, as_mallory)]
    assert [len(rows) for rows in told] == [1, 1]
    assert as_alice.get(f"agreements/{asked.code}").status_code == 404


def test_requests_are_listed_apart(as_mallory, asked, mallory):
    AgreementFactory(player=mallory.player)
    rows = as_mallory.get("agreements?status=asked").json()["results"]
    assert [row["code"] for row in rows] == [asked.code]


def test_one_agrees_unasked(as_mallory, club, mallory):
    answer = as_mallory.post("agreements", {"club": "linde"}, format="json")
    assert (answer.status_code, answer.json()["status"]) == (201, "agreed")
    assert club.agreements.get(player=mallory.player).asked_by is None


def test_an_account_that_is_nobody_is_told_what_to_do(client_of, club):
    client = client_of(AccountFactory())
    answer = client.post("agreements", {"club": "linde"}, format="json")
    assert answer.status_code == 409
    assert "Register for an event and enter it there." in answer.json()["detail"]


@pytest.mark.parametrize("name", ["agree", "decline"])
def test_a_request_is_answered(as_mallory, asked, name):
    answer = act(as_mallory, asked, name)
    assert (answer.status_code, answer.json()["status"]) == (200, f"{name}d")


def test_every_answer_can_be_undone(as_mallory, asked):
    told = [act(as_mallory, asked, name) for name in ("decline", "agree", "leave", "agree")]
    statuses = [answer.json()["status"] for answer in told]
    assert statuses == ["declined", "agreed", "left", "agreed"]


def test_who_answers_too_late_is_told_what_is_stored(as_mallory, asked):
    act(as_mallory, asked, "agree")
    answer = act(as_mallory, asked, "decline")
    assert (answer.status_code, answer.json()["current"]["status"]) == (409, "agreed")


@pytest.mark.parametrize("name", ["agree", "decline", "leave"])
def test_a_request_to_somebody_else_is_nowhere(as_alice, asked, name):
    assert act(as_alice, asked, name).status_code == 404
    asked.refresh_from_db()
    assert asked.status == "asked"


@pytest.mark.parametrize("name", ["agree", "decline", "leave"])
def test_a_token_needs_the_scope_to_answer(client_of, mallory, asked, name):
    client = client_of(mallory, scopes=["read"])
    assert act(client, asked, name).json()["code"] == "scope_missing"


def test_the_last_owner_does_not_leave(client_of, owner):
    row = Agreement.objects.get(player=owner.player)
    assert act(client_of(owner), row, "leave").status_code == 409


def test_an_ask_outlives_the_refusal_of_a_request_with_a_key(as_alice, club, mallory):
    answer = as_alice.post(
        "clubs/linde/members",
        {"player": mallory.player.code},
        format="json",
        headers={"Idempotency-Key": "admit-mallory"},
    )
    assert answer.json()["code"] == "not_agreed"
    assert club.agreements.get(player=mallory.player).status == "asked"
    assert not StoredAnswer.objects.exists()


def queries(client):
    with CaptureQueriesContext(connection) as asked:
        client.get("agreements")
    return len(asked)


def test_a_list_costs_the_same_for_many_clubs(as_mallory, mallory, alice):
    AgreementFactory(player=mallory.player, asked_by=alice)
    before = queries(as_mallory)
    for club in ClubFactory.create_batch(20):
        AgreementFactory(club=club, player=mallory.player, asked_by=alice)
    assert queries(as_mallory) == before
