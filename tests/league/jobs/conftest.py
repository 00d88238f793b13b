"""A club with open matches, made row by row: these tests are about jobs, not about draws."""

from datetime import UTC, datetime, timedelta

import pytest

from league.models import Club, Event, Job, Match, Player, Season, Seat, Session
from league.services import jobs

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def later(seconds):
    return NOW + timedelta(seconds=seconds)


@pytest.fixture
def session(db):
    club = Club.objects.create(slug="linde", name="Stammtisch zur Linde")
    season = Season.objects.create(
        club=club, name="2026", game="mit-list-und-tuecke", status="running"
    )
    event = Event.objects.create(season=season, name="November")
    return Session.objects.create(event=event, number=1, status="published")


@pytest.fixture
def bots(db):
    return [
        Player.objects.create(name=name, kind="bot", builtin=name) for name in ("random", "greedy")
    ]


@pytest.fixture
def make_matches(session, bots):
    def make(count, players=4):
        first = Match.objects.filter(session=session).count() + 1
        matches = Match.objects.bulk_create(
            Match(
                session=session,
                season=session.event.season,
                table_number=number,
                status="open",
                secret=number.to_bytes(32, "big"),
            )
            for number in range(first, first + count)
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=seat, player=bots[seat % 2])
            for match in matches
            for seat in range(players)
        )
        return matches

    return make


@pytest.fixture
def make_jobs(make_matches):
    def make(count, players=4):
        return jobs.create(
            kind=Job.Kind.PLAY_MATCH, matches=make_matches(count, players), version=1, now=NOW
        )

    return make


@pytest.fixture
def messages(monkeypatch):
    """Collect what is sent instead of sending it: a list of (task name, ids, queue)."""
    sent = []

    def send_task(name, args, queue, **options):
        sent.append((name, args[0], queue))

    monkeypatch.setattr("league.queue.current_app.send_task", send_task)
    return sent
