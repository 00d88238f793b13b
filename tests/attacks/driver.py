"""Lets attacks loose, in this process or, as another user, in one that is told what to do.

With only the standard library, so that it runs on any interpreter that a plain user can reach.
"""

import contextlib
import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bots.sandbox import BotFault, Clock, Command, Process, Runtime, Sandbox, Settings
from bots.sandbox.landlock import Bare, outside

from . import (
    layers,
    on_files,
    on_kernel,
    on_libraries,
    on_memory,
    on_network,
    on_others,
    on_processes,
    on_secrets,
    on_talk,
    on_time,
)
from .attack import RUNTIMES, TIMEOUT, Attack, bot_of

MODULES = (
    on_secrets,
    on_network,
    on_processes,
    on_files,
    on_others,
    on_memory,
    on_kernel,
    on_time,
    on_talk,
    on_libraries,
)
ATTACKS = {attack.name: attack for module in MODULES for attack in module.ATTACKS}
MANY = {
    runtime: bot_of(
        (
            attack
            for attack in ATTACKS.values()
            if not attack.is_whole and runtime in attack.runtimes
        ),
        runtime,
    )
    for runtime in RUNTIMES
}

PATIENT = Clock(per_move_s=5.0, bank_s=8.0, first_answer_s=5.0, wall_slack_s=10.0)
SHORT = Clock(per_move_s=0.1, first_answer_s=0.2, wall_factor=1.0, wall_slack_s=0.2)
SCRATCH_BYTES = 16 * 1024 * 1024


class Naked:
    """The control: bots as children like any other, who inherit all that a child can."""

    name = "unsafe"
    has_threads = True

    def start(self, command: Command) -> Bare:
        starter = subprocess.Popen(
            outside(command),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=command.folder,
            close_fds=False,
        )
        return Bare(starter, None)


@contextmanager
def targets() -> Iterator[dict[str, Any]]:
    """Give what attacks are after: readable for every user, but for one file, and open to all."""
    libc = ctypes.CDLL(None)
    with contextlib.ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stammtisch-attacks-")))
        home.chmod(0o755)
        (home / "secret").write_text("the deck of tomorrow")
        (home / "private").write_text("the password of the database")
        (home / "private").chmod(0o600)
        (home / "other").mkdir()
        (home / "other" / "main.py").write_text("the trick of another author")
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        unix = stack.enter_context(socket.socket(socket.AF_UNIX))
        unix.bind(f"\0stammtisch-attacks-{os.getpid()}")
        unix.listen()
        kept = os.open(home / "secret", os.O_RDONLY)
        os.set_inheritable(kept, True)
        stack.callback(os.close, kept)
        memory = libc.shmget(0, 4096, 0o1666)
        stack.callback(libc.shmctl, memory, 0, None)
        os.environ["WORKER_SECRET"] = "postgres://secret"
        stack.callback(os.environ.pop, "WORKER_SECRET")
        yield {
            **{name: str(home / name) for name in (".", "secret", "private", "other")},
            "worker": os.getpid(),
            "tcp": tcp.getsockname()[1],
            "unix": unix.getsockname().decode(),
            "memory": memory,
        }


@contextmanager
def folder_of(program: str, home: Path) -> Iterator[Path]:
    """Give a bot's folder that everybody may write to, as far as the file system is asked."""
    folder = Path(tempfile.mkdtemp(dir=home))
    try:
        (folder / "main.py").write_text(program)
        (folder / "spare").touch()
        (folder / "link").symlink_to(home / "secret")
        for path in (folder, folder / "main.py", folder / "spare"):
            path.chmod(0o777)
        yield folder
    finally:
        shutil.rmtree(folder)


def opened(tier: str) -> Sandbox:
    """Return a sandbox without asking the doctor, or none at all."""
    return Sandbox(Naked(), Settings()) if tier == "unsafe" else layers.undoctored(tier)


class Ground:
    """Where attacks are let loose in one tier, by bots of one run-time.

    Attacks that are refused leave their bot alive, and it tries the next one too.
    """

    def __init__(
        self, tier: str, runtime: str, aims: dict[str, Any], without: tuple[str, ...] = ()
    ) -> None:
        self._tier = tier
        self._runtime = runtime
        self._aims = aims
        self._without = without
        with layers.without(*without):
            self._sandbox = opened(tier)
        self._rest = contextlib.ExitStack()
        self._bot: Process | None = None

    def close(self) -> None:
        self._rest.close()

    def loose(self, attack: Attack) -> dict[str, Any]:
        """Let one attack loose; return its outcome and what is to be known about it."""
        with layers.without(*self._without):
            if attack.is_whole or attack.scratch:
                with contextlib.ExitStack() as stack:
                    return self._alone(attack, stack)
            return self._among_others(attack)

    def _alone(self, attack: Attack, stack: contextlib.ExitStack) -> dict[str, Any]:
        program = attack.code if attack.is_whole else bot_of([attack], self._runtime)
        clock = SHORT if TIMEOUT in attack.ends else PATIENT
        bot = self._start(program, stack, clock, scratch=attack.scratch)
        said = self._ask(bot, attack)
        # Some are only seen when the next question is to be asked.
        return said if said["outcome"] != "done" else self._ask(bot, attack)

    def _among_others(self, attack: Attack) -> dict[str, Any]:
        if self._bot is None or self._bot.is_worn:
            self._rest.close()
            self._bot = self._start(MANY[self._runtime], self._rest, PATIENT)
            self._bot.ask({"attack": "nothing"})
        is_short = TIMEOUT in attack.ends and self._tier != "unsafe"
        self._bot.wind(SHORT if is_short else PATIENT)
        said = self._ask(self._bot, attack)
        if said["outcome"] != "refused":
            # Whatever it has become, the next attack is to meet a fresh one.
            self._rest.close()
            self._bot = None
        return said

    def _start(
        self, program: str, stack: contextlib.ExitStack, clock: Clock, *, scratch: bool = False
    ) -> Process:
        folder = stack.enter_context(folder_of(program, Path(self._aims["."])))
        runtime = Runtime(self._runtime)
        command = self._sandbox.command(["python3", "main.py"], folder, runtime=runtime)
        if scratch:
            roomy = replace(command.limits, scratch_bytes=SCRATCH_BYTES)
            command = replace(command, limits=roomy)
        return stack.enter_context(self._sandbox.start(command, clock))

    def _ask(self, bot: Process, attack: Attack) -> dict[str, Any]:
        try:
            return bot.ask({**self._aims, "attack": attack.function})
        except BotFault as fault:
            found = f"{fault.detail}; {fault.evidence[-300:]!r}"
            is_alive = Path(f"/proc/{bot.pid}").exists()
            return {"outcome": "alive" if is_alive else str(fault.reason), "found": found}


def answer(order: dict[str, Any], aims: dict[str, Any], grounds: dict[str, Ground]) -> Any:
    """Do what an order says."""
    attack, without = ATTACKS[order["attack"]], tuple(order["without"])
    tier, runtime = order["tier"], order["runtime"]
    if without:
        with contextlib.closing(Ground(tier, runtime, aims, without)) as ground:
            return ground.loose(attack)
    where = f"{tier} {runtime}"
    if where not in grounds:
        grounds[where] = Ground(tier, runtime, aims)
    return grounds[where].loose(attack)


def main() -> None:
    """Answer orders, one a line, as whatever user this process is."""
    grounds: dict[str, Ground] = {}
    with targets() as aims:
        for line in sys.stdin:
            try:
                said = answer(json.loads(line), aims, grounds)
            except Exception as error:
                said = {"outcome": "error", "found": f"{type(error).__name__}: {error}"}
            sys.stdout.write(json.dumps(said) + "\n")
            sys.stdout.flush()
        for ground in grounds.values():
            ground.close()


if __name__ == "__main__":
    main()
