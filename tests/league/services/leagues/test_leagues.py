import pytest

from league.models import AuditEntry, Entrant, Season
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.leagues import leagues
from league.services.leagues.leagues import NewDivision
from tests.league.factories import (
    NOW,
    DivisionFactory,
    EntrantFactory,
    PlayerFactory,
    SeasonFactory,
    TeamFactory,
)

TWO = [NewDivision("First", relegated=1), NewDivision("Second", promoted=1)]


def create(club, season, by, **options):
    options = {"name": "Linden", "divisions": TWO} | options
    return leagues.create_league(club=club, season=season, by=by, now=NOW, **options)


def enter(division, by, **who):
    return leagues.enter(division=division, by=by, now=NOW, **who)


@pytest.fixture
def divisions(club, season, alice):
    return list(create(club, season, alice).divisions.order_by("level"))


def test_a_league_has_divisions_from_the_highest_down(divisions):
    assert [(one.level, one.name) for one in divisions] == [(1, "First"), (2, "Second")]


def test_a_club_has_no_two_leagues_of_one_name(club, season, divisions, alice):
    with pytest.raises(Invalid, match="already has a league"):
        create(club, season, alice)


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"name": " "}, "name"),
        ({"divisions": []}, "divisions"),
        ({"divisions": TWO * 16}, "divisions"),
        ({"divisions": [TWO[0], TWO[0]]}, "divisions.1.name"),
        ({"divisions": [NewDivision("A", promoted=51)]}, "divisions.0.promoted"),
        ({"divisions": [NewDivision("A", relegated=-1)]}, "divisions.0.relegated"),
        ({"team_size": 0}, "team_size"),
        ({"team_size": 13}, "team_size"),
    ],
)
def test_a_league_that_cannot_be_names_the_field(club, season, alice, options, path):
    with pytest.raises(Invalid) as refusal:
        create(club, season, alice, **options)
    assert list(refusal.value.errors) == [path]


def test_a_league_begins_in_a_season_of_its_club(club, alice):
    with pytest.raises(Invalid, match="another club"):
        create(club, SeasonFactory(), alice)


def test_a_ladder_has_no_divisions(club, season, alice):
    Season.objects.filter(pk=season.pk).update(kind="ladder", table_size=4)
    with pytest.raises(Invalid, match="ladder"):
        create(club, Season.objects.get(), alice)


def test_players_are_entered_once(divisions, alice):
    bob, dora = PlayerFactory.create_batch(2)
    enter(divisions[0], alice, players=[bob])
    entrants = enter(divisions[0], alice, players=[bob, dora])
    assert [one.player for one in entrants] == [bob, dora]
    assert Entrant.objects.count() == 2


def test_nobody_is_in_two_divisions(divisions, alice):
    bob, dora = PlayerFactory.create_batch(2)
    enter(divisions[0], alice, players=[dora])
    with pytest.raises(Invalid) as refusal:
        enter(divisions[1], alice, players=[bob, dora])
    assert list(refusal.value.errors) == ["players.1"]
    assert not divisions[1].entrants.exists()


def test_another_season_is_another_matter(divisions, club, alice):
    bob = PlayerFactory()
    enter(divisions[0], alice, players=[bob])
    later = DivisionFactory(league=divisions[0].league, season=SeasonFactory(club=club))
    assert len(enter(later, alice, players=[bob])) == 1


def test_a_league_of_players_has_no_teams(divisions, alice):
    with pytest.raises(Invalid, match="league of players"):
        enter(divisions[0], alice, teams=[TeamFactory()])


def test_a_league_of_teams_has_no_players(club, season, alice):
    [first, _second] = create(club, season, alice, team_size=4).divisions.order_by("level")
    with pytest.raises(Invalid, match="This is a league of teams"):
        enter(first, alice, players=[PlayerFactory()])
    assert enter(first, alice, teams=[TeamFactory()])[0].team is not None


def test_a_division_has_a_largest_size(divisions, alice, monkeypatch):
    monkeypatch.setattr(leagues, "MOST_ENTRANTS", 2)
    with pytest.raises(Conflict, match="at most 2"):
        enter(divisions[0], alice, players=PlayerFactory.create_batch(3))


def test_who_has_left_comes_back(divisions, alice):
    bob = PlayerFactory()
    [entrant] = enter(divisions[0], alice, players=[bob])
    leagues.withdraw(entrant=entrant, by=alice, now=NOW)
    assert Entrant.objects.get().withdrawn_at == NOW
    enter(divisions[0], alice, players=[bob])
    assert Entrant.objects.get().withdrawn_at is None


def test_nobody_leaves_twice(divisions, alice):
    [entrant] = enter(divisions[0], alice, players=[PlayerFactory()])
    leagues.withdraw(entrant=entrant, by=alice, now=NOW)
    with pytest.raises(Conflict, match="has already left"):
        leagues.withdraw(entrant=entrant, by=alice, now=NOW)


def test_somebody_leaves_after_the_season(divisions, alice):
    entrant = EntrantFactory(division=divisions[0])
    Season.objects.update(status=Season.Status.CLOSED)
    leagues.withdraw(entrant=Entrant.objects.get(pk=entrant.pk), by=alice, now=NOW)
    assert Entrant.objects.get().withdrawn_at == NOW


def test_a_closed_season_takes_nobody(divisions, season, alice):
    Season.objects.update(status=Season.Status.CLOSED)
    divisions[0].season.refresh_from_db()
    with pytest.raises(Conflict, match="closed"):
        enter(divisions[0], alice, players=[PlayerFactory()])


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_run_leagues(club, season, divisions, who, request):
    by = request.getfixturevalue(who)
    entrant = EntrantFactory(division=divisions[0])
    for act in (
        lambda: create(club, season, by, name="Other"),
        lambda: enter(divisions[0], by, players=[PlayerFactory()]),
        lambda: leagues.withdraw(entrant=entrant, by=by, now=NOW),
    ):
        with pytest.raises(Forbidden):
            act()


def test_a_league_is_in_the_audit_trail(divisions):
    entry = AuditEntry.objects.get(action="league.create")
    assert [one["code"] for one in entry.data["divisions"]] == [one.code for one in divisions]
