"""Which game an author means: one of the registry, or that of a folder that is not installed."""

import traceback
from pathlib import Path

import games
from engine.rules.game import Game


class BrokenModule(games.UnfitPackage):
    """A module of a game raises an error when it is imported; the message says where."""


def game_of(named: str) -> Game:
    """Return the game of a slug or of a package's folder.

    Raises UnfitPackage if there is neither, BrokenModule if its modules cannot be imported.
    """
    if named in {game.slug for game in games.all()} and not Path(named).is_dir():
        return games.get(named)
    folder = Path(named)
    if not folder.is_dir():
        raise games.UnfitPackage(
            f"there is neither a game nor a folder {named!r}: "
            f"`python -m games new {folder.name}` makes one"
        )
    try:
        return games.add(_package_of(folder))
    except games.UnfitPackage:
        raise
    except Exception as error:  # whatever stands in the game's own modules
        raise BrokenModule(_said(folder, error)) from error


def line_in(folder: Path, error: BaseException) -> str:
    """Return the innermost line of a folder in which an error came up, or nothing."""
    inner = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(folder):
            inner = f"{path.relative_to(folder)}, line {line}, in `{frame.f_code.co_name}`"
    return inner


def said_by(error: BaseException) -> str:
    """Return what kind of error it is, and its words."""
    return "".join(traceback.format_exception_only(error)).strip()


def package_of(game: Game) -> Path | None:
    """Return the folder of the package that brings a game, None for the games of the registry."""
    folder = game.folder.parent
    return folder if (folder / "pyproject.toml").is_file() else None


def _said(folder: Path, error: Exception) -> str:
    where = line_in(folder.resolve(), error)
    return f"{folder} cannot be imported: {where}\n{said_by(error)}"


def _package_of(folder: Path) -> Path:
    """Return the folder with pyproject.toml: this one, or the one above a game's own folder."""
    if not (folder / "pyproject.toml").is_file() and (folder / "rules.py").is_file():
        return folder.resolve().parent
    return folder
