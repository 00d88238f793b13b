"""Records as a table with a row for each round: Parquet, as pandas, polars and DuckDB read it.

Needs the package pyarrow, which only whoever writes such tables has.
"""

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np

from engine.rules.errors import InvalidRecord

from .reading import Records, records_of

Line: TypeAlias = tuple[int, str]
"""A line of a file of records, with its number."""


def is_possible() -> bool:
    """Tell whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


def writer_to(sink: Any) -> Any:
    """Return a `pyarrow.parquet.ParquetWriter` of these tables to a path or a file.

    Raises ImportError if pyarrow is missing.
    """
    return import_module("pyarrow.parquet").ParquetWriter(sink, _schema(import_module("pyarrow")))


def table_of(lines: Sequence[Line]) -> tuple[int, Any]:
    """Return how many matches some lines are about, and their rounds as a `pyarrow.Table`.

    No match is in two of the lines. Raises InvalidRecord for what is no record.
    """
    arrow = import_module("pyarrow")
    if not lines:
        return 0, _schema(arrow).empty_table()
    records = records_of(lines)
    columns = [list(column) for column in zip(*_rows(records, lines), strict=True)]
    return len(records.codes), arrow.table(columns, schema=_schema(arrow))


def file_of(lines: Sequence[Line]) -> bytes:
    """Return a whole file in which the rounds of some lines are; what is no record is left out."""
    sink = io.BytesIO()
    try:
        table = table_of(lines)[1]
    except InvalidRecord:
        table = table_of([line for line in lines if _is_record(line)])[1]
    with writer_to(sink) as writer:
        writer.write_table(table)
    return sink.getvalue()


def joined(files: Iterable[bytes]) -> Iterator[bytes]:
    """Yield in pieces one file with the rounds of several, one of them in memory at a time."""
    parquet, sink = import_module("pyarrow.parquet"), _Pieces()
    with writer_to(sink) as writer:
        for file in files:
            writer.write_table(parquet.read_table(io.BytesIO(file)))
            yield sink.taken()
    yield sink.taken()


def told_by(line: str) -> dict[str, Any]:
    """Return what a line says beside its record; nothing if it is none, which `table_of` tells."""
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _is_record(line: Line) -> bool:
    try:
        records_of([line])
    except InvalidRecord:
        return False
    return True


class _Pieces(io.RawIOBase):
    """A file of which is handed on what was written, and nothing is kept."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []
        self._length = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._length += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._length

    def taken(self) -> bytes:
        """Return what was written since this was asked last."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def _schema(arrow: Any) -> Any:
    """Return names and types of the columns."""
    words, numbers = arrow.list_(arrow.string()), arrow.list_(arrow.int32())
    skills = arrow.list_(arrow.float64())
    return arrow.schema(
        [
            ("game", arrow.string()),
            ("match", arrow.string()),
            ("season", arrow.string()),
            ("finished_at", arrow.timestamp("us", tz="UTC")),
            ("players", words),
            ("totals", numbers),
            ("places", arrow.list_(arrow.uint8())),
            ("round", arrow.int32()),
            ("dealer", arrow.uint8()),
            ("redeal", arrow.bool_()),
            ("deck", arrow.list_(arrow.uint8())),
            ("actions", arrow.list_(arrow.uint16())),
            ("scores", numbers),
            ("mu", skills),
            ("sigma", skills),
            ("duplicate", arrow.string()),
            ("serial", arrow.int64()),
        ]
    )


def _rows(records: Records, lines: Sequence[Line]) -> list[tuple[Any, ...]]:
    """Return what the columns hold, for each round of some matches."""
    told = [told_by(line) for _number, line in lines]
    first = np.searchsorted(records.match, np.arange(len(lines)))
    rows: list[tuple[Any, ...]] = []
    for row, match in enumerate(records.match.tolist()):
        said, n = told[match], int(records.players[match])
        finished = said.get("finished_at")
        rows.append(
            (
                records.game.slug,
                records.codes[match] or None,
                said.get("season"),
                finished and datetime.fromisoformat(finished),
                said.get("players") if records.codes[match] else None,
                records.totals[match, :n].tolist(),
                records.places[match, :n].tolist(),
                row - int(first[match]),
                int(records.dealer[row]),
                bool(records.redeal[row]),
                records.decks[row, : records.cards[row]].tolist(),
                records.actions_of(row).tolist(),
                records.scores[row, :n].tolist(),
                said.get("mu"),
                said.get("sigma"),
                said.get("duplicate"),
                said.get("serial"),
            )
        )
    return rows
