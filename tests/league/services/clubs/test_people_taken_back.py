"""An imported list of people is taken back, but for those of whom more has happened since."""

from datetime import timedelta

import pytest

from league.models import Membership, Player, Role
from league.services.base.refusals import Conflict, Forbidden, NotFound
from league.services.clubs import clubs, people_lists, people_taken_back
from league.services.registration import registrations
from tests.league.factories import ClubFactory, RegistrationFactory, TeamFactory


@pytest.fixture
def act(club, alice, now):
    return {"club": club, "by": alice, "now": now}


@pytest.fixture
def code(act):
    return people_lists.import_people(content=b"Ida Lang\nJan Bos\nBob", **act).code


@pytest.fixture
def ida(code):
    return Player.objects.get(name="Ida Lang")


def members(club):
    return set(Membership.objects.filter(club=club).values_list("player__name", flat=True))


def test_new_members_are_none_and_others_stay(club, bob, code, act):
    people_taken_back.undo(code=code, **act)
    assert members(club) == {"Alice", "Bob"}


def register(ida, *, club, event, **act):
    registrations.register(event=event, player=ida, **act)


def give_a_role(ida, *, club, event, **act):
    row = Membership.objects.get(club=club, player=ida)
    clubs.change_role(membership=row, role=Role.SCORER, **act)


def join_a_team(ida, *, club, event, by, now):
    TeamFactory(club=club).members.create(player=ida, position=1)


def come_back(ida, *, club, event, **act):
    clubs.leave(membership=Membership.objects.get(club=club, player=ida), **act)
    clubs.admit(club=club, player=ida, role=Role.MEMBER, **act)


@pytest.mark.parametrize("happens", [register, give_a_role, join_a_team, come_back])
@pytest.mark.usefixtures("bob")
def test_whoever_did_more_since_stays_and_is_named(happens, event, code, ida, act):
    happens(ida, event=event, **act | {"now": act["now"] + timedelta(minutes=1)})
    brought = people_taken_back.undo(code=code, **act)
    assert brought.changed == [ida]
    assert members(act["club"]) == {"Alice", "Bob", "Ida Lang"}


def test_what_was_before_the_import_keeps_nobody(bob, event, act):
    guest = RegistrationFactory(event=event, player__name="Kim Roos", registered_at=act["now"])
    imported = people_lists.import_people(content=b"Kim Roos", **act)
    people_taken_back.undo(code=imported.code, **act)
    assert not guest.player.memberships.exists()


def test_a_list_is_taken_back_once(bob, code, act):
    people_taken_back.undo(code=code, **act)
    with pytest.raises(Conflict, match="already taken back"):
        people_taken_back.undo(code=code, **act)


def test_a_list_of_which_everybody_has_changed_stays(bob, code, act):
    for row in Membership.objects.filter(player__account=None):
        clubs.leave(membership=row, by=act["by"], now=act["now"])
    with pytest.raises(Conflict, match="on their pages"):
        people_taken_back.undo(code=code, **act)


def test_the_log_tells_what_was_taken_back(bob, code, ida, act):
    people_taken_back.undo(code=code, **act)
    found = people_taken_back.find(club=act["club"], code=code, by=act["by"])
    assert ida.code in found.undone.data["members"]


def test_a_list_of_another_club_is_unknown(code, owner, now, alice):
    other = ClubFactory()
    clubs_own = Membership.objects.get(player=alice.player)
    Membership.objects.create(club=other, player=alice.player, role=clubs_own.role)
    with pytest.raises(NotFound):
        people_taken_back.undo(club=other, code=code, by=alice, now=now)


@pytest.mark.parametrize("who", ["bob", "mallory"])
def test_only_organisers_take_lists_back(code, act, who, request):
    with pytest.raises(Forbidden):
        people_taken_back.undo(code=code, **act | {"by": request.getfixturevalue(who)})
