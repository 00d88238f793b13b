"""The bytes of uploads in the database: piece by piece, so that no process holds a large one.

An archive that any release could store is one piece, in its own row, and can be read by workers of
the release before. A larger one is divided into parts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO

from django.db import transaction
from django.db.models import QuerySet

from bots.submission import archive
from league.models import Archive, ArchivePart

MIB = 1024 * 1024
PART_BYTES = MIB
MOST_IN_ROW_BYTES = 5 * MIB
"""What releases before 0.2 could store."""


@transaction.atomic
def store(found: archive.Archive, now: datetime) -> Archive:
    """Return the row of an archive, which is written, or filled again if it was emptied."""
    is_large = found.size_bytes > MOST_IN_ROW_BYTES
    found.file.seek(0)
    fields = {"content": b"" if is_large else found.file.read(), "size_bytes": found.size_bytes}
    stored, _is_new = Archive.objects.update_or_create(
        digest=found.digest, defaults=fields, create_defaults=fields | {"created_at": now}
    )
    if is_large and not stored.parts.exists():
        for number, content in enumerate(iter(lambda: found.file.read(PART_BYTES), b"")):
            ArchivePart.objects.create(archive=stored, number=number, content=content)
    return stored


def empty(archives: QuerySet[Archive]) -> None:
    """Forget the bytes of archives; what is known of them stays."""
    emptied = list(archives.values_list("pk", flat=True))
    ArchivePart.objects.filter(archive__in=emptied).delete()
    Archive.objects.filter(pk__in=emptied).update(content=b"", size_bytes=0)


def pieces_of(stored: Archive) -> Iterator[bytes]:
    """Yield the bytes of an archive, one part in memory at a time; nothing if it was emptied."""
    if content := bytes(stored.content):
        yield content
        return
    for pk in list(stored.parts.order_by("number").values_list("pk", flat=True)):
        yield bytes(ArchivePart.objects.values_list("content", flat=True).get(pk=pk))


@contextmanager
def opened(stored: Archive) -> Iterator[IO[bytes]]:
    """Give an archive as a file, on disk for as long as it is open."""
    with TemporaryFile() as file:
        file.writelines(pieces_of(stored))
        yield file
