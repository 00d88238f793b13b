"""The second choice, where there are no user namespaces: Landlock, the filter and the limits.

Bots have one thread and no /tmp, and can ask for the metadata of files they cannot read.
"""

import os
import subprocess
from pathlib import Path

from . import seccomp, slots
from .child import Child
from .command import INSIDE, RLIMITS, Command
from .faults import SandboxError
from .readable import DEVICES, Readable, environment
from .settings import Settings
from .slots import Slot
from .spawning import Pipe, discard, spawn, told

LAUNCHER = Path(__file__).with_name("launcher.py").read_text()
LOCKED = b"locked\n"


class Landlock:
    """Starts bots that Landlock keeps from all files but a few."""

    name = "landlock"
    has_threads = False

    def __init__(self, settings: Settings, readable: Readable) -> None:
        self._settings = settings
        self._readable = readable
        self._filter = seccomp.program(threads=False, own_pid=None)

    def start(self, command: Command) -> Child:
        """Start a bot; raises SandboxError."""
        if command.limits.scratch_bytes:
            raise SandboxError("the tier landlock gives no /tmp: install bubblewrap")
        with slots.taken(self._settings) as slot:
            return self._start(command, slot)

    def _start(self, command: Command, slot: Slot | None) -> Child:
        with Pipe() as status, Pipe() as program:
            program.write(self._filter)
            passed = (status.mouth.fileno(), program.end.fileno())
            order = self._order(command) | {"status": passed[0], "filter": passed[1]}
            program_text = f"{LAUNCHER}\nmain({order!r})"
            words = [str(self._settings.python), "-I", "-S", "-c", program_text]
            starter = spawn(words, slot, passed=passed, folder=command.folder)
            status.mouth.close()
            try:
                # Its end of the pipe closes when the bot's own program begins, not before.
                heard = told(status.end.fileno(), wait_s=self._settings.start_s)
                if heard != LOCKED:
                    raise _refusal(starter, heard)
                return Bare(starter, slot)
            except BaseException:
                discard(starter)
                raise

    def _order(self, command: Command) -> dict[str, object]:
        """Return all that the launcher must know."""
        limits = command.limits.as_rlimits()
        places = {*self._readable.paths.values(), *command.layers, command.folder}
        return {
            "parent": os.getpid(),
            "limits": [(RLIMITS[name], value) for name, value in limits.items()],
            "readable": sorted(map(str, places)),
            "devices": list(map(str, DEVICES)),
            "argv": outside(command),
            "own": command.argv[0] if command.is_own else None,
            "environment": environment(command.layers) | {"HOME": str(command.folder)},
        }


class Bare(Child):
    """A bot that was started without a monitor between, so that its end is known at once."""

    def __init__(self, starter: "subprocess.Popen[bytes]", slot: Slot | None) -> None:
        super().__init__(starter, starter.pid, slot)

    def exit_status(self) -> int:
        """Return how the process ended, as a shell would say it."""
        status = self._starter.wait(1.0)
        return status if status >= 0 else 128 - status


def outside(command: Command) -> list[str]:
    """Return the words of a command with the bot's folder where this machine has it."""
    return [
        str(command.folder / Path(word).relative_to(INSIDE))
        if Path(word).is_relative_to(INSIDE)
        else word
        for word in command.argv
    ]


def _refusal(starter: "subprocess.Popen[bytes]", heard: bytes) -> SandboxError:
    words = heard.removeprefix(LOCKED)
    if not words and starter.stderr is not None:
        # The bot has not begun, so these are the interpreter's own words.
        starter.kill()
        words = told(starter.stderr.fileno(), wait_s=1.0)
    return SandboxError(
        f"Landlock does not work here: {words.decode(errors='replace').strip()!r}; it needs "
        "Linux 5.13 or newer with Landlock among the security modules, and a bot's folder "
        "that all may read"
    )
