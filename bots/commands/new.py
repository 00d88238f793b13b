"""`python -m bots new my-bot --language python`: make a folder with a bot to start from."""

import argparse
from pathlib import Path

from bots import sdk


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="NAME", help="the bot's folder, a new one")
    parser.add_argument("--language", choices=sdk.LANGUAGES, default="python", help="(python)")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Make the folder, and say what to do next."""
    folder: Path = asked.folder
    main = sdk.create(folder, name=folder.resolve().name, language=asked.language)
    print(  # noqa: T201
        f"Made {folder}. It plays all games already. Put your own idea into {main}, then\n"
        f"  python -m bots check {folder}\n"
        f"  python -m bots play {folder} --game skat --against greedy,greedy"
    )
    return 0
