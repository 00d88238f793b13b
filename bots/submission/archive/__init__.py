"""What an author uploads: one .tar.gz or .zip with a bot's folder, read without believing it.

    archive = read(content)
    archive.unpack(folder)

Nothing is compiled on a server: what is in the archive is what runs, and its digest is of that.
"""

from .member import (
    MAX_ARCHIVE_BYTES,
    MAX_DEPTH,
    MAX_MEMBERS,
    MAX_PATH_BYTES,
    MAX_RATIO,
    MAX_UNPACKED_BYTES,
    ArchiveError,
)
from .packing import pack
from .reading import Archive, read

__all__ = [
    "MAX_ARCHIVE_BYTES",
    "MAX_DEPTH",
    "MAX_MEMBERS",
    "MAX_PATH_BYTES",
    "MAX_RATIO",
    "MAX_UNPACKED_BYTES",
    "Archive",
    "ArchiveError",
    "pack",
    "read",
]
