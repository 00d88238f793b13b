"""Programs that run side by side, start together and end together.

`python -m league.management.processes` is what `manage.py supervise` becomes: it knows no Django,
so that whoever only watches holds a tenth of the memory.
"""

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import FrameType
from typing import IO, Any, Self

from league.places import HOME

POLL_S = 0.2
TABLES = "tables"
"""The queue of online tables."""


@dataclass(frozen=True)
class Program:
    """A program to keep running, under the name that its output carries."""

    name: str
    command: tuple[str, ...]
    handles: tuple[int, ...] = ()
    """Descriptors of what it is given open."""


def web(*, host: str, port: int) -> Program:
    """Return the web server."""
    return Program("web", _uvicorn("--host", host, "--port", str(port)))


def web_on(listener: socket.socket) -> Program:
    """Return the web server on a socket that listens already, so that nobody takes its port."""
    return Program("web", _uvicorn("--fd", str(listener.fileno())), (listener.fileno(),))


def worker(*, processes: int = 2, queues: Sequence[str] = ()) -> Program:
    """Return a worker for these queues, by default for all but that of online tables."""
    if not queues:
        return _worker("worker", processes, "--exclude-queues", TABLES)
    name = "-".join(queues)
    return _worker(name, processes, "--queues", ",".join(queues), "--hostname", f"{name}@%h")


def tables(*, processes: int = 2) -> Program:
    """Return the worker of online tables, so that no long batch delays them."""
    return _worker("tables", processes, "--queues", TABLES, "--hostname", "tables@%h")


def clock() -> Program:
    """Return the clock that starts what is due."""
    return Program("clock", (*_celery(), "beat", "--loglevel", "WARNING", "--pidfile="))


def _worker(name: str, processes: int, *queues: str) -> Program:
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    options = ("--concurrency", str(processes), "--loglevel", "WARNING", *alone, *queues)
    return Program(name, (*_celery(), "worker", "--pool", "prefork", *options))


def _uvicorn(*where: str) -> tuple[str, ...]:
    # Proxies keep idle connections for two minutes at most: who hangs up first must be the proxy.
    times = ("--timeout-graceful-shutdown", "3", "--timeout-keep-alive", "150")
    options = (*times, "--log-level", "warning")
    return (sys.executable, "-m", "uvicorn", "league.config.asgi:application", *where, *options)


def _celery() -> tuple[str, ...]:
    return (sys.executable, "-m", "celery", "--quiet", "--app", "league.config")


class Supervisor:
    """Runs programs, each in a session of its own, and ends them all when one of them ends.

    A signal that reaches this process (Ctrl-C, SIGTERM, SIGHUP) raises KeyboardInterrupt here and
    reaches no program: leaving the `with` block asks each program's main process to end, and kills
    what is left of it after `grace_s`.
    """

    def __init__(self, programs: Sequence[Program], *, out: IO[str], grace_s: float = 20) -> None:
        self.programs = programs
        self.grace_s = grace_s
        self._out = out
        self._lock = threading.Lock()
        self._running: dict[str, subprocess.Popen[str]] = {}
        self._readers: list[threading.Thread] = []
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._handlers[number] = signal.signal(number, _interrupt)
        try:
            for program in self.programs:
                self.start(program)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._stop()

    def ended(self) -> str | None:
        """Return the name of a program that is no longer running, if any."""
        return next((name for name, run in self._running.items() if run.poll() is not None), None)

    def wait(self) -> str:
        """Wait until a program ends, and return its name."""
        while (name := self.ended()) is None:
            time.sleep(POLL_S)
        return name

    def say(self, name: str, line: str) -> None:
        """Print a line under the name of whoever says it."""
        with self._lock:
            self._out.write(f"{name:>6} | {line.rstrip()}\n")
            self._out.flush()

    def start(self, program: Program) -> None:
        """Start one more program; it ends with the others."""
        run = subprocess.Popen(  # noqa: S603 (our own programs)
            program.command,
            cwd=HOME,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            pass_fds=program.handles,
        )
        self._running[program.name] = run
        reader = threading.Thread(target=self._read, args=(program.name, run), daemon=True)
        reader.start()
        self._readers.append(reader)

    def _read(self, name: str, run: subprocess.Popen[str]) -> None:
        assert run.stdout is not None  # noqa: S101 (it is a pipe)
        with run.stdout as lines:
            for line in lines:
                if line.strip():
                    self.say(name, line)

    def _stop(self) -> None:
        for number in self._handlers:
            signal.signal(number, signal.SIG_IGN)
        for run in self._running.values():
            if run.poll() is None:
                run.terminate()
        deadline = time.monotonic() + self.grace_s
        for name, run in self._running.items():
            try:
                run.wait(max(0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.say(name, f"did not end within {self.grace_s:.0f} s and is killed")
            _kill_group(run.pid)
            run.wait()
        for reader in self._readers:
            reader.join(timeout=1)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _kill_group(pid: int) -> None:
    """Kill what is left of a program: it leads a process group of its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what can be said of a site on one machine."""
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=2, help="of the worker")


def main() -> None:
    """Run all programs of a site until Ctrl-C or SIGTERM; when one ends, all end."""
    parser = argparse.ArgumentParser(prog="manage.py supervise")
    add_arguments(parser)
    asked = parser.parse_args()
    server = web(host=asked.host, port=asked.port)
    programs = [server, worker(processes=asked.processes), tables(), clock()]
    try:
        with Supervisor(programs, out=sys.stdout) as supervisor:
            name = supervisor.wait()
    except KeyboardInterrupt:
        return
    sys.exit(f"The {name} ended, so everything was stopped.")


if __name__ == "__main__":
    main()
