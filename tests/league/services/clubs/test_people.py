"""The people of a club, and a name that is there already."""

import pytest

from league.models import Agreement, Event, Membership, Player, Registration, Role
from league.services.base.refusals import SameName
from league.services.clubs import clubs, people
from league.services.registration import registrations, rosters
from tests.league.factories import (
    ClubFactory,
    EventFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
)


@pytest.fixture
def dirk(event, now):
    Event.objects.filter(pk=event.pk).update(starts_at=now)
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk Ebert")).player


@pytest.fixture
def december(season):
    return EventFactory(season=season, name="December")


def test_people_are_members_and_guests_of_events(club, alice, dirk):
    PlayerFactory(name="Elsewhere")
    assert list(people.people_of(club)) == [alice.player, dirk]


def test_evenings_are_those_to_which_somebody_came(club, dirk, december, now):
    RegistrationFactory(event=december, player=dirk)  # is still to come
    [row] = people.with_evenings(people.people_of(club), club, now)
    assert (row.role, row.evenings, row.last_evening) == (None, 1, now)


@pytest.mark.parametrize("name", ["Dirk Ebert", " dirk  EBERT "])
def test_a_guest_of_a_known_name_is_refused_and_says_who_has_it(dirk, december, alice, now, name):
    with pytest.raises(SameName, match=rf"guest, 1 evening, {dirk.code}"):
        registrations.register_guest(event=december, name=name, by=alice, now=now)


def test_a_name_with_letters_beyond_ascii_is_known(event, december, alice, now):
    known = RegistrationFactory(event=event, player=PlayerFactory(name="Jürgen Weiß")).player
    with pytest.raises(SameName, match=known.code):
        registrations.register_guest(event=december, name="Jürgen Weiß", by=alice, now=now)


def test_somebody_else_of_the_same_name_is_let_in(dirk, december, alice, now):
    registrations.register_guest(event=december, name=dirk.name, is_new=True, by=alice, now=now)
    assert Player.objects.filter(name=dirk.name).count() == 2


def test_a_name_of_another_club_is_free(club, december, alice, now):
    PlayerFactory(name="Dirk Ebert")
    registrations.register_guest(event=december, name="Dirk Ebert", by=alice, now=now)


def test_a_member_of_a_known_name_is_refused(club, dirk, alice, now):
    with pytest.raises(SameName):
        clubs.admit_guest(club=club, name=dirk.name, role=Role.MEMBER, by=alice, now=now)


def test_a_list_knows_a_name_in_capitals(dirk, december, alice, now):
    imported = rosters.import_roster(event=december, content=b"DIRK EBERT", by=alice, now=now)
    [line] = imported.lines
    assert (line.player, line.is_new) == (dirk, False)


def test_a_name_in_a_list_that_fits_two_names_both(club, dirk, december, alice, now):
    act = {"by": alice, "now": now}
    other = clubs.admit_guest(club=club, name=dirk.name, role=Role.MEMBER, is_new=True, **act)
    with pytest.raises(SameName) as refusal:
        rosters.import_roster(event=december, content=b"Dirk Ebert", **act)
    said = refusal.value.message
    assert f"(guest, 1 evening, {dirk.code})" in said
    assert f"(member, 0 evenings, {other.player.code})" in said


def kinds_of(club, player):
    """Return under which kinds somebody is listed."""
    return [kind for kind in people.KINDS if player in people.of_kind(club, kind)]


def test_who_has_left_is_a_former_member_and_no_guest(club, dirk, alice, now):
    assert kinds_of(club, dirk) == ["guests"]
    row = clubs.admit(club=club, player=dirk, role=Role.MEMBER, by=alice, now=now)
    assert kinds_of(club, dirk) == ["members"]
    clubs.leave(membership=row, by=alice, now=now)
    assert kinds_of(club, dirk) == ["former"]
    clubs.admit(club=club, player=dirk, role=Role.MEMBER, by=alice, now=now)
    assert kinds_of(club, dirk) == ["members"]


def test_who_has_left_with_an_account_is_listed_without_an_evening(club, bob, now):
    Membership.objects.filter(club=club, player=bob.player).delete()
    Registration.objects.filter(player=bob.player).delete()
    assert kinds_of(club, bob.player) == []
    Agreement.objects.update_or_create(
        club=club, player=bob.player, defaults={"status": "left", "answered_at": now}
    )
    assert kinds_of(club, bob.player) == ["former"]


def test_who_left_another_club_is_a_guest_here(club, dirk, alice, now):
    other = ClubFactory()
    row = MembershipFactory(club=other, player=dirk)
    MembershipFactory(club=other, player=alice.player, role="owner")
    clubs.leave(membership=row, by=alice, now=now)
    assert kinds_of(club, dirk) == ["guests"]


def test_who_is_erased_is_former(club, dirk, now):
    Player.objects.filter(pk=dirk.pk).update(erased_at=now)
    assert kinds_of(club, dirk) == ["former"]
