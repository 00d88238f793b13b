"""A visitor opens an account, and is registered for an event with one more tap."""

from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user
from django.urls import reverse

from league.models import Account, Player
from league.services.base import limits
from league.web.accounts import accounts

pytestmark = pytest.mark.django_db

JOIN = "/join/"
WISH = {"username": "nell", "password": "tricky cards"}


@pytest.fixture
def page(event):
    return reverse("web:event", args=[event.code])


def said(answer, field):
    assert answer.status_code == 422
    return " ".join(answer.context["form"].errors[field])


def test_a_visitor_opens_an_account_and_is_logged_in(client):
    assert client.post(JOIN, WISH).url == "/"
    nell = Account.objects.get(username="nell")
    assert nell.check_password("tricky cards")
    assert get_user(client) == nell


def test_two_taps_lead_from_an_event_to_a_place_in_it(client, event, page):
    assert f"{JOIN}?next={page}%23players-title" in client.get(page).content.decode()
    answer = client.post(JOIN, WISH | {"name": "Nell", "next": page})
    assert answer.url == page
    client.post(reverse("web:register", args=[event.code]))
    assert event.registrations.get().player.name == "Nell"


def test_a_login_leads_here_and_keeps_where_one_was_going(client, page):
    shown = client.get(f"/login/?next={page}").content.decode()
    assert f'href="{JOIN}?next={page}"' in shown
    assert f'name="next" value="{page}"' in client.get(f"{JOIN}?next={page}").content.decode()


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com", "javascript:x"])
def test_nobody_is_led_to_another_site(client, elsewhere):
    assert client.post(JOIN, WISH | {"next": elsewhere}).url == "/"


def test_without_a_name_an_account_is_nobody_yet(client):
    client.post(JOIN, WISH | {"name": " "})
    assert not Player.objects.exists()


@pytest.mark.parametrize("taken", ["bob", "BOB"])
def test_a_username_is_taken_in_upper_and_lower_case(client, bob, taken):
    answer = client.post(JOIN, WISH | {"username": taken})
    assert "Choose another one" in said(answer, "username")


@pytest.mark.parametrize("username", ["two words", "<b>", ""])
def test_a_username_is_one_word(client, username):
    assert said(client.post(JOIN, WISH | {"username": username}), "username")


@pytest.mark.parametrize(
    "password",
    ["eleven long", "123456789012345", "qwertyuiop12", "nellnellnell", "x" + "card" * 32, ""],
)
def test_a_password_that_is_easily_guessed_is_refused(client, password):
    assert said(client.post(JOIN, {"username": "nellnell", "password": password}), "password")
    assert not Account.objects.exists()


@pytest.mark.parametrize("password", ["twelve signs", "x" + "card" * 31 + "six"])
def test_a_password_has_12_to_128_characters(client, password):
    assert client.post(JOIN, WISH | {"password": password}).url == "/"


def test_a_name_that_cannot_be_stored_leaves_no_account_behind(client):
    assert said(client.post(JOIN, WISH | {"name": "Nell\u202e"}), "name")
    assert not Account.objects.exists()


def test_the_password_does_not_come_back_with_the_form(client):
    shown = client.post(JOIN, WISH | {"username": "two words"}).content.decode()
    assert WISH["password"] not in shown


def test_who_has_an_account_goes_on(as_bob, page):
    assert as_bob.get(f"{JOIN}?next={page}").url == page
    assert as_bob.post(JOIN, WISH).url == "/"
    assert not Account.objects.filter(username="nell").exists()


def test_one_address_opens_so_many_accounts_an_hour(client, monkeypatch):
    monkeypatch.setattr(accounts, "MOST_AN_HOUR", 1)
    client.post(JOIN, WISH | {"password": "short"})
    answer = client.post(JOIN, WISH)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert not Account.objects.exists()
    assert client.post(JOIN, WISH, REMOTE_ADDR="192.0.2.7").url == "/"


def test_nobody_is_kept_out_because_redis_does_not_answer(client, monkeypatch):
    def fail(*args, **kwargs):
        raise limits.RedisError

    monkeypatch.setattr("league.services.base.limits.cache", SimpleNamespace(add=fail))
    assert client.post(JOIN, WISH).url == "/"


def test_closed_site_says_kindly_that_it_opens_no_accounts(client, settings):
    settings.SIGN_UP_OPEN = False
    answer = client.post(JOIN, WISH)
    assert answer.status_code == 403
    assert "Ask an organiser of your club" in answer.content.decode()
    assert not Account.objects.exists()


def test_closed_site_invites_nobody(client, settings, page):
    settings.SIGN_UP_OPEN = False
    for shown in ("/login/", page):
        assert JOIN not in client.get(shown).content.decode()
