"""One measurement of the league, in a process of its own: workers play sessions of bot tables.

Database, broker and folder come from the environment, as everywhere in the league; Django is set
up by whoever imports this.
"""

import json
import sys
import time
from itertools import cycle, islice

from django.core.management import call_command
from django.db.models import QuerySet
from django.utils import timezone

from league.management.processes import Supervisor, clock, worker
from league.models import Account, Match, Record, Round, Season, Session, Unrated
from league.services.accounts import people
from league.services.clubs import clubs
from league.services.draws import draws
from league.services.events import events
from league.services.seasons import seasons

TIME_LIMIT_S = 90
POLL_S = 0.05
SEATS = 4
TABLES = 400
"""Tables of a session; as a club's evening is published in one go, so are these."""
WARM_UP = 200
"""Enough messages that every worker process has some."""
RUNS = 2


def measure(matches: int, processes: int) -> None:
    """Measure the faster of some runs, from publishing the first draw until all matches are final.

    Prints a line of JSON: matches, rounds, seconds, and how much later all were rated at the end.
    """
    call_command("migrate", verbosity=0)
    with Supervisor([worker(processes=processes), clock()], out=sys.stderr) as supervisor:
        season = running_season()
        play(season, WARM_UP, supervisor)
        runs = [play(season, matches, supervisor) for _ in range(RUNS)]
        late_s = await_rated(deadline=time.perf_counter() + TIME_LIMIT_S)
    seconds, rounds = min(runs)
    figures = {"matches": matches, "rounds": rounds, "seconds": seconds, "rated_late_s": late_s}
    print(json.dumps(figures))


def running_season() -> Season:
    """Return a season that has started, in a new club."""
    now = timezone.now()
    alice = Account.objects.create(username="alice")
    people.register_person(name="Alice", account=alice, by=alice, now=now)
    club = clubs.found_club(slug="bench", name="Bench", by=alice, now=now)
    season = seasons.create_season(
        club=club, name="Bench", game="mit-list-und-tuecke", by=alice, now=now
    )
    return seasons.start_season(season=season, by=alice, now=now)


def play(season: Season, matches: int, supervisor: Supervisor) -> tuple[float, int]:
    """Publish tables of four bots and wait until each is final; return seconds and rounds."""
    sizes = [min(TABLES, matches - first) for first in range(0, matches, TABLES)]
    sessions = [drafted_session(season, size) for size in sizes]
    begun, alice = time.perf_counter(), Account.objects.get()
    for session in sessions:
        draws.publish(session=session, by=alice, now=timezone.now())
    played = Match.objects.filter(session__in=sessions)
    await_final(played, supervisor, deadline=begun + TIME_LIMIT_S)
    seconds = time.perf_counter() - begun
    records = Record.objects.filter(result__match__in=played)
    if records.filter(status=Record.Status.VALID).count() != matches:
        raise RuntimeError("a match is final without a validated record")
    return seconds, Round.objects.filter(result__match__in=played).count()


def drafted_session(season: Season, tables: int) -> Session:
    """Return a session with so many tables of four built-in bots, not published yet."""
    alice, now = Account.objects.get(), timezone.now()
    event = season.events.first() or events.create_event(
        season=season, name="Bench", by=alice, now=now
    )
    session = events.create_session(event=event, by=alice, now=now)
    bots = cycle([people.builtin_bot(name=name) for name in ("random", "greedy")])
    seated = [list(islice(bots, SEATS)) for _ in range(tables)]
    draws.seat_players(session=session, tables=seated, by=alice, now=now)
    return session


def await_rated(*, deadline: float) -> float:
    """Wait until no match waits to be rated; return for how long, or raise TimeoutError."""
    begun = time.perf_counter()
    while Unrated.objects.exists():
        if time.perf_counter() > deadline:
            raise TimeoutError(f"matches are not rated after {TIME_LIMIT_S} s")
        time.sleep(POLL_S)
    return time.perf_counter() - begun


def await_final(matches: QuerySet[Match], supervisor: Supervisor, *, deadline: float) -> None:
    """Wait until the matches are final; raises TimeoutError, or RuntimeError without workers."""
    while left := matches.exclude(status=Match.Status.FINAL).count():
        if name := supervisor.ended():
            raise RuntimeError(f"the {name} ended")
        if time.perf_counter() > deadline:
            raise TimeoutError(f"{left} matches are not final after {TIME_LIMIT_S} s")
        time.sleep(POLL_S)
