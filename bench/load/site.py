"""A site as it runs in production: a web server of two processes, a worker and the clock."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException

from django.core.management import call_command

from league.management.commands.demo import HOST, free_port
from league.management.processes import Supervisor, clock, web, worker

from .programs import PATIENCE_S, in_two
from .users import Ask, Connection

FIRST_PORT = 8950
POLL_S = 0.2


def prepare() -> None:
    """Make tables and static files, as an installation does."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


@contextmanager
def served() -> Iterator[str]:
    """Run the site and give host and port, once it answers."""
    port = free_port(FIRST_PORT)
    address = f"{HOST}:{port}"
    programs = [in_two(web(host=HOST, port=port)), worker(processes=1), clock()]
    with Supervisor(programs, out=sys.stderr) as supervisor:
        _await(address, supervisor)
        yield address


def _await(address: str, supervisor: Supervisor) -> None:
    asking, until, said = Connection(address), time.monotonic() + PATIENCE_S, ""
    while time.monotonic() < until:
        if name := supervisor.ended():
            raise RuntimeError(f"the {name} ended")
        try:
            asking.ask(Ask("/healthz"))
        except (OSError, HTTPException) as error:
            said = repr(error)
            time.sleep(POLL_S)
        else:
            asking.close()
            return
    raise RuntimeError(f"the web server does not answer: {said}")
