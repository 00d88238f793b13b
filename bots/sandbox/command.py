"""What to start, within which limits, and how long it may think."""

import os
import resource
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .faults import NoLibraries, SandboxError
from .runtimes import Runtime, started_by
from .settings import Settings

MB = 1024 * 1024
INSIDE = Path("/bot")
"""Where a bot finds its own folder."""
LIBRARIES = Path("/libraries")
"""Where it finds the layers of its run-time."""
MOST_TABLES = 16
"""At so many tables a process sits at once at most."""
LIBRARY_FLAGS = ("-S", "-s", "-B")
"""With libraries Python is told by its environment where they are."""
PYTHON_FLAGS = ("-S", "-s", "-E", "-B")


class UnknownProgram(ValueError):
    """A manifest wants a program that bots are not given."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one process may take, threads included. As no bot can fork, it is what a bot takes."""

    memory_bytes: int | None = 256 * MB
    """What it may really hold, page tables included, in whatever way it took it: see `memory`.

    None where nobody looks.
    """
    address_bytes: int = 512 * MB
    data_bytes: int = 256 * MB
    cpu_s: int = 20
    """A backstop behind the clock, for all matches that a process plays; more if one needs it."""
    threads: int = 8
    files: int = 32
    file_bytes: int = MB
    stack_bytes: int = 8 * MB
    scratch_bytes: int = 0
    """Size of a writable /tmp, without which nothing at all can be written."""

    def as_rlimits(self) -> dict[str, int]:
        """Return the limits by the names of `RLIMITS`, none above what this process may give."""
        wanted = {
            "cpu": self.cpu_s,
            "data": self.data_bytes,
            "nproc": self.threads,
            "nofile": self.files,
            "fsize": max(self.file_bytes, self.scratch_bytes),
            "stack": self.stack_bytes,
            "sigpending": 64,
            "core": 0,
            "memlock": 0,
            "msgqueue": 0,
            "as": self.address_bytes,
        }
        return {name: _at_most(RLIMITS[name], value) for name, value in wanted.items()}


RLIMITS: Mapping[str, int] = {
    "as": resource.RLIMIT_AS,
    "core": resource.RLIMIT_CORE,
    "cpu": resource.RLIMIT_CPU,
    "data": resource.RLIMIT_DATA,
    "fsize": resource.RLIMIT_FSIZE,
    "memlock": resource.RLIMIT_MEMLOCK,
    "msgqueue": resource.RLIMIT_MSGQUEUE,
    "nofile": resource.RLIMIT_NOFILE,
    "nproc": resource.RLIMIT_NPROC,
    "sigpending": resource.RLIMIT_SIGPENDING,
    "stack": resource.RLIMIT_STACK,
}
"""Numbers of the limits by the names that `prlimit` has for them."""


def _at_most(number: int, value: int) -> int:
    """Return the value, or the hard limit that holds here: one cannot be raised inside."""
    hard = resource.getrlimit(number)[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


PYTHON = NATIVE = Limits()
NODE = Limits(address_bytes=24 * 1024 * MB, threads=32)
"""Node reserves 0.7 GB to start, and 10.5 GB for each memory of WebAssembly."""
ONNX = Limits(threads=1)
"""Its library would start a thread for each core of the machine, and the same bot play otherwise
on each."""


@dataclass(frozen=True)
class Command:
    """A program to start in a bot's folder, which it finds read-only at /bot."""

    argv: tuple[str, ...]
    folder: Path
    limits: Limits = field(default=PYTHON)
    layers: tuple[Path, ...] = ()
    """Where this machine has the libraries that it may import."""

    @property
    def is_own(self) -> bool:
        """Whether the program comes from the folder, and not from this machine."""
        return Path(self.argv[0]).is_relative_to(INSIDE)


def command(
    words: Sequence[str], folder: Path, settings: Settings, *, runtime: Runtime | None = None
) -> Command:
    """Return the command for the words of a manifest; raises UnknownProgram or SandboxError.

    The first word is `python3`, `node`, or the path of a program in the folder. Without a run-time
    it gets the usual one for its first word.
    """
    program, rest = words[0], tuple(words[1:])
    if Runtime.PYTHON in started_by(program):
        layers = _layers(runtime or Runtime.PYTHON, settings)
        flags = LIBRARY_FLAGS if layers else PYTHON_FLAGS
        limits = ONNX if runtime is Runtime.ONNX else PYTHON
        return Command((str(settings.python), *flags, *rest), folder, limits, layers)
    if program == "node":
        if not os.access(settings.node, os.X_OK):
            raise SandboxError(f"{settings.node} is missing: install Node, or set BOT_NODE")
        return Command((str(settings.node), *rest), folder, NODE)
    if not is_inside(program):
        raise UnknownProgram(
            f"there is no {program} for bots: start with python3, node or a file of the archive"
        )
    if not (folder / program).is_file():
        raise UnknownProgram(f"the archive holds no file {program} to start")
    check_script(folder / program, settings)
    return Command((str(INSIDE / program), *rest), folder, NATIVE)


def _layers(runtime: Runtime, settings: Settings) -> tuple[Path, ...]:
    """Return where the layers of a run-time are; raises NoLibraries if one is not installed."""
    layers = tuple(settings.libraries / name for name in runtime.layers)
    for layer in layers:
        if not layer.is_dir():
            raise NoLibraries(
                f"{layer} is missing, so no bot of the run-time {runtime} can play here: "
                "run bots/sandbox/libraries.sh, or set BOT_LIBRARIES"
            )
    return layers


def is_inside(program: str) -> bool:
    """Tell whether the first word of a start command names something in the bot's folder."""
    path = INSIDE / program
    return ".." not in path.parts and path.is_relative_to(INSIDE)


def check_script(program: Path, settings: Settings) -> None:
    """Raise UnknownProgram for a script whose interpreter bots are not given."""
    with program.open("rb") as file:
        mark, _, words = file.read(256).partition(b"#!")
    if mark or not words:
        return
    interpreter = words.split(b"\n")[0].decode(errors="replace").strip()
    if interpreter.split(" ")[0] != str(settings.python):
        raise UnknownProgram(
            f"{program.name} is a script for {interpreter}, which bots are not given: start with "
            "python3, node or a compiled program"
        )


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Processor time that a bot has, all its threads together.

    Its first answer may take `first_answer_s`, starting up included. After that a move may take
    `per_move_s`, and all moves of a match together `bank_s`. Waiting is bounded too, for a move
    and for all of them, but loosely, so that a busy machine costs no bot its match.
    """

    per_move_s: float = 1.0
    bank_s: float = 15.0
    first_answer_s: float = 3.0
    wall_factor: float = 4.0
    wall_slack_s: float = 1.0
    patience_s: float = 15.0
    """How long, besides `wall_factor` times what it used, a match may wait for it in all."""
    patience_per_answer_s: float = 0.1
    tables: int = 1
    """At so many tables a process may sit at once, with this time at each."""

    @property
    def matches_s(self) -> float:
        """All that the matches may take that are played at once, starting up included."""
        return self.first_answer_s + self.tables * self.bank_s

    def wall_s(self, allowed_s: float) -> float:
        """Return how long to wait for somebody who has `allowed_s` of processor time."""
        return allowed_s * self.wall_factor + self.wall_slack_s
