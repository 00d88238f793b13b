"""Compile all kernels and policies ahead of need, or load them from the cache.

`python -m bots.builtin.warm skat loo` does so for these games.
"""

import os
import subprocess
import sys

import games
from engine.kernel import COMPILED, cache_folder
from engine.warm import warm_game

from . import driver


def warm() -> None:
    """Make every game and its built-in bots ready in this process, so that no match has to wait.

    Takes about a second, or where they were never compiled a minute, on all cores.
    """
    slugs = [game.slug for game in games.all()]
    if COMPILED and not _is_marked():
        _compile_in_parallel(slugs)
    warm_games(slugs)
    if COMPILED:
        _mark()


def warm_games(slugs: list[str]) -> None:
    """Make some games and their built-in bots ready in this process."""
    for slug in slugs:
        game = games.get(slug)
        warm_game(game)
        driver(game)


def _is_marked() -> bool:
    """Tell whether everything was compiled before into the cache as it is now."""
    return (cache_folder() / "complete").exists()


def _mark() -> None:
    if cache_folder().is_dir():
        (cache_folder() / "complete").touch()


def _compile_in_parallel(slugs: list[str]) -> None:
    """Fill the cache from as many processes as there are cores; if one fails, so will the caller.

    They are processes of their own rather than forks or a pool, for any program may call this,
    whatever threads it has and wherever it was started.
    """
    cores = min(os.cpu_count() or 1, len(slugs))
    if cores == 1 or not cache_folder().is_dir():
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
