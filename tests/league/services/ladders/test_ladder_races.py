"""Two at once on a ladder: tables are opened once, duplicates rated once, one version plays."""

import threading
from contextlib import suppress

import pytest

from league.models import Duplicate, Job, Match, Meeting, Rating, RatingChange, Season
from league.services.ladders import duplicates, ladders, ratings
from league.services.results import results
from league.services.seasons import seasons
from tests.league.ladders import by_key, later, make_ladder, make_version, open_tables, store
from tests.league.services.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ladder(club):
    return make_ladder(club, bots=8)


def test_two_matchmakers_open_no_more_tables_than_one(ladder, settings):
    settings.LADDER_OPEN = 4
    outcomes = at_once(*[lambda: duplicates.fill(season=ladder, now=later(1))] * 3)
    assert sum(map(len, outcomes)) == Duplicate.objects.count() <= 4
    assert Job.objects.count() == Match.objects.count() == 4 * Duplicate.objects.count()


def test_a_ladder_closed_while_it_is_filled_gets_no_table_afterwards(ladder, alice, now):
    mine = Season.objects.get(pk=ladder.pk)
    at_once(
        lambda: seasons.close_season(season=mine, by=alice, now=now),
        lambda: duplicates.fill(season=ladder, now=later(1)),
    )
    opened = Duplicate.objects.count()
    duplicates.fill(season=ladder, now=later(2))
    assert Duplicate.objects.count() == opened


@pytest.mark.further
def test_matches_of_one_duplicate_finished_at_once_rate_it_once(ladder, settings, monkeypatch):
    """Without a lock on the duplicate, each would see the other's match unfinished."""
    settings.LADDER_OPEN = 1
    [duplicate] = open_tables(ladder)
    matches = list(duplicate.matches.all())
    store(matches, by_key)
    both, finished = threading.Barrier(2), ratings.finished

    def together(rows):
        """Look at the matches when the other does so too, if that can be."""
        with suppress(threading.BrokenBarrierError):
            both.wait(timeout=0.3)
        return finished(rows)

    monkeypatch.setattr(ratings, "finished", together)
    at_once(
        *[
            lambda half=half: results.finalise(match_ids=[match.pk for match in half], now=later(1))
            for half in (matches[:2], matches[2:])
        ]
    )
    duplicate.refresh_from_db()
    assert duplicate.status == Duplicate.Status.RATED
    assert RatingChange.objects.count() == 4


def test_duplicates_of_the_same_bots_rated_at_once_all_count(club):
    season = make_ladder(club, bots=4)
    opened = open_tables(season)
    store([match for one in opened for match in one.matches.all()], by_key)
    at_once(
        *[
            lambda one=one: results.finalise(
                match_ids=list(one.matches.values_list("pk", flat=True)), now=later(1)
            )
            for one in opened
        ]
    )
    assert set(Rating.objects.values_list("duplicates", flat=True)) == {len(opened)}
    assert set(Meeting.objects.values_list("duplicates", flat=True)) == {len(opened)}
    assert ratings.recount(season) == 0


def test_a_duplicate_is_either_rated_or_void(ladder, settings):
    settings.LADDER_OPEN = 1
    [duplicate] = open_tables(ladder)
    matches = list(duplicate.matches.all())
    store(matches, by_key)
    Job.objects.filter(match=matches[0]).update(status=Job.Status.FAILED)
    ids = [match.pk for match in matches]
    at_once(
        lambda: results.finalise(match_ids=ids, now=later(1)),
        lambda: duplicates.void_failed(now=later(1)),
    )
    duplicate.refresh_from_db()
    is_rated = duplicate.status == Duplicate.Status.RATED
    assert duplicate.status != Duplicate.Status.OPEN
    assert RatingChange.objects.count() == (4 if is_rated else 0)


def test_filling_and_rating_at_once_wait_for_each_other(ladder, settings):
    settings.LADDER_REST_S = 0
    opened = open_tables(ladder)
    store([match for one in opened for match in one.matches.all()], by_key)
    ids = list(Match.objects.values_list("pk", flat=True))
    at_once(
        lambda: results.finalise(match_ids=ids, now=later(1)),
        lambda: duplicates.fill(season=ladder, now=later(1)),
    )
    assert Duplicate.objects.filter(status=Duplicate.Status.RATED).count() == len(opened)


@pytest.mark.further
def test_recounting_while_duplicates_are_rated_loses_none(ladder, monkeypatch):
    opened = open_tables(ladder)
    store([match for one in opened for match in one.matches.all()], by_key)

    def rate(one):
        ids = list(one.matches.values_list("pk", flat=True))
        results.finalise(match_ids=ids, now=later(1))

    rate(opened[0])
    was_read, was_rated, replayed = threading.Event(), threading.Event(), ratings._replayed

    def slowly(*args):
        """Give the other thread the time between reading the log and writing the ratings."""
        found = replayed(*args)
        was_read.set()
        was_rated.wait(timeout=0.5)
        return found

    def go_on():
        was_read.wait(timeout=10)
        for one in opened[1:]:
            rate(one)
        was_rated.set()

    monkeypatch.setattr(ratings, "_replayed", slowly)
    at_once(go_on, lambda: ratings.recount(ladder))
    monkeypatch.undo()
    assert RatingChange.objects.count() == 4 * len(opened)
    assert ratings.recount(ladder) == 0


def test_of_two_versions_entered_at_once_one_plays(ladder, carol, now):
    versions = [make_version(carol, number=number) for number in (1, 2)]
    at_once(
        *[
            lambda one=one: ladders.enter(season=ladder, version=one, by=carol, now=now)
            for one in versions
        ]
    )
    entered = Rating.objects.filter(player__version__bot__owner=carol, is_active=True)
    assert entered.count() == 1
