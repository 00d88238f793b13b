"""`python -m bots parquet records-skat.jsonl`: records as a table that pandas and polars read."""

import argparse
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.records import parquet
from engine.records.reading import lines_of

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
    if not parquet.is_possible():
        raise ValueError("the package pyarrow is missing: pip install '.[data]'")
    half = to.with_name(f"{to.name}.part")
    try:
        matches, rounds = _write(path, half)
        half.replace(to)
    finally:
        half.unlink(missing_ok=True)
    print(f"{rounds} rounds of {matches} matches are in {to}.")  # noqa: T201
    return 0


def _write(path: Path, to: Path) -> tuple[int, int]:
    """Write the table of a file; return how many matches and rounds it has."""
    last = _last_lines(path)
    matches = rounds = 0
    steps = Steps("Matches", out=sys.stderr)
    with parquet.writer_to(to) as writer:
        for lines in _batches(path, last):
            read, table = parquet.table_of(lines)
            writer.write_table(table)
            matches, rounds = matches + read, rounds + table.num_rows
            steps.show(matches, len(last), "")
    steps.end()
    return matches, rounds


def _last_lines(path: Path) -> set[int]:
    """Return the numbers of the lines that count: of several about the same match the last."""
    last = {}
    for number, line in lines_of(path):
        told = parquet.told_by(line)
        last[told.get("match") or number] = number
    return set(last.values())


def _batches(path: Path, wanted: set[int]) -> Iterator[list[tuple[int, str]]]:
    lines = (line for line in lines_of(path) if line[0] in wanted)
    while batch := list(itertools.islice(lines, AT_ONCE)):
        yield batch
