import pytest

from league.models import Membership
from tests.league.factories import BotFactory, PlayerFactory

MEMBERS = "clubs/linde/members"


def roles(club):
    return dict(Membership.objects.filter(club=club).values_list("player__name", "role"))


def test_an_organiser_admits_a_member(as_alice, club):
    player = PlayerFactory(name="Gerd")
    response = as_alice.post(MEMBERS, {"player": player.code})
    assert (response.status_code, response.json()["role"]) == (201, "member")
    assert roles(club)["Gerd"] == "member"


def test_admitting_again_changes_the_role(as_alice, club, bob):
    as_alice.post(MEMBERS, {"player": bob.player.code, "role": "scorer"})
    assert roles(club)["Bob"] == "scorer"


def test_the_last_owner_stays(as_owner, club, owner):
    response = as_owner.post(MEMBERS, {"player": owner.player.code, "role": "member"})
    assert response.status_code == 409
    assert response.json()["current"]["role"] == "owner"
    assert roles(club)["Olga"] == "owner"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"player": "nobody2345"}, "player"),
        ({"player": None}, "player"),
        ({"role": "king"}, "role"),
    ],
)
def test_a_wrong_field_is_named(as_alice, bob, wrong, field):
    response = as_alice.post(MEMBERS, {"player": bob.player.code} | wrong)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]


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
