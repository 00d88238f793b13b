"""Proves a sandbox when a worker starts: an honest bot can play, and what must not work does not.

Settings tell what was asked for; only trying tells what this kernel, this container and these
versions make of it. Any surprise refuses all bots.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from . import probes
from .command import Clock, Command
from .faults import BotFault, Reason, SandboxError
from .probes import HOARDED_BYTES
from .sandbox import Sandbox

CLOCK = Clock(per_move_s=2.0, first_answer_s=5.0, wall_slack_s=5.0)
SHORT = Clock(per_move_s=0.05, first_answer_s=5.0, wall_slack_s=5.0)

_MEND = {
    "files": "is the root of the file system bound, or Landlock off?",
    "processes": "is /proc bound?",
    "writing": "is the folder of bots bound read-only?",
    "writing to /": "is the root of the sandbox sealed?",
    "environment": "is the environment cleared?",
    "descriptors": "is a descriptor of the worker inheritable?",
    "limits": "are the limits set, and are bots started as root with all its rights?",
    "memory": "are the limits set?",
    "hoard": "can this worker read /proc of other processes? Mount it without hidepid.",
}
_FILTER = "is seccomp compiled into this kernel, and libseccomp 2.5 or newer installed?"


def examine(sandbox: Sandbox) -> None:
    """Run the probes and an honest bot; raises SandboxError on any surprise."""
    with _bot(sandbox) as command:
        _expect_honest(sandbox, command)
        _expect_shut(sandbox, command)
        _expect_fault(sandbox, command, "deadly", Reason.CRASH, CLOCK)
        _expect_fault(sandbox, command, "endless", Reason.TIMEOUT, SHORT)
        _expect_fault(sandbox, _with_half_of_it(command), "hoard", Reason.CRASH, CLOCK)


@contextmanager
def _bot(sandbox: Sandbox) -> Iterator[Command]:
    """Give the doctor's bot, in a folder that other users can read."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-doctor-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copy(probes.__file__, folder / "main.py")
        (folder / "main.py").chmod(0o644)
        yield sandbox.command(["python3", "main.py"], folder)


def _with_half_of_it(command: Command) -> Command:
    """Return the command with half the memory that the bot is going to take."""
    return replace(command, limits=replace(command.limits, memory_bytes=HOARDED_BYTES // 2))


def _expect_honest(sandbox: Sandbox, command: Command) -> None:
    try:
        with sandbox.start(command, CLOCK) as bot:
            for _ in range(3):
                said = bot.ask({"probe": "honest"})
    except BotFault as fault:
        words = fault.evidence.decode(errors="replace").strip()
        raise SandboxError(
            f"an honest bot cannot play in the tier {sandbox.tier}: {fault.detail}; {words}"
        ) from None
    if said.get("honest") != sum(range(100)):
        raise SandboxError(f"an honest bot does not answer in the tier {sandbox.tier}: {said}")


def _expect_shut(sandbox: Sandbox, command: Command) -> None:
    with sandbox.start(command, CLOCK) as bot:
        try:
            said = bot.ask({"probe": "all"})
        except BotFault as fault:
            raise SandboxError(f"the probes of the tier {sandbox.tier} ended: {fault}") from None
    threads = said.get("threads")
    if (threads == "open") != sandbox.has_threads:
        raise SandboxError(f"threads are {threads} in the tier {sandbox.tier}: {_FILTER}")
    for name in probes.PROBES:
        if name != "threads" and said.get(name, "open") == "open":
            mend = _MEND.get(name, _FILTER)
            raise SandboxError(
                f"the tier {sandbox.tier} leaves {name} open: {mend} No bot is run until it is shut"
            )


def _expect_fault(
    sandbox: Sandbox, command: Command, probe: str, reason: Reason, clock: Clock
) -> None:
    """Ask for something harmless, then for what must end in a fault of a kind."""
    with sandbox.start(command, clock) as bot:
        try:
            bot.ask({"probe": "honest"})
            said: object = bot.ask({"probe": probe})
        except BotFault as fault:
            said = fault.reason
    if said != reason:
        raise SandboxError(
            f"the {probe} probe of the tier {sandbox.tier} gave {said} instead of {reason}: "
            f"{_MEND.get(probe, _FILTER)}"
        )
    if reason is Reason.TIMEOUT and bot.used < clock.per_move_s:
        raise SandboxError(
            f"a bot that ran for {clock.per_move_s} s was charged {bot.used:.3f} s: the processor "
            "clocks of other processes must be readable, so do not hide bots from their worker"
        )
