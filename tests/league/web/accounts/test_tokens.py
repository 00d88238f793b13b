"""One's own tokens on a page: made, shown once, revoked."""

import pytest
from django.utils import timezone

from league.models import ApiToken, AuditEntry
from league.services.accounts import people
from tests.league.factories import NOW

PAGE = "/me/tokens/"
WISH = {"name": "kitchen tablet", "scopes": ["read", "results"], "days": "30"}


def make(client, **wish):
    return client.post(PAGE, WISH | wish)


def test_a_token_is_made_and_works(as_bob, bob):
    plain = make(as_bob).context["plain"]
    token = people.account_of_token(plain=plain, now=timezone.now())
    assert (token.account, token.scopes) == (bob, ["read", "results"])
    assert (token.expires_at - token.created_at).days in {29, 30}


def test_its_text_is_shown_once_and_kept_nowhere(as_bob):
    answer = make(as_bob)
    plain = answer.context["plain"]
    assert plain in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    assert plain not in as_bob.get(PAGE).content.decode()


def test_the_list_says_in_words_what_a_token_may_do(as_bob):
    make(as_bob)
    shown = as_bob.get(PAGE).content.decode()
    assert "read what the account may read; enter and confirm results" in shown


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"name": " "}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes"),
        ({"days": "0"}, "days"),
        ({"days": "400"}, "days"),
    ],
)
def test_what_a_token_cannot_be_is_said_beside_the_field(as_bob, wish, field):
    answer = make(as_bob, **wish)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not ApiToken.objects.exists()


def test_a_revoked_token_opens_nothing(as_bob):
    plain = make(as_bob).context["plain"]
    token = ApiToken.objects.get()
    assert as_bob.post(f"{PAGE}{token.code}/revoke/").url == PAGE
    assert people.account_of_token(plain=plain, now=timezone.now()) is None
    assert AuditEntry.objects.filter(action="token.revoke").count() == 1
    assert "Revoke the token" not in as_bob.get(PAGE).content.decode()


def test_an_expired_token_says_so(as_bob, bob):
    people.issue_token(account=bob, name="old", scopes=["read"], now=NOW.replace(year=2020))
    shown = as_bob.get(PAGE).content.decode()
    assert "expired" in shown
    assert "Revoke the token" not in shown


def test_others_neither_see_nor_revoke_it(as_bob, as_mallory):
    make(as_bob)
    assert "kitchen tablet" not in as_mallory.get(PAGE).content.decode()
    address = f"{PAGE}{ApiToken.objects.get().code}/revoke/"
    assert as_mallory.post(address).status_code == 404
    assert ApiToken.objects.get().revoked_at is None


def test_a_token_opens_no_page(client, as_bob):
    plain = make(as_bob).context["plain"]
    answer = client.get(PAGE, headers={"Authorization": f"Bearer {plain}"})
    assert answer.url.startswith("/login/")


def test_ones_own_page_leads_there(as_bob):
    assert f'href="{PAGE}"' in as_bob.get("/me/").content.decode()
