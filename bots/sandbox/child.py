"""A bot's process as the worker holds it: its pipes, its clock, its end.

It is held by a descriptor, not by its number, so no signal ever goes to a stranger.
"""

import contextlib
import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod

from .faults import SandboxError
from .slots import Slot
from .spawning import is_ready

REAP_S = 5.0
"""How long a killed process may take to be gone before the sandbox counts as broken."""


class Child(ABC):
    """One started bot. `pid` is its number here, whatever it sees itself.

    `pidfd` and `folder`, that in /proc, are descriptors of it and of nobody who comes after it.
    """

    def __init__(self, starter: "subprocess.Popen[bytes]", pid: int, slot: Slot | None) -> None:
        self.pid = pid
        self.pidfd, self.folder = _held(pid)
        self._starter = starter
        self._slot = slot
        self._cpu_s = 0.0
        self._is_reaped = False
        assert starter.stdin is not None  # noqa: S101 - a promise of Popen for the type checker
        assert starter.stdout is not None  # noqa: S101
        assert starter.stderr is not None  # noqa: S101
        self.stdin = starter.stdin.fileno()
        self.stdout = starter.stdout.fileno()
        self.stderr = starter.stderr.fileno()
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)

    def cpu_s(self) -> float:
        """Return the processor time of all its threads so far, in seconds."""
        if not self._is_reaped:
            # The clock of a dead process is gone once its parent has waited for it.
            with contextlib.suppress(OSError):
                self._cpu_s = max(self._cpu_s, time.clock_gettime((~self.pid << 3) | 2))
        return self._cpu_s

    def stop(self) -> None:
        """Let it not run until `go_on`."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it run again."""
        self._signal(signal.SIGCONT)

    def has_ended(self, *, wait_s: float = 0.0) -> bool:
        """Tell whether the process has ended, by itself or not."""
        return self._is_reaped or is_ready(self.pidfd, wait_s=wait_s)

    @abstractmethod
    def exit_status(self) -> int:
        """Return how a process that has ended did so, 128 and more for signals.

        Raises SandboxError if the program was never started.
        """

    def end(self) -> None:
        """Kill it and give back all it held; may be called again."""
        if self._is_reaped:
            return
        self.cpu_s()
        self._signal(signal.SIGKILL)
        gone = self.has_ended(wait_s=REAP_S) and self._wait()
        self._is_reaped = True
        self._close()
        if not gone:
            raise SandboxError(f"process {self.pid} of a bot survives SIGKILL: look at the kernel")
        if self._slot is not None:
            self._slot.free()

    def _wait(self) -> bool:
        """Collect the process that was started here; tell whether it ended in time."""
        try:
            self._starter.wait(REAP_S)
        except subprocess.TimeoutExpired:
            self._starter.kill()
            self._starter.wait()
            return False
        return True

    def _close(self) -> None:
        for pipe in (self._starter.stdin, self._starter.stdout, self._starter.stderr):
            if pipe is not None:
                pipe.close()
        os.close(self.pidfd)
        os.close(self.folder)

    def _signal(self, number: signal.Signals) -> None:
        if not self._is_reaped:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.pidfd, number)


def _held(pid: int) -> tuple[int, int]:
    """Return a descriptor of a process and one of its folder; raises OSError if it is gone."""
    pidfd = os.pidfd_open(pid)
    try:
        return pidfd, os.open(f"/proc/{pid}", os.O_PATH | os.O_DIRECTORY)
    except OSError:
        os.close(pidfd)
        raise
