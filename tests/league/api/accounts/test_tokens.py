import pytest
from django.utils import timezone

from league.models import ApiToken, StoredAnswer
from league.models.people import SCOPES_OF_PEOPLE
from league.services.accounts import people
from tests.league.api.conftest import ContractClient

WANTED = {"name": "phone", "scopes": ["read", "results"]}
SCOPES = dict(SCOPES_OF_PEOPLE)


@pytest.fixture
def in_session(bob):
    client = ContractClient()
    client.force_login(bob)
    return client


def test_a_new_token_opens_the_api(in_session):
    plain = in_session.post("tokens", WANTED).json()["token"]
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {plain}")
    assert client.get("tokens").status_code == 200


def test_a_token_may_have_all_scopes(in_session):
    made = in_session.post("tokens", WANTED | {"scopes": list(SCOPES)})
    assert made.json()["scopes"] == sorted(SCOPES)


def test_the_text_of_a_token_is_shown_once(in_session):
    made = in_session.post("tokens", WANTED)
    assert made.headers["Cache-Control"] == "no-store"
    assert "token" not in in_session.get(f"tokens/{made.json()['code']}").json()


def test_the_text_of_a_token_is_not_stored_with_a_key(in_session):
    in_session.post("tokens", WANTED, headers={"Idempotency-Key": "k"})
    assert not StoredAnswer.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["admin"]}, "scopes.0"),
        ({"days": 0}, "days"),
        ({"days": "many"}, "days"),
    ],
)
def test_a_wrong_field_is_named(in_session, wrong, field):
    response = in_session.post("tokens", WANTED | wrong)
    assert response.status_code == 422
    assert field in response.json()["errors"]
    assert not ApiToken.objects.exists()


def test_a_session_makes_a_token_for_as_long_as_it_says(in_session):
    code = in_session.post("tokens", WANTED | {"days": 3}).json()["code"]
    token = ApiToken.objects.get(code=code)
    assert (token.expires_at - timezone.now()).days == 2


def test_a_token_cannot_make_one_that_may_do_more(client_of, bob):
    response = client_of(bob, scopes=["read"]).post("tokens", WANTED)
    assert response.status_code == 403
    assert ApiToken.objects.count() == 1


def test_a_token_cannot_make_one_that_lasts_longer(as_bob):
    assert as_bob.post("tokens", WANTED | {"days": 200}).status_code == 403


def test_a_revoked_token_no_longer_opens(in_session, bob):
    token, plain = people.issue_token(account=bob, name="lost", scopes=["read"], now=timezone.now())
    assert in_session.delete(f"tokens/{token.code}").status_code == 204
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {plain}")
    assert client.get("tokens").status_code == 401


def test_a_token_cannot_revoke_one_that_may_do_more(client_of, bob):
    now = timezone.now()
    strong, _ = people.issue_token(account=bob, name="laptop", scopes=["organise"], now=now)
    assert client_of(bob, scopes=["read"]).delete(f"tokens/{strong.code}").status_code == 403
    strong.refresh_from_db()
    assert strong.revoked_at is None


def test_the_list_holds_only_own_tokens(as_bob, as_dora):
    assert [token["name"] for token in as_bob.get("tokens").json()["results"]] == ["tests"]
