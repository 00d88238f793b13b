"""Pages about mail: one's address, one's choices, and what links in mails lead to."""

import re

import pytest
from django.test import Client

from league.models import Mail, MailChoice
from league.services.accounts import recoveries
from league.services.mail import links
from tests.league.factories import PASSWORD
from tests.league.mails import give_address

pytestmark = pytest.mark.django_db

NEW = "another tricky card"


@pytest.fixture
def known(bob, now):
    bob.set_password(PASSWORD)
    return give_address(bob, now)


@pytest.fixture
def browser(client, known):
    client.force_login(known)
    return client


def test_somebody_asks_for_their_mails_at_an_address(browser, known):
    form = {"act": "address", "address": "robert@example.org", "password": PASSWORD}
    assert browser.post("/me/mail/", form).url == "/me/mail/"
    assert "robert@example.org is not confirmed yet" in browser.get("/me/mail/").content.decode()


def test_wrong_passwords_lock_as_elsewhere(browser):
    form = {"act": "address", "address": "robert@example.org", "password": "wrong"}
    for _ in range(5):
        assert browser.post("/me/mail/", form).status_code == 422
    assert browser.post("/me/mail/", form | {"password": PASSWORD}).status_code == 429


def test_somebody_chooses_what_they_are_told(browser, known):
    form = {"act": "choices", **dict.fromkeys(map(str, Mail.TO_CHOOSE), "daily")}
    assert browser.post("/me/mail/", form).status_code == 302
    assert MailChoice.objects.filter(account=known, when="daily").count() == len(Mail.TO_CHOOSE)


def test_a_site_without_mail_says_so(browser, settings, client):
    settings.HAS_MAIL = False
    assert "This site sends no mail." in browser.get("/me/mail/").content.decode()
    assert "Ask its staff" in Client().get("/password/forgotten/").content.decode()
    assert 'name="address"' not in Client().get("/join/").content.decode()


def test_who_opens_an_account_may_say_an_address(client):
    form = {"username": "nell", "password": "tricky cards", "address": "nell@example.org"}
    assert client.post("/join/", form).status_code == 302
    assert Mail.objects.get().address == "nell@example.org"


def test_an_address_that_is_none_opens_no_account(client):
    form = {"username": "nell", "password": "tricky cards", "address": "nell"}
    answer = client.post("/join/", form)
    assert "anna@example.org" in answer.context["form"].errors["address"][0]


def test_a_link_shows_what_it_confirms_and_then_does(client, bob):
    bob.email_wanted = "bob@example.org"
    bob.save()
    form = {"act": "look", "link": f"http://x/address/#stm_{links.confirming(bob)}"}
    shown = client.post("/address/", form).content.decode()
    assert "bob@example.org" in shown
    bob.refresh_from_db()
    assert bob.email == ""
    client.post("/address/", form | {"act": "confirm"})
    bob.refresh_from_db()
    assert bob.email == "bob@example.org"


def test_the_answer_is_the_same_for_an_unknown_address(client, known):
    answers = [
        client.post("/password/forgotten/", {"address": address})
        for address in ("bob@example.org", "mallory@example.org")
    ]
    first, other = [re.sub(r'csrf\w+" value="\w+"', "", one.content.decode()) for one in answers]
    assert first == other


@pytest.mark.further
def test_who_asks_too_often_is_put_off(client):
    for _ in range(30):
        client.post("/password/forgotten/", {"address": "x"})
    answer = client.post("/password/forgotten/", {"address": "bob@example.org"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "3600")
    assert not Mail.objects.exists()


def test_a_link_leads_to_another_password(client, known):
    link = f"#stm_{recoveries.secret_of(known)}"
    shown = client.post("/password/new/", {"act": "look", "link": link})
    assert "<strong>bob</strong>" in shown.content.decode()
    refused = client.post("/password/new/", {"act": "set", "link": link, "new": "short"})
    assert refused.status_code == 422
    done = client.post("/password/new/", {"act": "set", "link": link, "new": NEW})
    assert done.url == "/login/"
    assert client.post("/login/", {"username": "bob", "password": NEW}).status_code == 302
    assert client.post("/password/new/", {"act": "look", "link": link}).status_code == 404


def off_link(account, now):
    mail = Mail(account=account, kind="draw", about="session:1", due_at=now, created_at=now)
    return links.off(mail).removeprefix("http://localhost:8000")


def test_a_link_asks_before_it_turns_off(client, known, now):
    assert "A draw was published" in client.get(off_link(known, now)).content.decode()
    assert not MailChoice.objects.exists()


def test_a_mail_program_turns_off_with_one_click(known, now):
    program = Client(enforce_csrf_checks=True)
    answer = program.post(off_link(known, now), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert MailChoice.objects.get().when == "never"
