"""The sandbox of one worker: the best tier that this machine has, proven before the first bot."""

import logging
import math
import os
import stat
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from . import doctor, readable
from .bubblewrap import Bubblewrap
from .child import Child
from .command import Clock, Command, command
from .faults import SandboxError
from .landlock import Landlock
from .process import Process
from .settings import TIERS, Settings
from .unsafe import Unsafe

log = logging.getLogger(__name__)

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
    """Starts bots. Open one when a worker starts, and start bots from its main thread."""

    def __init__(self, tier: Tier, settings: Settings) -> None:
        self._tier = tier
        self._settings = settings

    @classmethod
    def open(cls, settings: Settings) -> "Sandbox":
        """Return a sandbox that has passed the doctor; raises SandboxError with what to mend."""
        if settings.tier not in TIERS:
            raise SandboxError(f"BOT_SANDBOX is one of {', '.join(TIERS)}, not {settings.tier!r}")
        if settings.tier == "unsafe":
            return cls(_unsafe(settings), settings)
        if settings.tier != "auto":
            return cls._proven(settings.tier, settings)
        try:
            return cls._proven("bwrap", settings)
        except SandboxError as error:
            if settings.needs_threads:
                raise SandboxError(
                    f"{error} (The tier landlock would not do: bots here need threads, unless "
                    "BOT_NEEDS_THREADS=no says that all of them can do without.)"
                ) from None
            log.warning("bots run without namespaces, by Landlock only: %s", error)
            return cls._proven("landlock", settings)

    @classmethod
    def _proven(cls, name: str, settings: Settings) -> "Sandbox":
        tier = Bubblewrap if name == "bwrap" else Landlock
        sandbox = cls(tier(settings, readable.find(settings)), settings)
        if settings.needs_threads and not sandbox.has_threads:
            raise SandboxError(f"bots here need threads, which the tier {name} does not give")
        doctor.examine(sandbox)
        return sandbox

    @property
    def tier(self) -> str:
        """The tier that bots are started in."""
        return self._tier.name

    @property
    def has_threads(self) -> bool:
        """Whether bots may have threads, and with them be written in any language."""
        return self._tier.has_threads

    def command(self, words: Sequence[str], folder: Path) -> Command:
        """Return the command for the words of a manifest; raises UnknownProgram."""
        return command(words, folder, self._settings)

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


def _unsafe(settings: Settings) -> Unsafe:
    if not (settings.debug and settings.allow_unsafe):
        raise SandboxError(
            "bots without a sandbox want two settings besides BOT_SANDBOX=unsafe: DEBUG and "
            "BOT_SANDBOX_ALLOW_UNSAFE; no site with strangers' bots has either"
        )
    log.warning("bots run without any sandbox and may do all that this process may")
    return Unsafe()


def _outlasting(command: Command, clock: Clock) -> Command:
    """Return the command with a limit of processor time that the clock runs out before."""
    cpu_s = max(command.limits.cpu_s, math.ceil(clock.match_s) + MARGIN_S)
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
