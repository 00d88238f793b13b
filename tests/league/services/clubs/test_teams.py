import pytest

from league.models import AuditEntry
from league.services.base.refusals import Forbidden, Invalid
from league.services.clubs import teams
from tests.league.factories import NOW, BotFactory, PlayerFactory, TeamFactory


@pytest.fixture
def players(db):
    return PlayerFactory.create_batch(3)


@pytest.fixture
def foxes(club, players, alice):
    return teams.create_team(club=club, name="Foxes", members=players, by=alice, now=NOW)


def order(team):
    return [member.player for member in team.members.order_by("position")]


def test_a_team_has_its_members_in_order(foxes, players):
    assert order(foxes) == players
    assert foxes.captain == players[0]


def test_a_club_has_no_two_teams_of_one_name(club, foxes, alice):
    with pytest.raises(Invalid, match="already has a team"):
        teams.create_team(club=club, name=" Foxes ", by=alice, now=NOW)


def test_members_are_put_in_another_order(foxes, players, alice):
    teams.set_members(team=foxes, members=players[::-1], by=alice, now=NOW)
    assert order(foxes) == players[::-1]
    assert foxes.captain == players[0]


def test_a_captain_who_leaves_is_followed_by_the_first(foxes, players, alice):
    teams.set_members(team=foxes, members=players[1:], by=alice, now=NOW)
    foxes.refresh_from_db()
    assert foxes.captain == players[1]


def test_a_captain_is_chosen(foxes, players, alice):
    teams.set_members(team=foxes, members=players, captain=players[2], by=alice, now=NOW)
    foxes.refresh_from_db()
    assert foxes.captain == players[2]


def test_a_captain_is_a_member(foxes, players, alice):
    with pytest.raises(Invalid, match="captain"):
        teams.set_members(team=foxes, members=players, captain=PlayerFactory(), by=alice, now=NOW)


def test_members_are_named_once_and_no_bots(club, players, alice):
    members = [players[0], players[0], BotFactory()]
    with pytest.raises(Invalid) as refusal:
        teams.create_team(club=club, name="Foxes", members=members, by=alice, now=NOW)
    assert list(refusal.value.errors) == ["members.0", "members.1", "members.2"]


def test_a_team_has_a_largest_size(club, alice):
    members = PlayerFactory.create_batch(teams.MOST_MEMBERS + 1)
    with pytest.raises(Invalid, match="at most 50"):
        teams.create_team(club=club, name="Foxes", members=members, by=alice, now=NOW)


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_make_teams(club, who, request):
    by = request.getfixturevalue(who)
    with pytest.raises(Forbidden):
        teams.create_team(club=club, name="Foxes", by=by, now=NOW)
    with pytest.raises(Forbidden):
        teams.set_members(team=TeamFactory(club=club), members=[], by=by, now=NOW)


def test_members_are_in_the_audit_trail(foxes, players):
    entry = AuditEntry.objects.get(action="team.create")
    assert entry.data["members"] == [player.code for player in players]
    assert entry.subject == f"team:{foxes.code}"
