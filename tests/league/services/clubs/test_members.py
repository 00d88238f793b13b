"""Members of a club: admitted, given another role, gone."""

import pytest

from league.models import AuditEntry, Membership, Player, Role
from league.services.base.refusals import Conflict, Forbidden, Invalid, NotFound
from league.services.clubs import clubs
from tests.league.factories import AgreementFactory, BotFactory

LOW = [Role.MEMBER, Role.SCORER]
HIGH = [Role.ORGANISER, Role.OWNER]


@pytest.fixture
def newcomer(club):
    """Somebody who has agreed to play in the club and is no member."""
    return AgreementFactory(club=club, player__name="Nina").player


def membership_of(account):
    return Membership.objects.get(player=account.player)


def role_of(player):
    return Membership.objects.get(player=player).role


def change(account, role, by, now):
    return clubs.change_role(membership=membership_of(account), role=role, by=by, now=now)


def leave(account, by, now):
    clubs.leave(membership=membership_of(account), by=by, now=now)


def is_member(account):
    return Membership.objects.filter(player=account.player).exists()


@pytest.mark.parametrize("role", LOW)
def test_organisers_admit_members_and_scorers(club, alice, newcomer, now, role):
    clubs.admit(club=club, player=newcomer, role=role, by=alice, now=now)
    assert role_of(newcomer) == role


@pytest.mark.parametrize("role", HIGH)
def test_only_owners_admit_organisers(  # noqa: PLR0917
    club, alice, owner, newcomer, now, role
):
    with pytest.raises(Forbidden):
        clubs.admit(club=club, player=newcomer, role=role, by=alice, now=now)
    clubs.admit(club=club, player=newcomer, role=role, by=owner, now=now)
    assert role_of(newcomer) == role


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_others_admit_nobody(club, newcomer, now, who, request):
    by = request.getfixturevalue(who)
    with pytest.raises(Forbidden):
        clubs.admit(club=club, player=newcomer, role=Role.MEMBER, by=by, now=now)
    with pytest.raises(Forbidden):
        clubs.admit_guest(club=club, name="Gerd", role=Role.MEMBER, by=by, now=now)
    assert not Player.objects.filter(name="Gerd").exists()


def test_a_member_is_not_admitted_again(club, scorer, alice, now):
    with pytest.raises(Conflict) as refused:
        clubs.admit(club=club, player=scorer.player, role=Role.MEMBER, by=alice, now=now)
    assert refused.value.current == membership_of(scorer)
    assert role_of(scorer.player) == Role.SCORER


def test_admitting_is_noted(club, newcomer, alice, now):
    clubs.admit(club=club, player=newcomer, role=Role.SCORER, by=alice, now=now)
    entry = AuditEntry.objects.get(club=club)
    assert (entry.action, entry.account) == ("club.admit", alice)
    assert (entry.subject, entry.data) == (f"player:{newcomer.code}", {"role": "scorer"})


def test_a_guest_is_a_new_person_without_account(club, alice, now):
    guest = clubs.admit_guest(club=club, name="Gerd", role=Role.MEMBER, by=alice, now=now).player
    assert (guest.name, guest.account, role_of(guest)) == ("Gerd", None, Role.MEMBER)


def test_bringing_a_guest_is_noted(club, alice, now):
    clubs.admit_guest(club=club, name="Gerd", role=Role.MEMBER, by=alice, now=now)
    entries = AuditEntry.objects.order_by("id")
    assert [(entry.action, entry.account) for entry in entries] == [
        ("person.register", alice),
        ("club.admit", alice),
    ]


def test_a_guest_who_is_not_admitted_is_not_registered(club, alice, now):
    with pytest.raises(Forbidden):
        clubs.admit_guest(club=club, name="Gerd", role=Role.OWNER, by=alice, now=now)
    assert not Player.objects.filter(name="Gerd").exists()


@pytest.mark.parametrize("role", LOW)
def test_organisers_make_scorers_of_members_and_back(bob, alice, now, role):
    change(bob, role, alice, now)
    assert role_of(bob.player) == role


def test_changing_a_role_is_noted_once(bob, alice, now):
    change(bob, Role.SCORER, alice, now)
    change(bob, Role.SCORER, alice, now)
    assert AuditEntry.objects.get().data == {"role": "scorer", "was": "member"}


@pytest.mark.parametrize("role", HIGH)
def test_only_owners_promote_to_organisers(bob, alice, owner, now, role):
    with pytest.raises(Forbidden):
        change(bob, role, alice, now)
    change(bob, role, owner, now)
    assert role_of(bob.player) == role


def test_only_owners_demote_organisers(alice, owner, now):
    with pytest.raises(Forbidden):
        change(alice, Role.MEMBER, alice, now)
    change(alice, Role.MEMBER, owner, now)
    assert role_of(alice.player) == Role.MEMBER


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_others_change_no_role(bob, now, who, request):
    with pytest.raises(Forbidden):
        change(bob, Role.SCORER, request.getfixturevalue(who), now)


def test_the_last_owner_stays_owner(owner, now):
    with pytest.raises(Conflict, match="owner"):
        change(owner, Role.MEMBER, owner, now)
    assert role_of(owner.player) == Role.OWNER


def test_an_owner_may_step_back_after_another(owner, alice, now):
    change(alice, Role.OWNER, owner, now)
    change(owner, Role.MEMBER, owner, now)
    assert role_of(owner.player) == Role.MEMBER


def test_a_bot_is_a_plain_member(club, owner, now):
    bot = BotFactory()
    with pytest.raises(Invalid):
        clubs.admit(club=club, player=bot, role=Role.SCORER, by=owner, now=now)
    member = clubs.admit(club=club, player=bot, role=Role.MEMBER, by=owner, now=now)
    with pytest.raises(Invalid):
        clubs.change_role(membership=member, role=Role.SCORER, by=owner, now=now)


@pytest.mark.parametrize("who", ["alice", "scorer", "bob"])
def test_anybody_leaves(now, owner, who, request):
    account = request.getfixturevalue(who)
    leave(account, account, now)
    assert not is_member(account)


def test_who_leaves_keeps_seats_and_results(match, bob, now):
    leave(bob, bob, now)
    assert match.seats.filter(player=bob.player).exists()


def test_leaving_is_noted(club, bob, alice, now):
    leave(bob, alice, now)
    entry = AuditEntry.objects.get(club=club)
    assert (entry.action, entry.account) == ("club.leave", alice)
    assert (entry.subject, entry.data) == (f"player:{bob.player.code}", {"was": "member"})


@pytest.mark.parametrize("who", ["alice", "owner"])
def test_organisers_send_members_away(scorer, now, who, request):
    leave(scorer, request.getfixturevalue(who), now)
    assert not is_member(scorer)


def test_only_owners_send_organisers_away(club, alice, owner, newcomer, now):
    other = newcomer
    clubs.admit(club=club, player=other, role=Role.ORGANISER, by=owner, now=now)
    with pytest.raises(Forbidden):
        leave(other.account, alice, now)
    leave(other.account, owner, now)
    assert not is_member(other.account)


@pytest.mark.parametrize("who", ["scorer", "carol", "mallory"])
def test_others_send_nobody_away(bob, now, who, request):
    with pytest.raises(Forbidden):
        leave(bob, request.getfixturevalue(who), now)
    assert is_member(bob)


def test_the_last_owner_does_not_leave(owner, now):
    with pytest.raises(Conflict, match="owner"):
        leave(owner, owner, now)
    assert is_member(owner)


def test_an_owner_leaves_after_another(owner, alice, now):
    change(alice, Role.OWNER, owner, now)
    leave(owner, owner, now)
    assert not is_member(owner)


def test_who_has_left_meanwhile_is_not_found(bob, alice, now):
    membership = membership_of(bob)
    leave(bob, bob, now)
    with pytest.raises(NotFound):
        clubs.change_role(membership=membership, role=Role.SCORER, by=alice, now=now)
    with pytest.raises(NotFound):
        clubs.leave(membership=membership, by=alice, now=now)
