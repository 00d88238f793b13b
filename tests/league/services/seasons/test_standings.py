import random
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.db.models import Value
from django.test.utils import CaptureQueriesContext

import games
from league.logic.standings import Line
from league.models import Handicap, Match, Penalty, Seat, Standing
from league.services.results import results
from league.services.seasons import rankings, standings
from tests.league.factories import (
    BotFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    ResultFactory,
    SeasonFactory,
    SessionFactory,
)

GAME = games.get("mit-list-und-tuecke")


@pytest.fixture
def stand(season):
    def make(name, points, wins=0, score=0):
        player = PlayerFactory(name=name)
        return Standing.objects.create(
            season=season,
            player=player,
            points=points,
            gross=points,
            wins=wins,
            place_counts=[wins, 9 - wins],
            score=score,
            matches=9,
        )

    return make


def ranks(season):
    return [(row.rank, row.player.name) for row in rankings.table(season)]


def test_more_points_are_better(season, stand):
    stand("Bob", Decimal("9.5"))
    stand("Dora", 10)
    assert ranks(season) == [(1, "Dora"), (2, "Bob")]


def test_more_wins_decide_between_equal_points(season, stand):
    stand("Bob", 10, wins=1)
    stand("Dora", 10, wins=2)
    assert ranks(season) == [(1, "Dora"), (2, "Bob")]


def test_the_score_decides_between_equal_wins(season, stand):
    stand("Bob", 10, score=30)
    stand("Dora", 10, score=40)
    assert ranks(season) == [(1, "Dora"), (2, "Bob")]


def test_who_is_equal_in_all_shares_the_rank(season, stand):
    for name in ("Dora", "Bob", "Emil"):
        stand(name, 10)
    stand("Frida", 5)
    assert ranks(season) == [(1, "Bob"), (1, "Dora"), (1, "Emil"), (4, "Frida")]


def test_equals_of_one_name_are_listed_in_one_order(season, stand):
    rows = [stand("Bob", 10) for _ in range(5)]
    assert [row.standing.pk for row in rankings.table(season)] == [row.pk for row in rows]


def test_a_page_keeps_the_ranks_of_the_whole(season, stand):
    for points in range(10):
        stand(f"Player {points}", points)
    assert [row.rank for row in rankings.table(season)[4:7]] == [5, 6, 7]


def test_a_page_is_one_query(season, stand, django_assert_num_queries):
    for points in range(10):
        stand(f"Player {points}", points)
    with django_assert_num_queries(1):
        assert all(row.player.name for row in rankings.table(season)[:5])


def test_other_seasons_are_left_out(season, stand):
    stand("Bob", 10)
    assert ranks(SeasonFactory()) == []


def finals(season, count, rng):
    """Store final results with random scores between a few people and a bot with two seats."""
    session = SessionFactory(event__season=season)
    people, bot = PlayerFactory.create_batch(4), BotFactory()
    matches = []
    for _ in range(count):
        seats = [*rng.sample(people, 3), bot, bot][: rng.choice([4, 5])]
        totals = [rng.randrange(4) for _seat in seats]
        match = MatchFactory(session=session, players=rng.sample(seats, len(seats)))
        ResultFactory(match=match, source="played", totals=totals, places=GAME.place(totals))
        matches.append(match.pk)
    return matches


def stored(season):
    return {
        (row.season_id, row.player_id): Line(row.points, row.score, row.matches, row.wins)
        for row in rankings.rows_of(season)
    }


def recomputed(season):
    return {
        key: Line(row.points(), row.score, row.matches, row.at_place(1))
        for key, row in standings.recomputed(season).items()
    }


@pytest.mark.sweep(3)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rule", ["sum", "placing"])
def test_counting_bit_by_bit_is_recounting_at_once(club, rule, seed, now):
    rng = random.Random(seed)
    season = SeasonFactory(club=club, points_rule=rule)
    matches = finals(season, 12, rng)
    while matches:
        size = rng.randint(1, 5)
        results.finalise(match_ids=matches[:size], now=now)
        matches = matches[size:]
        assert stored(season) == recomputed(season)


def test_standings_are_the_sums_of_the_seats(season, now):
    results.finalise(match_ids=finals(season, 8, random.Random(1)), now=now)
    for row in Standing.objects.all():
        seats = row.player.seats.filter(match__season=season)
        assert row.points == sum(seats.values_list("points", flat=True))
        assert row.score == sum(seats.values_list("score", flat=True))
        assert (row.matches, row.wins) == (seats.count(), seats.filter(place=1).count())


def test_rows_that_are_gone_since_they_were_seen_are_made_again(season, now, monkeypatch):
    monkeypatch.setattr(standings, "with_ranks", lambda seats: seats.annotate(is_ranked=Value(1)))
    results.finalise(match_ids=finals(season, 3, random.Random(1)), now=now)
    assert stored(season) == recomputed(season)
    assert stored(season)


def test_matches_of_two_seasons_are_counted_apart(season, club, now):
    other = SeasonFactory(club=club, points_rule="placing")
    both = finals(season, 3, random.Random(1)) + finals(other, 3, random.Random(2))
    results.finalise(match_ids=both, now=now)
    for one in (season, other):
        assert stored(one) == recomputed(one)


def test_one_player_in_two_seasons_at_once(club, table_of_four, now):
    seasons = SeasonFactory.create_batch(2, club=club)
    for season in seasons:
        match = MatchFactory(session=SessionFactory(event__season=season), players=table_of_four)
        ResultFactory(match=match, source="played")
    results.finalise(match_ids=Match.objects.values_list("pk", flat=True), now=now)
    assert list(Standing.objects.values_list("matches", flat=True)) == [1] * 8


def test_what_is_not_final_is_not_counted(season, now):
    entered, final = finals(season, 2, random.Random(3))
    results.finalise(match_ids=[final], now=now)
    match = Match.objects.get(pk=entered)
    assert sum(line.matches for line in recomputed(season).values()) == (
        Match.objects.get(pk=final).seats.count()
    )
    assert match.status == Match.Status.ENTERED


def test_recounting_right_standings_changes_nothing(season, now):
    results.finalise(match_ids=finals(season, 5, random.Random(4)), now=now)
    before = stored(season)
    assert standings.recount(season) == 0
    assert stored(season) == before


def test_recounting_repairs_wrong_missing_and_needless_rows(season, now):
    results.finalise(match_ids=finals(season, 5, random.Random(5)), now=now)
    right = stored(season)
    wrong, missing = Standing.objects.all()[:2]
    Standing.objects.filter(pk=wrong.pk).update(points=999)
    missing.delete()
    Standing.objects.create(season=season, player=PlayerFactory(), points=5, matches=1)
    assert standings.recount(season) == 3
    assert stored(season) == right


def test_recounting_empties_seats_of_matches_that_are_not_final(season, now):
    pk, *_others = finals(season, 2, random.Random(6))
    seats = Seat.objects.filter(match=pk)
    seats.update(points=5, score=5, place=1)
    assert standings.recount(season) == len(seats)
    assert set(seats.values_list("points", "score", "place")) == {(None, None, None)}


def test_recounting_takes_the_same_queries_for_any_number_of_results(season, now):
    counts = []
    for count in (1, 12):
        results.finalise(match_ids=finals(season, count, random.Random(count)), now=now)
        with CaptureQueriesContext(connection) as queries:
            standings.recount(season)
        counts.append(len(queries))
    assert len(set(counts)) == 1


def test_seasons_of_what_is_handed_over_are_found_without_joining_all_they_have(club, now):
    one, other, third = SeasonFactory.create_batch(3, club=club)
    player = PlayerFactory()
    match = MatchFactory(session=SessionFactory(event__season=one))
    penalty = Penalty.objects.create(season=other, player=player, points=1, given_at=now)
    event = EventFactory(season=third)
    handicap = Handicap.objects.create(event=event, player=player, points=1, set_at=now)
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        found = {"matches": [match.pk], "penalties": [penalty.pk], "handicaps": [handicap.pk]}
        with standings.handing_over(**found) as seasons:
            assert seasons.keys() == {one.pk, other.pk, third.pk}
    assert not any("OUTER JOIN" in query["sql"] for query in queries)
