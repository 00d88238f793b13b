"""`python -m games texts my-game`: bring the translations of a game in line with its words."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

import polib

from engine.rules.game import Game

from .finding import game_of

WIDTH = 100
CATALOGUE = Path("LC_MESSAGES") / "django.po"


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("game", metavar="NAME|FOLDER", help="a game, or the folder of its package")
    parser.add_argument(
        "--language", action="append", default=[], metavar="CODE", help="begin another one, as fr"
    )
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Write what is to be translated, compile what is; say what is missing."""
    game = game_of(asked.game)
    for language in dict.fromkeys([*languages(game.folder), *asked.language]):
        missing = collect(game, language)
        path = game.folder / "locale" / language / CATALOGUE
        print(f"{path}: {missing} texts to translate" if missing else f"{path}: complete")  # noqa: T201
    compile_texts(game.folder)
    return 0


def languages(folder: Path) -> list[str]:
    """Return the languages into which the game of a folder is translated."""
    return sorted(path.parents[1].name for path in catalogues(folder))


def catalogues(folder: Path) -> Iterator[Path]:
    """Yield the translations of a game, one file for each language."""
    yield from sorted((folder / "locale").glob(f"*/{CATALOGUE}"))


def collect(game: Game, language: str) -> int:
    """Write a game's texts into its file for a language; return how many are not translated."""
    path = game.folder / "locale" / language / CATALOGUE
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        polib.POFile().save(str(path))
    file = polib.pofile(str(path), wrapwidth=WIDTH)
    file.metadata.setdefault("Language", language)
    file.metadata.setdefault("Content-Type", "text/plain; charset=UTF-8")
    known = {entry.msgid: entry for entry in file}
    file[:] = [
        known.get(text) or polib.POEntry(msgctxt=game.slug, msgid=text) for text in game.texts()
    ]
    file.save(str(path))
    return len(file.untranslated_entries())


def compile_texts(folder: Path) -> None:
    """Compile the translations of a game's folder; no reader sees half a file."""
    for source in catalogues(folder):
        half = source.with_suffix(f".{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(half))
        half.replace(source.with_suffix(".mo"))
