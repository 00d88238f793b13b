"""Ratings of people in a game: what they are does not depend on the order of entry."""

import random
from datetime import timedelta

import pytest

from league.logic.ratings import NEW, rate
from league.models import (
    GameRating,
    GameRatingChange,
    Match,
    Result,
    Season,
    Session,
    Unrated,
)
from league.services.seasons import game_ratings
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    ResultFactory,
    SessionFactory,
)

GAME = "mit-list-und-tuecke"


@pytest.fixture
def sessions(event):
    """Six sessions, a week apart."""
    return [
        SessionFactory(event=event, number=week, published_at=NOW + timedelta(weeks=week))
        for week in range(1, 7)
    ]


@pytest.fixture
def people(db):
    return PlayerFactory.create_batch(8)


def finish(match, places=(1, 2, 3, 4), **result):
    """Make a match final with these places."""
    ResultFactory(match=match, **result)
    for seat, place in zip(match.seats.all(), places, strict=True):
        match.seats.filter(pk=seat.pk).update(place=place, score=0, points=0)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, version=2)
    game_ratings.note_changed(match_ids=[match.pk])


def play(session, players, places=(1, 2, 3, 4), **result):
    match = MatchFactory(session=session, players=players)
    finish(match, places, **result)
    return match


def stored():
    return {
        (change.match_id, change.rating.player_id): change.skill
        for change in GameRatingChange.objects.select_related("rating")
    }


def skill_of(player):
    return GameRating.objects.get(player=player).skill


def test_a_match_moves_the_ratings_of_its_table(sessions, people):
    play(sessions[0], people[:4])
    assert game_ratings.rate_waiting() == 4
    wanted = rate([NEW] * 4, sides=range(4), places=[1, 2, 3, 4])
    assert [skill_of(player) for player in people[:4]] == wanted


def test_a_match_is_rated_once(sessions, people):
    play(sessions[0], people[:4])
    assert [game_ratings.rate_waiting() for _ in "ab"] == [4, 0]
    assert not Unrated.objects.exists()


def test_a_late_result_takes_its_place(sessions, people):
    late = MatchFactory(session=sessions[0], players=people[:4])
    play(sessions[1], people[:4], (4, 3, 2, 1))
    game_ratings.rate_waiting()
    finish(late)
    game_ratings.rate_waiting()
    first = rate([NEW] * 4, sides=range(4), places=[1, 2, 3, 4])
    second = rate(first, sides=range(4), places=[4, 3, 2, 1])
    assert [skill_of(player) for player in people[:4]] == second


def test_a_late_result_leaves_other_tables_alone(sessions, people):
    late = MatchFactory(session=sessions[0], players=people[:4])
    play(sessions[1], people[4:])
    game_ratings.rate_waiting()
    finish(late)
    assert game_ratings.rate_waiting() == 4


def test_a_corrected_result_counts_as_if_it_had_been_right(sessions, people):
    match = play(sessions[0], people[:4])
    play(sessions[1], [*people[2:4], *people[4:6]])
    game_ratings.rate_waiting()
    for seat in match.seats.all():
        match.seats.filter(pk=seat.pk).update(place=5 - seat.place)
    game_ratings.note_changed(match_ids=[match.pk])
    game_ratings.rate_waiting()
    assert game_ratings.recount(game=GAME) == 0
    assert skill_of(people[0]).mu < NEW.mu


def test_a_void_match_is_rated_no_longer(sessions, people):
    match = play(sessions[0], people[:4])
    play(sessions[1], people[2:6])
    game_ratings.rate_waiting()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
    game_ratings.note_changed(match_ids=[match.pk])
    game_ratings.rate_waiting()
    assert not GameRating.objects.filter(player__in=people[:2]).exists()
    wanted = rate([NEW] * 4, sides=range(4), places=[1, 2, 3, 4])
    assert [skill_of(player) for player in people[2:6]] == wanted
    assert set(GameRating.objects.values_list("matches", flat=True)) == {1}


def test_a_forfeit_moves_no_rating(sessions, people):
    play(sessions[0], people[:4], source=Result.Source.FORFEIT)
    assert game_ratings.rate_waiting() == 0


def test_people_and_bots_are_rated_apart_where_the_season_says_so(season, sessions, people):
    Season.objects.filter(pk=season.pk).update(rates_together=False)
    play(sessions[0], [*people[:2], BotFactory(), BotFactory()], (2, 3, 1, 4))
    game_ratings.rate_waiting()
    best, second = rate([NEW] * 2, sides=[0, 1], places=[2, 3])
    assert [skill_of(player) for player in people[:2]] == [best, second]


def test_a_person_among_bots_that_are_rated_apart_keeps_the_rating(season, sessions, people):
    Season.objects.filter(pk=season.pk).update(rates_together=False)
    play(sessions[0], [people[0], *BotFactory.create_batch(3)])
    game_ratings.rate_waiting()
    assert skill_of(people[0]) == NEW


def test_a_bot_with_several_seats_is_not_rated(sessions, people):
    bot = BotFactory()
    play(sessions[0], [people[0], bot, bot, bot])
    game_ratings.rate_waiting()
    assert not GameRating.objects.filter(player=bot).exists()
    assert skill_of(people[0]).mu > NEW.mu


def test_games_are_rated_apart(sessions, people):
    other = EventFactory(season__game="gong-zhu")
    play(SessionFactory(event=other, published_at=NOW), people[:4], (4, 3, 2, 1))
    play(sessions[0], people[:4])
    game_ratings.rate_waiting()
    rows = GameRating.objects.filter(player=people[0]).values_list("pool__game", "ordinal")
    assert dict(rows)[GAME] > dict(rows)["gong-zhu"]


@pytest.mark.further
@pytest.mark.sweep(1)
@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_entry_does_not_matter(sessions, people, seed):
    chance = random.Random(seed)
    matches = [
        MatchFactory(session=session, players=table)
        for session in sessions
        for table in (people[:4], people[4:])
        if chance.shuffle(people) is None
    ]
    chance.shuffle(matches)
    for match in matches:
        finish(match, chance.sample(range(1, 5), 4))
        if chance.random() < 0.6:
            while game_ratings.rate_slice(game=GAME, most=3) is not None:
                pass
    while game_ratings.rate_slice(game=GAME, most=3) is not None:
        pass
    before = stored()
    assert len(before) == 48
    assert game_ratings.recount(game=GAME) == 0
    assert stored() == before


def test_a_wrong_rating_is_found(sessions, people):
    play(sessions[0], people[:4])
    game_ratings.rate_waiting()
    GameRatingChange.objects.filter(rating__player=people[0]).update(mu=50)
    assert game_ratings.recount(game=GAME) == 1


def test_a_result_that_comes_in_while_others_are_rated_is_not_lost(sessions, people, monkeypatch):
    match = play(sessions[0], people[:4])
    real = game_ratings._store

    def store_slowly(pool, step):
        game_ratings.note_changed(match_ids=[match.pk])
        return real(pool, step)

    monkeypatch.setattr(game_ratings, "_store", store_slowly)
    game_ratings.rate_slice(game=GAME)
    assert Unrated.objects.count() == 1


def test_ratings_cost_the_same_queries_for_one_table_and_for_ten(
    event, django_assert_max_num_queries
):
    session = Session.objects.create(
        event=event, number=9, status=Session.Status.PUBLISHED, published_at=NOW
    )
    for _ in range(10):
        play(session, PlayerFactory.create_batch(4))
    with django_assert_max_num_queries(30):
        game_ratings.rate_slice(game=GAME)


@pytest.fixture
def woken(monkeypatch):
    """Collect what wakes the rater up."""
    sent = []
    monkeypatch.setattr("league.queue.wake_rater", lambda: sent.append("woken"))
    return sent


def test_results_of_an_evening_are_rated_at_once(sessions, people, woken):
    matches = [MatchFactory(session=sessions[0], players=people[:4])]
    game_ratings.note_changed(match_ids=[match.pk for match in matches])
    assert woken == ["woken"]


def test_a_crowd_of_results_waits_for_the_clock(sessions, people, woken):
    match = MatchFactory(session=sessions[0], players=people[:4])
    game_ratings.note_changed(match_ids=[match.pk] * (game_ratings.FEW + 1))
    assert woken == []
    assert Unrated.objects.count() == game_ratings.FEW + 1


def test_nothing_changed_wakes_nobody(db, woken):
    game_ratings.note_changed(match_ids=[])
    assert woken == []
