"""Rows as text that spreadsheets open, in which no cell is taken for a formula."""

import csv
import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from io import StringIO
from typing import Any, TypeAlias

Cell: TypeAlias = str | int | float | Decimal | datetime | None

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell begins with that a spreadsheet would compute."""


def cell_text(value: Cell) -> str:
    """Return a cell as text; one that somebody typed has an apostrophe put before a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, str):
        # Some spreadsheets take a full-width sign for the plain one.
        plain = unicodedata.normalize("NFKC", value).lstrip(" ")
        return f"'{value}" if plain.startswith(FORMULA) else value
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    return str(value)


def compact(value: Any) -> str:
    """Return data of any shape as the text of one cell."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def lines(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield the lines of a table, its columns first, as they are needed."""
    yield _line(columns)
    for row in rows:
        yield _line([cell_text(value) for value in row])


def _line(cells: Sequence[str]) -> str:
    text = StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()
