"""SQLite, through its own way of copying a database that is being written to."""

import sqlite3
import tempfile
import time
import zlib
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import IO

from django.db import connection

from .container import PIECE, Unusable
from .manifest import Manifest, describe

PAGES = 2000
"""Copied in one go; a snapshot is held, so what others write between two of them is not in it."""
WAIT_S = 20
STEP_S = 0.1
Say = Callable[[str], None]


def dump(add: Callable[[bytes], None], folder: Path, now: datetime, say: Say) -> Manifest:
    """Hand over a copy of the database, compressed; `folder` has room for it meanwhile."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".backup-") as own:
        copy = Path(own) / "copy.sqlite3"
        with closing(_connect(_path())) as source, closing(_connect(copy)) as to:
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            source.backup(to, pages=PAGES, progress=_progress(say, "copied"))
            manifest = describe(to.cursor(), now)
        press = zlib.compressobj()
        with copy.open("rb") as file:
            while piece := file.read(PIECE):
                add(press.compress(piece))
        add(press.flush())
    return manifest


def restore(source: IO[bytes], manifest: Manifest, folder: Path, say: Say) -> None:
    """Put a copy in the place of the database, in one transaction of SQLite."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as own:
        copy = Path(own) / "copy.sqlite3"
        unpress = zlib.decompressobj()
        with copy.open("wb") as file:
            while piece := source.read(PIECE):
                file.write(unpress.decompress(piece))
            file.write(unpress.flush())
        connection.close()
        with closing(_connect(copy)) as found, closing(_connect(_path())) as to:
            _check(found)
            found.backup(to, pages=PAGES, progress=_progress(say, "restored"), sleep=0.05)


def require_unused() -> None:
    """Do nothing: who uses the database is only known while they write, by their lock."""


def _path() -> str:
    return str(connection.settings_dict["NAME"])


def _connect(path: str | Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=STEP_S)


def _check(copy: sqlite3.Connection) -> None:
    [(word,)] = copy.execute("PRAGMA quick_check(1)").fetchall()
    if word != "ok":
        raise Unusable(f"The copy in the backup is damaged ({word}): take another one.")


def _progress(say: Say, word: str) -> Callable[[int, int, int], None]:
    """Return what says how far a copy has got, at each fifth, and gives up where others write."""
    said = [0]
    deadline = time.monotonic() + WAIT_S

    def tell(status: int, left: int, total: int) -> None:
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            if time.monotonic() > deadline:
                raise Unusable(
                    "Others write to the database, so nothing has changed: stop the web server, "
                    "the workers and the clock, and try again."
                )
            return
        fifths = 5 * (total - left) // max(1, total)
        if fifths > said[0]:
            said[0] = fifths
            say(f"{word} {20 * fifths} %")

    return tell
