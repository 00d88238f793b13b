import pytest

from league.models import Club, Membership, Player
from tests.league.api import contract
from tests.league.factories import (
    AccountFactory,
    BotFactory,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
)

MEMBERS = "clubs/linde/members"


WANTED = {"slug": "anker", "name": "Zum Anker"}


@pytest.fixture
def unnamed(db):
    """An account that is nobody yet."""
    return AccountFactory(username="login-of-uwe")


def member(account):
    return f"{MEMBERS}/{account.player.code}"


def roles(club):
    return dict(Membership.objects.filter(club=club).values_list("player__name", "role"))


def test_anybody_with_an_account_founds_a_club(as_mallory):
    response = as_mallory.post("clubs", WANTED | {"about": "Mondays."})
    assert (response.status_code, response.json()["about"]) == (201, "Mondays.")
    assert roles(Club.objects.get()) == {"Mallory": "owner"}


def test_a_new_club_is_found_at_its_location(as_mallory):
    response = as_mallory.post("clubs", WANTED)
    assert response.headers["Location"].endswith("/api/v1/clubs/anker")
    assert as_mallory.get(response.headers["Location"]).json() == response.json()


def test_the_longest_slug_of_a_club_is_kept_in_the_log(as_mallory):
    longest = contract.document()["components"]["schemas"]["ClubInput"]["properties"]["slug"]
    assert (
        as_mallory.post("clubs", WANTED | {"slug": "x" * longest["maxLength"]}).status_code == 201
    )
    assert as_mallory.post("clubs", WANTED | {"slug": "x" * 56}).status_code == 422


def test_a_founder_who_is_nobody_gives_a_name(client_of, unnamed):
    response = client_of(unnamed).post("clubs", WANTED | {"owner_name": "Uwe"})
    assert response.status_code == 201
    assert roles(Club.objects.get()) == {"Uwe": "owner"}


def test_a_founder_without_a_name_is_asked_for_it(client_of, unnamed):
    response = client_of(unnamed).post("clubs", WANTED)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["owner_name"])


def test_a_founder_who_is_somebody_is_told_who(as_mallory):
    response = as_mallory.post("clubs", WANTED | {"owner_name": "Malte"})
    assert response.status_code == 409
    assert response.json()["current"]["name"] == "Mallory"
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"slug": "linde"}, "slug"),
        ({"slug": "zum anker"}, "slug"),
        ({"slug": "x" * 61}, "slug"),
        ({"name": ""}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"about": "x" * 2001}, "about"),
        ({"about": None}, "about"),
    ],
)
def test_a_wrong_field_of_a_club_is_named(as_mallory, club, wrong, field):
    response = as_mallory.post("clubs", WANTED | wrong)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])
    assert Club.objects.count() == 1


def test_a_club_is_described(as_alice, club):
    response = as_alice.patch("clubs/linde", {"about": "Mondays."})
    assert (response.status_code, response.json()["about"]) == (200, "Mondays.")
    assert response.json()["name"] == club.name


@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": None}, {"about": "x" * 2001}])
def test_a_wrong_description_is_named(as_alice, club, wrong):
    response = as_alice.patch("clubs/linde", wrong)
    assert (response.status_code, list(response.json()["errors"])) == (422, list(wrong))


def test_the_address_of_a_club_stays(as_alice, club):
    assert as_alice.patch("clubs/linde", {"slug": "eiche"}).status_code == 422


def test_an_organiser_admits_a_member(as_alice, club):
    player = PlayerFactory(name="Gerd")
    response = as_alice.post(MEMBERS, {"player": player.code})
    assert (response.status_code, response.json()["role"]) == (201, "member")
    assert roles(club)["Gerd"] == "member"


def test_a_member_is_not_admitted_again(as_alice, club, scorer):
    response = as_alice.post(MEMBERS, {"player": scorer.player.code})
    assert response.status_code == 409
    assert response.json()["current"]["role"] == "scorer"
    assert roles(club)["Sven"] == "scorer"


def test_an_organiser_brings_a_guest(as_alice, club):
    response = as_alice.post(MEMBERS, {"name": "Gerd"})
    member = response.json()
    assert (member["player"]["name"], member["role"]) == ("Gerd", "member")
    assert Player.objects.get(code=member["player"]["code"]).account is None
    assert roles(club)["Gerd"] == "member"


def test_a_guest_sent_twice_with_a_key_is_one_person(as_alice, club):
    for _ in range(2):
        as_alice.post(MEMBERS, {"name": "Gerd"}, headers={"Idempotency-Key": "k"})
    assert Player.objects.filter(name="Gerd").count() == 1


def test_a_role_is_changed(as_alice, club, bob):
    response = as_alice.patch(member(bob), {"role": "scorer"})
    assert (response.status_code, response.json()["role"]) == (200, "scorer")
    assert roles(club)["Bob"] == "scorer"


def test_the_last_owner_stays_owner(as_owner, club, owner):
    response = as_owner.patch(member(owner), {"role": "member"})
    assert response.status_code == 409
    assert response.json()["current"]["role"] == "owner"
    assert roles(club)["Olga"] == "owner"


def test_the_last_owner_does_not_leave(as_owner, club, owner):
    response = as_owner.delete(member(owner))
    assert response.status_code == 409
    assert response.json()["current"]["role"] == "owner"
    assert roles(club)["Olga"] == "owner"


def test_an_owner_leaves_after_another(as_owner, club, owner, alice):
    as_owner.patch(member(alice), {"role": "owner"})
    assert as_owner.delete(member(owner)).status_code == 204
    assert roles(club) == {"Alice": "owner"}


def test_who_has_left_is_not_found(as_bob, club, bob):
    assert as_bob.delete(member(bob)).status_code == 204
    assert as_bob.delete(member(bob)).status_code == 404


def test_leaving_twice_with_a_key_is_leaving_once(as_bob, club, bob):
    key = {"Idempotency-Key": "k"}
    assert as_bob.delete(member(bob), headers=key).status_code == 204
    assert as_bob.delete(member(bob), headers=key).status_code == 204


def test_a_member_of_another_club_is_not_found_here(as_owner, club):
    stranger = MembershipFactory(club=ClubFactory()).player.account
    assert as_owner.delete(member(stranger)).status_code == 404
    assert Membership.objects.filter(player=stranger.player).exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"player": "nobody2345"}, "player"),
        ({"player": None}, "player"),
        ({"role": "king"}, "role"),
        ({"name": "Gerd"}, "player"),
    ],
)
def test_a_wrong_field_is_named(as_alice, bob, wrong, field):
    response = as_alice.post(MEMBERS, {"player": bob.player.code} | wrong)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "player"), ({"name": ""}, "name"), ({"name": "x" * 81}, "name")],
)
def test_a_guest_has_a_name(as_alice, club, body, field):
    response = as_alice.post(MEMBERS, body)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


@pytest.mark.parametrize("body", [{}, {"role": None}, {"role": "king"}])
def test_a_role_is_one_of_four(as_owner, bob, body):
    response = as_owner.patch(member(bob), body)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["role"])


def test_a_bot_is_no_scorer(as_alice, club):
    bot = BotFactory(builtin="greedy")
    response = as_alice.post(MEMBERS, {"player": bot.code, "role": "scorer"})
    assert list(response.json()["errors"]) == ["role"]


def test_members_are_listed_by_name(anonymous, owner, alice, bob):
    names = [row["player"]["name"] for row in anonymous.get(MEMBERS).json()["results"]]
    assert names == ["Alice", "Bob", "Olga"]


def test_players_are_found_by_part_of_their_name(anonymous, alice, bob):
    found = anonymous.get("players", {"name": "ALI"}).json()["results"]
    assert [player["name"] for player in found] == ["Alice"]


def test_an_unknown_club_is_not_found(anonymous, club):
    assert anonymous.get("clubs/eiche/members").status_code == 404


def test_a_club_says_where_it_is(as_alice, anonymous, club):
    told = {"town": "Dorf", "email": "club@linde.example", "directions": "Bus 3."}
    assert as_alice.patch("clubs/linde", told).status_code == 200
    found = anonymous.get("clubs/linde").json()
    assert {field: found[field] for field in told} == told
    assert found["website"] == ""


@pytest.mark.parametrize(
    "wrong", [{"email": "linde"}, {"website": "linde"}, {"town": "x" * 81}, {"country": None}]
)
def test_a_wrong_place_of_a_club_is_named(as_alice, club, wrong):
    response = as_alice.patch("clubs/linde", wrong)
    assert (response.status_code, list(response.json()["errors"])) == (422, list(wrong))
