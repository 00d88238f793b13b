"""The command line for games: make one, check it, watch it, translate it.

python -m games new my-game ../my-game
python -m games check ../my-game
python -m games show ../my-game
python -m games texts ../my-game
"""

import argparse
import sys
from collections.abc import Sequence

from .workshop import check, new, show, texts
from .workshop.command import obey


def command_line() -> argparse.ArgumentParser:
    """Return the parser of all commands and their options."""
    parser = argparse.ArgumentParser(
        prog="python -m games",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="command")
    new.add(commands.add_parser("new", help="make a package with a game to start from"))
    check.add(commands.add_parser("check", help="hold a game against every law"))
    show.add(commands.add_parser("show", help="print a round between rules of thumb"))
    texts.add(commands.add_parser("texts", help="bring a game's translations in line"))
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words ask for; return the exit status."""
    return obey(command_line(), words)


if __name__ == "__main__":
    sys.exit(main())
