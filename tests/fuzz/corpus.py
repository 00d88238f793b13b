"""Inputs that a search has found to reach different code: kept, so that the next one goes on.

Each target has an archive in the folder `corpus`, whose entries are named by what is in them.
"""

import hashlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

KEPT = Path(__file__).with_name("corpus")


def kept(name: str) -> list[bytes]:
    """Return the inputs that are kept of a target."""
    with ZipFile(KEPT / f"{name}.zip") as archive:
        return [archive.read(entry) for entry in archive.namelist()]


def keep(name: str, folder: Path) -> int:
    """Keep what a search of a target has left in a folder; return how many inputs that is."""
    found = {hashlib.sha256(data).hexdigest()[:16]: data for data in _read(folder)}
    KEPT.mkdir(exist_ok=True)
    with ZipFile(KEPT / f"{name}.zip", "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for entry, data in sorted(found.items()):
            archive.writestr(ZipInfo(entry), data, ZIP_DEFLATED)
    return len(found)


def _read(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.iterdir()]
