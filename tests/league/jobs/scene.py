"""A club with open matches, made row by row: these tests are about jobs, not about draws.

Also run by itself, in a process of its own, where workers are real: see `test_killed_worker`.
"""

import os
import signal
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def later(seconds):
    return NOW + timedelta(seconds=seconds)


def open_session():
    from league.models import Club, Event, Season, Session

    club = Club.objects.create(slug="linde", name="Stammtisch zur Linde")
    season = Season.objects.create(
        club=club, name="2026", game="mit-list-und-tuecke", status="running"
    )
    event = Event.objects.create(season=season, name="November")
    return Session.objects.create(event=event, number=1, status="published")


def two_bots():
    from league.models import Player

    return [
        Player.objects.create(name=name, kind="bot", builtin=name) for name in ("random", "greedy")
    ]


def open_matches(session, bots, *, count, players=4):
    from league.models import Match, Seat

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
        Seat(match=match, number=seat, player=bots[seat % len(bots)])
        for match in matches
        for seat in range(players)
    )
    return matches


def queue_matches(count):
    """Send `count` matches to the workers, five to a message."""
    from django.utils import timezone

    from league import queue
    from league.models import Job
    from league.services import jobs

    matches = open_matches(open_session(), two_bots(), count=count)
    for start in range(0, count, 5):
        batch = matches[start : start + 5]
        jobs.create(kind=Job.Kind.PLAY_MATCH, matches=batch, version=0, now=timezone.now())
    assert queue.BATCH >= 5


def kill_in_the_middle(group, count):
    """Kill a worker that holds jobs, once `count` results are stored; print how many are."""
    from league.models import Job, Result

    while True:
        time.sleep(0.01)
        os.killpg(group, signal.SIGSTOP)
        if Result.objects.count() >= count and Job.objects.filter(status="running").exists():
            os.killpg(group, signal.SIGKILL)
            break
        os.killpg(group, signal.SIGCONT)
    print(Result.objects.count())  # noqa: T201


def wait_for_jobs():
    """Wait until no job waits or runs, and print what became of them."""
    from league.models import Job, Match, Result, Standing

    while Job.objects.filter(status__in=["waiting", "running"]).exists():
        time.sleep(0.1)
    per_match = Counter(Result.objects.values_list("match", flat=True))
    print(  # noqa: T201
        dict(Counter(Job.objects.values_list("kind", "status"))),
        dict(Counter(Match.objects.values_list("status", flat=True))),
        dict(Counter(per_match.values())),
        sum(Standing.objects.values_list("matches", flat=True)),
        max(Job.objects.values_list("attempt", flat=True)),
        sep="\n",
    )


if __name__ == "__main__":
    import django

    django.setup()
    globals()[sys.argv[1]](*map(int, sys.argv[2:]))
