from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from league.services.accounts import people

from .conftest import ContractClient


def token_of(account, *, scopes=("read", "results", "organise"), now=None, days=1):
    return people.issue_token(
        account=account, name="tests", scopes=scopes, now=now or timezone.now(), days=days
    )


def ask(header, address="tokens"):
    return ContractClient().get(address, headers={"Authorization": header})


@pytest.mark.parametrize("scheme", ["Bearer", "Token", "bearer"])
def test_a_token_opens_under_either_scheme(bob, scheme):
    assert ask(f"{scheme} {token_of(bob)[1]}").status_code == 200


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Token é", "Bearer a b", "Bearer \t"])
def test_a_made_up_token_is_refused_even_for_public_things(db, header):
    response = ask(header, "clubs")
    assert (response.status_code, response.json()["code"]) == (401, "bad_token")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_an_expired_token_is_refused(bob):
    _token, plain = token_of(bob, now=timezone.now() - timedelta(days=2), days=1)
    assert ask(f"Bearer {plain}").json()["code"] == "bad_token"


def test_a_revoked_token_is_refused(bob):
    token, plain = token_of(bob)
    people.revoke_token(token=token, by=bob, now=timezone.now())
    assert ask(f"Bearer {plain}").status_code == 401


def test_the_token_of_a_locked_account_is_refused(bob):
    _token, plain = token_of(bob)
    bob.is_active = False
    bob.save()
    assert ask(f"Bearer {plain}").status_code == 401


def test_nobody_is_told_how_to_log_in(anonymous):
    response = anonymous.get("tokens")
    assert response.json()["code"] == "unauthenticated"
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="stammtisch"'


def test_another_scheme_counts_as_nobody(db):
    assert ask("Basic Ym9iOmJvYg==", "clubs").status_code == 200
    assert ask("Basic Ym9iOmJvYg==", "tokens").status_code == 401


def test_a_session_may_read_and_write(alice):
    client = ContractClient()
    client.force_login(alice)
    assert client.post("events", {}).status_code == 422


def test_a_session_without_csrf_token_may_not_write(alice):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.post("/api/v1/events", {})
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert "CSRF" in response.json()["detail"]


def test_a_form_of_another_site_is_refused(alice):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.post(
        "/api/v1/events", b"a=b", content_type="application/x-www-form-urlencoded"
    )
    assert response.status_code in {403, 415}


@pytest.mark.parametrize("scope", ["read", "results"])
def test_organising_needs_its_scope(client_of, alice, season, scope):
    response = client_of(alice, scopes=[scope]).post(f"seasons/{season.code}/close")
    assert (response.status_code, response.json()["code"]) == (403, "scope_missing")
    season.refresh_from_db()
    assert season.status == "running"


@pytest.mark.parametrize("scope", ["read", "organise"])
def test_entering_results_needs_its_scope(client_of, bob, match, scores, scope):
    response = client_of(bob, scopes=[scope]).put(f"matches/{match.code}/result", scores)
    assert response.json()["code"] == "scope_missing"


def test_private_reading_needs_its_scope(client_of, alice):
    assert client_of(alice, scopes=["results"]).get("jobs").json()["code"] == "scope_missing"


def test_a_token_that_may_not_read_sees_what_anybody_sees(client_of, alice, draft, session):
    client = client_of(alice, scopes=["organise"])
    assert client.get(f"sessions/{session.code}").status_code == 200
    assert client.get(f"sessions/{draft.code}").status_code == 404


def test_a_token_that_may_not_read_still_organises_drafts(client_of, alice):
    client = client_of(alice, scopes=["organise"])
    wanted = {"club": "linde", "name": "2027", "game": "mit-list-und-tuecke"}
    code = client.post("seasons", wanted).json()["code"]
    assert client.get(f"seasons/{code}").status_code == 404
    assert client.post(f"seasons/{code}/start").status_code == 200
