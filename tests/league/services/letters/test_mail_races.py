"""Two workers at once, and who is erased meanwhile: a mail is sent once, or not at all."""

import pytest

from league.models import Mail
from league.services.letters import deliveries, letters
from league.services.mail import post
from tests.league.mails import give_address
from tests.league.services.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def waiting(wanting, now):
    return Mail.objects.create(
        kind="address",
        about="address:1",
        account=wanting,
        address=wanting.email_wanted,
        due_at=now,
        created_at=now,
    )


def test_a_mail_sent_by_two_workers_goes_once(waiting, now, mailoutbox):
    at_once(*[lambda: deliveries.send_batch(ids=[waiting.pk], clock=lambda: now)] * 3)
    assert len(mailoutbox) == 1


def test_who_is_erased_while_a_mail_is_written_is_sent_none(waiting, now, mailoutbox, monkeypatch):
    compose = letters.compose

    def erasing(mail):
        message = compose(mail)
        Mail.objects.filter(pk=mail.pk).delete()
        return message

    monkeypatch.setattr(letters, "compose", erasing)
    deliveries.send_batch(ids=[waiting.pk], clock=lambda: now)
    assert mailoutbox == []


def test_what_is_posted_by_two_at_once_is_one_mail(bob, now):
    give_address(bob, now)
    act = {"kind": Mail.Kind.DRAW, "about": "session:1", "account_ids": [bob.pk], "now": now}
    at_once(*[lambda: post.post(**act)] * 3)
    assert Mail.objects.count() == 1
