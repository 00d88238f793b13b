"""Clubs, owners and members changed by two at once: one wins, and a club keeps an owner."""

import pytest

from league.models import Club, Membership, Player, Role
from league.services.base.refusals import Conflict, Invalid
from league.services.clubs import clubs
from tests.league.factories import AccountFactory, agree
from tests.league.services.races import at_once, losers

pytestmark = pytest.mark.django_db(transaction=True)


def test_clubs_founded_at_once_share_no_address(bob, mallory, now):
    def found(by):
        return clubs.found_club(slug="anker", name="Anker", by=by, now=now)

    outcomes = at_once(lambda: found(bob), lambda: found(mallory))
    assert [type(loser) for loser in losers(outcomes)] == [Invalid]
    assert Club.objects.filter(slug="anker").count() == 1


def test_two_owners_who_demote_each_other_leave_one(club, owner, alice, now):
    Membership.objects.filter(player=alice.player).update(role=Role.OWNER)

    def demote(account, by):
        membership = Membership.objects.get(player=account.player)
        return clubs.change_role(membership=membership, role=Role.MEMBER, by=by, now=now)

    at_once(lambda: demote(alice, owner), lambda: demote(owner, alice))
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


def test_two_owners_who_leave_at_once_leave_one(club, owner, alice, now):
    Membership.objects.filter(player=alice.player).update(role=Role.OWNER)
    mine, other = Membership.objects.filter(club=club).select_related("club", "player__account")
    outcomes = at_once(
        lambda: clubs.leave(membership=mine, by=mine.player.account, now=now),
        lambda: clubs.leave(membership=other, by=other.player.account, now=now),
    )
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


def test_who_is_admitted_twice_at_once_is_a_member_once(club, owner, alice, mallory, now):
    agree(club, mallory.player)

    def admit(by):
        return clubs.admit(club=club, player=mallory.player, role=Role.MEMBER, by=by, now=now)

    outcomes = at_once(lambda: admit(owner), lambda: admit(alice))
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert Membership.objects.filter(player=mallory.player).count() == 1


def test_an_account_that_founds_two_clubs_at_once_is_one_person(db, now):
    account = AccountFactory()

    def found(slug):
        return clubs.found_club(slug=slug, name="Anker", owner_name="Ben", by=account, now=now)

    outcomes = at_once(lambda: found("anker"), lambda: found("adler"))
    assert [type(loser) for loser in losers(outcomes)] == [Conflict]
    assert (Player.objects.count(), Club.objects.count()) == (1, 1)
