"""PostgreSQL's programs, run on the database of the settings."""

import os
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from typing import IO, Any, Self

from django.db import connection
from psycopg.conninfo import make_conninfo

from .container import PIECE, Unusable

LAST_LINES = 5


class Tool:
    """A program that runs inside the `with` block, and has done its work when that is left.

    Leaving the block by an exception kills it. Raises Unusable with what it said when it is not
    there or fails. The password goes by the environment, which other users cannot read.
    """

    def __init__(
        self,
        name: str,
        *options: str,
        is_connected: bool = False,
        heard: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._name = name
        self._options = options
        self._is_connected = is_connected
        self._heard = heard
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        conninfo, secret = target() if self._is_connected else ("", {})
        options = (*self._options, f"--dbname={conninfo}") if self._is_connected else self._options
        self._run = subprocess.Popen(  # noqa: S603 - programs of PostgreSQL
            (_found(self._name), *options),
            env=os.environ | {"LC_ALL": "C"} | secret,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._start(self._listen)
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is not None:
            self._run.kill()
        self.end_input()
        code = self._run.wait()
        for thread in self._threads:
            thread.join()
        for pipe in (self._run.stdout, self._run.stderr):
            assert pipe is not None  # noqa: S101 - it is a pipe
            pipe.close()
        if kind is None and code:
            raise self._failure()

    def read(self, size: int) -> bytes:
        """Return the next bytes of its output, nothing at the end."""
        assert self._run.stdout is not None  # noqa: S101 - it is a pipe
        piece: bytes = self._run.stdout.read(size)
        return piece

    def write(self, piece: bytes) -> None:
        """Give it some input."""
        assert self._run.stdin is not None  # noqa: S101 - it is a pipe
        try:
            self._run.stdin.write(piece)
        except BrokenPipeError:
            self._run.wait()
            for thread in self._threads:
                thread.join()
            raise self._failure() from None

    def feed(self, source: IO[bytes]) -> None:
        """Give it all of `source` as input, while its output is read."""
        self._start(lambda: self._feed(source))

    def end_input(self) -> None:
        """Let it know that there is no more input; whoever feeds it does that itself."""
        if len(self._threads) == 1:
            self._close_input()

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _listen(self) -> None:
        assert self._run.stderr is not None  # noqa: S101 - it is a pipe
        for said in self._run.stderr:
            line = said.decode(errors="replace").rstrip()
            self._last.append(line)
            self._heard(line)

    def _feed(self, source: IO[bytes]) -> None:
        try:
            while piece := source.read(PIECE):
                self.write(piece)
        except Unusable:
            return  # it has ended, and says why when the block is left
        finally:
            self._close_input()

    def _close_input(self) -> None:
        assert self._run.stdin is not None  # noqa: S101 - it is a pipe
        try:
            self._run.stdin.close()
        except BrokenPipeError:
            return  # it has ended

    def _failure(self) -> Unusable:
        return Unusable(f"{self._name} failed: " + " / ".join(self._last))


def _found(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise Unusable(
            f"There is no {name} here: install PostgreSQL's client programs, of the server's "
            "version or a newer one (on Debian: apt-get install postgresql-client)."
        )
    return path


def target() -> tuple[str, dict[str, str]]:
    """Return the database of the settings as these programs are told of it, and its password."""
    settings: dict[str, Any] = connection.settings_dict
    options = {key: value for key, value in settings["OPTIONS"].items() if key != "pool"}
    where = {"dbname": "NAME", "user": "USER", "host": "HOST", "port": "PORT"}
    told = {key: settings[name] for key, name in where.items() if settings[name]}
    secret = {"PGPASSWORD": settings["PASSWORD"]} if settings["PASSWORD"] else {}
    return make_conninfo(**told, **options), secret
