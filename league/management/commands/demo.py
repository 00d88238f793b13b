"""A whole club on this machine: filled, played, counted and served."""

import contextlib
import os
import socket
import sys
import time
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

import games
from league.management.demo import client
from league.management.demo.club import ADMIN, CLUB, GUESTS, Demo, fill, password_of
from league.management.demo.progress import Progress
from league.management.demo.text import aligned
from league.management.parts import missing_on_sites
from league.management.processes import Supervisor, clock, tables, web, worker
from league.models import Account, Duplicate, Job, Season
from league.services import rankings

HOST = "127.0.0.1"
TRY_PORTS = 50
TIME_LIMIT_S = 600
LADDER_TABLES, LADDER_LIMIT_S = 3, 10


class Command(BaseCommand):
    help = "Fills a demo club, has its tables played by the worker, prints standings, serves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="or the next free one")
        parser.add_argument("--no-serve", action="store_true", help="stop after the standings")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError(
                "The demo prints passwords, so it runs in development only: "
                "unset STAMMTISCH_ENV and DATABASE_URL."
            )
        with contextlib.suppress(KeyboardInterrupt):
            self._run(port=free_port(options["port"]), serve=not options["no_serve"])

    def _run(self, *, port: int, serve: bool) -> None:
        address = f"http://{HOST}:{port}"
        call_command("migrate", verbosity=0)
        # True, and no news to somebody who tries this in a container.
        os.environ.setdefault("PYTHONWARNINGS", "ignore:You're running the worker")
        self._say("Starting web server, worker and clock; the first start compiles the rules.")
        programs = [web(host=HOST, port=port), worker(), tables(), clock()]
        with Supervisor(programs, out=sys.stderr) as supervisor:
            demo = fill(now=timezone.now())
            self._enter_human_result(demo, address, supervisor)
            self._await_jobs(demo.seasons, supervisor)
            self._await_ladder(demo.ladder, supervisor)
            for season in demo.seasons:
                self.stdout.write(standings_text(season))
            for line in missing_on_sites():
                self._say(line)
            if not serve:
                return
            self.stdout.write(logins_text(address))
            self.stdout.write(f"\n{address}/  —  Ctrl-C ends it.")
            self.stdout.flush()
            raise CommandError(f"The {supervisor.wait()} ended, so everything was stopped.")

    def _enter_human_result(self, demo: Demo, address: str, supervisor: Supervisor) -> None:
        if demo.human_match is None:
            return
        if not client.wait_until_up(address, is_alive=lambda: supervisor.ended() is None):
            raise CommandError(f"The web server does not answer at {address}.")
        try:
            status = client.play_human_result(
                address=address,
                match=demo.human_match.code,
                enters=demo.people["bob"],
                confirms=demo.people["carol"],
            )
        except client.Refused as refused:
            raise CommandError(f"The result of the people's table was refused: {refused}") from None
        self._say(f"The people's table: entered by bob, confirmed by carol over REST: {status}.")

    def _await_jobs(self, seasons: Sequence[Season], supervisor: Supervisor) -> None:
        progress = Progress("Bots play, records are replayed", out=sys.stderr)
        deadline = time.monotonic() + TIME_LIMIT_S
        jobs = Job.objects.filter(match__season__in=seasons)
        while True:
            active = jobs.filter(status__in=[Job.Status.WAITING, Job.Status.RUNNING]).count()
            # Each match is played and then replayed.
            total = 2 * jobs.filter(kind=Job.Kind.PLAY_MATCH).count()
            progress.show(jobs.filter(status=Job.Status.DONE).count(), total)
            if not active or time.monotonic() > deadline or supervisor.ended():
                break
            time.sleep(0.2)
        progress.end()
        undone = jobs.exclude(status=Job.Status.DONE).order_by("pk")
        if name := supervisor.ended():
            raise CommandError(f"The {name} ended before the tables were played.")
        if undone:
            lines = [f"  {job} of {job.match}: {job.status}: {job.reason}" for job in undone]
            raise CommandError("\n".join(["Not every table was played:", *lines]))

    def _await_ladder(self, ladder: Season, supervisor: Supervisor) -> None:
        """Wait until there is something to see on the ladder, which plays on by itself."""
        deadline = time.monotonic() + LADDER_LIMIT_S
        rated = ladder.duplicates.filter(status=Duplicate.Status.RATED)
        while rated.count() < LADDER_TABLES and time.monotonic() < deadline:
            if supervisor.ended():
                break
            time.sleep(0.2)
        self._say(f"The ladder “{ladder.name}” plays on; tables rated so far: {rated.count()}.")

    def _say(self, line: str) -> None:
        self.stderr.write(line)


def free_port(first: int) -> int:
    """Return the first port at or after `first` that nobody listens on."""
    for port in range(first, min(first + TRY_PORTS, 65536)):
        with socket.socket() as probe:
            # As the server does: a port whose last connections are still closing is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind((HOST, port))
                return port
    raise CommandError(f"No port from {first} on is free; choose another with PORT=…")


def standings_text(season: Season) -> str:
    """Return the standings of a season as a table of text."""
    rows = [
        [row.rank or "–", row.player.name, row.matches, row.wins, row.score, _number(row.points)]
        for row in rankings.table(season)
    ]
    table = aligned(["#", "player", "matches", "wins", "score", "points"], rows)
    title = f"{season.club.name}, {season.name}: {games.get(season.game).name}"
    return f"\n{title}\n\n{table}"


def _number(points: Decimal) -> Decimal:
    """Return points without zeros after the point."""
    whole = points.to_integral_value()
    return whole if whole == points else points.normalize()


def logins_text(address: str) -> str:
    """Return who can log in with which password, as a table of text."""
    rows = []
    for name in [*GUESTS, ADMIN]:
        is_own = Account.objects.get(username=name).check_password(password_of(name))
        role = GUESTS[name][1].label if name in GUESTS else f"{address}/admin/"
        rows.append([name, password_of(name) if is_own else "(changed)", str(role)])
    return f"\n{aligned(['log in as', 'password', 'who is'], rows)}\n\n{address}/clubs/{CLUB}/"
