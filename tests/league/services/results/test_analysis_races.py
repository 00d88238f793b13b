"""Analyses that one account asks for at the same moment."""

import threading

import pytest

from league.models import Analysis, Match, Record
from league.services.play import bot_matches
from league.services.results import analyses, results
from tests.league.factories import NOW, BotFactory, MatchFactory
from tests.league.services.races import at_once, losers, paused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two_matches(session):
    """Two final matches of bots with open records."""
    bots = [BotFactory(builtin="random"), BotFactory(builtin="greedy")] * 2
    made = [MatchFactory(session=session, table_number=8 + n, players=bots) for n in range(2)]
    results.store_played(plays=[bot_matches.play(match) for match in made], now=NOW)
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk for match in made], now=NOW)
    return list(Match.objects.order_by("table_number"))


@pytest.mark.only("postgresql", "SQLite lets one write at a time")
def test_of_analyses_asked_for_at_once_none_is_one_too_many(two_matches, bob, now, monkeypatch):
    monkeypatch.setattr(analyses, "AT_A_TIME", 1)
    counted, done = threading.Event(), threading.Event()
    paused(monkeypatch, analyses, "_require_room", counted, done)
    first, second = two_matches

    def late():
        counted.wait(timeout=10)
        return analyses.ask(match=second, seat=0, by=bob, now=now)

    outcomes = at_once(lambda: analyses.ask(match=first, seat=0, by=bob, now=now), late)
    assert len(losers(outcomes)) == 1
    assert Analysis.objects.count() == 1
