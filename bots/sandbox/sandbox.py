"""The sandbox of one worker, in which it starts bots."""

import math
import os
import stat
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from .child import Child
from .command import Clock, Command, command
from .faults import SandboxError
from .process import Process
from .runtimes import Runtime
from .settings import Settings

MARGIN_S = 2
"""How much later than the clock the kernel may end a bot, which looks like a crash."""


class Tier(Protocol):
    """One way to start bots."""

    @property
    def name(self) -> str:
        """What the settings call it."""

    @property
    def has_threads(self) -> bool:
        """Whether bots may have threads."""

    def start(self, command: Command) -> Child:
        """Start a bot; raises SandboxError."""


class Sandbox:
    """Starts bots in a tier, from the main thread of a worker; `opening` gives a proven one."""

    def __init__(self, tier: Tier, settings: Settings) -> None:
        self._tier = tier
        self._settings = settings

    @property
    def tier(self) -> str:
        """The tier that bots are started in."""
        return self._tier.name

    @property
    def has_threads(self) -> bool:
        """Whether bots may have threads, and with them be written in any language."""
        return self._tier.has_threads

    @property
    def has_groups(self) -> bool:
        """Whether each bot gets control groups of its own; only bubblewrap puts it into them."""
        return self._tier.name == "bwrap" and bool(self._settings.cgroups)

    def command(
        self, words: Sequence[str], folder: Path, *, runtime: Runtime | None = None
    ) -> Command:
        """Return the command for what a manifest says; raises UnknownProgram or SandboxError."""
        return command(words, folder, self._settings, runtime=runtime)

    def start(self, command: Command, clock: Clock) -> Process:
        """Start a bot; raises SandboxError if that fails, which no bot can bring about."""
        if threading.current_thread() is not threading.main_thread():
            # The kernel ends bots with the thread that started them, not with the process.
            raise SandboxError("bots are started from the main thread of a worker")
        if self._tier.name == "unsafe":
            command = replace(command, limits=replace(command.limits, memory_bytes=None))
        else:
            _check_reachable(command.folder, as_root=os.geteuid() == 0)
        command = _outlasting(command, clock)
        return Process(self._tier.start(command), command, clock)


def _outlasting(command: Command, clock: Clock) -> Command:
    """Return the command with a limit of processor time that the clock runs out before."""
    cpu_s = max(command.limits.cpu_s, math.ceil(clock.matches_s) + MARGIN_S)
    return replace(command, limits=replace(command.limits, cpu_s=cpu_s))


def _check_reachable(folder: Path, *, as_root: bool) -> None:
    """Raise SandboxError for a folder that a bot's user cannot read."""
    if not folder.is_absolute() or not folder.is_dir():
        raise SandboxError(f"{folder} is no folder with a bot; name it by its full path")
    if not as_root:
        if not os.access(folder, os.R_OK | os.X_OK):
            raise SandboxError(f"{folder} cannot be read: chmod u+rx it")
        return
    for part in (folder, *folder.parents):
        wanted = stat.S_IXOTH | (stat.S_IROTH if part == folder else 0)
        if part.stat().st_mode & wanted != wanted:
            raise SandboxError(
                f"{part} is closed to other users, and with it the bot in {folder}: "
                "chmod o+rx it, or keep bots elsewhere"
            )
