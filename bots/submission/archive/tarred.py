"""Reading .tar.gz, header by header.

`tarfile.TarFile` goes where headers send it, and has run in circles on made-up ones; here only its
reading of one header is used. Understood are ustar, pax and GNU's long names, which is what today's
programs write.
"""

import tarfile
import zlib
from collections.abc import Iterator

from .member import (
    MAX_MEMBERS,
    MIB,
    ArchiveError,
    Member,
    check_mode,
    most_unpacked,
    shown,
    too_large,
    too_many,
)

BLOCK = tarfile.BLOCKSIZE
HEADERS_BYTES = 2 * MIB
"""What headers, and the rest of the last block of each member, may come to."""
MAX_EXTENSION_BYTES = 64 * 1024
MAX_HEADERS = 4 * MAX_MEMBERS
CHUNK = 64 * 1024
NAME, MAGIC, PREFIX = slice(0, 100), slice(257, 263), slice(345, 500)
"""Where a header has what; names shorter than their place end with a NUL, and more of them."""
POSIX = b"ustar\0"
EXTENSIONS = {tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME}
FILES = {tarfile.REGTYPE, tarfile.AREGTYPE}
REFUSED = {
    tarfile.SYMTYPE: "a symbolic link",
    tarfile.LNKTYPE: "a hard link",
    tarfile.GNUTYPE_LONGLINK: "a link",
    tarfile.CHRTYPE: "a device",
    tarfile.BLKTYPE: "a device",
    tarfile.FIFOTYPE: "a pipe",
    tarfile.GNUTYPE_SPARSE: "a sparse file",
}


def is_tar_gz(content: bytes) -> bool:
    """Return whether it begins as gzip does."""
    return content.startswith(b"\x1f\x8b")


def members(content: bytes) -> Iterator[Member]:
    """Yield the members of a .tar.gz; raises ArchiveError."""
    raw = memoryview(_gunzip(content))
    long_name: str | None = None
    for header, body in _entries(raw):
        if header.type in EXTENSIONS:
            found = _name_in(header, bytes(body))
            long_name = found if found is not None else long_name
            continue
        name, long_name = long_name or header.name, None
        if header.type not in {*FILES, tarfile.DIRTYPE}:
            what = REFUSED.get(header.type, "of an unknown kind")
            raise ArchiveError(f"{shown(name)} is {what}: only files and folders can be uploaded")
        yield Member(
            path=name,
            is_folder=header.type == tarfile.DIRTYPE or name.endswith("/"),
            is_program=check_mode(name, header.mode),
            chunks=(bytes(body[at : at + CHUNK]) for at in range(0, len(body), CHUNK)),
        )


def _gunzip(content: bytes) -> bytes:
    """Return what is in a gzip file; stops as soon as it is too much."""
    most = most_unpacked(len(content))
    stream = zlib.decompressobj(wbits=31)
    try:
        raw = stream.decompress(content, most + HEADERS_BYTES + 1)
    except zlib.error as error:
        raise ArchiveError(f"the archive is damaged ({error}): pack it again") from None
    if len(raw) > most + HEADERS_BYTES:
        raise too_large(most)
    if not stream.eof or stream.unused_data:
        raise ArchiveError("the archive is cut off, or something follows it: pack it again")
    return raw


def _entries(raw: memoryview) -> Iterator[tuple[tarfile.TarInfo, memoryview]]:
    """Yield each header with what it says follows it, up to the block of zeros at the end."""
    at = 0
    for _number in range(MAX_HEADERS):
        block = bytes(raw[at : at + BLOCK])
        if not any(block):
            return
        header = _header(block)
        at += BLOCK
        most = MAX_EXTENSION_BYTES if header.type in EXTENSIONS else len(raw)
        if not 0 <= header.size <= min(most, len(raw) - at):
            raise ArchiveError(f"{shown(header.name)} is cut off: pack it again")
        yield header, raw[at : at + header.size]
        at += -(-header.size // BLOCK) * BLOCK
    raise too_many()


def _header(block: bytes) -> tarfile.TarInfo:
    for part in (NAME, PREFIX) if block[MAGIC] == POSIX else (NAME,):
        _before, _nul, after = block[part].partition(b"\0")
        if any(after):
            raise ArchiveError("a file's name holds a NUL: rename it")
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "strict")
    except UnicodeDecodeError:
        raise ArchiveError("a file's name is not UTF-8: rename it") from None
    except (tarfile.TarError, ValueError, OverflowError) as error:
        raise ArchiveError(f"the archive is no .tar.gz, or damaged ({error})") from None


def _name_in(header: tarfile.TarInfo, body: bytes) -> str | None:
    """Return the name that an extension gives to the next member, if it gives one."""
    try:
        if header.type == tarfile.GNUTYPE_LONGNAME:
            return body.rstrip(b"\x00").decode()
        facts = dict(_records(body))
        if any(key.startswith(b"GNU.sparse") for key in facts):
            raise ArchiveError("sparse files cannot be uploaded: pack without --sparse")
        if b"size" in facts:
            raise ArchiveError("a file is too large: leave it out")
        name = facts.get(b"path")
        return None if name is None else name.decode()
    except UnicodeDecodeError:
        raise ArchiveError("a file's name is not UTF-8: rename it") from None


def _records(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield key and value of each line `<length> <key>=<value>` of a pax header."""
    while body:
        digits, space, _rest = body.partition(b" ")
        length = int(digits) if space and digits.isdigit() and len(digits) < 8 else 0
        record, body = body[:length], body[length:]
        key, equals, value = record[len(digits) + 1 : -1].partition(b"=")
        if not (equals and record.endswith(b"\n")):
            raise ArchiveError("a header of the archive is damaged: pack it again")
        yield key, value
