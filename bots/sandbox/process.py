"""A bot at work: asked, charged for its time, stopped in between.

It may sit at several tables at once, and is then asked for all of them together: it answers one
after the other, and is charged for each by what it used since the one before.

Whatever breaks the rules ends the process and raises `BotFault`, and every later question raises
the same again. `SandboxError` means that the machine failed, and nothing about the bot.
"""

import math
import os
import select
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self

from . import framing
from .account import Account
from .child import Child
from .command import INSIDE, Clock, Command
from .faults import HINT, MAX_EVIDENCE_BYTES, BotFault, Reason, SandboxError, signal_name
from .memory import Watch

MAX_STDERR_BYTES = 64 * 1024
"""How much of the end of standard error is kept."""
FLOOD_BYTES = 1024 * 1024
"""How much standard error a bot may write while it is asked one thing."""
MAX_NEWS_BYTES = 4 * 1024 * 1024
PIECE_BYTES = 64 * 1024
LAST_WORDS_S = 0.1
"""How long a process that closed its pipes may take to be seen to have ended."""
LOOK_S = 0.25
"""How long it may run unseen; what it used after the last look is lost if it ends by itself."""
CORES = os.cpu_count() or 1

NOT_STARTED = (126, 127)
"""Statuses of what starts a program and cannot: as that lacks an interpreter or a library."""
_SIGNALS = {
    128 + 9: "it was killed (SIGKILL): out of processor time or of memory",
    128 + 11: "it crashed (SIGSEGV)",
    128 + 24: "it was out of processor time (SIGXCPU)",
    128 + 25: "it wrote a file that is too long (SIGXFSZ)",
    128 + 31: "it made a system call that bots may not make (SIGSYS)",
}


class Answers(NamedTuple):
    """The answers to the first of some requests; `fault` is that of the next one, if there is one.

    After a fault the process has ended: who was not answered asks another one.
    """

    given: list[dict[str, Any]]
    fault: BotFault | None


class Process:
    """A started bot; a context manager that ends it. `account` is that of its latest match."""

    def __init__(self, child: Child, command: Command, clock: Clock) -> None:
        self._child = child
        self._command = command
        self._clock = clock
        self.account = Account(clock)
        self._begun = 0.0
        self._seq = 0
        self._has_answered = self._is_stopped = False
        self._charged_s = 0.0
        self._news = bytearray()
        self._heard = bytearray()
        self._errors = bytearray()
        self._poured = 0
        self._end: BotFault | SandboxError | None = None
        self._poll = select.poll()
        for descriptor in (child.stdout, child.stderr, child.pidfd):
            self._poll.register(descriptor, select.POLLIN)
        most_bytes = command.limits.memory_bytes
        self._watch = None if most_bytes is None else Watch(child.folder, most_bytes)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    @property
    def used(self) -> float:
        """Processor time of the process so far, in seconds."""
        return self._child.cpu_s()

    def log(self) -> bytes:
        """Return the end of what it wrote to standard error in this match."""
        if self._end is None:
            self._drain(self._child.stderr, self._keep_error)
        return self.stderr

    @property
    def stderr(self) -> bytes:
        """The end of what it is known to have written to standard error in this match.

        At most `MAX_STDERR_BYTES`. What a process writes between two matches counts to the next.
        """
        return bytes(self._errors).replace(bytes(self._command.folder), bytes(INSIDE))

    @property
    def pid(self) -> int:
        """Its number on this machine, which it does not know itself."""
        return self._child.pid

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a request with the next `seq` and return the answer, on the latest account.

        Raises BotFault or SandboxError, both for good, and ValueError for a message too long.
        """
        given, fault = self.ask_all([(message, self.account)])
        if fault is not None:
            raise fault
        return given[0]

    def ask_all(self, asked: Sequence[tuple[dict[str, Any], Account]]) -> Answers:
        """Send requests of several matches, each with a `seq`, and return the answers in order.

        Raises what `ask` does, but for the fault of a request.
        """
        if isinstance(self._end, BotFault):
            return Answers([], self._end)
        if self._end is not None:
            raise self._end
        lines = [
            framing.encode({**message, "seq": self._seq + at})
            for at, (message, _account) in enumerate(asked)
        ]
        given: list[dict[str, Any]] = []
        accounts = [account for _message, account in asked]
        try:
            self._exchange(b"".join((self._news, *lines)), accounts, given)
        except BotFault as fault:
            self._finish(fault)
            return Answers(given, fault)
        except SandboxError as error:
            self._finish(error)
            raise
        except BaseException:
            self._finish(SandboxError("the worker was interrupted while a bot was asked"))
            raise
        self._news.clear()
        return Answers(given, None)

    def tell(self, message: dict[str, Any]) -> None:
        """Send news, which want no answer, before the next request: until then it is stopped."""
        if self._end is not None:
            return
        self._news += framing.encode(message)
        if len(self._news) > MAX_NEWS_BYTES:
            raise SandboxError("a bot is told too much before it is asked")

    def wind(self, clock: Clock) -> Account:
        """Give it the time of another match, with an empty log; return the account of it.

        Raises SandboxError if it `is_worn`.
        """
        if self._seq > 1:  # what it wrote when it started belongs to its first match
            self._poured = 0
            self.log()
            self._errors.clear()
        self._clock = clock
        if self.is_worn:
            raise SandboxError("a process was used for more matches than its limits are made for")
        return self.wind_beside(clock)

    def wind_beside(self, clock: Clock) -> Account:
        """Return the account of a match that it plays beside others, of which it has the log."""
        self.account = Account(clock)
        return self.account

    @property
    def is_worn(self) -> bool:
        """Whether the kernel's own limit could end it in the next matches: start another then."""
        return self.used + self._clock.matches_s > self._command.limits.cpu_s

    def kill(self) -> None:
        """End the process and give back all it held; may be called again."""
        if self._end is None:
            self._finish(SandboxError("the bot was asked after it had been ended"))

    def _finish(self, why: BotFault | SandboxError) -> None:
        """End the process; `why` is the answer to every later question."""
        self._end = why
        self._drain(self._child.stderr, self._keep_error)
        self._child.end()

    def _exchange(
        self, out: bytes, accounts: Sequence[Account], given: list[dict[str, Any]]
    ) -> None:
        """Add the answers to `out` to `given`, and charge each to its account."""
        self._refuse_unasked()
        self._poured = 0
        self._begun = time.monotonic()
        try:
            self._converse(out, accounts, given)
        except BaseException:
            self._stop()
            self._charge(accounts[len(given)])
            raise
        self._look(self._charged_s)

    def _stop(self) -> None:
        self._child.stop()
        self._is_stopped = True

    def _allowed_s(self, account: Account) -> float:
        """Return the processor time for the next answer; raises BotFault if there is none."""
        return account.allowed_s() if self._has_answered else account.clock.first_answer_s

    def _charge(self, account: Account) -> float:
        """Let an account pay what was used since the last time, but for starting up; return it."""
        used, now = self._child.cpu_s(), time.monotonic()
        spent, waited = used - self._charged_s, now - self._begun
        self._charged_s, self._begun = used, now
        if self._has_answered:
            account.charge(spent, waited)
        return spent

    def _refuse_unasked(self) -> None:
        for descriptor, _ in self._poll.poll(0):
            if descriptor == self._child.stdout:
                self._drain(descriptor, self._heard.extend)
                if self._heard:
                    raise BotFault(
                        Reason.UNASKED, f"it wrote before it was asked; {HINT}", bytes(self._heard)
                    )
            elif descriptor == self._child.pidfd:
                raise self._crash()
            else:
                self._listen(descriptor, 0)

    def _converse(
        self, out: bytes, accounts: Sequence[Account], given: list[dict[str, Any]]
    ) -> None:
        """Write all of `out` and read a line for each account, with a deadline for each."""
        allowed = self._allowed_s(accounts[0])
        unsent = self._write(memoryview(out))
        if self._is_stopped:
            # Only now, so that it wakes up once and finds what it waits for.
            self._child.go_on()
            self._is_stopped = False
        if unsent:
            self._poll.register(self._child.stdin, select.POLLOUT)
        # Most answers come before it is worth asking what they cost.
        wait_ms = math.ceil(1000 * min(allowed / CORES, self._unseen_s(self._charged_s)))
        try:
            while len(given) < len(accounts):
                left = len(accounts) - len(given)
                for descriptor, _ in self._poll.poll(wait_ms):
                    if descriptor == self._child.stdin:
                        unsent = self._write(unsent)
                        if not unsent:
                            self._poll.unregister(descriptor)
                    else:
                        self._listen(descriptor, left)
                if b"\n" in self._heard:
                    self._take_answers(accounts, given)
                if len(given) < len(accounts):
                    account = accounts[len(given)]
                    allowed = self._allowed_s(account)
                    wait_ms = self._wait_ms(account, allowed)
        finally:
            if unsent:
                self._poll.unregister(self._child.stdin)

    def _take_answers(self, accounts: Sequence[Account], given: list[dict[str, Any]]) -> None:
        """Take the answers that have come, and charge them; raises BotFault for one too late.

        What was used goes to the first of them: others that have come as soon took no time.
        """
        lines = self._take_lines()
        if len(given) + len(lines) == len(accounts):
            self._stop()
        for number, line in enumerate(lines):
            account = accounts[len(given)]
            allowed = self._allowed_s(account)
            if number == 0:
                spent = self._charge(account)
                if spent > allowed:
                    raise self._late(spent, allowed)
            else:
                account.charge(0.0, 0.0)
            given.append(framing.answer_to(self._seq, line))
            self._seq += 1
            self._has_answered = True

    def _wait_ms(self, account: Account, allowed: float) -> int:
        """Return how long to wait at most until time could be up; raises BotFault if it is."""
        used = self._child.cpu_s()
        spent = used - self._charged_s
        if spent > allowed:
            raise self._late(spent, allowed)
        self._look(used)
        granted = account.clock.wall_s(allowed)
        if self._has_answered:
            granted = account.granted_s(allowed, spent)
        left = self._begun + granted - time.monotonic()
        if left <= 0:
            raise BotFault(
                Reason.TIMEOUT,
                f"no whole answer within {granted:.3g} s, of which it ran {spent:.3f} s",
                bytes(self._heard),
            )
        in_time = (allowed - spent) / CORES + 0.001
        return math.ceil(1000 * min(left, in_time, self._unseen_s(used)))

    def _unseen_s(self, used: float) -> float:
        """Return how long it may run before somebody must look at it."""
        if self._watch is None:
            return LOOK_S
        return min(LOOK_S, self._watch.left_s(used) / CORES)

    def _look(self, used: float) -> None:
        """Look at its memory, if it can have taken too much since; raises BotFault if it did."""
        if self._watch is not None:
            self._watch.look(used)

    def _late(self, spent: float, allowed: float) -> BotFault:
        return BotFault(
            Reason.TIMEOUT,
            f"used {spent:.3f} s of processor time where it had {allowed:.3f} s",
            bytes(self._heard),
        )

    def _write(self, unsent: memoryview) -> memoryview:
        """Write as much as the pipe takes; return the rest."""
        try:
            while unsent:
                unsent = unsent[os.write(self._child.stdin, unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            raise self._closed("stdin") from None
        return unsent

    def _listen(self, descriptor: int, lines: int) -> None:
        """Read what a pipe or the end of the process has to say, so many lines at most."""
        if descriptor == self._child.stderr:
            if not self._drain(descriptor, self._keep_error):
                self._poll.unregister(descriptor)
            return
        is_open = self._drain(self._child.stdout, lambda piece: self._keep_heard(piece, lines))
        if b"\n" in self._heard:
            return
        if descriptor == self._child.pidfd:
            raise self._crash()
        if not is_open:
            raise self._closed("stdout")

    def _drain(self, descriptor: int, keep: Callable[[bytes], None]) -> bool:
        """Keep what lies in a pipe, at most all that fits into one; tell whether it is open."""
        try:
            piece = os.read(descriptor, PIECE_BYTES)
        except BlockingIOError:
            return True
        keep(piece)
        return bool(piece)

    def _take_lines(self) -> list[bytes]:
        """Return the whole lines that were heard; the beginning of another one is kept."""
        whole, _, rest = bytes(self._heard).rpartition(b"\n")
        self._heard[:] = rest
        return [line + b"\n" for line in whole.split(b"\n")]

    def _crash(self) -> BotFault:
        """Return the fault of a process that has ended; raises SandboxError if it never began."""
        self._drain(self._child.stderr, self._keep_error)
        try:
            status = self._child.exit_status()
        except SandboxError as error:
            words = self.stderr[-MAX_EVIDENCE_BYTES:].decode(errors="replace").strip()
            raise SandboxError(f"{error} (last words: {words!r})") from None
        return BotFault(Reason.CRASH, self._ending(status), self.stderr[-MAX_EVIDENCE_BYTES:])

    def _ending(self, status: int) -> str:
        """Return in words how a process ended."""
        if status in NOT_STARTED and not self._has_answered:
            return "it could not be started: it is no program for here, or what it needs is missing"
        if status in _SIGNALS or status <= 128:
            return _SIGNALS.get(status, f"it ended with exit status {status}")
        return f"it ended with exit status {status} ({signal_name(status - 128)})"

    def _closed(self, pipe: str) -> BotFault:
        """Return the fault of a closed pipe, which is a crash if the process has ended."""
        if self._child.has_ended(wait_s=LAST_WORDS_S):
            return self._crash()
        return BotFault(Reason.CLOSED, f"it closed its {pipe}")

    def _keep_heard(self, piece: bytes, lines: int) -> None:
        """Keep what it says; raises BotFault for a line too long, and for more than so many."""
        self._heard += piece
        ends = self._heard.count(b"\n")
        if len(self._heard) - (self._heard.rfind(b"\n") + 1) >= framing.MAX_LINE_BYTES:
            raise BotFault(
                Reason.TOO_LONG,
                f"a line has at most {framing.MAX_LINE_BYTES} bytes",
                bytes(self._heard),
            )
        if ends > lines or (ends == lines and not self._heard.endswith(b"\n")):
            raise BotFault(
                Reason.UNASKED,
                f"it wrote more than one line for an answer; {HINT}",
                bytes(self._heard),
            )

    def _keep_error(self, piece: bytes) -> None:
        self._errors += piece
        del self._errors[:-MAX_STDERR_BYTES]
        self._poured += len(piece)
        if self._poured > FLOOD_BYTES and self._end is None:
            raise BotFault(
                Reason.FLOOD,
                f"it wrote more than {FLOOD_BYTES} bytes to standard error for one answer",
                bytes(self._errors),
            )
