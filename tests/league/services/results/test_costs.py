"""What a result costs: queries of the one who enters it, and of the one who confirms it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Account, Match, Standing
from league.services.results import results

from .test_enter import SCORES


@pytest.fixture
def found(match):
    """Return the match anew, with what a page loads of it."""
    rows = Match.objects.select_related("season__club", "session__event")
    return lambda: rows.get(pk=match.pk)


def counted(act, by, match, **given):
    """Return what an act returns, and how many queries it took, savepoints not counted."""
    asked = {"match": match, "by": Account.objects.get(pk=by.pk), **given}
    with CaptureQueriesContext(connection) as queries:
        done = act(**asked)
    texts = [query["sql"] for query in queries]
    return done, sum(not text.startswith(("SAVEPOINT", "RELEASE")) for text in texts)


def test_entering_takes_few_queries(found, bob, dora, now):
    """Also for a result that is entered in place of another one that waited."""
    given = {"submission": SCORES, "now": now}
    _, first = counted(results.enter, bob, found(), expected_version=None, **given)
    _, second = counted(results.enter, bob, found(), expected_version=1, **given)
    assert (first, second) == (11, 13)


@pytest.mark.parametrize(("is_first", "most"), [(True, 13), (False, 12)])
def test_confirming_takes_few_queries(found, bob, dora, now, *, is_first, most):
    """One more for the first result that somebody has in a season."""
    results.enter(match=found(), submission=SCORES, by=bob, expected_version=None, now=now)
    if not is_first:
        players = [seat.player for seat in found().seats.all()]
        Standing.objects.bulk_create(Standing(season=found().season, player=p) for p in players)
    result, confirmed = counted(results.confirm, dora, found(), expected_version=1, now=now)
    assert confirmed == most
    assert (result.confirmed_by, result.confirmed_at) == (dora, now)


def test_what_a_confirmation_returns_is_what_is_stored(found, bob, dora, now):
    results.enter(match=found(), submission=SCORES, by=bob, expected_version=None, now=now)
    match = found()
    result = results.confirm(match=match, by=dora, expected_version=1, now=now)
    stored = found()
    for name in ("status", "version", "result_version", "finished_at", "voided_from"):
        assert getattr(match, name) == getattr(stored, name), name
    assert stored.result_in_force() == result
