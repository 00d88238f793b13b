"""Standings by every rule, kept bit by bit through corrections, are what a recount gives."""

import random
from decimal import Decimal
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Encounter, Match
from league.services.corrections import voids
from league.services.results import results
from league.services.seasons import encounters, penalties, rankings, standings
from tests.league.factories import (
    MatchFactory,
    PlayerFactory,
    ResultFactory,
    SeasonFactory,
    SessionFactory,
)
from tests.league.services import acts

RULES = [
    {"tie_breaks": ["direct", "wins", "lot"]},
    {"tie_breaks": ["places", "best", "score"], "drop_worst": 2},
    {"tie_breaks": ["opponents", "opponents-median"], "points_rule": "placing"},
    {"tie_breaks": ["opponents-mean"], "points_rule": "margin", "min_attendance": 3},
]


def play(season, players, rng, now):
    session = SessionFactory(event__season=season)
    match = MatchFactory(session=session, players=rng.sample(players, 4))
    totals = [rng.randrange(4) for _ in range(4)]
    places = [1 + sum(other > own for other in totals) for own in totals]
    ResultFactory(match=match, source="played", totals=totals, places=places)
    results.finalise(match_ids=[match.pk], now=now)
    return match


@pytest.mark.sweep(3)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_any_history_is_what_a_recount_gives(club, alice, now, rules, seed):
    rng = random.Random(seed)
    season = SeasonFactory(club=club, **rules)
    players = PlayerFactory.create_batch(6)
    matches = [play(season, players, rng, now) for _ in range(6)]
    for match in rng.sample(matches, 4):
        own = Match.objects.get(pk=match.pk)
        rng.choice([acts.void, acts.forfeit])(own, alice, now)
    voided = Match.objects.filter(season=season, status=Match.Status.VOID).first()
    if voided:
        voids.reopen(match=voided, reason="right", by=alice, now=now)
    penalties.penalise(
        season=season, player=players[0], points=Decimal(1), reason="late", by=alice, now=now
    )
    assert standings.recount(season) == 0


def test_direct_comparison_decides_between_equal_points(club, now):
    season = SeasonFactory(club=club, tie_breaks=["direct"])
    players = [PlayerFactory(name=name) for name in ("Bob", "Dora", "Emil", "Frida")]
    session = SessionFactory(event__season=season)
    for totals, places in (
        ([6, 0, 1, 1], [1, 4, 2, 2]),
        ([0, 3, 2, 2], [4, 1, 2, 2]),
        ([0, 3, 2, 2], [4, 1, 2, 2]),
    ):
        match = MatchFactory(session=session, players=players)
        ResultFactory(match=match, source="played", totals=totals, places=places)
        results.finalise(match_ids=[match.pk], now=now)
    rows = rankings.table(season)[:2]
    assert [(row.rank, row.player.name, row.points) for row in rows] == [
        (1, "Dora", 6),
        (2, "Bob", 6),
    ]
    assert rows[1].behind_by == "direct"


def test_lots_are_drawn_alike_every_time(club, now):
    season = SeasonFactory(club=club, tie_breaks=["lot"], lot_seed=7)
    rng = random.Random(1)
    players = PlayerFactory.create_batch(4)
    play(season, players, rng, now)
    orders = {tuple(row.player.pk for row in rankings.table(season)) for _ in range(3)}
    assert len(orders) == 1
    assert [row.rank for row in rankings.table(season)] == [1, 2, 3, 4]


def test_who_has_played_too_little_is_listed_last_without_rank(club, now):
    season = SeasonFactory(club=club, min_attendance=2)
    rng = random.Random(1)
    play(season, PlayerFactory.create_batch(4), rng, now)
    assert {row.rank for row in rankings.table(season)} == {None}


def test_a_table_costs_the_same_queries_for_any_number_of_matches(club, now):
    season = SeasonFactory(club=club, tie_breaks=["direct", "opponents"])
    rng, players, counts = random.Random(2), PlayerFactory.create_batch(5), []
    for _ in range(2):
        for _match in range(4):
            play(season, players, rng, now)
        with CaptureQueriesContext(connection) as queries:
            list(rankings.table(season))
        counts.append(len(queries))
    assert counts == [2, 2]
    assert Encounter.objects.filter(season=season).count() == 10


def tied_with_two(season):
    """Return the table of pairs of players, each with the points of its number, who met theirs."""
    for points in range(20):
        for name in ("Ada", "Bea"):
            player = PlayerFactory(name=f"{name} {points}")
            season.standings.create(
                player=player, points=points, gross=points, matches=1, place_counts=[0, 1]
            )
    rows = list(season.standings.order_by("player"))
    for one, other in pairwise([rows[0], *rows]):
        if one != other:
            season.encounters.create(one=one.player, other=other.player, meetings=1, wins=1)
    return rankings.table(season)


CHAINS = [["direct"], ["opponents"], ["wins", "opponents-median", "direct"], ["score", "lot"]]


@pytest.mark.parametrize("chain", CHAINS)
def test_parts_of_a_table_are_those_of_the_whole(club, chain):
    table = tied_with_two(SeasonFactory(club=club, tie_breaks=chain))
    whole = list(table)
    assert [row.number for row in whole] == list(range(1, 41))
    assert [table[at : at + 7] for at in range(0, 40, 7)] == [
        whole[at : at + 7] for at in range(0, 40, 7)
    ]
    assert list(table.of({row.player.pk for row in whole[3:5]}).values()) == whole[3:5]


@pytest.mark.parametrize("chain", CHAINS[:3])
def test_a_page_reads_meetings_of_those_shown_alone(club, chain, monkeypatch):
    table, read = tied_with_two(SeasonFactory(club=club, tie_breaks=chain)), []
    as_tables = encounters.as_tables
    monkeypatch.setattr(
        encounters, "as_tables", lambda met, by_pk: read.append(len(met)) or as_tables(met, by_pk)
    )
    assert len(table[0:4]) == 4
    assert read[0] <= 5


@pytest.mark.parametrize("chain", CHAINS[:3])
def test_a_page_costs_the_same_queries_for_any_number_of_rows(
    club, chain, django_assert_num_queries
):
    table = tied_with_two(SeasonFactory(club=club, tie_breaks=chain))
    for rows in (1, 20):
        with django_assert_num_queries(1):
            assert len(table[0:rows]) == rows


def test_a_tie_across_two_pages_is_decided_for_both(club):
    table = tied_with_two(SeasonFactory(club=club, tie_breaks=["direct"]))
    assert [row.behind_by for row in (table[20], table[21])] == ["points", "direct"]
    assert table[21:22] == list(table)[21:22]
