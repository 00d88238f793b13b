"""`python -m bots new my-bot --language python`: make a folder with a bot to start from."""

import argparse
from pathlib import Path

from bots import sdk

_PLAYS = """\
Made {folder}. It plays all games already. Put your own idea into {main}, then
  python -m bots check {folder}
  python -m bots play {folder} --game skat --against greedy,greedy"""
_LEARNS = """\
Made {folder}. It plays any card until you train it, in ten minutes:
  python {main}
  python -m bots check {folder}
  python -m bots arena --game briscola --seats {folder},greedy"""


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="NAME", help="the bot's folder, a new one")
    parser.add_argument("--language", choices=sdk.LANGUAGES, default="python", help="(python)")
    parser.add_argument(
        "--net", action="store_true", help="a bot with a small net for Briscola, which you train"
    )
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Make the folder, and say what to do next."""
    folder: Path = asked.folder
    main = sdk.create(folder, name=folder.resolve().name, language=asked.language, net=asked.net)
    print((_LEARNS if asked.net else _PLAYS).format(folder=folder, main=main))  # noqa: T201
    return 0
