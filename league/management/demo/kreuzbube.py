"""Carol's bot: two versions of it, each a folder beside this file, uploaded as any other bot."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import bots.sdk
from bots.submission.archive import pack

VERSIONS = ("kreuzbube-1", "kreuzbube-2")
NAME = "Kreuzbube"
_FOLDER = Path(__file__).parent / "bots"
_KIT = Path(bots.sdk.__file__).parent / "python" / "stammtisch_bot.py"


@contextmanager
def folder_of(version: str) -> Iterator[Path]:
    """Give a folder with a version and the kit that it needs, deleted afterwards."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / version
        shutil.copytree(_FOLDER / version, folder, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copyfile(_KIT, folder / _KIT.name)
        yield folder


def archive_of(version: str) -> bytes:
    """Return what its author uploads of a version."""
    with folder_of(version) as folder:
        return pack(folder)
