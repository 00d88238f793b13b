"""The ranking of an evening counts its final matches, and nothing else."""

from decimal import Decimal

import pytest

from league.models import Session
from league.services.events import rankings
from league.services.results import results
from league.services.seasons import penalties
from tests.league.factories import (
    NOW,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    ResultFactory,
    SessionFactory,
)


@pytest.fixture
def players():
    return [PlayerFactory(name=name) for name in ("Ada", "Bert", "Cleo", "Dirk")]


@pytest.fixture
def evening(season):
    return EventFactory(season=season)


def play(event, number, players, totals, places):
    """Play a match in a session of an event to its end."""
    session = Session.objects.filter(event=event, number=number).first()
    session = session or SessionFactory(event=event, number=number)
    match = MatchFactory(session=session, players=players)
    ResultFactory(match=match, source="played", totals=totals, places=places)
    results.finalise(match_ids=[match.pk], now=NOW)
    return session


def told(rows):
    return [(row.rank, row.player.name, row.points) for row in rows]


def test_points_of_all_sessions_are_added(evening, players):
    play(evening, 1, players, [40, 30, 20, 10], [1, 2, 3, 4])
    play(evening, 2, players, [0, 30, 50, 20], [4, 2, 1, 3])
    assert told(rankings.ranking(evening)) == [
        (1, "Cleo", 70), (2, "Bert", 60), (3, "Ada", 40), (4, "Dirk", 30),
    ]  # fmt: skip


def test_a_session_has_a_ranking_of_its_own(evening, players):
    play(evening, 1, players, [40, 30, 20, 10], [1, 2, 3, 4])
    second = play(evening, 2, players, [0, 30, 50, 20], [4, 2, 1, 3])
    best = rankings.ranking(evening, session=second)[0]
    assert (best.player.name, best.points, best.matches, best.wins) == ("Cleo", 50, 1, 1)


def test_equal_points_are_decided_by_matches_won(evening, players):
    play(evening, 1, players, [10, 10, 0, 0], [2, 1, 3, 3])
    assert told(rankings.ranking(evening)) == [
        (1, "Bert", 10), (2, "Ada", 10), (3, "Cleo", 0), (3, "Dirk", 0),
    ]  # fmt: skip


def test_points_of_a_substitute_count_for_who_is_replaced(evening, players):
    session = play(evening, 1, players, [40, 30, 20, 10], [1, 2, 3, 4])
    owner = PlayerFactory(name="Emil")
    session.matches.get().seats.filter(number=0).update(counts_for=owner)
    assert told(rankings.ranking(evening))[0] == (1, "Emil", 40)


def test_nothing_else_counts(season, evening, players, now, alice):
    play(evening, 1, players, [40, 30, 20, 10], [1, 2, 3, 4])
    play(EventFactory(season=season), 1, players, [0, 0, 0, 90], [2, 2, 2, 1])
    MatchFactory(session=SessionFactory(event=evening, number=3), players=players)
    penalties.penalise(
        season=season, player=players[0], points=Decimal(30), reason="late", by=alice, now=NOW
    )
    best = rankings.ranking(evening)[0]
    assert (best.player.name, best.points, best.matches) == ("Ada", 40, 1)


def test_an_evening_without_results_has_none(evening):
    assert rankings.ranking(evening) == []


def test_it_costs_three_queries_for_any_number_of_players(
    evening, players, django_assert_num_queries
):
    for number in range(1, 4):
        play(evening, number, players, [40, 30, 20, 10], [1, 2, 3, 4])
    with django_assert_num_queries(3):
        rankings.ranking(evening)
