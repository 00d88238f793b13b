"""Rosters: lists of players as clubs keep them in spreadsheets, one line each.

Columns are name, code, group and fixed_table, in this order or as the first line names them,
separated by semicolons or commas, whichever the first line has more of.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

COLUMNS = ("name", "code", "group", "fixed_table")
LONGEST_LINE = 1000


class Unreadable(Exception):
    """A line cannot be read; `column` is at fault for `reason`."""

    def __init__(self, line: int, column: str, reason: str) -> None:
        super().__init__(f"line {line}, {column}: {reason}")
        self.line, self.column, self.reason = line, column, reason


@dataclass(frozen=True, slots=True)
class Row:
    """What one line says, as it was typed without the white space around it."""

    line: int
    name: str = ""
    code: str = ""
    group: str = ""
    fixed_table: str = ""


def parse(text: str, *, most: int) -> list[Row]:
    """Return the rows of a roster, without empty lines.

    Raises Unreadable: `columns` for a line with more cells than there are columns, `header` for
    an unknown or doubled name of a column, `long` for a line or a list that is too long, `quotes`
    for a quotation that does not end.
    """
    rows: list[Row] = []
    columns: Sequence[str] = COLUMNS
    is_first = True
    for line, cells in _lines(text):
        if is_first and "name" in [cell.casefold() for cell in cells]:
            columns = _header(line, cells)
        else:
            if len(cells) > len(columns):
                raise Unreadable(line, "line", "columns")
            rows.append(_row(line, dict(zip(columns, cells, strict=False))))
        is_first = False
        if len(rows) > most:
            raise Unreadable(line, "line", "long")
    return rows


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of every line that is not empty."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = ";" if first.count(";") >= first.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            if sum(map(len, cells)) > LONGEST_LINE:
                raise Unreadable(reader.line_num, "line", "long")
            if any(cell.strip() for cell in cells):
                yield reader.line_num, _without_tail([cell.strip() for cell in cells])
    except csv.Error:
        raise Unreadable(reader.line_num, "line", "quotes") from None


def _without_tail(cells: list[str]) -> list[str]:
    """Return the cells without empty ones at the end, which spreadsheets write."""
    while not cells[-1]:
        cells = cells[:-1]
    return cells


def _header(line: int, cells: Sequence[str]) -> list[str]:
    names = [cell.casefold().replace(" ", "_") for cell in cells]
    for number, name in enumerate(names):
        if name not in COLUMNS or name in names[:number]:
            raise Unreadable(line, cells[number] or "line", "header")
    return names


def _row(line: int, cells: Mapping[str, str]) -> Row:
    return Row(line=line, **cells)
