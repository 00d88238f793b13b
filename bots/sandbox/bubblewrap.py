"""The first choice: namespaces by bubblewrap, then the filter, then the limits, then the bot.

The bot is process 1 of its own namespace, so nothing of it survives it. It sees a file system
made of a few read-only folders, no network, no other process.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from . import cgroup, seccomp, slots
from .child import REAP_S, Child
from .command import LIBRARIES, Command
from .faults import SandboxError
from .readable import DEVICES, PRLIMIT, Readable, environment
from .settings import Settings
from .slots import Slot
from .spawning import Pipe, discard, spawn, told

NAMESPACES = (
    "--unshare-user",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
)
NOBODY = ("--uid", "65534", "--gid", "65534", "--hostname", "bot", "--cap-drop", "ALL")
LIFE = ("--die-with-parent", "--as-pid-1")
# Bubblewrap's root is a writable file system of up to half the memory until it is sealed.
SEAL = ("--remount-ro", "/")

# Bubblewrap can bound the bytes of a file system but not its inodes, which are memory too.
_SCRATCH = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"'


class Bubblewrap:
    """Starts bots in bubblewrap."""

    name = "bwrap"
    has_threads = True

    def __init__(self, settings: Settings, readable: Readable) -> None:
        program = shutil.which("bwrap")
        if program is None:
            raise SandboxError(
                "bubblewrap is missing: run bots/sandbox/install.sh or install bubblewrap"
            )
        self._program = program
        self._settings = settings
        self._readable = readable
        self._filter = seccomp.program(threads=True, own_pid=1)

    def start(self, command: Command) -> Child:
        """Start a bot; raises SandboxError."""
        with slots.taken(self._settings) as slot:
            return self._start(command, slot)

    def _start(self, command: Command, slot: Slot | None) -> Child:
        with Pipe() as status, Pipe() as block, Pipe() as program:
            program.write(self._filter)
            passed = (status.mouth.fileno(), block.end.fileno(), program.end.fileno())
            words = [
                *self._scratch(command),
                self._program,
                *self._box(command),
                *("--json-status-fd", str(passed[0]), "--block-fd", str(passed[1])),
                *("--seccomp", str(passed[2]), "--"),
                *_limited(command),
            ]
            starter = spawn(words, slot, passed=passed)
            try:
                status.mouth.close()
                pid = _pid_of(starter, status.end.fileno(), self._settings)
                child = _Boxed(starter, pid, slot, os.dup(status.end.fileno()))
            except BaseException:
                discard(starter)
                raise
            # Held back until it is held by a descriptor, it cannot have run and been replaced.
            self._release(child, block, command)
            return child

    def _release(self, child: "_Boxed", block: Pipe, command: Command) -> None:
        """Let a bot run, in groups of its own if there are to be some."""
        try:
            if self._settings.cgroups:
                child.groups = cgroup.join(self._settings.cgroups, child.pid, command.limits)
            block.write(b"\n")
        except BaseException:
            child.end()
            raise

    def _box(self, command: Command) -> Iterator[str]:
        """Yield what makes the box around a bot."""
        yield from (*NAMESPACES, *NOBODY, *LIFE, "--clearenv")
        layers = {LIBRARIES / layer.name: layer.resolve() for layer in command.layers}
        for name, value in environment(tuple(layers)).items():
            yield from ("--setenv", name, value)
        for inside, outside in (self._readable.paths | layers).items():
            yield from ("--ro-bind", str(outside), str(inside))
        for link, text in self._readable.links.items():
            yield from ("--symlink", text, str(link))
        for device in DEVICES:
            yield from ("--dev-bind", str(device), str(device))
        if command.limits.scratch_bytes:
            yield from ("--bind", str(self._settings.scratch_mount), "/tmp")  # noqa: S108
        yield from ("--ro-bind", str(command.folder), "/bot", "--chdir", "/bot", *SEAL)

    def _scratch(self, command: Command) -> Iterator[str]:
        """Yield what mounts a file system for /tmp around bubblewrap, where nobody sees it."""
        if command.limits.scratch_bytes:
            options = f"size={command.limits.scratch_bytes},nr_inodes=256,nosuid,nodev,noexec"
            options += ",mode=1777"
            yield from ("/usr/bin/unshare", "--user", "--map-root-user", "--mount", "--")
            yield from ("/bin/sh", "-c", _SCRATCH, "sh", options, str(self._settings.scratch_mount))


def _limited(command: Command) -> Iterator[str]:
    yield str(PRLIMIT)
    for name, value in command.limits.as_rlimits().items():
        yield f"--{name}={value}:{value}"
    yield from ("--", *command.argv)


class _Boxed(Child):
    """A bot in bubblewrap, whose monitor tells on a pipe of its own how it ended."""

    def __init__(
        self, starter: "subprocess.Popen[bytes]", pid: int, slot: Slot | None, status: int
    ) -> None:
        self._status = status
        self._has_monitor_stopped = False
        self.groups: tuple[Path, ...] = ()
        try:
            super().__init__(starter, pid, slot)
        except OSError:
            os.close(status)
            raise SandboxError(
                "bubblewrap cannot make a box: can the bot's user read its folder and "
                f"interpreter? {_words(starter)}"
            ) from None

    def stop(self) -> None:
        """Stop the bot, and the monitor until the bot ends: each stop and start would wake it.

        It has nothing to do before that. It dies with its parent even when stopped, as it asked
        for that before it told the number of the bot's process.
        """
        super().stop()
        if not self._has_monitor_stopped:
            self._starter.send_signal(signal.SIGSTOP)
            self._has_monitor_stopped = True

    def _wake_monitor(self) -> None:
        self._starter.send_signal(signal.SIGCONT)
        self._has_monitor_stopped = False

    def _wait(self) -> bool:
        self._wake_monitor()
        return super()._wait()

    def exit_status(self) -> int:
        """Read the monitor's word: it says nothing of programs that were never started.

        What stands on standard error may come from the bot, so that decides nothing.
        """
        self._wake_monitor()
        heard = told(self._status, wait_s=REAP_S)
        for line in heard.splitlines():
            with contextlib.suppress(ValueError):
                said = json.loads(line)
                if "exit-code" in said:
                    return int(said["exit-code"])
        raise SandboxError(
            "bubblewrap ended without having run a bot: was it killed, or can the bot's user not "
            "read its folder or interpreter?"
        )

    def _close(self) -> None:
        super()._close()
        os.close(self._status)
        cgroup.leave(self.groups)


def _pid_of(starter: "subprocess.Popen[bytes]", status: int, settings: Settings) -> int:
    """Return the number of the bot's process as bubblewrap tells it; raises SandboxError."""
    line = told(status, wait_s=settings.start_s, until=b"\n")
    try:
        return int(json.loads(line.split(b"\n")[0])["child-pid"])
    except (ValueError, KeyError):
        raise SandboxError(
            f"bubblewrap does not work here: {_words(starter)}; "
            "unprivileged user namespaces must be allowed (sysctl user.max_user_namespaces, "
            "kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns), "
            "or choose the tier landlock"
        ) from None


def _words(starter: "subprocess.Popen[bytes]") -> str:
    """Return what bubblewrap said; no bot has run yet, so it was nobody else."""
    starter.kill()
    if starter.stderr is None:
        return ""
    return repr(told(starter.stderr.fileno(), wait_s=1.0).decode(errors="replace").strip())
