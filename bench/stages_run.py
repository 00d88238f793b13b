"""Plays batches of matches in this process, as a worker does, with a watch around each step."""

import gc
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from bots.compile import warm
from bots.playing import together
from league import queue
from league.models import Account, Job, Season
from league.services.draws import draws
from league.services.jobs import jobs
from league.services.play import bot_matches
from league.services.results import records, results
from league.services.seasons import game_ratings, standings

from .league_run import TABLES, drafted_session, running_season

STEPS = {
    "matches are published": (draws, "publish"),
    "jobs are claimed": (jobs, "claim"),
    "seats are read": (bot_matches, "_builtin_tables"),
    "matches are played": (together, "play_together"),
    "records are replayed": (records, "replay"),
    "results, rounds, records, log are stored": (results, "store_played"),
    "results are counted": (results, "count_played"),
    "jobs are finished, all is committed": (jobs, "store"),
    "ratings are brought up to date": (game_ratings, "rate_waiting"),
    "everything else": (bot_matches, "play_batch"),
}
WARM_UP = 2
TICKS_S = os.sysconf("SC_CLK_TCK")

Times = tuple[float, float]
"""Seconds that passed, and seconds on the processor."""


class Watch:
    """Sums up the time of steps, without that of other steps inside of them."""

    def __init__(self) -> None:
        self.steps: dict[str, Times] = {}
        self.held_s = 0.0
        self._inner: list[Times] = [(0.0, 0.0)]
        self._held_since: float | None = None

    def around(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return the work of a step with this watch around it."""

        def watched(*args: Any, **options: Any) -> Any:
            self._inner.append((0.0, 0.0))
            begun, own = time.perf_counter(), time.process_time()
            try:
                return work(*args, **options)
            finally:
                took = time.perf_counter() - begun, time.process_time() - own
                inner = self._inner.pop()
                self.steps[name] = _sum(
                    self.steps.get(name, (0.0, 0.0)), took, (-inner[0], -inner[1])
                )
                self._inner[-1] = _sum(self._inner[-1], took)

        return watched

    def holding(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return what locks seasons, which is noted until `released`."""

        def watched(*args: Any, **options: Any) -> Any:
            held = work(*args, **options)
            self._held_since = time.perf_counter()
            return held

        return watched

    def released(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return what commits, after which seasons are free."""

        def watched(*args: Any, **options: Any) -> Any:
            done = work(*args, **options)
            if self._held_since is not None:
                self.held_s += time.perf_counter() - self._held_since
                self._held_since = None
            return done

        return watched


def measure(sessions: int) -> None:
    """Play so many sessions; prints a line of JSON with microseconds for a match of each step."""
    call_command("migrate", verbosity=0)
    season = running_season()
    warm()
    gc.collect()
    gc.freeze()  # as a worker does
    with patch.object(queue.current_app, "send_task"):
        for _ in range(WARM_UP):
            _play(season)
        watch, server_s, size = Watch(), _seconds_of_server(), _sizes()
        with patch.object(standings, "hold", watch.holding(standings.hold)):
            patches = [
                patch.object(owner, name, watch.around(step, getattr(owner, name)))
                for step, (owner, name) in STEPS.items()
            ]
            for one in patches:
                one.start()
            patches.append(patch.object(jobs, "store", watch.released(jobs.store)))
            patches[-1].start()
            for _ in range(sessions):
                _play(season)
            for one in reversed(patches):
                one.stop()
        server_s = _seconds_of_server() - server_s
        kept, logged = (after - before for before, after in zip(size, _sizes(), strict=True))
    a_match = 1e6 / (sessions * TABLES)
    steps = {name: [took * a_match for took in times] for name, times in watch.steps.items()}
    figures = {
        "steps": steps,
        "all steps": [sum(times) for times in zip(*steps.values(), strict=True)],
        "PostgreSQL": [server_s * a_match] * 2,
        "a season is held": [watch.held_s * a_match] * 2,
        "kept": kept / (sessions * TABLES),
        "logged": logged / (sessions * TABLES),
    }
    print(json.dumps(figures))


def _play(season: Season) -> None:
    draft = drafted_session(season, TABLES)
    draws.publish(session=draft, by=Account.objects.get(), now=timezone.now())
    waiting = Job.objects.filter(status=Job.Status.WAITING).order_by("pk")
    ids = list(waiting.values_list("pk", flat=True))
    for start in range(0, len(ids), queue.BATCH):
        bot_matches.play_batch(ids=ids[start : start + queue.BATCH])
    game_ratings.rate_waiting()


def _sum(*times: Times) -> Times:
    return sum(time[0] for time in times), sum(time[1] for time in times)


def _sizes() -> tuple[int, int]:
    """Return how many bytes the database has, and how many its log of changes has had."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'::pg_lsn"
        )
        [(kept, logged)] = cursor.fetchall()
    return kept, int(logged)


def _seconds_of_server() -> float:
    """Return how long the process of PostgreSQL for this connection has worked, in seconds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [(pid,)] = cursor.fetchall()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_S
