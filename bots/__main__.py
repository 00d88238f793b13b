"""The command line for bots: make one, check it, play against it, compare it, upload it.

python -m bots new my-bot --language python
python -m bots check my-bot
python -m bots play my-bot --game skat --against greedy,greedy
python -m bots view var/play/skat-….json
python -m bots ask my-bot --record var/play/skat-….json --round 2 --action 17
python -m bots arena --game skat --seats my-bot,greedy,greedy
python -m bots experiment --game skat --new my-bot --old my-old-bot
python -m bots upload my-bot --site https://cards.example.org --token stt_…
python -m bots serve my-bot --site https://cards.example.org --token stt_…
python -m bots download --game skat --site https://cards.example.org
python -m bots parquet records-skat.jsonl
"""

import argparse
import sys
from collections.abc import Sequence

from games.workshop.command import obey

from .commands import (
    arena,
    ask,
    check,
    download,
    experiment,
    new,
    pack,
    parquet,
    play,
    serve,
    upload,
    view,
)


def command_line() -> argparse.ArgumentParser:
    """Return the parser of all commands and their options."""
    parser = argparse.ArgumentParser(
        prog="python -m bots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="command")
    new.add(commands.add_parser("new", help="make a folder with a bot to start from"))
    check.add(commands.add_parser("check", help="test whether a bot may play, as a server does"))
    play.add(commands.add_parser("play", help="watch a bot play a match"))
    ask.add(commands.add_parser("ask", help="ask a bot what it plays in a position of a record"))
    view.add(commands.add_parser("view", help="tell a record move by move, all cards open"))
    arena.add(commands.add_parser("arena", help="play bots against each other and compare them"))
    experiment.add(
        commands.add_parser(
            "experiment", help="find out whether a new bot is better than an old one"
        )
    )
    pack.add(commands.add_parser("pack", help="build a bot and pack it for its upload"))
    upload.add(commands.add_parser("upload", help="send a bot to a site and watch its check"))
    serve.add(
        commands.add_parser("serve", help="play at online tables of a site, from your machine")
    )
    download.add(
        commands.add_parser("download", help="fetch all open records of a game from a site")
    )
    parquet.add(
        commands.add_parser("parquet", help="write records as a table for pandas and polars")
    )
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words ask for; return the exit status."""
    return obey(command_line(), words)


if __name__ == "__main__":
    sys.exit(main())
