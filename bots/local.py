"""A bot's process on its author's own machine: plain pipes, wall time, and no sandbox at all.

It is for the author's own code. Lines are read as strictly as on a server, and Python is started
as there, without any installed packages; memory, files and network are not limited.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from .manifest import FILE, Manifest, ManifestError, read
from .process import ProcessPlayer
from .protocol import Clock
from .sandbox.faults import MAX_EVIDENCE_BYTES, BotFault, Reason
from .sandbox.framing import MAX_LINE_BYTES, answer_to, encode

PYTHON = (sys.executable, "-S", "-s", "-E", "-B")
"""How the word `python3` is run: nothing but the standard library, as on a server."""

GRACE_S = 0.5
"""How long a process may take to end after its input has ended."""


@dataclass(frozen=True)
class Limits:
    """How long a process may take to start, for one answer, and for all answers of a match."""

    start_ms: int = 5_000
    move_ms: int = 2_000
    bank_ms: int = 20_000


DEFAULT = Limits()


class LocalProcess:
    """A channel to a process of one's own.

    Its stderr is kept, and the end of it is the evidence of a process that ended; or it is
    written to the caller's own, if `log_here`.
    """

    def __init__(
        self, command: list[str], folder: Path, *, limits: Limits, log_here: bool = False
    ) -> None:
        self._limits = limits
        self._log = None if log_here else TemporaryFile()  # noqa: SIM115 - `kill` closes it
        self._left_s = limits.bank_ms / 1000
        self._seq = 0
        self._unsent = b""
        self._process = subprocess.Popen(  # noqa: S603 - the author's own program
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            bufsize=0,
            start_new_session=True,  # so that its children end with it, and Ctrl-C is ours
        )
        assert self._process.stdin is not None  # noqa: S101 - for the type checker
        assert self._process.stdout is not None  # noqa: S101
        self._in, self._out = self._process.stdin, self._process.stdout
        os.set_blocking(self._in.fileno(), False)
        os.set_blocking(self._out.fileno(), False)

    def begin_match(self) -> None:
        """Give the process its whole time again."""
        self._left_s = self._limits.bank_ms / 1000

    def clock(self) -> Clock:
        """Return the time that is left."""
        left_ms = max(0, int(self._left_s * 1000))
        return Clock(bank_ms=left_ms, move_ms=min(self._limits.move_ms, left_ms))

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request; raises BotFault."""
        seq, self._seq = self._seq, self._seq + 1
        self._refuse_unasked()
        self._unsent += encode({**request, "seq": seq})
        starting = seq == 0
        allowed_s = (self._limits.start_ms if starting else self.clock().move_ms) / 1000
        began = time.monotonic()
        line = self._exchange(began + allowed_s)
        if not starting:
            self._left_s -= time.monotonic() - began
        return answer_to(seq, line)

    def tell(self, news: dict[str, Any]) -> None:
        """Send news as far as the pipe has room; the rest goes out with the next request."""
        self._unsent += encode(news)
        self._send()

    def kill(self) -> None:
        """End the process: it sees the end of its input and has a moment, then it is killed."""
        self._in.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._out.close()
        if self._log is not None:
            self._log.close()

    def _exchange(self, deadline: float) -> bytes:
        """Send what is to be sent and return the one line that comes back."""
        line = b""
        while not line.endswith(b"\n"):
            left_s = deadline - time.monotonic()
            writing = [self._in] if self._unsent else []
            readable, writable, _ = select.select([self._out], writing, [], max(0, left_s))
            if not readable and not writable:
                detail = "no whole answer within the time it had"
                raise BotFault(Reason.TIMEOUT, detail, line or self._last_words())
            if writable:
                self._send()
            if readable:
                line += self._receive()
            if b"\n" in line[:-1]:
                raise BotFault(Reason.UNASKED, "it answered more than one line", line)
            if len(line) > MAX_LINE_BYTES:
                detail = f"a line has at most {MAX_LINE_BYTES} bytes"
                raise BotFault(Reason.TOO_LONG, detail, line)
        return line

    def _send(self) -> None:
        try:
            sent = self._in.write(self._unsent) or 0
        except BrokenPipeError:
            self._explain_end()
        self._unsent = self._unsent[sent:]

    def _receive(self) -> bytes:
        received: bytes = self._out.read(MAX_LINE_BYTES + 1)
        if not received:
            self._explain_end()
        return received

    def _refuse_unasked(self) -> None:
        readable, _, _ = select.select([self._out], [], [], 0)
        if readable:
            detail = "it wrote before it was asked; print to stderr, not to stdout"
            raise BotFault(Reason.UNASKED, detail, self._receive())

    def _explain_end(self) -> None:
        """Raise the BotFault of a process that has ended, or closed a pipe."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(GRACE_S)
            how = f"by signal {-code}" if code < 0 else f"with exit status {code}"
            raise BotFault(Reason.CRASH, f"its process ended {how}", self._last_words())
        raise BotFault(Reason.CLOSED, "it closed a pipe", self._last_words())

    def _last_words(self) -> bytes:
        """Return the end of what it wrote to stderr."""
        if self._log is None:
            return b""
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - MAX_EVIDENCE_BYTES))
        return self._log.read()


@dataclass(frozen=True)
class LocalBot:
    """An author's bot: its folder and manifest."""

    folder: Path
    manifest: Manifest

    @classmethod
    def of(cls, folder: Path) -> "LocalBot":
        """Return the bot of a folder; raises ManifestError."""
        return cls(folder.resolve(), read(folder))

    def build(self) -> None:
        """Run its build command, if it has one; raises ManifestError if it cannot be started."""
        if self.manifest.build is not None:
            self._run(self.manifest.build)
        self.command()

    def command(self) -> list[str]:
        """Return how to start it here; raises ManifestError if there is no such program."""
        first, *rest = self.manifest.start
        if first == "python3":
            return [*PYTHON, *rest]
        return [self._program(first, "start"), *rest]

    def player(self, *, limits: Limits = DEFAULT, log_here: bool = False) -> ProcessPlayer:
        """Return a player whose process starts when its first match begins."""
        command = self.command()
        return ProcessPlayer(
            lambda: LocalProcess(command, self.folder, limits=limits, log_here=log_here),
            name=self.manifest.name,
            games=self.manifest.slugs(),
        )

    def _program(self, word: str, field: str) -> str:
        """Return the path of a program: a file of the folder, or one that is installed."""
        inside = self.folder / word
        path = shutil.which(str(inside)) if "/" in word else shutil.which(word)
        if path is None:
            raise ManifestError(
                f"{self.folder / FILE}: {field}: there is no program {word!r}: "
                "install it, or name a file of the folder that may be executed, such as ./bot"
            )
        return path

    def _run(self, command: list[str]) -> None:
        first, *rest = command
        done = subprocess.run(  # noqa: S603 - the author's own command
            [self._program(first, "build"), *rest],
            cwd=self.folder,
            capture_output=True,
            check=False,
            text=True,
        )
        if done.returncode != 0:
            raise ManifestError(
                f"{self.folder / FILE}: build: `{' '.join(command)}` failed:\n{done.stderr}"
            )
