"""Where one is logged in, and ending it there."""

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.utils import timezone

from league.models import AuditEntry
from league.services.accounts import accounts, guesses, logins
from tests.league.factories import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob(bob):
    bob.set_password(PASSWORD)
    bob.save()
    return bob


PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
DESK = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"


@pytest.fixture
def browser_of(bob):
    """Return a function that logs Bob in with a browser."""

    def make(agent):
        browser = Client(headers={"User-Agent": agent})
        browser.post("/login/", {"username": "bob", "password": PASSWORD})
        return browser

    return make


@pytest.fixture
def phone(browser_of):
    return browser_of(PHONE)


@pytest.fixture
def desk(browser_of):
    return browser_of(DESK)


def listed(browser):
    return [(one.name, one.is_here) for one in browser.get("/me/").context["browsers"]]


def page_of(browser):
    """Return the address at which the login of a browser is ended from another one."""
    return f"/me/logins/{logins.digest_of(browser.session.session_key)}/"


def is_in(browser):
    return get_user(browser).is_authenticated


@pytest.mark.usefixtures("phone")
def test_one_sees_where_one_is_logged_in_here_first(desk):
    assert listed(desk) == [("Firefox on Windows", True), ("Firefox on Android", False)]
    page = desk.get("/me/").content.decode()
    assert "this browser" in page
    assert "Logged in:" in page


def test_nobody_sees_logins_of_others(phone, as_mallory):
    assert listed(as_mallory) == [("Unknown browser", True)]


def test_new_account_knows_its_first_browser(client):
    client.post("/join/", {"username": "nell", "password": PASSWORD}, headers={"User-Agent": DESK})
    assert listed(client) == [("Firefox on Windows", True)]


def test_one_is_logged_out_there_and_stays_here(phone, desk):
    assert desk.post(page_of(phone), {"password": PASSWORD}).url == "/me/"
    assert (is_in(phone), is_in(desk)) == (False, True)
    assert listed(desk) == [("Firefox on Windows", True)]


def test_it_leaves_a_trace(phone, desk, bob):
    desk.post(page_of(phone), {"password": PASSWORD})
    assert AuditEntry.objects.get(account=bob).action == "account.session"


def test_it_wants_the_password(phone, desk):
    answer = desk.post(page_of(phone), {"password": "wrong"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["password"]
    assert is_in(phone)


def test_the_password_is_not_guessed_here_either(phone, desk, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 2)
    for _ in range(2):
        desk.post(page_of(phone), {"password": "wrong"})
    assert desk.post(page_of(phone), {"password": PASSWORD}).status_code == 429


def test_the_login_with_which_one_asks_is_not_ended_this_way(desk):
    assert desk.get(page_of(desk)).status_code == 404


def test_login_that_is_over_is_not_found(phone, desk, bob):
    bob.logins.filter(browser="Firefox", system="Android").update(expires_at=timezone.now())
    assert desk.get(page_of(phone)).status_code == 404


@pytest.mark.usefixtures("phone")
def test_after_another_password_only_this_browser_is_listed(desk, bob, now):
    desk.post("/me/password/", {"act": "change", "old": PASSWORD, "new": "trickier cards"})
    assert listed(desk) == [("Firefox on Windows", True)]
    assert bob.logins.count() == 1


@pytest.mark.usefixtures("phone")
def test_password_that_staff_has_set_leaves_no_login_in_the_list(browser_of, bob):
    bob.set_password("by staff, for Bob")
    bob.save()
    assert logins.open_logins(account=bob, now=timezone.now()) == []


def test_list_costs_the_same_for_one_login_and_many(
    desk, browser_of, bob, django_assert_num_queries
):
    for _ in range(3):
        browser_of(PHONE)
    with django_assert_num_queries(1):
        assert len(logins.open_logins(account=bob, now=timezone.now())) == 4


def test_list_has_an_end(desk, browser_of, monkeypatch):
    monkeypatch.setattr(logins, "LISTED", 2)
    for _ in range(3):
        browser_of(PHONE)
    assert len(listed(desk)) == 2


def test_logging_out_takes_the_login_away(phone, bob):
    phone.post("/logout/")
    assert not bob.logins.exists()


def test_refused_password_ends_nothing(phone, desk, bob, now):
    with pytest.raises(accounts.Invalid):
        accounts.change_password(account=bob, old=PASSWORD, new="short", by=bob, now=timezone.now())
    assert (is_in(phone), is_in(desk)) == (True, True)
