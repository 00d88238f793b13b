"""Two who use, make or take back one invitation at once: one does, and the other is told."""

import pytest

from league.models import Account, Invitation, Player
from league.services.base.refusals import NotFound
from league.services.clubs import invitations
from tests.league.factories import AccountFactory, PlayerFactory, RegistrationFactory
from tests.league.services.races import at_once, losers, winners

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dirk(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk")).player


@pytest.fixture
def invitation(dirk, alice, now):
    return invitations.invite(player=dirk, by=alice, now=now)[0]


def opening(invitation, username, now):
    row = Invitation.objects.get(pk=invitation.pk)
    wish = {"username": username, "password": "tricky cards"}
    return lambda: invitations.open_account(invitation=row, now=now, **wish)


def taking_over(invitation, account, now):
    row, by = Invitation.objects.get(pk=invitation.pk), Account.objects.get(pk=account.pk)
    return lambda: invitations.take_over(invitation=row, by=by, now=now)


def test_of_two_who_open_an_account_at_once_one_does(dirk, invitation, now):
    outcomes = at_once(opening(invitation, "dirk", now), opening(invitation, "erik", now))
    [account], [refusal] = winners(outcomes), losers(outcomes)
    assert isinstance(refusal, NotFound)
    assert Player.objects.get(pk=dirk.pk).account == account
    assert Account.objects.filter(username__in=["dirk", "erik"]).get() == account


def test_of_two_accounts_that_take_over_at_once_one_does(dirk, invitation, now):
    accounts = AccountFactory.create_batch(2)
    outcomes = at_once(*[taking_over(invitation, one, now) for one in accounts])
    assert winners(outcomes) == [dirk]
    assert len(losers(outcomes)) == 1


def test_it_is_used_or_taken_back(dirk, invitation, alice, now):
    by = Account.objects.get(pk=alice.pk)

    def take_back():
        invitations.take_back(player=Player.objects.get(pk=dirk.pk), by=by, now=now)

    at_once(opening(invitation, "dirk", now), take_back)
    used = Invitation.objects.get().status == "used"
    assert used == (Player.objects.get(pk=dirk.pk).account is not None)
    assert used == Account.objects.filter(username="dirk").exists()


def test_of_two_made_at_once_one_is_open(dirk, alice, now):
    by = Account.objects.get(pk=alice.pk)

    def invite():
        return invitations.invite(player=Player.objects.get(pk=dirk.pk), by=by, now=now)

    assert len(winners(at_once(invite, invite))) == 2
    assert Invitation.objects.filter(status="open").count() == 1
