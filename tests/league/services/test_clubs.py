import pytest

from league.models import AuditEntry, Club, Membership, Role
from league.services import clubs
from league.services.refusals import Conflict, Forbidden, Invalid
from tests.league.factories import BotFactory, PersonFactory


@pytest.fixture
def newcomer(db):
    return PersonFactory(name="Nina")


def found(account, now, slug="anker", name="Zum Anker"):
    return clubs.found_club(slug=slug, name=name, owner=account.player, by=account, now=now)


def role_of(club, player):
    return Membership.objects.get(club=club, player=player).role


def test_the_founder_owns_the_club(mallory, now):
    assert role_of(found(mallory, now), mallory.player) == Role.OWNER


def test_founding_is_noted(mallory, now):
    club = found(mallory, now)
    assert AuditEntry.objects.get(club=club).subject == "club:anker"


def test_nobody_founds_a_club_for_another(mallory, bob, now):
    with pytest.raises(Forbidden):
        clubs.found_club(slug="anker", name="Anker", owner=bob.player, by=mallory, now=now)


def test_an_address_is_taken_once(club, mallory, now):
    with pytest.raises(Invalid) as refused:
        found(mallory, now, slug=club.slug)
    assert list(refused.value.errors) == ["slug"]
    assert Club.objects.count() == 1


@pytest.mark.parametrize("slug", ["", "zum anker", "ä", "../x", "x" * 61])
def test_an_address_has_plain_letters(mallory, now, slug):
    with pytest.raises(Invalid) as refused:
        found(mallory, now, slug=slug)
    assert list(refused.value.errors) == ["slug"]


@pytest.mark.parametrize("role", [Role.MEMBER, Role.SCORER])
def test_organisers_admit_members_and_scorers(club, alice, newcomer, now, role):
    clubs.admit(club=club, player=newcomer, role=role, by=alice, now=now)
    assert role_of(club, newcomer) == role


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.OWNER])
def test_only_owners_admit_organisers(club, alice, owner, now, role):
    newcomer = PersonFactory(name="Nina")
    with pytest.raises(Forbidden):
        clubs.admit(club=club, player=newcomer, role=role, by=alice, now=now)
    clubs.admit(club=club, player=newcomer, role=role, by=owner, now=now)
    assert role_of(club, newcomer) == role


def test_only_owners_demote_organisers(club, alice, owner, now):
    with pytest.raises(Forbidden):
        clubs.admit(club=club, player=alice.player, role=Role.MEMBER, by=alice, now=now)
    clubs.admit(club=club, player=alice.player, role=Role.MEMBER, by=owner, now=now)
    assert role_of(club, alice.player) == Role.MEMBER


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_others_admit_nobody(club, newcomer, now, who, request):
    by = request.getfixturevalue(who)
    with pytest.raises(Forbidden):
        clubs.admit(club=club, player=newcomer, role=Role.MEMBER, by=by, now=now)


def test_admitting_a_member_changes_the_role(club, bob, alice, now):
    clubs.admit(club=club, player=bob.player, role=Role.SCORER, by=alice, now=now)
    assert role_of(club, bob.player) == Role.SCORER
    assert AuditEntry.objects.get().data == {"role": "scorer", "was": "member"}


def test_the_last_owner_stays(club, owner, now):
    with pytest.raises(Conflict, match="owner"):
        clubs.admit(club=club, player=owner.player, role=Role.MEMBER, by=owner, now=now)
    assert role_of(club, owner.player) == Role.OWNER


def test_an_owner_may_step_back_after_another(club, owner, newcomer, now):
    clubs.admit(club=club, player=newcomer, role=Role.OWNER, by=owner, now=now)
    clubs.admit(club=club, player=owner.player, role=Role.MEMBER, by=owner, now=now)
    assert role_of(club, owner.player) == Role.MEMBER


def test_a_bot_is_a_plain_member(club, owner, now):
    bot = BotFactory()
    clubs.admit(club=club, player=bot, role=Role.MEMBER, by=owner, now=now)
    with pytest.raises(Invalid):
        clubs.admit(club=club, player=bot, role=Role.SCORER, by=owner, now=now)
