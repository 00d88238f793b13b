"""Run web server, worker and clock beside each other, until Ctrl-C or SIGTERM."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.management.processes import Supervisor, clock, tables, web, worker


class Command(BaseCommand):
    help = "Runs web server, worker and clock until Ctrl-C; when one ends, all end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--processes", type=int, default=2, help="of the worker")

    def handle(self, *args: Any, **options: Any) -> None:
        server = web(host=options["host"], port=options["port"])
        programs = [server, worker(processes=options["processes"]), tables(), clock()]
        try:
            with Supervisor(programs, out=sys.stdout) as supervisor:
                name = supervisor.wait()
        except KeyboardInterrupt:
            return
        raise CommandError(f"The {name} ended, so everything was stopped.")
