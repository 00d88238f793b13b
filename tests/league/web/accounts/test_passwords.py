"""Changing one's password, ending one's sessions, and how passwords are kept."""

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.hashers import make_password
from django.test import Client

from league.config import settings as configured
from league.models import AuditEntry, Notice
from league.services.accounts import accounts, guesses, logins
from league.services.base.refusals import Forbidden
from league.services.base.sayings import is_known
from league.services.push import devices
from tests.league.factories import NOW
from tests.league.web.forms_matrix import SUBSCRIPTION

pytestmark = pytest.mark.django_db

PAGE = "/me/password/"
OLD, NEW = "tricky cards", "trickier cards"
CHANGE = {"act": "change", "old": OLD, "new": NEW}
END = {"act": "end", "password": OLD}


@pytest.fixture
def bob(bob):
    bob.set_password(OLD)
    bob.save()
    return bob


@pytest.fixture
def browsers(bob):
    """Two browsers in which Bob is logged in."""
    found = [Client(), Client()]
    for browser in found:
        browser.post("/login/", {"username": "bob", "password": OLD})
    return found


def are_in(browsers):
    return [get_user(browser).is_authenticated for browser in browsers]


@pytest.mark.parametrize("form", [CHANGE, END], ids=["change", "end"])
def test_who_asks_stays_and_other_sessions_end(browsers, form):
    assert browsers[0].post(PAGE, form).url == "/me/"
    assert are_in(browsers) == [True, False]


@pytest.mark.parametrize("form", [CHANGE, END], ids=["change", "end"])
def test_session_that_stays_gets_another_key(browsers, form):
    before = browsers[0].cookies["sessionid"].value
    browsers[0].post(PAGE, form)
    assert browsers[0].cookies["sessionid"].value != before


@pytest.mark.parametrize("form", [CHANGE, END], ids=["change", "end"])
def test_browser_that_stays_is_notified_as_before(browsers, bob, form, now):
    for number, browser in enumerate(browsers):
        digest = logins.digest_of(browser.cookies["sessionid"].value)
        given = {**SUBSCRIPTION, "endpoint": f"https://push.example.org/{number}"}
        devices.add(digest=digest, by=bob, now=now, **given)
    browsers[0].post(PAGE, form)
    bob.refresh_from_db()
    [device] = devices.of_account(bob, now=now)
    assert device.endpoint.endswith("/0")
    assert device.login_id == logins.digest_of(browsers[0].cookies["sessionid"].value)


@pytest.mark.parametrize(("form", "password"), [(CHANGE, NEW), (END, OLD)])
def test_password_is_the_one_that_was_asked_for(browsers, bob, form, password):
    browsers[0].post(PAGE, form)
    bob.refresh_from_db()
    assert bob.check_password(password)


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (CHANGE | {"old": "wrong"}, "old"),
        (CHANGE | {"new": "short"}, "new"),
        (CHANGE | {"new": "123456789012"}, "new"),
        (CHANGE | {"new": "x" + "card" * 32}, "new"),
        (CHANGE | {"new": ""}, "new"),
        (END | {"password": "wrong"}, "password"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(browsers, form, field):
    answer = browsers[0].post(PAGE, form)
    assert answer.status_code == 422
    assert answer.context["forms"][form["act"]].errors[field]
    assert are_in(browsers) == [True, True]


def test_owner_is_told_that_the_password_changed(browsers, bob):
    browsers[0].post(PAGE, CHANGE | {"old": "wrong"})
    assert not Notice.objects.exists()
    browsers[0].post(PAGE, CHANGE)
    assert Notice.objects.get(account=bob).text == accounts.CHANGED
    assert is_known(accounts.CHANGED)


def test_password_is_not_shown_again(browsers):
    assert "trickier" not in browsers[0].post(PAGE, CHANGE | {"old": "x"}).content.decode()


def test_empty_field_forgets_no_wrong_password(browsers, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 2)
    for _ in range(2):
        browsers[0].post(PAGE, CHANGE | {"old": "wrong"})
        browsers[0].post(PAGE, CHANGE | {"old": "wrong", "new": ""})
    assert browsers[0].post(PAGE, CHANGE).status_code == 429


def test_password_is_not_guessed_here_either(browsers, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 2)
    for _ in range(2):
        browsers[0].post(PAGE, END | {"password": "wrong"})
    assert browsers[0].post(PAGE, END).status_code == 429


def test_new_password_that_is_too_easy_is_no_guess(browsers, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 2)
    for _ in range(4):
        browsers[0].post(PAGE, CHANGE | {"new": "short"})
    assert browsers[0].post(PAGE, CHANGE).status_code == 302


@pytest.mark.parametrize(("form", "action"), [(CHANGE, "password"), (END, "sessions")])
def test_it_leaves_a_trace(browsers, bob, form, action):
    browsers[0].post(PAGE, form)
    assert AuditEntry.objects.filter(account=bob, action=f"account.{action}").exists()


def test_password_of_former_times_opens_however_short(bob):
    bob.set_password("short")
    bob.save()
    browser = Client()
    browser.post("/login/", {"username": "bob", "password": "short"})
    assert are_in([browser]) == [True]


def test_nobody_changes_the_password_of_another(bob, mallory):
    with pytest.raises(Forbidden):
        accounts.change_password(account=bob, old=OLD, new=NEW, by=mallory, now=NOW)


def test_passwords_are_hashed_with_argon2(settings):
    settings.PASSWORD_HASHERS = configured.PASSWORD_HASHERS
    assert make_password(OLD).startswith("argon2$argon2id$")


@pytest.mark.further
def test_old_hash_still_opens_and_becomes_a_new_one(bob, settings):
    settings.PASSWORD_HASHERS = configured.PASSWORD_HASHERS
    bob.password = make_password(OLD, hasher="pbkdf2_sha256")
    bob.save()
    browser = Client()
    browser.post("/login/", {"username": "bob", "password": OLD})
    bob.refresh_from_db()
    assert bob.password.startswith("argon2$")
    assert are_in([browser]) == [True]
