"""Organisers make ladders; authors enter one version of a bot at a time."""

import pytest

from league.logic.ratings import NEW
from league.models import Rating, Season
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.ladders import ladders
from league.services.seasons import seasons
from tests.league.factories import BotFactory
from tests.league.ladders import make_ladder, make_version, rate_player


@pytest.fixture
def ladder(club):
    return make_ladder(club, bots=0)


@pytest.fixture
def version(carol):
    return make_version(carol)


def create(club, by, now, **traits):
    values = {"name": "Bots", "game": "truco", "table_size": 4} | traits
    return ladders.create_ladder(club=club, by=by, now=now, **values)


def test_organiser_creates_a_ladder_with_anchors(club, alice, now):
    season = create(club, alice, now, bots=["greedy", "random", "greedy"])
    assert (season.kind, season.status) == (Season.Kind.LADDER, Season.Status.DRAFT)
    assert sorted(season.ratings.values_list("player__builtin", "mu")) == [
        ("greedy", NEW.mu),
        ("random", NEW.mu),
    ]


def test_member_creates_no_ladder(club, bob, now):
    with pytest.raises(Forbidden):
        create(club, bob, now)


@pytest.mark.parametrize("size", [None, 3, 0])
def test_table_has_a_size_the_game_allows(club, alice, now, size):
    with pytest.raises(Invalid) as refused:
        create(club, alice, now, table_size=size)
    assert list(refused.value.errors) == ["table_size"]


def test_unknown_bot_leaves_no_ladder_behind(club, alice, now):
    with pytest.raises(Invalid):
        create(club, alice, now, bots=["nobody"])
    assert not Season.objects.exists()


def test_season_of_events_has_no_table_size(club, alice, now):
    with pytest.raises(Invalid) as refused:
        seasons.create_season(club=club, name="2027", game="truco", table_size=4, by=alice, now=now)
    assert list(refused.value.errors) == ["table_size"]


def test_author_enters_an_accepted_version(ladder, version, carol, now):
    rating = ladders.enter(season=ladder, version=version, by=carol, now=now)
    assert (rating.player, rating.mu, rating.is_active) == (version.player, NEW.mu, True)
    assert rating.ordinal == pytest.approx(0)


def test_nobody_enters_the_bot_of_another(ladder, version, alice, now):
    with pytest.raises(Forbidden):
        ladders.enter(season=ladder, version=version, by=alice, now=now)


@pytest.mark.parametrize("status", ["checking", "refused", "quarantined", "withdrawn"])
def test_only_an_accepted_version_is_entered(ladder, carol, now, status):
    version = make_version(carol, status=status)
    with pytest.raises(Conflict, match="accepted"):
        ladders.enter(season=ladder, version=version, by=carol, now=now)


def test_a_version_that_does_not_play_the_game_is_not_entered(ladder, carol, now):
    version = make_version(carol, games=["skat"])
    with pytest.raises(Conflict, match="does not play the game"):
        ladders.enter(season=ladder, version=version, by=carol, now=now)


def test_a_season_of_events_is_not_entered(season, version, carol, now):
    with pytest.raises(Conflict, match="not a ladder"):
        ladders.enter(season=season, version=version, by=carol, now=now)


def test_a_closed_ladder_is_not_entered(ladder, version, carol, now):
    Season.objects.update(status=Season.Status.CLOSED)
    with pytest.raises(Conflict):
        ladders.enter(season=Season.objects.get(), version=version, by=carol, now=now)


def test_a_new_version_replaces_the_old_one_of_its_bot_only(ladder, version, carol, now):
    other = make_version(carol, name="Another")
    for one in (version, other, make_version(carol, number=2)):
        ladders.enter(season=ladder, version=one, by=carol, now=now)
    active = Rating.objects.filter(is_active=True).values_list("player__name", flat=True)
    assert sorted(active) == ["Another 1", "Carols bot 2"]


def test_who_comes_back_has_the_old_rating(ladder, version, carol, now):
    rate_player(ladder, version.player, mu=31, sigma=2, is_active=False)
    rating = ladders.enter(season=ladder, version=version, by=carol, now=now)
    assert (rating.mu, rating.is_active) == (31, True)


@pytest.mark.parametrize("who", ["carol", "alice"])
def test_author_and_organiser_take_a_bot_off(request, ladder, version, now, who):
    rate_player(ladder, version.player)
    by = request.getfixturevalue(who)
    rating = ladders.leave(season=ladder, player=version.player, by=by, now=now)
    assert rating.is_active is False


@pytest.mark.parametrize("who", ["bob", "mallory"])
def test_nobody_else_takes_a_bot_off(request, ladder, version, now, who):
    rate_player(ladder, version.player)
    by = request.getfixturevalue(who)
    with pytest.raises(Forbidden):
        ladders.leave(season=ladder, player=version.player, by=by, now=now)


def test_who_does_not_play_cannot_leave(ladder, version, carol, now):
    with pytest.raises(Conflict):
        ladders.leave(season=ladder, player=version.player, by=carol, now=now)


def test_organiser_adds_an_anchor(ladder, alice, now):
    assert ladders.add_bot(season=ladder, builtin="greedy", by=alice, now=now).is_active


def test_member_adds_no_anchor(ladder, bob, now):
    with pytest.raises(Forbidden):
        ladders.add_bot(season=ladder, builtin="greedy", by=bob, now=now)


def test_leaderboard_is_ordered_by_what_is_certain(ladder):
    for mu, sigma in ((30, 8), (25, 1), (28, 2)):
        rate_player(ladder, BotFactory(), mu=mu, sigma=sigma)
    rows = ladders.leaderboard(ladder)
    assert [(row.rank, row.mu) for row in rows] == [(1, 25), (1, 28), (3, 30)]
