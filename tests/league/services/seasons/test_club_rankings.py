"""The clubs of a federation are ranked by those who play for them."""

import pytest

from league.models import AuditEntry, Club, Role, Season, Standing
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.seasons import club_rankings
from tests.league.factories import (
    NOW,
    ClubFactory,
    PlayerFactory,
    SeasonFactory,
    make_member,
)
from tests.league.federations import AllegianceFactory


@pytest.fixture
def federation(db):
    return ClubFactory(kind=Club.Kind.FEDERATION)


@pytest.fixture
def season(federation):
    return SeasonFactory(club=federation)


@pytest.fixture
def olga(federation):
    return make_member(federation, "Olga", Role.ORGANISER)


def play(season, name, *points, matches=1):
    """Let players with these points have played for a club."""
    club, _is_new = Club.objects.get_or_create(slug=name.lower(), defaults={"name": name})
    for number in points:
        row = AllegianceFactory(season=season, club=club)
        Standing.objects.create(
            season=season, player=row.player, points=number, gross=number, matches=matches
        )
    return club


def told(season):
    return [
        (place.rank, place.key.name, int(place.points), place.counted, place.players)
        for place in club_rankings.places(season)
    ]


def change(season, by, **rule):
    return club_rankings.change_rule(season=season, by=by, now=NOW, **rule)


def test_clubs_are_ranked_by_the_sum_of_their_players(season):
    play(season, "Foxes", 3, 4)
    play(season, "Hares", 9)
    assert told(season) == [(1, "Hares", 9, 1, 1), (2, "Foxes", 7, 2, 2)]


def test_the_best_of_each_club_count(season, olga):
    play(season, "Foxes", 3, 4, 5)
    play(season, "Hares", 8)
    change(season, olga, club_best=2)
    assert told(season) == [(1, "Foxes", 9, 2, 3), (2, "Hares", 8, 1, 1)]


def test_the_average_of_each_club_counts(season, olga):
    play(season, "Foxes", 3, 5)
    play(season, "Hares", 6)
    change(season, olga, club_points="average")
    assert told(season) == [(1, "Hares", 6, 1, 1), (2, "Foxes", 4, 2, 2)]


def test_equal_clubs_are_in_the_order_of_names(season):
    play(season, "Hares", 5)
    play(season, "Foxes", 5)
    assert [one[:2] for one in told(season)] == [(1, "Foxes"), (1, "Hares")]


def test_who_has_played_too_few_matches_does_not_count(season):
    Season.objects.filter(pk=season.pk).update(min_attendance=2)
    season.refresh_from_db()
    play(season, "Foxes", 7)
    play(season, "Hares", 1, matches=2)
    assert told(season) == [(1, "Hares", 1, 1, 1)]


def test_who_has_played_nothing_does_not_count(season):
    play(season, "Foxes", 7, matches=0)
    play(season, "Hares", 1)
    assert told(season) == [(1, "Hares", 1, 1, 1)]


def test_players_without_a_club_and_other_seasons_do_not_count(season):
    Standing.objects.create(season=season, player=PlayerFactory(), points=9, matches=1)
    play(SeasonFactory(club=season.club), "Hares", 9)
    play(season, "Foxes", 1)
    assert told(season) == [(1, "Foxes", 1, 1, 1)]


def test_a_player_counts_once_who_plays_elsewhere_in_another_season(season):
    play(season, "Foxes", 4)
    player = season.allegiances.get().player
    AllegianceFactory(season=SeasonFactory(club=season.club), player=player)
    assert told(season) == [(1, "Foxes", 4, 1, 1)]


def test_a_ranking_costs_two_queries(season, django_assert_num_queries):
    for name in ("Foxes", "Hares", "Bears"):
        play(season, name, *range(20))
    with django_assert_num_queries(2):
        club_rankings.places(season)


def test_only_organisers_of_the_federation_change_the_rule(season):
    with pytest.raises(Forbidden):
        change(season, make_member(ClubFactory(), "Otto", Role.OWNER), club_best=3)


def test_a_club_ranks_no_clubs(club, alice):
    with pytest.raises(Conflict, match="Only seasons of a federation"):
        change(SeasonFactory(club=club), alice, club_best=3)


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        ({"club_best": 0}, "club_best"),
        ({"club_best": 101}, "club_best"),
        ({"club_points": "median"}, "club_points"),
    ],
)
def test_rules_that_there_are_not_are_refused(rule, field, season, olga):
    with pytest.raises(Invalid) as refused:
        change(season, olga, **rule)
    assert list(refused.value.errors) == [field]


def test_the_rule_stays_while_the_season_is_closed(season, olga):
    Season.objects.filter(pk=season.pk).update(status="closed")
    with pytest.raises(Conflict, match="closed"):
        change(season, olga, club_best=3)


def test_the_log_says_the_rule(season, olga):
    change(season, olga, club_points="average", club_best=4)
    entry = AuditEntry.objects.get(action="season.club_rule")
    assert entry.data == {"club_points": "average", "club_best": 4}
