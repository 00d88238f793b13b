"""Reading .zip: what is said of sizes there decides nothing, bytes are counted as they come."""

import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from .member import MAX_MEMBERS, MIB, ArchiveError, Member, check_mode, shown, too_many

CHUNK = 64 * 1024
MAX_ZIP_BYTES = 5 * MIB
"""Its list of files is read before they can be counted, and takes memory."""
ENCRYPTED = 0x1 | 0x40
IS_UTF8 = 0x800
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


def is_zip(head: bytes) -> bool:
    """Return whether it begins as a .zip with files in it does."""
    return head.startswith(b"PK\x03\x04")


def members(file: IO[bytes], size_bytes: int) -> Iterator[Member]:
    """Yield the members of a .zip of so many bytes; raises ArchiveError."""
    if size_bytes > MAX_ZIP_BYTES:
        raise ArchiveError(
            f"a .zip has at most {MAX_ZIP_BYTES} bytes, a .tar.gz more: pack with "
            "`python -m bots pack`"
        )
    with _explained():
        archive = zipfile.ZipFile(file)
    entries = archive.infolist()
    if len(entries) > MAX_MEMBERS:
        raise too_many()
    for entry in entries:
        yield _member(archive, entry)


@contextmanager
def _explained() -> Iterator[None]:
    """Let whatever zipfile raises, which it does not promise, be an ArchiveError."""
    try:
        yield
    except UnicodeDecodeError:
        raise ArchiveError("a file's name is not UTF-8: rename it") from None
    except Exception as error:
        detail = f"{type(error).__name__}: {error}"
        raise ArchiveError(f"the archive is damaged ({detail!a}): pack it again") from None


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Member:
    name = entry.orig_filename
    if entry.flag_bits & ENCRYPTED:
        raise ArchiveError(f"{shown(name)} is encrypted: pack it without a password")
    if not (name.isascii() or entry.flag_bits & IS_UTF8):
        raise ArchiveError(f"{shown(name)}: its name is not UTF-8: rename it")
    if entry.compress_type not in METHODS:
        raise ArchiveError(f"{shown(name)}: pack it with the usual compression, deflate")
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise ArchiveError(
            f"{shown(name)} is a link, a device or a pipe: only files and folders can be uploaded"
        )
    return Member(
        path=name,
        is_folder=name.endswith("/") or stat.S_ISDIR(mode),
        is_program=check_mode(name, stat.S_IMODE(mode)),
        chunks=_chunks(archive, entry),
    )


def _chunks(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    with _explained():
        stream = archive.open(entry)
    with stream:
        while True:
            with _explained():
                chunk = stream.read(CHUNK)
            if not chunk:
                return
            yield chunk
