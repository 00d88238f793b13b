"""`python -m games show my-game`: print a round between rules of thumb, or keep it."""

import argparse

from engine.kernels.binding import compile_nothing

from .finding import game_of, package_of
from .playthrough import kept_in, playthrough


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("game", metavar="NAME|FOLDER", help="a game, or the folder of its package")
    parser.add_argument(
        "--keep", action="store_true", help="write it to tests/playthrough.txt of the package"
    )
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Print the round; raises ValueError where there is no package to keep it."""
    game = game_of(asked.game)
    compile_nothing()
    text = playthrough(game)
    if not asked.keep:
        print(text, end="")  # noqa: T201
        return 0
    package = package_of(game)
    if package is None:
        raise ValueError(f"{game.name} is no package: there is no place to keep its playthrough")
    kept_in(package).write_text(text, encoding="utf-8")
    print(f"Kept as {kept_in(package)}.")  # noqa: T201
    return 0
