"""Searches of built-in bots that look ahead, made ready before anybody waits for them.

`python -m bots.searches` compiles them, or finds that this was done.
"""

import fcntl
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import games
from engine.kernel import COMPILED, cache_mark

from . import builtin, runner

NICENESS = 10
"""Whoever compiles ahead of need lets those go first who do what somebody waits for."""


def warm_searches() -> None:
    """Load the searches of all games, which takes seconds, where they have been compiled.

    Where they have not, a process of its own compiles them, for minutes: until then a bot that
    looks ahead compiles what it needs, and all others answer at once.
    """
    if not COMPILED:
        return
    if _mark().exists():
        _look_ahead()
    else:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        subprocess.Popen([sys.executable, "-m", __name__], env=environment)  # noqa: S603


def compile_searches() -> None:
    """Compile the searches of all games, and note that this is done.

    Does nothing while another process is at it, or where nothing can be kept.
    """
    with suppress(OSError):
        _mark().parent.mkdir(parents=True, exist_ok=True)
        with _mark().with_name(f"{_mark().name}-lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _look_ahead()
            _mark().touch()


def _look_ahead() -> None:
    """Let bots that look ahead play a round of every game."""
    for game in games.all():
        table = game.table(game.players[0], secret=bytes(32))
        table.deal()
        runner.advance(table, [builtin.get("easy")] * table.players, seed=b"")


def _mark() -> Path:
    """Return a file that is there if searches were compiled as their sources are now."""
    return cache_mark().with_name(f"{cache_mark().name}-searches")


if __name__ == "__main__":
    os.nice(NICENESS)
    compile_searches()
