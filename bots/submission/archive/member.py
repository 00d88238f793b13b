"""A file or folder of an archive, and which of them are taken."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

MIB = 1024 * 1024
MAX_ARCHIVE_BYTES = 64 * MIB
MAX_UNPACKED_BYTES = 128 * MIB
MAX_MEMBERS = 500
"""Files and folders."""
MAX_PATH_BYTES = 200
MAX_DEPTH = 10
"""Names in a path."""
MAX_RATIO = 100
"""How much larger the whole may become, once it is larger than 1 MiB."""
SPECIAL_BITS = 0o7000
UNUSED = frozenset("<>")
"""Signs that no file of a bot needs in its name, and that a page could take for markup."""


class ArchiveError(ValueError):
    """This is no archive of a bot; the message says what to change."""


def too_many() -> ArchiveError:
    """Return the refusal of an archive with too many members."""
    return ArchiveError(f"an archive holds at most {MAX_MEMBERS} files and folders: leave some out")


def most_unpacked(size_bytes: int) -> int:
    """Return how many bytes an archive of this size may unpack to."""
    return min(MAX_UNPACKED_BYTES, max(MIB, MAX_RATIO * size_bytes))


def too_large(most: int) -> ArchiveError:
    """Return the refusal of an archive that would unpack to more than `most` bytes."""
    return ArchiveError(
        f"unpacked the archive would be larger than {most} bytes: leave large files out"
    )


@dataclass(frozen=True)
class Member:
    """A file or folder as the archive tells of it.

    `chunks` yields the content; it is consumed once, before the next member is looked at.
    """

    path: str
    is_folder: bool
    is_program: bool
    chunks: Iterator[bytes]


def clean_path(name: str) -> str:
    """Return the path of a member below the archive's top, "" for the top itself."""
    if "\\" in name or name.startswith("/") or re.match(r"[A-Za-z]:", name):
        raise ArchiveError(f"{shown(name)}: name files by relative paths with / between folders")
    if not name.isprintable() or not UNUSED.isdisjoint(name):
        raise ArchiveError(
            f"{shown(name)}: rename this file; its name holds a control character, or < or >"
        )
    words = [word for word in name.split("/") if word not in {"", "."}]
    if ".." in words:
        raise ArchiveError(f"{shown(name)}: no path may lead out of the archive; leave out `..`")
    if len(words) > MAX_DEPTH:
        raise ArchiveError(f"{shown(name)}: put it less deep; {MAX_DEPTH} folders are the most")
    path = "/".join(words)
    if len(path.encode()) > MAX_PATH_BYTES:
        raise ArchiveError(f"{shown(name)}: shorten this path to {MAX_PATH_BYTES} bytes")
    return path


def spelling(path: str) -> str:
    """Return what paths have in common that are one on systems which ignore case, or accents' form.

    Authors work on such systems, and there the second of two files would replace the first.
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def check_mode(name: str, mode: int) -> bool:
    """Return whether a file of this mode may be executed; refuse special bits."""
    if mode & SPECIAL_BITS:
        raise ArchiveError(f"{shown(name)}: take its special bits away: chmod u-s,g-s,-t")
    return bool(mode & 0o111)


def shown(name: str) -> str:
    """Return a name for a message: quoted, and not too long."""
    return ascii(name if len(name) <= 80 else f"{name[:80]}…")
