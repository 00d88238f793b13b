"""A bot's process on its author's own machine: plain pipes, wall time, and no sandbox at all.

It is for the author's own code. Lines are read as strictly as on a server, and memory is limited as
there; files, network and the length of the log are not limited.
"""

import os
import resource
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from bots.sandbox.account import Account
from bots.sandbox.command import NATIVE, RLIMITS, Clock, Limits
from bots.sandbox.faults import HINT, MAX_EVIDENCE_BYTES, BotFault, Reason, signal_name
from bots.sandbox.framing import MAX_LINE_BYTES, answer_to, encode
from bots.sandbox.process import Answers

MAX_LOG_BYTES = 64 * 1024
GRACE_S = 0.5
"""How long a process may take to end after its input has ended."""


class LocalProcess:
    """A channel to a process of one's own.

    Its stderr is kept, and the end of it is the evidence of a process that ended; or it is
    written to the caller's own, if `log_here`. Without `limits` it may take all memory. It
    finds the environment of here, with `variables`.
    """

    def __init__(
        self,
        command: list[str],
        folder: Path,
        clock: Clock,
        *,
        limits: Limits | None = NATIVE,
        log_here: bool = False,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self._clock = clock
        self.account = Account(clock)
        self._heard = b""
        self._log = None if log_here else TemporaryFile()  # noqa: SIM115 - `kill` closes it
        self._log_begins = 0
        self._seq = 0
        self._unsent = b""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the author's own program
                command,
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                bufsize=0,
                env=None if variables is None else os.environ | variables,
                start_new_session=True,  # so that its children end with it, and Ctrl-C is ours
            )
        except OSError as error:
            if self._log is not None:
                self._log.close()
            detail = f"{command[0]} cannot be started: {error.strerror}"
            raise BotFault(Reason.CRASH, detail) from None
        if limits is not None:
            _limit_memory(self._process.pid, limits)
        assert self._process.stdin is not None  # noqa: S101 - for the type checker
        assert self._process.stdout is not None  # noqa: S101
        self._in, self._out = self._process.stdin, self._process.stdout
        os.set_blocking(self._in.fileno(), False)
        os.set_blocking(self._out.fileno(), False)

    is_worn = False
    """Its processor time is not limited."""

    def wind(self, clock: Clock) -> Account:
        """Give it the time of another match, with an empty log; return the account of it."""
        if self._seq > 1 and self._log is not None:
            self._log_begins = self._log.seek(0, os.SEEK_END)
        return self.wind_beside(clock)

    def wind_beside(self, clock: Clock) -> Account:
        """Return the account of a match that it plays beside others, of which it has the log."""
        self.account = Account(clock)
        return self.account

    def log(self) -> bytes:
        """Return the end of what it wrote to stderr in this match, if that is kept."""
        return self._end_of_log(MAX_LOG_BYTES)

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request, on the latest account; raises BotFault."""
        given, fault = self.ask_all([(message, self.account)])
        if fault is not None:
            raise fault
        return given[0]

    def ask_all(self, asked: Sequence[tuple[dict[str, Any], Account]]) -> Answers:
        """Send requests of several matches, and return the answers in order, until a fault."""
        given: list[dict[str, Any]] = []
        seq = self._seq
        try:
            self._refuse_unasked()
            for at, (message, _account) in enumerate(asked):
                self._unsent += encode({**message, "seq": seq + at})
            for _message, account in asked:
                line = self._line(account, len(asked) - len(given))
                given.append(answer_to(self._seq, line))
                self._seq += 1
        except BotFault as fault:
            return Answers(given, fault)
        return Answers(given, None)

    def _line(self, account: Account, most: int) -> bytes:
        """Return the next of at most so many lines; its time is charged, starting up excepted."""
        if self._seq == 0:
            return self._exchange(self._clock.first_answer_s, most)
        began = time.monotonic()
        try:
            return self._exchange(account.allowed_s(), most)
        finally:
            taken = time.monotonic() - began
            account.charge(taken, taken)

    def tell(self, message: dict[str, Any]) -> None:
        """Send news as far as the pipe has room; the rest goes out with the next request."""
        self._unsent += encode(message)
        self._send()

    def kill(self) -> None:
        """End the process: it sees the end of its input and has a moment, then it is killed."""
        if self._in.closed:
            return
        self._in.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._out.close()
        if self._log is not None:
            self._log.close()

    def _exchange(self, allowed_s: float, most: int) -> bytes:
        """Send what is to be sent, and return the first of at most so many lines that come."""
        deadline = time.monotonic() + allowed_s
        while b"\n" not in self._heard:
            left_s = deadline - time.monotonic()
            writing = [self._in] if self._unsent else []
            readable, writable, _ = select.select([self._out], writing, [], max(0, left_s))
            if not readable and not writable:
                detail = f"no whole answer within the {allowed_s:.3g} s it had"
                raise BotFault(Reason.TIMEOUT, detail, self._heard or self._last_words())
            if writable:
                self._send()
            if readable:
                self._heard += self._receive()
            if len(self._heard.rpartition(b"\n")[2]) > MAX_LINE_BYTES:
                detail = f"a line has at most {MAX_LINE_BYTES} bytes"
                raise BotFault(Reason.TOO_LONG, detail, self._heard)
        line, _, rest = self._heard.partition(b"\n")
        lines = rest.count(b"\n") + 1
        if lines > most or (lines == most and not self._heard.endswith(b"\n")):
            detail = f"it wrote more than one line for an answer; {HINT}"
            raise BotFault(Reason.UNASKED, detail, self._heard)
        self._heard = rest
        return line + b"\n"

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
            detail = f"it wrote before it was asked; {HINT}"
            raise BotFault(Reason.UNASKED, detail, self._receive())

    def _explain_end(self) -> None:
        """Raise the BotFault of a process that has ended, or closed a pipe."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(GRACE_S)
            how = f"by {signal_name(-code)}" if code < 0 else f"with exit status {code}"
            raise BotFault(Reason.CRASH, f"its process ended {how}", self._last_words())
        raise BotFault(Reason.CLOSED, "it closed a pipe", self._last_words())

    def _last_words(self) -> bytes:
        """Return the end of what it wrote to stderr."""
        return self._end_of_log(MAX_EVIDENCE_BYTES)

    def _end_of_log(self, size_bytes: int) -> bytes:
        if self._log is None or self._log.closed:
            return b""
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(self._log_begins, size - size_bytes))
        return self._log.read()


def _limit_memory(pid: int, limits: Limits) -> None:
    """Let a process take no more memory than on a server, where the system can do that."""
    if not hasattr(resource, "prlimit"):  # not Linux
        return
    values = limits.as_rlimits()
    with suppress(ProcessLookupError, PermissionError):
        for name in ("as", "data"):
            resource.prlimit(pid, RLIMITS[name], (values[name], values[name]))
