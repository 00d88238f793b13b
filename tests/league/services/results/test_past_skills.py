"""How good players were before a match: by what was rated before, never by what came later."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.logic.ratings import NEW, Skill
from league.models import Duplicate, GameRatingChange, Match, RatingChange, Result
from league.services.ladders import ladders as services
from league.services.results.past_skills import Sitter, Sitting, sittings_of
from league.services.seasons import game_ratings
from tests.league import ladders
from tests.league.factories import NOW, MatchFactory, PlayerFactory, ResultFactory, SessionFactory


@pytest.fixture
def sessions(event):
    """Three sessions, a week apart."""
    return [
        SessionFactory(event=event, number=week, published_at=NOW + timedelta(weeks=week))
        for week in (1, 2, 3)
    ]


@pytest.fixture
def four(db):
    return PlayerFactory.create_batch(4)


def play(session, players, **result):
    """Return a final match, in which the first seat was first, and so on."""
    match = MatchFactory(session=session, players=players)
    ResultFactory(match=match, **result)
    for place, seat in enumerate(match.seats.all(), start=1):
        match.seats.filter(pk=seat.pk).update(place=place, score=0, points=0)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, version=2)
    game_ratings.note_changed(match_ids=[match.pk])
    return match


def skills(match):
    """Return what each seat was rated before a match."""
    sitting = sittings_of(season=match.season, match_ids=[match.pk])[match.pk]
    return [one.skill for one in sitting.sitters]


def after(match):
    """Return what each seat was rated after a match."""
    changes = GameRatingChange.objects.filter(match=match).order_by("place")
    return [change.skill for change in changes]


def test_who_is_new_has_the_rating_of_the_new(sessions, four):
    match = play(sessions[0], four)
    game_ratings.rate_waiting()
    assert skills(match) == [NEW] * 4


def test_a_rating_before_is_that_after_the_last_match(sessions, four):
    first, second, third = (play(session, four) for session in sessions)
    game_ratings.rate_waiting()
    assert skills(second) == after(first)
    assert skills(third) == after(second)


def test_matches_of_one_session_come_in_the_order_of_their_keys(sessions, four):
    first, second = play(sessions[0], four), play(sessions[0], four)
    game_ratings.rate_waiting()
    assert (skills(first), skills(second)) == ([NEW] * 4, after(first))


def test_a_late_result_counts_where_it_belongs(sessions, four):
    second = play(sessions[1], four)
    game_ratings.rate_waiting()
    first = play(sessions[0], four)
    game_ratings.rate_waiting()
    assert (skills(first), skills(second)) == ([NEW] * 4, after(first))


def test_a_match_that_is_not_rated_says_what_players_were_rated(sessions, four):
    first = play(sessions[0], four)
    forfeit = play(sessions[1], four, source=Result.Source.FORFEIT)
    game_ratings.rate_waiting()
    assert (skills(forfeit), after(forfeit)) == (after(first), [])


def test_a_player_at_several_seats_has_one_rating(sessions, four):
    first = play(sessions[0], four)
    second = play(sessions[1], [four[0], four[0], *four[2:]])
    game_ratings.rate_waiting()
    assert skills(second)[:2] == after(first)[:1] * 2


@pytest.fixture
def duels(club, settings):
    """Three duplicates of two bots, rated one after the other."""
    settings.LADDER_OPEN = 1
    season = ladders.make_ladder(club, bots=2, size=2, game="briscola")
    opened = []
    for number in range(3):
        [duel] = ladders.open_tables(season, now=ladders.later(number))
        ladders.finish([duel], ladders.by_key, now=ladders.later(number))
        opened.append(duel)
    return opened


def sittings(duplicate):
    """Return both matches of a duplicate."""
    ids = list(duplicate.matches.values_list("pk", flat=True))
    return list(sittings_of(season=duplicate.season, match_ids=ids).values())


def test_matches_of_ladders_have_the_ratings_before_their_duplicate(duels):
    before = {}
    for duel in duels:
        for sitting in sittings(duel):
            assert sitting.sitters == [
                Sitter(one.player, before.get(one.player, NEW)) for one in sitting.sitters
            ]
        changes = RatingChange.objects.filter(duplicate=duel).select_related("rating__player")
        before = {change.rating.player.code: change.skill for change in changes}


def test_matches_of_ladders_have_the_serial_of_their_duplicate(duels):
    rows = services.with_tables(Duplicate.objects.order_by("pk"))
    wanted = [(row.code, services.serial_of(row)) for row in rows]
    found = [sittings(duel)[0] for duel in duels]
    assert [(sitting.duplicate, sitting.serial) for sitting in found] == wanted
    assert None not in {serial for _code, serial in wanted}


def test_of_a_duplicate_that_is_void_nobody_knows_the_ratings(duels):
    RatingChange.objects.filter(duplicate=duels[2]).delete()
    sitting = sittings(duels[2])[0]
    assert ([one.skill for one in sitting.sitters], sitting.serial) == ([None, None], None)
    assert not sitting.is_at_least(-100)


@pytest.mark.parametrize(("ordinal", "enough"), [(9, True), (10, True), (10.5, False)])
def test_the_lowest_rating_at_the_table_decides(ordinal, enough):
    sitting = Sitting([Sitter("a", Skill(40, 2)), Sitter("b", Skill(25, 5))])
    assert sitting.is_at_least(ordinal) is enough


def test_ratings_cost_the_same_queries_for_one_match_and_for_three(sessions, four):
    matches = [play(session, four) for session in sessions]
    game_ratings.rate_waiting()

    def queries(rows):
        with CaptureQueriesContext(connection) as found:
            sittings_of(season=rows[0].season, match_ids=[row.pk for row in rows])
        return len(found)

    assert queries(matches[1:2]) == queries(matches) == 2


def test_no_match_costs_no_query(season, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert sittings_of(season=season, match_ids=[]) == {}
