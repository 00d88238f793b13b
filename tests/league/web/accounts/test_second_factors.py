"""Turning a second factor on and off, and the step of the log-in that it adds."""

import re

import pytest
from django.contrib.auth import get_user
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from league.models import AuditEntry, SecondFactor
from league.services.accounts import guesses, logins, people, second_factors
from league.services.push import devices
from league.web.accounts import second_step
from tests.league.factories import PASSWORD
from tests.league.phones import code_of, give_app
from tests.league.web.forms_matrix import SUBSCRIPTION

pytestmark = pytest.mark.django_db

PAGE, STEP = "/me/second-factor/", "/login/code/"
LOGIN = {"username": "bob", "password": PASSWORD}


@pytest.fixture
def app(bob):
    """The secret and the recovery codes of Bob's app."""
    return give_app(bob)


@pytest.fixture
def half():
    """Return a browser in which Bob's password was right."""

    def make(next_page="/games/", **more):
        browser = Client()
        answer = browser.post("/login/", LOGIN | {"next": next_page}, **more)
        assert answer.url == f"{STEP}?next={next_page.replace('/', '%2F')}"
        return browser

    return make


@pytest.fixture
def without_one(bob, client_of):
    """A browser of Bob's, who has no second factor yet."""
    bob.set_password(PASSWORD)
    bob.save()
    return client_of(bob)


def fresh_code(app):
    """Return a code of the app that was not used to turn it on."""
    return code_of(app[0], timezone.now(), steps=1)


def send(browser, code, **more):
    return browser.post(STEP, {"code": code, "next": "/games/"}, **more)


def is_in(browser):
    return get_user(browser).is_authenticated


def set_up(browser, **changed):
    """Turn it on as a page does, but for what is `changed`; return the answer."""
    browser.post(PAGE, {"act": "begin"})
    shown = browser.get(PAGE).context["secret"].replace(" ", "")
    code = code_of(shown, timezone.now())
    return browser.post(PAGE, {"act": "on", "code": code, "password": PASSWORD} | changed)


def test_right_password_alone_opens_nothing(app, half):
    browser = half()
    assert not is_in(browser)
    assert browser.get("/me/").url.startswith("/login/")
    assert browser.get("/api/v1/tokens").status_code == 401


def test_code_of_the_app_opens_and_leads_on(app, half):
    browser = half()
    assert send(browser, fresh_code(app)).url == "/games/"
    assert is_in(browser)


def test_recovery_code_opens_once(app, half):
    first, second = half(), half()
    assert send(first, app[1][0]).url == "/games/"
    assert send(second, app[1][0]).status_code == 422
    assert (is_in(first), is_in(second)) == (True, False)


def test_code_that_was_used_opens_nothing(app, half):
    code = fresh_code(app)
    assert send(half(), code).url == "/games/"
    answer = send(half(), code)
    assert answer.status_code == 422
    assert "This code is wrong, too old or" in answer.content.decode()


def test_code_without_the_password_opens_nothing(app, client):
    assert send(client, fresh_code(app)).url == "/login/?next=%2Fgames%2F"
    assert not is_in(client)


def test_nobody_is_led_to_another_site(app, half):
    answer = half().post(STEP, {"code": fresh_code(app), "next": "https://example.org/"})
    assert answer.url == "/"


def test_session_gets_another_key_at_each_step(app, half):
    browser = half()
    before = browser.cookies["sessionid"].value
    send(browser, fresh_code(app))
    assert browser.cookies["sessionid"].value != before


def test_whoever_was_logged_in_before_is_not_meanwhile(app, client_of, dora):
    browser = client_of(dora)
    browser.post("/login/", LOGIN)
    assert not is_in(browser)


def test_code_is_waited_for_some_minutes(app, half, monkeypatch):
    browser = half()
    assert browser.cookies["sessionid"]["max-age"] == 600
    late = timezone.now() + second_step.WITHIN * 1.1
    monkeypatch.setattr("league.web.accounts.second_factors.timezone.now", lambda: late)
    assert browser.get(STEP).url.startswith("/login/")


def test_session_lasts_two_weeks_after_the_code(app, half):
    browser = half()
    send(browser, fresh_code(app))
    assert browser.cookies["sessionid"]["max-age"] == 14 * 24 * 3600


@pytest.mark.parametrize("change", [{"password": "another"}, {"is_active": False}])
def test_code_is_not_waited_for_once_the_account_is_another(app, half, bob, change):
    browser = half()
    type(bob).objects.filter(pk=bob.pk).update(**change)
    assert send(browser, fresh_code(app)).url.startswith("/login/")
    assert not is_in(browser)


def test_wrong_codes_lock_as_wrong_passwords_do(app, half, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 3)
    browser = half()
    assert [send(browser, "000000").status_code for _ in range(3)] == [422, 422, 429]
    assert send(browser, app[1][0]).status_code == 429
    assert Client().post("/login/", LOGIN).status_code == 429


def test_right_password_forgets_no_wrong_code(app, half, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 4)
    send(half(), "000000")
    assert send(half(), "000000").status_code == 422
    assert Client().post("/login/", LOGIN).status_code == 429


def test_codes_from_many_addresses_are_counted_together(app, half, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_CODES", 3)
    for number in range(3):
        send(half(), "000000", REMOTE_ADDR=f"192.0.2.{number}")
    assert send(half(), app[1][0], REMOTE_ADDR="192.0.2.9").status_code == 429
    call_command("unlock", "bob", verbosity=0)
    assert send(half(), app[1][0], REMOTE_ADDR="192.0.2.9").url == "/games/"


def test_right_code_forgets_wrong_ones(app, half, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 3)
    monkeypatch.setattr(guesses, "MOST_OF_AN_ADDRESS", 4)
    for number in range(5):
        assert send(half(), app[1][number]).url == "/games/"


def test_token_goes_on_without_a_code(app, bob):
    _token, plain = people.issue_token(account=bob, name="t", scopes=["read"], now=timezone.now())
    answer = Client().get("/api/v1/tokens", headers={"Authorization": f"Bearer {plain}"})
    assert answer.status_code == 200


def test_it_is_turned_on_with_a_code_and_the_password(without_one, bob):
    answer = set_up(without_one)
    assert len(re.findall(r"<code>(?:\w{4}-){3}\w{4}</code>", answer.content.decode())) == 10
    assert SecondFactor.objects.get().account == bob


@pytest.mark.parametrize("wrong", [{"code": "000000"}, {"password": "wrong"}, {"code": ""}])
def test_it_stays_off_while_something_is_wrong(without_one, wrong):
    answer = set_up(without_one, **wrong)
    assert answer.status_code == 422
    assert answer.context["form"].errors[next(iter(wrong))]
    assert not SecondFactor.objects.exists()


def test_turning_it_on_logs_out_everywhere_else(without_one, bob, client_of):
    other = client_of(bob)
    set_up(without_one)
    assert (is_in(without_one), is_in(other)) == (True, False)


def test_turning_it_on_leaves_this_browser_notified(without_one, bob, now):
    digest = logins.digest_of(without_one.cookies["sessionid"].value)
    devices.add(digest=digest, by=bob, now=now, **SUBSCRIPTION)
    set_up(without_one)
    assert len(devices.of_account(bob, now=now)) == 1


def test_recovery_codes_are_shown_once(without_one):
    codes = set_up(without_one).context["codes"]
    page = without_one.get(PAGE).content.decode()
    assert "You have 10 recovery codes left." in page
    assert not any(code in page for code in codes)


def test_secret_is_shown_as_a_picture_and_as_text_until_it_is_on(without_one):
    without_one.post(PAGE, {"act": "begin"})
    shown = without_one.get(PAGE)
    assert "<svg" in shown.content.decode()
    assert shown.context["secret"] in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    set_up(without_one)
    assert "<svg" not in without_one.get(PAGE).content.decode()


def test_page_of_the_secret_has_nothing_inline_that_the_policy_forbids(without_one):
    without_one.post(PAGE, {"act": "begin"})
    page = without_one.get(PAGE).content.decode()
    assert not re.search(r"\bstyle=|<style|<script(?! src)|\bon\w+=", page)


def test_somebody_else_sees_another_secret(without_one, as_dora):
    for browser in (without_one, as_dora):
        browser.post(PAGE, {"act": "begin"})
    secrets = {browser.get(PAGE).context["secret"] for browser in (without_one, as_dora)}
    assert len(secrets) == 2


def test_it_is_turned_off_with_the_password_alone(app, bob, client_of):
    browser = client_of(bob)
    assert browser.post(PAGE, {"act": "off", "password": "wrong"}).status_code == 422
    assert SecondFactor.objects.exists()
    assert browser.post(PAGE, {"act": "off", "password": PASSWORD}).url == PAGE
    assert Client().post("/login/", LOGIN).url == "/"


def test_new_recovery_codes_want_the_password(app, bob, client_of):
    browser = client_of(bob)
    assert browser.post(PAGE, {"act": "codes", "password": "wrong"}).status_code == 422
    answer = browser.post(PAGE, {"act": "codes", "password": PASSWORD})
    assert len(answer.context["codes"]) == 10


@pytest.mark.parametrize("act", ["off", "codes"])
def test_password_is_not_guessed_here_either(app, bob, client_of, monkeypatch, act):
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 2)
    browser = client_of(bob)
    for _ in range(2):
        browser.post(PAGE, {"act": act, "password": "wrong"})
    assert browser.post(PAGE, {"act": act, "password": PASSWORD}).status_code == 429


@pytest.fixture
def staff(bob):
    bob.is_staff = bob.is_superuser = True
    bob.save()
    return bob


def test_admin_is_closed_to_staff_without_one_and_says_why(staff, client_of, settings):
    settings.STAFF_SECOND_FACTOR = True
    answer = client_of(staff).get("/admin/league/club/", follow=True)
    assert answer.redirect_chain[-1][0] == PAGE
    assert "The admin therefore requires a second factor" in answer.content.decode()


def test_admin_is_open_to_staff_with_one(staff, client_of, settings):
    settings.STAFF_SECOND_FACTOR = True
    give_app(staff)
    assert client_of(staff).get("/admin/league/club/").status_code == 200


def test_development_opens_the_admin_without_one(staff, client_of, settings):
    settings.STAFF_SECOND_FACTOR = False
    assert client_of(staff).get("/admin/").status_code == 200


def test_admin_shows_no_secret(staff, client_of):
    secret, _codes = give_app(staff)
    browser, factor = client_of(staff), SecondFactor.objects.get()
    rows = [("secondfactor", factor.pk), ("recoverycode", factor.recovery_codes.first().pk)]
    pages = [browser.get(f"/admin/league/{name}/{pk}/change/") for name, pk in rows]
    hidden = [secret, factor.salt, factor.recovery_codes.first().digest]
    assert [page.status_code for page in pages] == [200, 200]
    assert not any(word in page.content.decode() for word in hidden for page in pages)


def test_operator_takes_away_what_was_lost(app, bob, client_of):
    browser = client_of(bob)
    call_command("reset_second_factor", "bob")
    assert not is_in(browser)
    assert Client().post("/login/", LOGIN).url == "/"
    entry = AuditEntry.objects.get(action="second_factor.reset")
    assert (entry.account, entry.subject) == (None, f"account:{bob.pk}")


@pytest.mark.parametrize(("name", "said"), [("bob", "no second factor"), ("nell", "no account")])
def test_operator_is_told_that_there_is_nothing_to_take(bob, name, said):
    with pytest.raises(CommandError, match=said):
        call_command("reset_second_factor", name)


@pytest.mark.logs("Internal Server Error")
def test_no_secret_is_logged_when_a_page_fails(without_one, bob, monkeypatch, caplog):
    def crash(**kept):
        raise RuntimeError(f"no luck with {len(kept)}")

    monkeypatch.setattr(second_factors, "turn_on", crash)
    without_one.raise_request_exception = False
    without_one.post(PAGE, {"act": "begin"})
    secret = without_one.get(PAGE).context["secret"].replace(" ", "")
    assert set_up(without_one).status_code == 500
    assert "no luck" in caplog.text
    assert secret not in caplog.text
