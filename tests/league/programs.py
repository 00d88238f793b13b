"""The real programs, each in a process of its own, on a database that a test sees too."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from urllib.request import urlopen

from django.db import connection

from league.config.settings import BASE_DIR
from tests import quiet


def environment(folder, database_url, **more):
    """Return the variables by which programs use a database, and a folder for all else.

    Workers notice soon that others are dead, and that messages were lost.
    """
    return os.environ | {
        "STAMMTISCH_ENV": "development",
        "STAMMTISCH_VAR": str(folder),
        "DATABASE_URL": database_url,
        "JOB_LEASE_S": "3",
        "JOB_RESEND_S": "2",
        "JOB_SWEEP_S": "1",
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        **more,
    }


def url_of_test_database():
    """Return the address of the database of the running test, which must commit what it does."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"


def own_port():
    """Return a port that the system gives to nobody else soon, whatever other tests start."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Programs:
    """Programs that run in an environment; leaving the `with` block kills what is left of them.

    Then none may have logged an error that the test has not asked for.
    """

    def __init__(self, environment, folder, *, home=BASE_DIR):
        self.environment = environment
        self.home = home
        self.folder = Path(folder)
        self._running = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        for process in self._running:
            kill(process)
        if error is None:
            quiet.refuse(quiet.errors_in(self.said()))

    def start(self, program):
        """Start a program whose output goes into a file of its name; return its process."""
        with (self.folder / f"{program.name}.log").open("a") as log:
            process = subprocess.Popen(
                program.command,
                cwd=self.home,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._running.append(process)
        return process

    def said(self):
        """Return all that the programs have said."""
        return "\n".join(file.read_text() for file in sorted(self.folder.glob("*.log")))

    def wait_for_web(self, url, *, seconds=120):
        """Wait until a web server answers, which has to import everything before."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert all(process.poll() is None for process in self._running), self.said()
            with contextlib.suppress(OSError):
                urlopen(url, timeout=60).close()
                return
            time.sleep(0.1)
        raise AssertionError(self.said())


def kill(process):
    """Kill a program and its children, none of which can do anything about it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
