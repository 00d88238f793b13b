"""`python -m bots parquet records-skat.jsonl`: records as a table that pandas and polars read."""

import argparse
import itertools
import json
import sys
from collections.abc import Iterator
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from engine.records.reading import Records, lines_of, records_of

from .progress import Steps

AT_ONCE = 5_000
"""So many matches are read at once: what is in memory does not grow with the file."""


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("records", type=Path, metavar="FILE", help="such as records-skat.jsonl")
    parser.add_argument("--to", type=Path, metavar="FILE", help="where to (FILE.parquet)")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Write a row for each round; return 0.

    Raises ValueError if pyarrow is missing, InvalidRecord for what is no record.
    """
    path: Path = asked.records
    to = asked.to or path.with_name(
        f"{path.name.removesuffix('.gz').removesuffix('.jsonl')}.parquet"
    )
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise ValueError("the package pyarrow is missing: pip install '.[data]'") from None
    half = to.with_name(f"{to.name}.part")
    try:
        matches, rounds = _write(path, half, arrow, parquet)
        half.replace(to)
    finally:
        half.unlink(missing_ok=True)
    print(f"{rounds} rounds of {matches} matches are in {to}.")  # noqa: T201
    return 0


def _write(path: Path, to: Path, arrow: Any, parquet: Any) -> tuple[int, int]:
    """Write the table of a file; return how many matches and rounds it has."""
    schema, last = _schema(arrow), _last_lines(path)
    matches = rounds = 0
    steps = Steps("Matches", out=sys.stderr)
    with parquet.ParquetWriter(to, schema) as writer:
        for lines in _batches(path, last):
            records = records_of(lines)
            columns = [list(column) for column in zip(*_rows(records, lines), strict=True)]
            writer.write_table(arrow.table(columns, schema=schema))
            matches, rounds = matches + len(lines), rounds + len(records.match)
            steps.show(matches, len(last), "")
    steps.end()
    return matches, rounds


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


def _last_lines(path: Path) -> set[int]:
    """Return the numbers of the lines that count: of several about the same match the last."""
    last = {}
    for number, line in lines_of(path):
        told = _told(line)
        last[told.get("match") or number] = number
    return set(last.values())


def _batches(path: Path, wanted: set[int]) -> Iterator[list[tuple[int, str]]]:
    lines = (line for line in lines_of(path) if line[0] in wanted)
    while batch := list(itertools.islice(lines, AT_ONCE)):
        yield batch


def _told(line: str) -> dict[str, Any]:
    """Return what a line says beside the record; nothing if it is none, which is told later."""
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _rows(records: Records, lines: list[tuple[int, str]]) -> list[tuple[Any, ...]]:
    """Return what the columns hold, for each round of some matches."""
    told = [_told(line) for _number, line in lines]
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
