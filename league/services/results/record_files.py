"""Files of the open records of a game, a month each, written at night where something is new.

A block of matches is read at once, whatever games and months they are of. What a file costs to
bring up to date is its changed blocks, and its own bytes once for the digest. Where pyarrow is
installed there is a table of each part, too: joined, they are the file as Parquet.
"""

import gzip
import hashlib
import logging
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from engine.records import parquet
from league.models import Match, RecordFile, RecordPart, Season, UnwrittenBlock
from league.models.record_files import BLOCK
from league.services.base import rights

from . import openings, record_pages

logger = logging.getLogger(__name__)

Key: TypeAlias = tuple[str, date]
"""Slug of a game and the first day of a month: which file."""
Line: TypeAlias = tuple[str, bytes]
"""A line and the record in it."""

NIGHT: Final = range(2, 6)
"""Hours of the site's clock in which files are written."""
MOST_BLOCKS: Final = 50
"""How many blocks are written at a time, within the time of a task; the next time goes on."""


def write_at_night(*, now: datetime) -> int:
    """Write what is new if it is night; return how many blocks."""
    if now.astimezone(ZoneInfo(settings.TIME_ZONE)).hour not in NIGHT:
        return 0
    return write(now=now)


def write(*, now: datetime, most: int = MOST_BLOCKS) -> int:
    """Write blocks in which something is new, then the digests of their files; return how many.

    Each block is a transaction, and so is each file. Whoever writes at the same time takes other
    blocks or waits.
    """
    _note_without_parquet(most)
    written, last = 0, 0
    while written < most:
        waiting = UnwrittenBlock.objects.filter(pk__gt=last).order_by("pk").first()
        if waiting is None:
            break
        last = waiting.pk
        try:
            written += _write_block(waiting.block, now)
        except Exception:  # what is wrong with one block does not keep the others waiting
            logger.exception("the records of block %d could not be written", waiting.block)
    for pk in RecordFile.objects.filter(digest="").order_by("pk").values_list("pk", flat=True):
        _finish(pk, now)
    return written


def readable(game: str) -> QuerySet[RecordFile]:
    """Return the files of a game, the newest first; not one whose parts are just changing."""
    return RecordFile.objects.filter(game=game).exclude(digest="").order_by("-month")


def find(game: str, month: str) -> RecordFile | None:
    """Return the file of a month, such as 2026-03; None if there is none, or it is changing."""
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError:
        return None
    return readable(game).filter(month=first).first()


def content_of(file: RecordFile) -> Iterator[bytes]:
    """Yield the parts of a file, one in memory at a time.

    LookupError where one has been written anew meanwhile: what was sent is then no whole file.
    """
    yield from _parts_of(file, "content")


def offers_parquet(file: RecordFile) -> bool:
    """Tell whether a file can be had as Parquet from this process, which needs pyarrow, too."""
    return file.has_parquet and parquet.is_possible()


def parquet_of(file: RecordFile) -> Iterator[bytes]:
    """Yield the pieces of a file as Parquet, if it is offered; see `content_of`.

    A piece has the rounds of a part.
    """
    return parquet.joined(_parts_of(file, "parquet"))


def _parts_of(file: RecordFile, column: str) -> Iterator[bytes]:
    for pk in list(file.parts.order_by("block").values_list("pk", flat=True)):
        found = RecordPart.objects.filter(pk=pk).values_list(column, flat=True).first()
        if found is None:
            raise LookupError(f"{file} has been written anew while it was sent")
        yield bytes(found)


def _note_without_parquet(most: int) -> None:
    """Have some blocks written anew that were written where pyarrow was missing, if it is there."""
    if parquet.is_possible() and not UnwrittenBlock.objects.exists():
        without = RecordPart.objects.filter(parquet=None).order_by("block")
        blocks = sorted(set(without.values_list("block", flat=True)[:most]))
        UnwrittenBlock.objects.bulk_create(UnwrittenBlock(block=block) for block in blocks)


def _write_block(block: int, now: datetime) -> int:
    """Write what a block has, in all its files; 0 if somebody else just did."""
    with transaction.atomic():
        held = UnwrittenBlock.objects.select_for_update().filter(block=block).order_by("pk")
        noted = list(held.values_list("pk", flat=True))
        if not noted:
            return 0
        UnwrittenBlock.objects.filter(pk__in=noted).delete()
        lines = _lines_of(block)
        old = RecordPart.objects.filter(block=block).values_list("file__game", "file__month")
        for game, month in sorted({*lines, *old}):
            _replace(game, month, block, lines.get((game, month), []), now)
    return 1


def _lines_of(block: int) -> dict[Key, list[Line]]:
    """Return the open records of a block, each with its line, by file.

    Some queries for each season.
    """
    rows = Match.objects.filter(
        rights.deals_are_open(), pk__gte=block * BLOCK, pk__lt=(block + 1) * BLOCK
    ).exclude(season__status=Season.Status.DRAFT)
    matches: defaultdict[tuple[int, date], list[Match]] = defaultdict(list)
    seasons: dict[int, Season] = {}
    for match in rows.select_related("season").defer("secret").order_by("pk"):
        seasons[match.season_id] = match.season
        matches[match.season_id, match.created_at.date().replace(day=1)].append(match)
    lines: defaultdict[Key, list[Line]] = defaultdict(list)
    for (season, month), some in sorted(matches.items(), key=lambda row: row[0]):
        found = record_pages.lines_of(seasons[season], some)
        if found:
            lines[seasons[season].game, month] += found
    return dict(lines)


def _replace(game: str, month: date, block: int, lines: list[Line], now: datetime) -> None:
    """Put lines of a block in the place of those that a file has of it."""
    fields = {"digest": "", "written_at": now}
    file, _new = RecordFile.objects.update_or_create(game=game, month=month, defaults=fields)
    file.parts.filter(block=block).delete()
    if lines:
        content = gzip.compress("".join(line for line, _blob in lines).encode(), mtime=0)
        told = openings.told(blob for _line, blob in lines)
        table = _table_of(lines) if parquet.is_possible() else None
        file.parts.create(
            block=block, matches=len(lines), content=content, parquet=table, openings=told
        )


def _table_of(lines: list[Line]) -> bytes:
    return parquet.file_of([(number, line) for number, (line, _) in enumerate(lines, start=1)])


def _finish(pk: int, now: datetime) -> None:
    """Say how large a file is that has changed, and its digest; delete it if nothing is left."""
    with transaction.atomic():
        file = RecordFile.objects.select_for_update().filter(pk=pk, digest="").first()
        if file is None:
            return
        digest, size = hashlib.sha256(), 0
        for part in content_of(file):
            digest.update(part)
            size += len(part)
        if not size:
            file.delete()
            return
        file.matches = sum(file.parts.values_list("matches", flat=True))
        file.openings = openings.added(file.parts.values_list("openings", flat=True))
        file.digest, file.size_bytes, file.written_at = digest.hexdigest(), size, now
        file.has_parquet = not file.parts.filter(parquet=None).exists()
        told = ["matches", "openings", "has_parquet", "digest", "size_bytes", "written_at"]
        file.save(update_fields=told)
