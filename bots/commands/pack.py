"""`python -m bots pack my-bot`: build a bot and pack it for its upload."""

import argparse
import hashlib
from pathlib import Path

from bots.submission import archive
from bots.submission.folder import FolderBot


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the bot's folder")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="(FOLDER.tar.gz)")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Build and pack the bot; say what came of it."""
    content = packed(asked.folder)
    folder = asked.folder.resolve()
    output: Path = asked.output or folder.with_name(f"{folder.name}.tar.gz")
    output.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    print(f"{output}: {len(content)} bytes, SHA-256 {digest}")  # noqa: T201
    return 0


def packed(folder: Path) -> bytes:
    """Return the archive of a bot, built here: a site runs what it gets, and builds nothing."""
    bot = FolderBot.of(folder)
    bot.build()
    return archive.pack(bot.folder)
