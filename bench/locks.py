"""How long an operation of a migration keeps a writer waiting, on a table of a million rows.

What `manage.py lintmigrations` refuses for a large table, and what it asks for instead, each done
to the same table while somebody changes one row after another.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .league import NotThere, on_servers
from .measure import Row, say

ROWS = 1_000_000
PART = (
    f"Longest wait of a writer during an operation of a migration, {ROWS:,} rows, PostgreSQL; "
    "median of three"
)
DATABASE, NUMBER = "st_bench_locks", 10
TIME_LIMIT_S = 600
START = "import django; django.setup(); from bench import locks_run; locks_run.measure({})"


def rows(_var: Path) -> Iterator[Row]:
    """Yield the longest wait for each operation."""
    say(f"operations of migrations on {ROWS:,} rows while somebody writes: some minutes")
    try:
        figures = on_servers(
            START.format(ROWS), limit_s=TIME_LIMIT_S, database=DATABASE, number=NUMBER
        )
    except NotThere as error:
        yield Row(part=PART, what="PostgreSQL, Redis", note=f"not available: {error}")
        return
    yield from rows_of(figures)


def rows_of(figures: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    """Yield the row of each operation, beside the first, which does nothing."""
    for figure in figures:
        yield Row(
            part=PART,
            what=figure["what"],
            speed=figure["longest_s"],
            unit="s",
            ratio=figure["longest_s"] / figures[0]["longest_s"],
            beside=figures[0]["what"],
            note=f"refused: {figure['broken']}" if figure["broken"] else "",
        )
