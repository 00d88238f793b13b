import pytest

from league.models import Event, Match, Registration, Season, Session
from league.services.results import results
from league.services.seasons import possible_ranks, rankings
from tests.league.factories import NOW, MatchFactory, PlayerFactory, ResultFactory, SessionFactory


@pytest.fixture
def placing(season):
    Season.objects.filter(pk=season.pk).update(points_rule="placing")
    season.refresh_from_db()
    return season


@pytest.fixture(autouse=True)
def planned(event):
    """One session is planned, that of `session`."""
    Event.objects.filter(pk=event.pk).update(planned_sessions=1)


@pytest.fixture
def people(db):
    return PlayerFactory.create_batch(4)


def play(session, people, places=(1, 2, 3, 4)):
    match = MatchFactory(session=session, players=people)
    totals = [10 * (5 - place) for place in places]
    ResultFactory(match=match, totals=totals, places=list(places), source="played")
    results.finalise(match_ids=[match.pk], now=NOW)
    return match


def of(season):
    return possible_ranks.of(rankings.table(season))


def ranks(season, people):
    bounds = of(Season.objects.get(pk=season.pk))
    return [(bounds[player.pk].best, bounds[player.pk].worst) for player in people]


def test_when_nothing_is_left_ranks_are_certain(placing, session, people):
    play(session, people)
    assert ranks(placing, people) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_an_open_table_leaves_ranks_open(placing, session, people):
    play(session, people)
    MatchFactory(session=session, players=people)
    assert ranks(placing, people)[0][1] > 1
    assert ranks(placing, people)[3][0] < 4


def test_who_is_far_ahead_has_clinched(placing, event, session, people):
    for _ in range(6):
        play(session, people)
    MatchFactory(session=session, players=people)
    bounds = of(placing)
    assert bounds[people[0].pk].has_clinched(1)
    assert not bounds[people[3].pk].can_reach(1)


def test_planned_sessions_may_still_change_ranks(placing, event, session, people):
    play(session, people)
    Event.objects.filter(pk=event.pk).update(planned_sessions=3)
    assert ranks(placing, people)[3] == (1, 4)


def test_every_rank_is_open_while_nobody_has_said_how_many_sessions_come(
    placing, event, session, people
):
    play(session, people)
    Event.objects.filter(pk=event.pk).update(planned_sessions=None)
    bounds = of(placing).values()
    assert {(one.best, one.worst, one.is_open, one.is_certain) for one in bounds} == {
        (1, 4, True, False)
    }
    assert not any(one.has_clinched(1) for one in bounds)


def test_a_draft_may_still_change_ranks(placing, event, session, people):
    play(session, people)
    SessionFactory(event=event, number=2, status=Session.Status.DRAFT)
    assert ranks(placing, people)[3] == (1, 4)


def test_a_cancelled_event_changes_nothing(placing, event, session, people):
    play(session, people)
    Event.objects.filter(pk=event.pk).update(planned_sessions=3, cancelled_at=NOW)
    assert ranks(placing, people)[0] == (1, 1)


def test_a_closed_season_is_over(placing, session, people):
    play(session, people)
    MatchFactory(session=session, players=people)
    Season.objects.filter(pk=placing.pk).update(status=Season.Status.CLOSED)
    assert ranks(placing, people) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_registered_players_may_come_from_behind(placing, event, session, people):
    play(session, people)
    Event.objects.filter(pk=event.pk).update(planned_sessions=9)
    late = PlayerFactory()
    Registration.objects.create(event=event, player=late, registered_at=NOW)
    assert ranks(placing, [late]) == [(1, 5)]


def test_a_rule_without_a_limit_is_open(session, season, people):
    play(session, people)
    MatchFactory(session=session, players=people)
    assert of(season)[people[0].pk].is_open


def test_ranks_never_widen_as_results_come_in(placing, session, people):
    tables = [MatchFactory(session=session, players=people) for _ in range(4)]
    before = ranks(placing, people)
    for number, match in enumerate(tables):
        places = [1 + (seat + number) % 4 for seat in range(4)]
        ResultFactory(
            match=match, totals=[10 * (5 - one) for one in places], places=places, source="played"
        )
        results.finalise(match_ids=[match.pk], now=NOW)
        after = ranks(placing, people)
        for old, new in zip(before, after, strict=True):
            assert old[0] <= new[0] <= new[1] <= old[1]
        before = after
    assert not Match.objects.exclude(status=Match.Status.FINAL).exists()


def test_possible_ranks_cost_the_same_queries_for_any_season(
    placing, session, people, django_assert_num_queries
):
    with django_assert_num_queries(4):
        of(placing)
    for _ in range(5):
        play(session, people)
        MatchFactory(session=session, players=people)
    with django_assert_num_queries(4):
        of(placing)
