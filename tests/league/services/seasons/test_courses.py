"""How many points the first players of a season had after each session."""

from datetime import timedelta
from decimal import Decimal

import pytest

from league.models import Match, Season, Seat
from league.services.seasons import courses, rankings
from tests.league.factories import NOW, MatchFactory, PlayerFactory, SessionFactory


def play(session, players, points):
    """Have a table final with these points, without a result behind it."""
    match = MatchFactory(session=session, players=players)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, version=1)
    for seat, won in zip(match.seats.all(), points, strict=True):
        seat.points = Decimal(won)
        seat.save()
    return match


def gross(player, season):
    """Return what final matches gave a player, as standings hold it."""
    own = Seat.objects.filter(player=player, counts_for=None)
    seats = own | Seat.objects.filter(counts_for=player)
    final = seats.filter(match__status=Match.Status.FINAL, match__season=season)
    return sum((seat.points for seat in final), Decimal(0))


def ranked(season):
    rows = rankings.table(season)[:]
    for row in rows:
        row.standing.gross = gross(row.player, season)
    return rows


@pytest.fixture
def players(season):
    """Three players who stand in this order."""
    found = [PlayerFactory(name=name) for name in ("Ada", "Ben", "Cleo")]
    for place, player in enumerate(found):
        player.standings.create(season=season, matches=2, points=30 - place)
    return found


@pytest.fixture
def sessions(event):
    return [
        SessionFactory(event=event, number=n, published_at=NOW + timedelta(days=n))
        for n in range(1, 31)
    ]


def of(season):
    return courses.of(season, ranked(season))


def test_course_adds_up_session_by_session(season, players, sessions):
    play(sessions[0], players, [3, 2, 1])
    play(sessions[1], players, [1, 5, 0])
    assert [list(map(int, one.points)) for one in of(season)] == [[0, 3, 4], [0, 2, 7], [0, 1, 1]]


def test_course_is_in_the_order_of_the_standings(season, players, sessions):
    for session in sessions[:2]:
        play(session, players, [1, 2, 3])
    assert [one.player for one in of(season)] == players


def test_missed_session_leaves_the_points(season, players, sessions):
    play(sessions[0], players, [3, 2, 1])
    play(sessions[1], players[:2], [1, 5])
    assert list(of(season)[2].points) == [0, 1, 1]


def test_substitutes_points_go_to_whom_they_count_for(season, players, sessions):
    play(sessions[0], players, [3, 2, 1])
    match = play(sessions[1], [PlayerFactory(), *players[1:]], [7, 0, 0])
    match.seats.filter(number=0).update(counts_for=players[0])
    assert list(of(season)[0].points) == [0, 3, 10]


@pytest.mark.parametrize("status", [Match.Status.VOID, Match.Status.OPEN])
def test_only_final_matches_count(season, players, sessions, status):
    for session in sessions[:2]:
        play(session, players, [1, 2, 3])
    match = play(sessions[2], players, [9, 9, 9])
    Match.objects.filter(pk=match.pk).update(status=status)
    assert list(of(season)[0].points) == [0, 1, 2]


def test_there_is_no_course_before_the_second_session(season, players, sessions):
    play(sessions[0], players, [1, 2, 3])
    assert of(season) == []


def test_other_seasons_do_not_count(season, players, sessions):
    for session in [*sessions[:2], SessionFactory()]:
        play(session, players, [1, 2, 3])
    assert Season.objects.count() == 2
    assert list(of(season)[0].points) == [0, 1, 2]


def test_long_season_begins_with_what_was_there_before(season, players, sessions):
    for session in sessions:
        play(session, players, [1, 2, 3])
    assert list(of(season)[0].points) == list(range(6, 31))


def test_course_costs_two_queries(season, players, sessions, django_assert_num_queries):
    for session in sessions[:5]:
        play(session, players, [1, 2, 3])
    rows = ranked(season)
    with django_assert_num_queries(2):
        courses.of(season, rows)


def test_at_most_six_players_are_followed(season, sessions):
    many = [PlayerFactory() for _ in range(8)]
    for place, player in enumerate(many):
        player.standings.create(season=season, matches=2, points=30 - place)
    for session in sessions[:2]:
        play(session, many[4:], [1, 2, 3, 4])
    assert [one.player for one in of(season)] == many[:6]
