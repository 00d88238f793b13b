"""A duplicate moves ratings once, when the last of its matches is final."""

from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.logic.ratings import NEW, rate
from league.models import Duplicate, Match, Meeting, Rating, RatingChange, Standing
from league.services.ladders import ladders, ratings
from league.services.results import results
from league.services.seasons import standings
from tests.league.ladders import by_key, finish, later, make_ladder, open_tables, store


@pytest.fixture
def ladder(club):
    return make_ladder(club, bots=4)


@pytest.fixture
def duplicate(ladder, settings):
    settings.LADDER_OPEN = 1
    return open_tables(ladder)[0]


def rating_of(season, player):
    return Rating.objects.get(season=season, player=player)


def players_of(duplicate):
    first = duplicate.matches.get(table_number=1)
    return list(first.seats.order_by("number").values_list("player", flat=True))


def test_a_duplicate_is_rated_once_all_matches_are_final(duplicate):
    *others, last = duplicate.matches.all()
    store([*others, last], by_key)
    results.finalise(match_ids=[match.pk for match in others], now=later(1))
    assert not RatingChange.objects.exists()
    results.finalise(match_ids=[last.pk], now=later(2))
    duplicate.refresh_from_db()
    assert (duplicate.status, duplicate.rated_at) == (Duplicate.Status.RATED, later(2))
    assert RatingChange.objects.count() == 4


def test_ratings_move_as_the_summed_scores_say(duplicate):
    finish([duplicate], by_key)
    players = players_of(duplicate)
    order = sorted(players, key=lambda player: by_key(player, duplicate.matches.first()))[::-1]
    expected = rate([NEW] * 4, sides=(0, 1, 2, 3), places=[1 + order.index(p) for p in players])
    for player, skill in zip(players, expected, strict=True):
        row = rating_of(duplicate.season, player)
        assert (row.mu, row.sigma, row.duplicates) == (skill.mu, skill.sigma, 1)
        assert row.ordinal == pytest.approx(skill.mu - 3 * skill.sigma)


def test_scores_are_summed_over_rotations(duplicate):
    """Each player scores 10 in one rotation only, so that in sum all are equal."""
    seats = {player: seat for seat, player in enumerate(players_of(duplicate))}
    finish([duplicate], lambda player, match: 10 * (seats[player] == match.table_number - 1))
    duplicate.refresh_from_db()
    assert duplicate.scores == [10] * 4
    assert set(RatingChange.objects.values_list("place", flat=True)) == {1}


def test_where_fewer_points_win_the_fewest_win(club):
    season = make_ladder(club, bots=2, size=2, game="mulatschag")
    [first, *_] = open_tables(season)
    best = min(players_of(first))
    finish([first], lambda player, match: 0 if player == best else 9)
    assert RatingChange.objects.get(rating__player=best, duplicate=first).place == 1
    assert Meeting.objects.get().wins == 1
    assert Meeting.objects.get().margin > 0


def test_partners_rise_together_and_never_meet(club):
    season = make_ladder(club, bots=4, game="truco")
    [first, *_] = open_tables(season)
    players = players_of(first)
    winners = {players[0], players[2]}
    finish([first], lambda player, match: 5 if player in winners else 1)
    risen = set(Rating.objects.filter(mu__gt=NEW.mu).values_list("player", flat=True))
    assert risen == winners
    met = {frozenset(pair) for pair in Meeting.objects.values_list("one", "other")}
    assert frozenset(winners) not in met
    assert len(met) == 4


def test_meetings_tell_who_scored_more_by_how_much_of_a_deal(duplicate):
    best, second, *_ = sorted(players_of(duplicate))
    finish([duplicate], lambda player, match: {best: 8, second: 4}.get(player, 0))
    row = Meeting.objects.get(one=best, other=second)
    assert (row.duplicates, row.wins, row.losses) == (1, 1, 0)
    assert row.margin == 1.0  # 4 rotations of 4 points more, 16 deals


def test_standings_of_a_ladder_stay_empty(duplicate):
    finish([duplicate], by_key)
    assert not Standing.objects.exists()
    assert standings.recount(duplicate.season) == 0


def test_several_duplicates_are_rated_one_after_another(ladder):
    finish(open_tables(ladder), by_key)
    for rating in Rating.objects.all():
        numbers = rating.changes.order_by("pk").values_list("number", flat=True)
        assert list(numbers) == list(range(1, rating.duplicates + 1))
        last = rating.changes.last()
        assert (last.mu, last.sigma) == (rating.mu, rating.sigma)


def test_rating_again_changes_nothing(duplicate):
    finish([duplicate], by_key)
    assert ratings.rate_finished(duplicate_ids=[duplicate.pk], now=later(1)) == []
    assert RatingChange.objects.count() == 4


def test_a_void_match_keeps_its_duplicate_from_being_rated(duplicate):
    first, *others = duplicate.matches.all()
    Match.objects.filter(pk=first.pk).update(status=Match.Status.VOID)
    store(others, by_key)
    results.finalise(match_ids=[match.pk for match in others], now=later(1))
    assert not RatingChange.objects.exists()


def test_rating_costs_the_same_for_any_number_of_duplicates(club):
    def queries(number):
        opened = open_tables(make_ladder(club, bots=12))[:number]
        store([match for one in opened for match in one.matches.all()], by_key)
        Match.objects.filter(duplicate__in=opened).update(status=Match.Status.FINAL)
        with CaptureQueriesContext(connection) as queries:
            done = ratings.rate_finished(duplicate_ids=[one.pk for one in opened], now=later(1))
        assert len(done) == number
        return len(queries)

    assert queries(1) == queries(4)


def test_the_matchmaker_wakes_up_after_rating(
    duplicate, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(
        "league.queue.current_app.send_task", lambda name, **options: sent.append((name, options))
    )
    with django_capture_on_commit_callbacks(execute=True):
        finish([duplicate], by_key)
    assert [options["args"] for name, options in sent if name == "league.fill_ladders"] == [
        [[duplicate.season_id]]
    ]


@pytest.mark.logs("no message was sent", "nobody was woken up")
def test_a_silent_broker_fails_no_rating(
    duplicate, monkeypatch, django_capture_on_commit_callbacks
):
    def broken(*args, **kwargs):
        raise OSError

    monkeypatch.setattr("league.queue.current_app.send_task", broken)
    with django_capture_on_commit_callbacks(execute=True):
        finish([duplicate], by_key)
    duplicate.refresh_from_db()
    assert duplicate.status == Duplicate.Status.RATED


@pytest.fixture
def history(ladder, settings):
    """A ladder on which 12 duplicates were rated, not in the order they were opened in."""
    settings.LADDER_OPEN = 3
    for minute in range(4):
        opened = open_tables(ladder, now=later(minute))
        finish(opened[1:], lambda player, match: (7 * player + match.pk) % 11)
        finish(opened[:1], lambda player, match: (3 * player + match.pk) % 7)
    return ladder


def test_recounting_from_the_log_gives_what_is_stored(history):
    assert RatingChange.objects.count() == 48
    assert ratings.recount(history) == 0


def test_recounting_mends_what_was_changed(history):
    before = list(Rating.objects.order_by("pk").values("mu", "sigma", "ordinal", "duplicates"))
    changes = list(RatingChange.objects.order_by("pk").values())
    margins = list(Meeting.objects.order_by("one", "other").values_list("wins", "losses"))
    Rating.objects.filter(pk=history.ratings.first().pk).update(mu=99)
    RatingChange.objects.filter(pk=changes[5]["id"]).update(sigma=1)
    Meeting.objects.filter(pk=Meeting.objects.first().pk).delete()
    Meeting.objects.filter(pk=Meeting.objects.last().pk).update(wins=77)
    assert ratings.recount(history) == 4
    assert list(Rating.objects.order_by("pk").values(*before[0])) == before
    assert list(RatingChange.objects.order_by("pk").values()) == changes
    assert list(Meeting.objects.order_by("one", "other").values_list("wins", "losses")) == margins


def test_recount_command_names_what_it_corrected(history, capsys):
    Rating.objects.update(duplicates=0)
    call_command("recount_ladder")
    assert capsys.readouterr().out == f"{history.code} {history.name}: 4 rows corrected\n"


def test_recount_command_refuses_what_is_no_ladder(season):
    with pytest.raises(CommandError, match=season.code):
        call_command("recount_ladder", season.code)


def test_curve_has_at_most_200_points_and_the_last(ladder, duplicate):
    rating = ladder.ratings.first()
    RatingChange.objects.bulk_create(
        RatingChange(
            rating=rating,
            duplicate=Duplicate.objects.create(season=ladder, created_at=later(0)),
            number=number,
            place=1,
            mu=number,
            sigma=1,
            at=later(number),
        )
        for number in range(1, 451)
    )
    Rating.objects.filter(pk=rating.pk).update(duplicates=450)
    rating.refresh_from_db()
    points = [change.number for change in ladders.curve(rating)]
    assert len(points) <= 200
    assert points[-1] == 450
    assert len({b - a for a, b in pairwise(points)}) == 1
