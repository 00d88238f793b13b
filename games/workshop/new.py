"""`python -m games new my-game`: make a package with a game to start from."""

import argparse
from pathlib import Path

from . import template


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("name", metavar="NAME", help="the game's slug, such as my-game")
    said = "a new folder (here, or beside a checkout)"
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help=said)
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Make the package, and say what to do next."""
    is_checkout = Path("games/workshop").is_dir()
    folder: Path = asked.folder or (Path("..") if is_checkout else Path()) / asked.name
    own = template.create(folder, asked.name)
    print(  # noqa: T201
        f"Made {folder}. The game plays already: three or four players, suit is followed, every\n"
        f"trick counts. Put your own rules into {own / 'rules.py'}, then\n"
        f"  python -m games check {folder}\n"
        f"  python -m games show {folder}\n"
        f"docs/games-guide.md leads on from here."
    )
    return 0
