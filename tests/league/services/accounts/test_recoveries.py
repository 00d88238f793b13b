"""A forgotten password: a link opens another one, once, and tells nobody who has an account."""

from datetime import timedelta

import pytest

from league.models import Login, Mail, Notice
from league.services.accounts import recoveries
from league.services.base.refusals import Invalid, NotFound
from league.services.letters import deliveries
from tests.league.mails import give_address
from tests.league.services.races import at_once

pytestmark = pytest.mark.django_db
NEW = "another tricky card"


@pytest.fixture
def known(bob, now):
    return give_address(bob, now)


def ask(address, now):
    recoveries.ask(address=address, language="en", now=now)


def send(now):
    ids = list(Mail.objects.values_list("pk", flat=True))
    deliveries.send_batch(ids=ids, clock=lambda: now)


def test_the_link_is_sent_to_who_has_the_address(known, now, mailoutbox):
    ask("BOB@example.org", now)
    send(now)
    [mail] = mailoutbox
    assert mail.to == ["bob@example.org"]
    secret = mail.body.partition("/password/new/#stm_")[2].split()[0]
    assert recoveries.account_of(secret) == known


def test_it_names_each_account_of_the_address(known, dora, now, mailoutbox):
    give_address(dora, now, "bob@example.org")
    ask("bob@example.org", now)
    send(now)
    assert "New password for bob" in mailoutbox[0].body
    assert "New password for dora" in mailoutbox[0].body


def test_nothing_is_sent_to_an_address_that_nobody_has(known, now, mailoutbox):
    ask("mallory@example.org", now)
    send(now)
    assert mailoutbox == []
    assert Mail.objects.get().address == ""


def test_nothing_is_sent_to_an_address_that_is_not_confirmed(bob, now, mailoutbox):
    bob.email = "bob@example.org"
    bob.save()
    ask("bob@example.org", now)
    send(now)
    assert mailoutbox == []


def test_asking_does_the_same_whether_there_is_an_account(
    known, now, django_assert_num_queries, django_capture_on_commit_callbacks
):
    for address in ("bob@example.org", "mallory@example.org"):
        with django_assert_num_queries(4), django_capture_on_commit_callbacks() as told:
            ask(address, now)
        assert len(told) == 1


def test_nobody_floods_an_address(known, now):
    for _ in range(recoveries.MOST_AN_HOUR + 2):
        ask("bob@example.org", now)
    assert Mail.objects.count() == recoveries.MOST_AN_HOUR


def test_the_password_is_the_new_one_and_all_logins_end(known, now, client):
    client.force_login(known)
    recoveries.set_password(secret=recoveries.secret_of(known), new=NEW, now=now)
    known.refresh_from_db()
    assert known.check_password(NEW)
    assert not Login.objects.filter(account=known).exists()
    assert "changed by a link" in Notice.objects.get().text


def test_a_link_opens_once(known, now):
    secret = recoveries.secret_of(known)
    recoveries.set_password(secret=secret, new=NEW, now=now)
    with pytest.raises(NotFound):
        recoveries.set_password(secret=secret, new=NEW, now=now)


def test_a_link_opens_for_two_hours(known, now, settings):
    secret = recoveries.secret_of(known)
    assert timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT) == timedelta(hours=2)
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert recoveries.account_of(secret) is None


@pytest.mark.parametrize(
    "secret", ["", "x", "MQ", "MQ.x", "!.!", ".", "OTk5OTk5OTk5OTk5OTk5OTk5OTk.x"]
)
def test_what_is_no_secret_opens_nothing(known, secret):
    assert recoveries.account_of(secret) is None


def test_a_password_that_is_easily_guessed_is_refused(known, now):
    with pytest.raises(Invalid) as refusal:
        recoveries.set_password(secret=recoveries.secret_of(known), new="short", now=now)
    assert list(refusal.value.errors) == ["new"]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_a_link_at_once_one_is_let_in(known, now):
    secret = recoveries.secret_of(known)
    outcomes = at_once(
        *[
            lambda new=new: recoveries.set_password(secret=secret, new=new, now=now)
            for new in (NEW, "yet another tricky card")
        ]
    )
    assert sum(isinstance(one, NotFound) for one in outcomes) == 1
