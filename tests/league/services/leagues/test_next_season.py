import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.logic.leagues import Reason
from league.models import AuditEntry, Entrant, Season, Standing
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.leagues import next_season
from tests.league.factories import (
    NOW,
    ClubFactory,
    DivisionFactory,
    EntrantFactory,
    LeagueFactory,
    PlayerFactory,
    SeasonFactory,
    TeamFactory,
)

UP = {Reason.PROMOTED, Reason.RAISED}


@pytest.fixture
def league(club, season):
    """A league of two divisions of three; one goes up, one goes down; the season is closed."""
    return make_league(club, season, sizes=[3, 3], moved=1)


def make_league(club, season, *, sizes, moved):
    league = LeagueFactory(club=club)
    for level, size in enumerate(sizes, start=1):
        division = DivisionFactory(
            league=league, season=season, level=level, promoted=moved, relegated=moved
        )
        for points in range(size, 0, -1):
            entrant = EntrantFactory(division=division)
            Standing.objects.create(
                season=season,
                player=entrant.player,
                points=points,
                gross=points,
                matches=1,
                place_counts=[1],
            )
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    return league


def make(league, by, **options):
    return next_season.make(league=league, by=by, now=NOW, **{"name": "2027"} | options)


def players(league, season):
    """Return the names of the players of each division, the highest first."""
    divisions = league.divisions.filter(season=season).order_by("level")
    return [{row.player for row in one.entrants.select_related("player")} for one in divisions]


def test_the_best_go_up_and_the_last_go_down(league, season, alice):
    first, second = [
        [row.player for row in one.entrants.order_by("pk")]
        for one in league.divisions.order_by("level")
    ]
    after, _found = make(league, alice)
    assert players(league, after) == [{*first[:2], second[0]}, {first[2], *second[1:]}]


def test_a_season_follows_with_the_same_rules(league, season, alice):
    Season.objects.update(game="skat", cycles=3, points_rule="placing")
    after, _found = make(league, alice)
    after.refresh_from_db()
    assert (after.game, after.cycles, after.points_rule) == ("skat", 3, "placing")
    assert (after.name, after.status) == ("2027", "draft")
    assert after.code != season.code


def test_divisions_keep_names_and_rules(league, season, alice):
    def told(of):
        rows = league.divisions.filter(season=of).order_by("level")
        return list(rows.values_list("level", "name", "promoted", "relegated"))

    after, _found = make(league, alice)
    assert told(after) == told(season)


def test_a_preview_is_what_is_made(league, season, alice):
    wanted = {"sizes": [2, 2, 2], "entrants": [PlayerFactory()]}
    shown = next_season.preview(league=league, season=season, **wanted)
    after, found = make(league, alice, **wanted)
    assert found.moves == shown.moves
    assert [len(division) for division in players(league, after)] == [2, 2, 3]


def test_a_preview_stores_nothing(league, season):
    next_season.preview(league=league, season=season)
    assert Season.objects.count() == 1
    assert league.divisions.count() == 2


def test_a_new_division_is_called_by_its_level(league, alice):
    after, _found = make(league, alice, sizes=[2, 2, 2])
    assert league.divisions.get(season=after, level=3).name == "Division 3"


def test_who_has_left_is_not_in_the_next_season(league, season, alice):
    gone = Entrant.objects.order_by("pk").first()
    Entrant.objects.filter(pk=gone.pk).update(withdrawn_at=NOW)
    after, _found = make(league, alice)
    assert gone.player not in set.union(*players(league, after))


def test_a_season_that_runs_has_no_next(league, season, alice):
    Season.objects.update(status=Season.Status.RUNNING)
    with pytest.raises(Conflict, match=r"season “2026” may still change\. Close it first"):
        make(league, alice)


def test_the_next_season_is_made_once(league, alice):
    make(league, alice)
    with pytest.raises(Conflict, match=r"season “2027” may still change\. Close it first"):
        make(league, alice, name="2027 again")
    assert Season.objects.count() == 2


def test_a_season_of_this_name_is_told(league, alice):
    with pytest.raises(Invalid, match="already has a season"):
        make(league, alice, name="2026")
    assert league.divisions.count() == 2


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"name": " "}, "name"),
        ({"sizes": []}, "sizes"),
        ({"sizes": [1] * 31}, "sizes"),
        ({"sizes": [3, 0]}, "sizes.1"),
        ({"sizes": [201]}, "sizes.0"),
    ],
)
def test_a_season_that_cannot_be_names_the_field(league, alice, options, path):
    with pytest.raises(Invalid) as refusal:
        make(league, alice, **options)
    assert list(refusal.value.errors) == [path]


def test_newcomers_are_new_and_of_the_right_kind(league, alice):
    known = Entrant.objects.first().player
    with pytest.raises(Invalid) as refusal:
        make(league, alice, entrants=[PlayerFactory(), known, TeamFactory()])
    assert list(refusal.value.errors) == ["entrants.1", "entrants.2"]


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_make_seasons(league, who, request):
    with pytest.raises(Forbidden):
        make(league, request.getfixturevalue(who))


def test_who_moves_and_why_is_in_the_audit_trail(league, alice):
    make(league, alice)
    [highest, _second] = AuditEntry.objects.get(action="league.next").data["divisions"]
    assert [one["reason"] for one in highest] == ["stays", "stays", "promoted"]


@pytest.mark.further
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    sizes=st.lists(st.integers(1, 5), min_size=2, max_size=4),
    moved=st.integers(0, 3),
    wanted=st.lists(st.integers(1, 5), min_size=1, max_size=4),
)
def test_a_promoted_player_is_strictly_higher(alice, sizes, moved, wanted):
    club = ClubFactory()
    season = SeasonFactory(club=club)
    league = make_league(club, season, sizes=sizes, moved=moved)
    best = {
        row.player_id: division.level
        for division in league.divisions.filter(level__gt=1)
        for row in division.entrants.order_by("pk")[:moved]
    }
    club.memberships.create(player=alice.player, role="organiser")
    after, _found = make(league, alice, sizes=wanted)
    rows = Entrant.objects.filter(division__season=after).select_related("division")
    levels = {row.player_id: row.division.level for row in rows}
    assert len(levels) == rows.count() == sum(sizes)
    assert all(levels[player] < level for player, level in best.items())
