"""Compile all kernels and policies ahead of need, or load them from the cache.

`python -m bots.builtin.warm skat loo` does so for these games.
"""

import os
import subprocess
import sys
from contextlib import suppress

import games
from bots.together import BuiltinTable, play_together
from engine.kernel import COMPILED, cache_mark
from engine.warm import warm_game

from . import get


def warm() -> None:
    """Make every game and its quick bots ready in this process, so that no match has to wait.

    Takes about a second, or where they were never compiled a minute, on all cores. Searches are
    made ready when a bot first looks ahead in a game: from the cache at once, or in seconds.
    """
    slugs = [game.slug for game in games.all()]
    if COMPILED and not cache_mark().exists():
        _compile_in_parallel(slugs)
    warm_games(slugs)
    if COMPILED:
        _mark()


def warm_games(slugs: list[str]) -> None:
    """Make some games and their built-in bots ready in this process."""
    for slug in slugs:
        game = games.get(slug)
        warm_game(game)
        random = [get("random")] * game.players[0]
        play_together(game, [BuiltinTable(random, secret=bytes(32), seed=b"")])


def _mark() -> None:
    with suppress(OSError):  # a read-only home
        cache_mark().parent.mkdir(parents=True, exist_ok=True)
        cache_mark().touch()


def _compile_in_parallel(slugs: list[str]) -> None:
    """Fill the cache from as many processes as there are cores; if one fails, so will the caller.

    They are processes of their own rather than forks or a pool, for any program may call this,
    whatever threads it has and wherever it was started.
    """
    cores = min(os.cpu_count() or 1, len(slugs))
    if cores == 1:
        return
    print(f"Compiling the rules of {len(slugs)} games, once, on {cores} cores …", file=sys.stderr)  # noqa: T201
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", __name__]
    running = [
        subprocess.Popen([*command, *slugs[core::cores]], env=environment)  # noqa: S603
        for core in range(cores)
    ]
    for process in running:
        process.wait()


if __name__ == "__main__":
    warm_games(sys.argv[1:])
