"""Members of a club and their roles, its name and its text, on pages."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, Event, Membership, Role
from tests.league.factories import (
    AccountFactory,
    PlayerFactory,
    RegistrationFactory,
    agree,
    make_member,
)

MEMBERS, NEW = "/clubs/linde/members/", "/clubs/linde/members/new/"


@pytest.fixture
def owner(club):
    return make_member(club, "Olga", Role.OWNER)


@pytest.fixture
def as_owner(client_of, owner):
    return client_of(owner)


def page(account):
    return f"{MEMBERS}{account.player.code}/"


def change(client, account, role):
    return client.post(page(account), {"act": "change", "role": role})


def leave(client, account):
    return client.post(page(account), {"act": "leave"})


def role_of(account):
    return Membership.objects.filter(player=account.player).values_list("role", flat=True).first()


def test_everybody_reads_roles_and_since_when(client, alice):
    shown = client.get(MEMBERS).content.decode()
    assert "organiser" in shown
    assert f'datetime="{Membership.objects.get().joined_at:%Y-%m-%d}"' in shown
    assert "New member" not in shown


def test_the_club_and_its_desk_lead_to_the_members(as_alice, club):
    for address in ("/clubs/linde/", "/clubs/linde/desk/"):
        assert f'href="{MEMBERS}"' in as_alice.get(address).content.decode()


def test_a_member_is_added_by_user_name_in_any_case(as_alice, club, mallory):
    agree(club, mallory.player)
    answer = as_alice.post(NEW, {"username": " MALLORY ", "role": "scorer"})
    assert (answer.status_code, role_of(mallory)) == (302, Role.SCORER)


def test_a_guest_is_added_by_name(as_alice, club):
    as_alice.post(NEW, {"name": "Heike", "role": "member"})
    assert club.memberships.get(player__name="Heike").player.account is None


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"username": "nobody-here"}, "username"),
        ({"username": "somebody-unnamed"}, "username"),
        ({}, "username"),
        ({"username": "mallory", "name": "Heike"}, "username"),
        ({"username": "mallory", "role": "organiser"}, "role"),
        ({"username": "dora"}, "__all__"),
    ],
)
def test_what_cannot_be_added_is_said_beside_the_field(as_alice, mallory, dora, wish, field):
    AccountFactory(username="somebody-unnamed")
    answer = as_alice.post(NEW, {"role": "member"} | wish)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]


def test_an_owner_makes_an_organiser_and_an_organiser_a_scorer(as_owner, as_alice, bob, dora):
    change(as_owner, bob, "organiser")
    change(as_alice, dora, "scorer")
    assert (role_of(bob), role_of(dora)) == (Role.ORGANISER, Role.SCORER)


def test_an_organiser_neither_makes_nor_unmakes_owners(as_alice, alice, owner, bob):
    assert change(as_alice, bob, "owner").status_code == 422
    assert change(as_alice, owner, "member").status_code == 403
    assert leave(as_alice, owner).status_code == 403
    assert (role_of(bob), role_of(owner)) == (Role.MEMBER, Role.OWNER)


def test_the_last_owner_stays(as_owner, owner):
    for answer in (change(as_owner, owner, "member"), leave(as_owner, owner)):
        assert answer.status_code == 422
        assert "Make somebody else an owner first" in answer.content.decode()
    assert role_of(owner) == Role.OWNER


def test_a_member_is_taken_out_and_another_leaves(as_alice, as_dora, alice, bob, dora):
    leave(as_alice, bob)
    assert "Leave the club" in as_dora.get(MEMBERS).content.decode()
    leave(as_dora, dora)
    assert list(Membership.objects.values_list("player", flat=True)) == [alice.player.pk]


def test_a_member_who_has_left_has_no_page(as_alice, bob):
    leave(as_alice, bob)
    assert leave(as_alice, bob).status_code == 404


def test_the_club_is_called_and_says_something_else(as_alice, club):
    as_alice.post("/clubs/linde/edit/", {"name": "Krone", "about": "Fridays at eight."})
    club.refresh_from_db()
    assert (club.name, club.about) == ("Krone", "Fridays at eight.")
    assert AuditEntry.objects.get(action="club.describe").data["was"]["about"] == ""


def test_a_club_needs_a_name(as_alice, club):
    answer = as_alice.post("/clubs/linde/edit/", {"name": " "})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["name"])


def test_the_list_costs_the_same_for_many(as_alice, club):
    def queries():
        with CaptureQueriesContext(connection) as found:
            as_alice.get(MEMBERS)
        return len(found)

    few = queries()
    for number in range(20):
        make_member(club, f"Gast {number}", Role.MEMBER)
    assert queries() == few


@pytest.fixture
def guest(event, now):
    Event.objects.filter(pk=event.pk).update(starts_at=now)
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk Ebert")).player


def test_organisers_see_guests_with_their_evenings(as_alice, guest):
    shown = as_alice.get(MEMBERS).content.decode()
    assert "Dirk Ebert" in shown
    assert "1 evening," in shown


def test_others_see_members_alone(client, alice, guest):
    assert "Dirk" not in client.get(MEMBERS, {"kind": "guests"}).content.decode()


@pytest.mark.parametrize(
    ("wish", "names"),
    [
        ({"kind": "members"}, ["Alice"]),
        ({"kind": "guests"}, ["Dirk Ebert"]),
        ({"find": "ebert"}, ["Dirk Ebert"]),
        ({}, ["Alice", "Dirk Ebert"]),
    ],
)
def test_people_are_found_by_kind_and_name(as_alice, guest, wish, names):
    answer = as_alice.get(MEMBERS, wish)
    assert [player.name for player in answer.context["members"]] == names


def test_a_guest_becomes_a_member_with_one_press(as_alice, club, guest):
    as_alice.post(f"{MEMBERS}{guest.code}/", {"act": "join"})
    assert club.memberships.get(player=guest).role == Role.MEMBER


def test_a_guest_gets_another_name(as_alice, guest):
    as_alice.post(f"{MEMBERS}{guest.code}/", {"act": "rename", "name": "Dirk Eberth"})
    guest.refresh_from_db()
    assert guest.name == "Dirk Eberth"


def test_who_is_no_member_has_a_page_for_organisers_alone(as_bob, guest):
    assert as_bob.get(f"{MEMBERS}{guest.code}/").status_code == 404


def test_guests_are_offered_in_teams(as_alice, guest):
    assert "Dirk Ebert" in as_alice.get("/clubs/linde/teams/new/").content.decode()
