"""An invitation by mail: its link goes to an address, whose reader then has an account."""

import pytest

from league.models import Account, Invitation, Mail
from league.services.base.refusals import Forbidden, Invalid
from league.services.clubs import invitations, mailed_invitations
from league.services.letters import deliveries
from league.services.privacy import erasures
from tests.league.factories import PlayerFactory, RegistrationFactory

pytestmark = pytest.mark.django_db
WISH = {"username": "dirk", "password": "tricky cards"}


@pytest.fixture
def dirk(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk")).player


@pytest.fixture
def invite(dirk, alice, now):
    def invited(address="dirk@example.org", by=alice):
        return mailed_invitations.send(player=dirk, address=address, by=by, now=now)

    return invited


@pytest.fixture
def secret(mailoutbox, monkeypatch, now):
    """Send what waits, and return the secret of the link in the last mail."""

    def sent():
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        ids = list(Mail.objects.values_list("pk", flat=True))
        deliveries.send_batch(ids=ids, clock=lambda: now)
        return mailoutbox[-1].body.partition("/invitation/#")[2].split()[0]

    return sent


def test_the_link_in_the_mail_opens_the_invitation(invite, secret, mailoutbox, now):
    made = invite("Dirk@Example.org")
    assert invitations.of_link(secret(), now=now) == made
    [mail] = mailoutbox
    assert (mail.to, mail.subject) == (
        ["dirk@example.org"],
        "Alice invites you: Stammtisch zur Linde",
    )


def test_the_secret_is_stored_nowhere(invite, secret):
    invite()
    told = secret()
    rows = [*Mail.objects.values(), *Invitation.objects.values()]
    assert told not in str(rows)


def test_mails_of_the_account_go_to_where_the_invitation_went(invite, now):
    account = mailed_invitations.open_account(invitation=invite(), now=now, **WISH)
    stored = Account.objects.get(pk=account.pk)
    assert (stored.email, stored.email_confirmed_at) == ("dirk@example.org", now)
    assert stored.player.name == "Dirk"


def test_who_was_given_a_link_by_hand_has_no_address(dirk, alice, now):
    made, _secret = invitations.invite(player=dirk, by=alice, now=now)
    mailed_invitations.open_account(invitation=made, now=now, **WISH)
    assert Account.objects.get(username="dirk").email == ""


def test_an_invitation_that_was_taken_back_is_not_sent(invite, dirk, alice, now, mailoutbox):
    invite()
    invitations.take_back(player=dirk, by=alice, now=now)
    deliveries.send_batch(ids=[Mail.objects.get().pk], clock=lambda: now)
    assert mailoutbox == []


def test_only_who_may_invite_sends_one(invite, bob):
    with pytest.raises(Forbidden):
        invite(by=bob)
    assert not Mail.objects.exists()


def test_nobody_floods_an_address(invite):
    for _ in range(mailed_invitations.MOST_TO_AN_ADDRESS):
        invite()
    with pytest.raises(Invalid, match="Too many invitations"):
        invite()


@pytest.mark.further
def test_an_organiser_floods_nobody(invite):
    for number in range(mailed_invitations.MOST_OF_AN_ORGANISER):
        invite(f"dirk{number}@example.org")
    with pytest.raises(Invalid, match="Too many invitations"):
        invite()


def test_who_is_erased_is_invited_no_more(invite, dirk, alice, now):
    invite()
    erasures.erase_guest(player=dirk, name="Dirk", by=alice, now=now)
    assert not Mail.objects.exists()
