"""All programs of an installation, each a process that a test may kill, as in production."""

import contextlib
import dataclasses
import os
import signal
import struct
import subprocess
import sys
from itertools import count
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from league.config.settings import BASE_DIR
from league.management.commands.demo import HOST, free_port
from league.management.processes import clock, tables, web, worker
from tests.league import programs

from .waiting import WAIT_S, await_true

FIRST_PORT = 8900
WORKERS = ("first", "second")
JUMP = Path(__file__).with_name("jump.c")

BROKEN = (
    "OperationalError|InterfaceError|database is locked",
    r"redis\.exceptions|Cannot connect to redis|Connection to broker|Connection\w*Error",
    r"TimeoutError|No space left|BrokenPipeError|EOFError|\[Errno",
    "WorkerLostError|SIGKILL|signal 9|Timed out waiting for UP message",
    "Service Unavailable: |nobody was woken up|no message was sent|Couldn't apply scheduled task",
)
"""What programs log when servers, disk, network or they themselves are taken away; for `logs`."""


class House:
    """Programs that share what `variables` name; leaving the `with` block kills what is left."""

    def __init__(self, folder, variables):
        self.folder = folder
        self._offset, self._jump = folder / "offset", folder / "jump.so"
        self._variables = _production(folder) | variables
        port = free_port(FIRST_PORT)
        self.url = f"http://{HOST}:{port}"
        self._programs = _all_programs(port)
        self._processes = {}
        self._asked = count()
        (folder / "logs").mkdir()
        jump = {"LD_PRELOAD": str(self._jump), "JUMP_FILE": str(self._offset)}
        self._running = programs.Programs(self._variables | jump, folder / "logs")

    def __enter__(self):
        subprocess.run(("gcc", "-O2", "-shared", "-fPIC", "-o", self._jump, JUMP), check=True)
        self.set_clock(0)
        made = [self._manage("migrate"), self._manage("collectstatic", "--noinput")]
        assert [process.wait() for process in made] == [0, 0]
        self.start(*self._programs)
        return self

    def __exit__(self, *error):
        self._running.__exit__(*error)

    def start(self, *names):
        for name in names:
            self._processes[name] = self._running.start(self._programs[name])

    def kill(self, name):
        """Kill the main process of a program, as the kernel does where memory is short."""
        self._processes[name].kill()
        self._processes[name].wait()

    def replace(self, name):
        """Kill a program, and start it again as a supervisor would, once its children are gone."""
        children = self.children(name)
        self.kill(name)
        orphans = f"the children of {name}, which was killed, to end"
        await_true(lambda: not any(map(_is_alive, children)), orphans)
        self.start(name)

    def children(self, name):
        """Return the process ids of the children of a program."""
        pid = self._processes[name].pid
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def ended(self):
        """Return the programs that are not running though nobody ended them."""
        return [name for name, process in self._processes.items() if process.poll() is not None]

    def stop(self):
        """Ask all programs to end; return those that did not do so in peace."""
        for process in self._processes.values():
            process.terminate()
        ends = {name: process.wait(WAIT_S) for name, process in self._processes.items()}
        return {name: end for name, end in ends.items() if end not in {0, -signal.SIGTERM}}

    def left(self):
        """Return the processes that live and were started by the house's programs."""
        mark = f"STAMMTISCH_VAR={self.folder}".encode()
        return [process.name for process in Path("/proc").glob("[0-9]*") if mark in _said(process)]

    def set_clock(self, seconds):
        """Let the time of day of all programs jump to so many seconds from now."""
        with self._offset.open("r+b" if self._offset.exists() else "wb") as file:
            file.write(struct.pack("q", seconds))

    def page(self):
        """Return the status with which a page of what is in the database is answered, 0 if none.

        It is made for this: what is kept from before would tell nothing of the database.
        """
        try:
            with urlopen(f"{self.url}/?{next(self._asked)}", timeout=WAIT_S) as answer:
                return answer.status
        except HTTPError as error:
            return error.code
        except OSError:
            return 0

    def await_page(self):
        """Wait until pages are served; return for how many seconds they were not."""
        return await_true(lambda: self.page() == 200, "the pages")

    def scene(self, *words):
        """Run a function of `scene`; return what it prints."""
        done = subprocess.run(
            (sys.executable, "-m", "tests.faults.scene", *map(str, words)),
            cwd=BASE_DIR,
            env=self._variables,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def said(self):
        """Return all that the programs have said."""
        return self._running.said()

    def _manage(self, *words):
        words = (sys.executable, "manage.py", *words, "-v0")
        return subprocess.Popen(words, cwd=BASE_DIR, env=self._variables)


def _production(folder):
    """Return the variables of an installation in production, but for encryption.

    A job is hit by more faults here than in years, and may be tried more often.
    """
    return programs.environment(
        folder,
        "",
        STAMMTISCH_ENV="production",
        SECRET_KEY="a key for the tests of what happens when something breaks",
        ALLOWED_HOSTS=HOST,
        HTTPS="no",
        JOB_ATTEMPTS="9",
        RATE_S="2",
        PYTHONWARNINGS="ignore:You're running the worker",
    )


def _all_programs(port):
    found = {"web": web(host=HOST, port=port), "tables": tables(processes=1), "clock": clock()}
    found |= {name: worker(processes=1) for name in WORKERS}
    return {name: _named(name, program) for name, program in found.items()}


def _named(name, program):
    node = ("--hostname", f"{name}@%h") if name in WORKERS else ()
    return dataclasses.replace(program, name=name, command=(*program.command, *node))


def _is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _said(process):
    """Return the variables that a process was given, none if it is no more."""
    with contextlib.suppress(OSError):
        if " Z " not in (process / "stat").read_text():
            return (process / "environ").read_bytes().split(b"\0")
    return ()
