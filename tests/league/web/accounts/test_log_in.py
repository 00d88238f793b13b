"""Passwords that are guessed, and where a log-in leads."""

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.http import urlencode

from league.services.accounts import guesses
from tests.league.factories import PersonFactory

pytestmark = pytest.mark.django_db

RIGHT = "tricky cards"


@pytest.fixture
def bob(bob):
    bob.set_password(RIGHT)
    bob.save()
    return bob


@pytest.fixture
def few(monkeypatch):
    """Lock a name after two wrong passwords, an address after four."""
    monkeypatch.setattr(guesses, "MOST_OF_A_NAME", 2)
    monkeypatch.setattr(guesses, "MOST_OF_AN_ADDRESS", 4)


def try_in(username="bob", password="wrong", address="192.0.2.1", page="/login/", **more):
    form = {"username": username, "password": password}
    return Client().post(page, form, REMOTE_ADDR=address, **more)


def is_in(answer):
    return get_user(answer.client).is_authenticated


def test_right_password_opens(bob):
    assert is_in(try_in(password=RIGHT))


@pytest.mark.parametrize("following", ["/login/", "/login/?next=/games/", "http://["])
def test_nobody_is_led_on_to_log_in_again(bob, following):
    page = f"/login/?{urlencode({'next': following})}"
    assert try_in(password=RIGHT, page=page).url == "/"


def test_links_on_the_page_to_log_in_lead_on_as_it_does(client):
    page = client.get("/login/?next=/games/").content.decode()
    assert [page.count(f'href="/login/?next={on}"') for on in ("/games/", "/login/")] == [2, 0]


@pytest.mark.usefixtures("few")
def test_locked_name_is_not_opened_by_the_right_password(bob):
    for _ in range(2):
        assert try_in().status_code == 200
    answer = try_in(password=RIGHT)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "900")
    assert not is_in(answer)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "try again in 15 minutes"),
        ("de", "in 15 Minuten noch einmal"),
        ("nl", "over 15 minuten opnieuw"),
    ],
)
def test_lock_is_told_in_every_language(bob, language, said):
    answers = [try_in(headers={"Accept-Language": language}) for _ in range(3)]
    assert said in answers[-1].content.decode()


@pytest.mark.usefixtures("few")
def test_lock_holds_for_one_address_only(bob):
    for _ in range(3):
        try_in()
    assert is_in(try_in(password=RIGHT, address="192.0.2.2"))


@pytest.mark.usefixtures("few")
def test_other_ways_to_write_a_name_are_no_other_name(bob):
    answers = [try_in(username) for username in ("bob", "BOB ", "\uff42ob")]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


@pytest.mark.usefixtures("few")
def test_address_is_locked_after_many_names(bob):
    for number in range(4):
        try_in(f"somebody{number}")
    assert try_in(password=RIGHT).status_code == 429


@pytest.mark.usefixtures("few")
def test_addresses_of_one_network_are_one(bob):
    for number in range(4):
        try_in(f"somebody{number}", address=f"2001:db8::{number}")
    assert try_in(password=RIGHT, address="2001:db8::ffff:9").status_code == 429


@pytest.mark.usefixtures("few")
def test_right_password_forgets_the_wrong_ones(bob):
    try_in()
    for _ in range(4):
        assert is_in(try_in(password=RIGHT))


@pytest.mark.usefixtures("few")
def test_empty_fields_are_not_counted(bob):
    for _ in range(4):
        try_in(password="")
    assert is_in(try_in(password=RIGHT))


@pytest.mark.usefixtures("few")
def test_nobody_learns_whether_there_is_an_account(bob):
    bob.is_active = False
    bob.save()

    def pages(username, address):
        answers = [try_in(username, address=address) for _ in range(3)]
        return [(one.status_code, one.context["form"].non_field_errors()) for one in answers]

    PersonFactory(name="Nell").account.set_password(RIGHT)
    said = pages("bob", "192.0.2.7")
    assert said == pages("nell", "192.0.2.8") == pages("nobody", "192.0.2.9")


def test_nobody_learns_it_by_the_time_it_takes(bob, monkeypatch, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)
    bob.set_password(RIGHT)
    bob.save()
    hashed = []
    monkeypatch.setattr(
        PBKDF2PasswordHasher,
        "encode",
        lambda *args, encode=PBKDF2PasswordHasher.encode: hashed.append(1) or encode(*args),
    )

    def hashes(username):
        hashed.clear()
        try_in(username)
        return len(hashed)

    assert hashes("bob") == hashes("nobody") == 1


@pytest.mark.usefixtures("few")
def test_operator_unlocks_a_name(bob):
    for _ in range(3):
        try_in()
    call_command("unlock", "Bob", verbosity=0)
    assert is_in(try_in(password=RIGHT))


@pytest.mark.usefixtures("few")
def test_operator_unlocks_an_address(bob):
    for number in range(4):
        try_in(f"somebody{number}")
    call_command("unlock", address="192.0.2.1")
    assert is_in(try_in(password=RIGHT))


def test_operator_says_what_to_unlock():
    with pytest.raises(CommandError, match="Say a username"):
        call_command("unlock")


def test_log_keeps_no_name(bob, few, caplog):
    for _ in range(3):
        try_in()
    assert "log-in is locked" in caplog.text
    assert "bob" not in caplog.text


def test_admin_leads_to_the_one_login(client):
    answer = client.get("/admin/league/club/", follow=True)
    assert answer.redirect_chain[-1][0] == "/login/?next=%2Fadmin%2Fleague%2Fclub%2F"


@pytest.mark.usefixtures("few")
def test_admin_has_no_other_way_in(bob):
    bob.is_staff = True
    bob.save()
    assert not is_in(try_in(password=RIGHT, page="/admin/login/"))


def test_somebody_else_than_staff_is_told_so(client, bob):
    client.force_login(bob)
    page = client.get("/admin/", follow=True).content.decode()
    assert "You are logged in as bob." in page


def test_session_gets_another_key_at_the_login(bob):
    browser = Client()
    browser.session.save()
    before = browser.cookies["sessionid"].value
    browser.post("/login/", {"username": "bob", "password": RIGHT})
    assert browser.cookies["sessionid"].value != before


def test_session_ends_after_two_weeks(bob):
    browser = Client()
    browser.post("/login/", {"username": "bob", "password": RIGHT})
    assert browser.cookies["sessionid"]["max-age"] == 14 * 24 * 3600


def test_login_is_neither_cached_nor_put(client, db):
    assert "no-store" in client.get("/login/").headers["Cache-Control"]
    assert client.put("/login/").status_code == 405
