"""A whole club on this machine: filled, counted and served."""

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from bots.commands.progress import Steps
from engine.kernels.binding import compile_nothing
from league.logic import compile as compiling
from league.management.demo import client, closing, club, members
from league.management.demo.club import Demo
from league.management.demo.ladder import Unproven
from league.management.parts import missing_on_sites
from league.management.processes import Supervisor, clock, tables, web_on, worker

HOST = "127.0.0.1"
TRY_PORTS = 50
LINE_EVERY_S = 5.0
"""Where progress is told in lines."""


class Command(BaseCommand):
    help = "Fills a demo club, hands in a result by REST, prints standings, serves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="or the next free one")
        parser.add_argument("--no-serve", action="store_true", help="stop after the standings")
        parser.add_argument("--empty", action="store_true", help="nothing but an administrator")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError(
                "The demo prints passwords, so it runs in development only: "
                "unset STAMMTISCH_ENV and DATABASE_URL."
            )
        compile_nothing()
        call_command("migrate", verbosity=0)
        # True, and no news to somebody who tries this in a container.
        os.environ.setdefault("PYTHONWARNINGS", "ignore:You're running the worker")
        with contextlib.suppress(KeyboardInterrupt), listening(options["port"]) as listener:
            if options["empty"]:
                self._run_empty(listener, serve=not options["no_serve"])
            else:
                self._run(listener, self._filled(), serve=not options["no_serve"])

    def _filled(self) -> Demo:
        """Return the demo club, filled on the first run."""
        steps = Steps("Filling the club", out=sys.stderr, line_every_s=LINE_EVERY_S)
        told: list[str] = []

        def tell(part: str) -> None:
            steps.show(len(told), club.PARTS, part)
            told.append(part)

        try:
            demo = club.fill(now=timezone.now(), tell=tell)
        except Unproven as fault:
            raise CommandError(f"{fault.__doc__} ({fault})") from None
        if told:
            steps.show(club.PARTS, club.PARTS, "")
            steps.end()
        return demo

    def _run(self, listener: socket.socket, demo: Demo, *, serve: bool) -> None:
        with self._served(listener) as (address, supervisor):
            self._enter_human_result(demo, address)
            for season in demo.seasons:
                self.stdout.write(closing.standings_text(season))
            for line in missing_on_sites():
                self._say(line)
            if not serve:
                return
            self.stdout.write(closing.first_steps_text(address, demo))
            self.stdout.write(closing.logins_text(address))
            self.stdout.write(closing.watch_text(address, demo))
            self._serve(address + reverse("web:club", args=[members.CLUB]), supervisor)

    def _run_empty(self, listener: socket.socket, *, serve: bool) -> None:
        """Start with nobody but the administrator, or with what is there."""
        members.admin()
        with self._served(listener) as (address, supervisor):
            self.stdout.write(closing.logins_text(address, members.ADMIN))
            if serve:
                self._serve(f"{address}/", supervisor)

    @contextlib.contextmanager
    def _served(self, listener: socket.socket) -> Iterator[tuple[str, Supervisor]]:
        """Give the address at which the web server answers, and its supervisor."""
        self._say("Starting the web server.")
        address = f"http://{HOST}:{listener.getsockname()[1]}"
        os.environ.setdefault("SITE_URL", address)  # what mails lead to
        with Supervisor([web_on(listener)], out=sys.stderr) as supervisor:
            if not client.wait_until_up(address, is_alive=lambda: supervisor.ended() is None):
                raise CommandError(
                    f"The web server does not answer at {address}. What it said is above; if that "
                    "is nothing, start the demo again when this machine has less to do."
                )
            yield address, supervisor

    def _enter_human_result(self, demo: Demo, address: str) -> None:
        if demo.human_match is None:
            return
        try:
            status = client.play_human_result(
                address=address,
                match=demo.human_match.code,
                rounds=demo.human_sheets,
                enters=demo.cast.accounts["bob"],
                confirms=demo.cast.accounts["carol"],
            )
        except client.Refused as refused:
            raise CommandError(f"The result of Bob's table was refused: {refused}") from None
        self._say(f"Bob's table: entered by bob, confirmed by carol over REST: {status}.")

    def _serve(self, address: str, supervisor: Supervisor) -> None:
        """Print the address, start what works in the background, and wait until a program ends."""
        self.stdout.write(f"\n{address}  —  Ctrl-C ends it.")
        self.stdout.flush()
        for program in (worker(), tables(), clock()):
            supervisor.start(program)
        self._say_what_compiles()
        raise CommandError(f"The {supervisor.wait()} ended, so everything was stopped.")

    def _say_what_compiles(self) -> None:
        """Say what goes on in the background while the club can be used."""
        if not compiling.is_done():
            self._say(
                f"The rules are being compiled in the background, {compiling.said()}. You can use "
                "everything meanwhile; bots that look ahead sit down when that is done."
            )

    def _say(self, line: str) -> None:
        self.stderr.write(line)


def listening(first: int) -> socket.socket:
    """Return a socket that listens on the first port at or after `first` on which nobody does.

    Whoever connects before there is a server waits for it.
    """
    for port in range(first, min(first + TRY_PORTS, 65536)):
        with contextlib.suppress(OSError):
            return socket.create_server((HOST, port))
    raise CommandError(f"No port from {first} on is free; choose another with PORT=…")


def free_port(first: int) -> int:
    """Return the first port at or after `first` that nobody listens on."""
    with listening(first) as listener:
        port: int = listener.getsockname()[1]
    return port
