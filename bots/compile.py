"""Compile the rules and searches of all games, once on a host and beside everything else.

`python -m bots.compile` does it and shows how far it is; servers start it by `begin`. Units that
somebody waits for come first, then the rules of all games, then their searches. Processes that
compile give way to whoever serves people, and end when they have grown to MOST_MB. Beside servers
one works at a time, for the host has their memory to hold as well; else two do.
"""

import argparse
import fcntl
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import IO

import games
from engine.kernels import cache
from engine.kernels.binding import COMPILED
from engine.kernels.cache import Unit
from engine.play.table import Table
from engine.records import packed, validation
from engine.rules.game import Game

from . import builtin
from .commands.progress import Steps
from .playing import runner
from .playing.together import BuiltinTable, play_together

MOST_MB = 280
"""A process that compiles has grown to this after a few games, and another one goes on."""
MOST_PROCESSES = 2
MOST_FAILURES = 3
"""So many of them may fail, as for want of memory, before this is given up."""
NICENESS = 10
POLL_S = 0.3
GUESS_S = 6.0
"""How long a unit takes, before anything was compiled here."""


@dataclass(frozen=True)
class Work:
    """A unit and what compiles it; `name` is for people."""

    name: str
    unit: Unit
    do: Callable[[], None]


def works() -> list[Work]:
    """Return what there is to compile for games and bots, in order."""
    return [*rules(), *searches(), *nets()]


def rules() -> list[Work]:
    """Return the rules of all games, with the quick bots that play them."""
    return [Work(game.name, game.unit, partial(compile_rules, game)) for game in games.all()]


def searches() -> list[Work]:
    """Return the searches of bots that look ahead in all games."""
    return [
        Work(f"{game.name} (search)", builtin.searcher(game).unit, partial(compile_search, game))
        for game in games.all()
    ]


def nets() -> list[Work]:
    """Return what asks the nets of all games."""
    return [
        Work(f"{game.name} (net)", builtin.judge(game).unit, builtin.judge(game).prepare)
        for game in games.all()
    ]


def compile_rules(game: Game) -> None:
    """Make deals, rules, the replay of records and matches of quick bots ready in this process."""
    table = Table(game, game.players[0], secret=bytes(32))
    table.deal()
    table.view(0)
    runner.advance(table, [builtin.get("random")] * table.players, seed=b"")
    validation.replay(game, [packed.unpack(packed.pack(table))])
    random = [builtin.get("random")] * game.players[0]
    play_together(game, [BuiltinTable(random, secret=bytes(32), seed=b"")])
    packed.check_deals(packed.unpack(packed.pack(table)))


def compile_search(game: Game) -> None:
    """Make bots that look ahead in a game ready in this process."""
    table = Table(game, game.players[0], secret=bytes(32))
    table.deal()
    builtin.searcher(game).prepare()  # a round need not have all kinds of choices
    runner.advance(table, [builtin.get("easy")] * table.players, seed=b"")


def load(parts: Iterable[Work]) -> None:
    """Load those of the units that are compiled, so that processes forked from this share them."""
    for part in parts:
        if COMPILED and part.unit.is_compiled():
            part.do()


def warm() -> None:
    """Make the rules of all games and their quick bots ready in this process."""
    if COMPILED:
        compile_all(rules(), program="bots.compile", out=sys.stderr, waits=True)
    for part in rules():
        part.do()


def begin(parts: Sequence[Work], *, program: str, say: Callable[[str], object]) -> None:
    """Start the program that compiles, unless all is compiled; it ends by itself when it is.

    `program` is the module that calls `main`; `say` is handed each line it prints, in a thread.
    Of several on a host one works.
    """
    if not COMPILED or all(part.unit.is_compiled() for part in parts):
        return
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", program, "--processes", "1"]
    process = subprocess.Popen(  # noqa: S603 - our own program
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    threading.Thread(target=_follow, args=(process, say), daemon=True).start()


def _follow(process: subprocess.Popen[str], say: Callable[[str], object]) -> None:
    """Hand on what a program says, and wait for its end, or it would stay as a zombie."""
    assert process.stderr is not None  # noqa: S101 (it is a pipe)
    with process.stderr as lines:
        for line in lines:
            say(line.rstrip())
    process.wait()


def main(parts: Sequence[Work], arguments: Sequence[str], *, program: str) -> None:
    """Compile all units by some processes, or in one of them what nobody else does."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}")
    parser.add_argument("--processes", type=int, default=MOST_PROCESSES, help="at a time, at most")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if not COMPILED:
        sys.exit("NUMBA_DISABLE_JIT is set, so nothing is compiled.")
    if asked.child:
        if all(part.unit.is_compiled() for part in parts):
            sys.exit(1)  # whoever has started this looks for other kernels, of files as they were
        os.nice(NICENESS)
        compile_some(parts)
    elif not compile_all(parts, program=program, out=sys.stderr, processes=asked.processes):
        sys.exit(
            "Not everything could be compiled. What was said above tells why; if nothing was, the "
            "program has changed since this was started: start it again."
        )


def compile_all(
    parts: Sequence[Work],
    *,
    program: str,
    out: IO[str],
    waits: bool = False,
    processes: int = MOST_PROCESSES,
) -> bool:
    """Compile all units and show how far that is; False if something cannot be compiled.

    While another process is at it this returns at once, or `waits` until that is done. It returns
    at once where nothing can be kept.
    """
    try:
        cache.home().mkdir(parents=True, exist_ok=True)
        lock = (cache.home() / "compiling").open("w")
    except OSError:
        return True
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError:
            return True
        processes = min(processes, len(os.sched_getaffinity(0)))
        return _compile(parts, [sys.executable, "-m", program, "--child"], out, processes)


def _compile(parts: Sequence[Work], command: list[str], out: IO[str], processes: int) -> bool:
    """Keep processes at work that compile, until all is compiled or some of them have failed."""
    progress = Steps("Compiling the rules, once", out=out)
    children: list[subprocess.Popen[bytes]] = []
    failures = 0
    try:
        while left := [part for part in parts if not part.unit.is_compiled()]:
            failures += sum(bool(child.poll()) for child in children)
            if failures > MOST_FAILURES:
                return False
            children = [child for child in children if child.poll() is None]
            while len(children) < min(processes, len(left)):
                children.append(subprocess.Popen(command))  # noqa: S603 - our own program
            _show(progress, len(parts) - len(left), len(parts), said(parts))
            time.sleep(POLL_S)
        _show(progress, len(parts), len(parts), "")
    finally:
        progress.end()
        for child in children:
            child.terminate()
            child.wait()
    return True


def _show(progress: Steps, done: int, total: int, words: str) -> None:
    """Show how far it is; the work goes on when the server that listened has ended."""
    with suppress(BrokenPipeError):
        progress.show(done, total, words)


def compile_some(parts: Sequence[Work]) -> None:
    """Compile units that no other process compiles, until there are none or this has grown."""
    while (found := _claimed(parts)) is not None:
        part, lock = found
        with lock:
            start = time.perf_counter()
            part.do()
            part.unit.set_compiled(time.perf_counter() - start)
        if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > MOST_MB * 1024:
            return


def _claimed(parts: Sequence[Work]) -> tuple[Work, IO[bytes]] | None:
    """Claim the unit to compile next: one that is waited for, else the first that is free."""
    left = [part for part in parts if not part.unit.is_compiled()]
    for part in sorted(left, key=lambda part: not part.unit.is_wanted()):
        lock = part.unit.claim()
        if lock is not None:
            if not part.unit.is_compiled():
                return part, lock
            lock.close()  # by somebody else, just now
    return None


def said(parts: Sequence[Work]) -> str:
    """Return how long it will take, with as many at work as now, and what is being compiled."""
    left = [part for part in parts if not part.unit.is_compiled()]
    taken = [seconds for part in parts if (seconds := part.unit.seconds())]
    each = sum(taken) / len(taken) if taken else GUESS_S
    at_work = [part.name for part in left if part.unit.is_claimed()]
    about = max(1, round(each * len(left) / max(1, len(at_work))))
    return f"about {about} s left" + (f": {', '.join(at_work)}" if at_work else "")


if __name__ == "__main__":
    main(works(), sys.argv[1:], program="bots.compile")
