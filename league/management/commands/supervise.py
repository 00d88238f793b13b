"""Run web server, worker and clock beside each other, until Ctrl-C or SIGTERM."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league import places
from league.management import processes


class Command(BaseCommand):
    help = "Runs web server, worker and clock until Ctrl-C; when one ends, all end."

    def add_arguments(self, parser: CommandParser) -> None:
        processes.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Go on as a program without Django, once its checks have passed."""
        said = [f"--{name}={options[name]}" for name in ("host", "port", "processes")]
        os.chdir(places.HOME)
        os.execv(sys.executable, [sys.executable, "-m", processes.__name__, *said])  # noqa: S606
