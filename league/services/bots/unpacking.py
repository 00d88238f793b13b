"""Authors' bots as they lie unpacked on a machine: made on first use, removed when unused.

Any number of workers share `BOT_FOLDER`. A bot that nobody has played for long is laid aside under
another name, and deleted a day later: no process that runs in it loses a file, and a worker that
was about to start one finds no folder, blames nobody and unpacks it again.
"""

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from bots.submission.archive import read
from league.models import Version

from . import archives

UNUSED_DAYS = 30
DAY_S = 86_400

_UNPACKED = re.compile(r"[0-9a-f]{64}")
_LEFT = re.compile(r"\.[0-9a-f]{40}")
"""Laid aside, or begun by a worker that was killed."""


def folder_of(version: Version) -> Path:
    """Return where the files of a version lie on this machine; unpacks them on first use.

    Costs a query if they are not there yet. OSError where there is no room for them.
    """
    home: Path = settings.BOT_FOLDER
    folder = home / version.archive_id
    try:
        _note_use(folder)
    except FileNotFoundError:
        home.mkdir(mode=0o755, parents=True, exist_ok=True)
        _remove_unused(home)
        with archives.opened(version.archive) as file:
            read(file).unpack(folder)
    return folder


def _note_use(folder: Path) -> None:
    """Make the time of a folder that of its last use, if it is this user's to change."""
    with suppress(PermissionError):
        os.utime(folder)


def _remove_unused(home: Path) -> None:
    """Delete what was laid aside a day ago, then lay aside what was not used for long.

    What cannot be moved or deleted stays: it is no reason not to play.
    """
    for folder in _older_than(home, 1, _LEFT):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in _older_than(home, UNUSED_DAYS, _UNPACKED):
        with suppress(OSError):
            os.utime(folder)  # from now on its day is counted
            folder.rename(home / f".{folder.name}")


def _older_than(home: Path, days: int, names: re.Pattern[str]) -> Iterator[Path]:
    """Yield the folders with such names that were last used more than so many days ago."""
    oldest = time.time() - days * DAY_S
    for folder in list(home.iterdir()):
        with suppress(FileNotFoundError):  # another worker was faster
            if names.match(folder.name) and folder.stat().st_mtime < oldest:
                yield folder
