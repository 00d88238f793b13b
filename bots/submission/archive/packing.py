"""Packing a bot's folder for its upload: the same files always give the same bytes."""

import io
import os
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from .member import MAX_ARCHIVE_BYTES, MAX_MEMBERS, MAX_UNPACKED_BYTES, ArchiveError, shown
from .reading import FILE_MODE, PROGRAM_MODE, read

LEFT_OUT = {"__pycache__", "node_modules"}
"""Besides files and folders whose names begin with a dot."""


def pack(folder: Path) -> bytes:
    """Return the archive of a bot's folder; raises ArchiveError if it could not be uploaded."""
    paths = sorted(_files(folder), key=lambda path: path.relative_to(folder).as_posix())
    if len(paths) > MAX_MEMBERS:
        raise ArchiveError(f"{folder} holds {len(paths)} files, {MAX_MEMBERS} are the most")
    if sum(path.stat().st_size for path in paths) > MAX_UNPACKED_BYTES:
        raise ArchiveError(f"{folder} is larger than {MAX_UNPACKED_BYTES} bytes: take files away")
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in paths:
            _add(archive, path, path.relative_to(folder).as_posix())
    content = zlib.compress(raw.getvalue(), level=9, wbits=31)
    if len(content) > MAX_ARCHIVE_BYTES:
        raise ArchiveError(
            f"packed it has {len(content)} bytes, {MAX_ARCHIVE_BYTES} are the most: take files away"
        )
    read(content)
    return content


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in LEFT_OUT or path.name.startswith("."):
            continue
        if path.is_symlink() or not (path.is_dir() or path.is_file()):
            raise ArchiveError(
                f"{shown(str(path))} is neither file nor folder: put a file there, or take it away"
            )
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


def _add(archive: tarfile.TarFile, path: Path, name: str) -> None:
    content = path.read_bytes()
    header = tarfile.TarInfo(name)
    header.size = len(content)
    header.mode = PROGRAM_MODE if os.access(path, os.X_OK) else FILE_MODE
    archive.addfile(header, io.BytesIO(content))
