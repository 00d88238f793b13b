"""The file of a backup: a ZIP archive that holds the dump and, written last, its manifest."""

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from .manifest import Manifest

DUMP, MANIFEST = "dump", "manifest.json"
PIECE = 1 << 20


class Unusable(Exception):
    """A backup cannot be made or used; the text says why and what to do."""


def write(path: Path, dump: Callable[[Callable[[bytes], None]], Manifest]) -> Manifest:
    """Write a backup, which is there as a whole or not at all, for its owner's eyes only.

    `dump` hands the bytes of the dump to the function it gets, and returns their manifest. Raises
    Unusable where there is a file already.
    """
    if path.exists():
        raise Unusable(f"There is a file {path} already: name another one.")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    digest = hashlib.sha256()
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
                with archive.open(DUMP, "w", force_zip64=True) as entry:
                    manifest = dump(lambda piece: _add(entry, digest, piece))
                manifest = manifest.model_copy(update={"digest": digest.hexdigest()})
                archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except OSError as error:
        raise Unusable(f"{path} cannot be written: {error.strerror}. Is there room?") from None
    finally:
        part.unlink(missing_ok=True)
    return manifest


def read_manifest(path: Path) -> Manifest:
    """Return what a backup says of itself, once the dump is known to be as it was written.

    Reads all of it. Raises Unusable.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = Manifest.model_validate_json(archive.read(MANIFEST))
            found = hashlib.sha256()
            with archive.open(DUMP) as entry:
                while piece := entry.read(PIECE):
                    found.update(piece)
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror or error}.") from None
    except (zipfile.BadZipFile, KeyError, ValidationError, EOFError):
        raise Unusable(f"{path} is no whole backup of Stammtisch: take another one.") from None
    if found.hexdigest() != manifest.digest:
        raise Unusable(f"{path} has changed since it was written: take another one.")
    return manifest


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open the dump in a backup."""
    with zipfile.ZipFile(path) as archive, archive.open(DUMP) as entry:
        yield entry


def _add(entry: IO[bytes], digest: "hashlib._Hash", piece: bytes) -> None:
    entry.write(piece)
    digest.update(piece)
