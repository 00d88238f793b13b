"""Reading .tar.gz, header by header.

`tarfile.TarFile` goes where headers send it, and has run in circles on made-up ones; here only its
reading of one header is used. Understood are ustar, pax and GNU's long names, which is what today's
programs write.
"""

import tarfile
import zlib
from collections.abc import Iterator
from typing import IO

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


def is_tar_gz(head: bytes) -> bool:
    """Return whether it begins as gzip does."""
    return head.startswith(b"\x1f\x8b")


def members(file: IO[bytes], size_bytes: int) -> Iterator[Member]:
    """Yield the members of a .tar.gz of so many bytes; raises ArchiveError."""
    stream = _Stream(file, size_bytes)
    long_name: str | None = None
    for header in _headers(stream):
        if header.type in EXTENSIONS:
            found = _name_in(header, b"".join(_body(stream, header)))
            long_name = found if found is not None else long_name
            continue
        name, long_name = long_name or header.name, None
        if header.type not in {*FILES, tarfile.DIRTYPE}:
            what = REFUSED.get(header.type, "of an unknown kind")
            raise ArchiveError(f"{shown(name)} is {what}: only files and folders can be uploaded")
        chunks = _body(stream, header)
        yield Member(
            path=name,
            is_folder=header.type == tarfile.DIRTYPE or name.endswith("/"),
            is_program=check_mode(name, header.mode),
            chunks=chunks,
        )
        for _unread in chunks:
            pass
    stream.end()


class _Stream:
    """What is in a gzip file: unpacked as it is read, forwards, and never more than it may be."""

    def __init__(self, file: IO[bytes], size_bytes: int) -> None:
        self._file = file
        self._zlib = zlib.decompressobj(wbits=31)
        self._held = b""
        self._most = most_unpacked(size_bytes)
        self._left = self._most + HEADERS_BYTES

    def read(self, most: int) -> bytes:
        """Return the next bytes, at most so many, and none only at the end."""
        held = self._held or self._unpack()
        self._held = held[most:]
        return held[:most]

    def block(self) -> bytes:
        """Return the next block, which is shorter at the end."""
        block = b""
        while piece := self.read(BLOCK - len(block)):
            block += piece
        return block

    def end(self) -> None:
        """Read what is left; raises ArchiveError if it does not end as it should."""
        while self._unpack():
            pass
        if self._zlib.unused_data or self._file.read(1):
            raise _cut_off()

    def _unpack(self) -> bytes:
        while not self._zlib.eof:
            packed = self._zlib.unconsumed_tail or self._file.read(CHUNK)
            try:
                piece = self._zlib.decompress(packed, CHUNK)
            except zlib.error as error:
                raise ArchiveError(f"the archive is damaged ({error}): pack it again") from None
            self._left -= len(piece)
            if self._left < 0:
                raise too_large(self._most)
            if piece:
                return piece
            if not packed and not self._zlib.eof:
                raise _cut_off()
        return b""


def _cut_off() -> ArchiveError:
    return ArchiveError("the archive is cut off, or something follows it: pack it again")


def _headers(stream: _Stream) -> Iterator[tarfile.TarInfo]:
    """Yield each header, up to the block of zeros at the end; the body is read in between."""
    for _number in range(MAX_HEADERS):
        block = stream.block()
        if not any(block):
            return
        header = _header(block)
        is_too_long = header.type in EXTENSIONS and header.size > MAX_EXTENSION_BYTES
        if header.size < 0 or is_too_long:
            raise ArchiveError(f"{shown(header.name)} is cut off: pack it again")
        yield header
    raise too_many()


def _body(stream: _Stream, header: tarfile.TarInfo) -> Iterator[bytes]:
    """Yield what follows a header, and leave out the rest of its last block."""
    left, rest = header.size, -header.size % BLOCK
    while left:
        piece = stream.read(left)
        if not piece:
            raise ArchiveError(f"{shown(header.name)} is cut off: pack it again")
        left -= len(piece)
        yield piece
    while rest:
        rest -= len(stream.read(rest)) or rest


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
