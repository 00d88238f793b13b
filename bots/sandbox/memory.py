"""What memory a bot really holds, page tables included; `command.Limits` says how much it may.

Limits of a process count what it maps, not what it holds, and not all of that: written pages that
were made read-only since, stacks that grow downwards and page tables are free. A control group
counts all, but few workers are given one. So the worker looks itself: not by the clock, but as
soon as a bot has had the processor for as long as it takes to fill what it had left.
"""

import os

from .command import MB
from .faults import BotFault, Reason

FASTEST = 10 * 1024 * MB
"""Bytes that a processor fills within a second, at most: more than any of today does."""
OFTEN_S = 0.001
"""A bot that holds nearly all it may is looked at no more often than after such a time."""

_OF_ITS_OWN = ("VmRSS", "VmSwap", "VmPTE")
_IN_PROPORTION = ("Pss", "Swap")
_NOT_OF_FILES = ("RssAnon", "RssShmem", "VmSwap", "VmPTE")


class Watch:
    """Looks at one process; `folder` is a descriptor of its folder in /proc."""

    def __init__(self, folder: int, most_bytes: int) -> None:
        self._folder = folder
        self._most = most_bytes
        self._due_s = most_bytes / FASTEST

    def left_s(self, used_s: float) -> float:
        """Return how much processor time it may use before it must be looked at."""
        return max(OFTEN_S, self._due_s - used_s)

    def look(self, used_s: float) -> None:
        """Look, if its processor time says it is time to; raises BotFault if it holds too much."""
        if used_s < self._due_s:
            return
        held = self.held_bytes()
        if held > self._most:
            raise BotFault(
                Reason.CRASH,
                f"it held {held // MB} MB of memory, page tables included, where it had "
                f"{self._most // MB} MB",
            )
        self._due_s = used_s + max(OFTEN_S, (self._most - held) / FASTEST)

    def held_bytes(self) -> int:
        """Return what it holds now; 0 once it has ended.

        Pages that others have mapped too, such as those of the C library, count in proportion.
        They are told apart only where it matters, as that takes a hundred times as long.
        """
        said = self._read("status")
        held = _sum(said, _OF_ITS_OWN)
        if held <= self._most:
            return held
        try:
            shares = self._read("smaps_rollup")
        except PermissionError:
            # A worker without the right to look closer counts what nobody else can have.
            return _sum(said, _NOT_OF_FILES)
        return _sum(shares, _IN_PROPORTION) + _sum(said, ("VmPTE",))

    def _read(self, name: str) -> dict[str, str]:
        try:
            file = os.open(name, os.O_RDONLY, dir_fd=self._folder)
        except (FileNotFoundError, ProcessLookupError):
            return {}
        try:
            text = os.read(file, 1 << 14).decode(errors="replace")
        except ProcessLookupError:
            return {}
        finally:
            os.close(file)
        lines = (line.partition(":") for line in text.splitlines())
        return {name: value for name, _, value in lines}


def _sum(said: dict[str, str], names: tuple[str, ...]) -> int:
    """Return the sum of lines such as `VmRSS:  1820 kB`, in bytes; those that lack are nothing."""
    return sum(1024 * int(said[name].split()[0]) for name in names if name in said)
