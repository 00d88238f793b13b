"""Lists as clubs have them in spreadsheets: text or a file becomes lines of cells.

Cells are separated by tabs, semicolons or commas, whichever fits the first lines best. Files are
text in UTF-8, UTF-16 or Windows-1252, or workbooks (`workbooks`). What the columns mean is for
`list_columns`.
"""

import csv
import io
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from . import workbooks

LONGEST_LINE: Final = 1000
MOST_COLUMNS: Final = 40
LOOKED_AT: Final = 50
"""From so many lines the separator is told."""
SEPARATORS: Final = "\t;,"


class Unreadable(Exception):
    """A list cannot be read for `reason`, at `line` if that is of a line."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {reason}")
        self.reason, self.line = reason, line


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty, its cells without the white space around them."""

    number: int
    cells: tuple[str, ...]


def read(content: bytes, *, most: int) -> list[Line]:
    """Return the lines of a list, all equally long, without empty columns.

    Raises Unreadable: `binary`, `old_workbook` and `workbook` for what is no spreadsheet, `long`
    for a line or list that is too long, `wide` for too many columns, `quotes` for a quotation that
    does not end.
    """
    lines: list[Line] = []
    for line in _lines(content):
        if sum(map(len, line.cells)) > LONGEST_LINE:
            raise Unreadable("long", line.number)
        if len(line.cells) > MOST_COLUMNS:
            raise Unreadable("wide", line.number)
        lines.append(line)
        if len(lines) > most:
            raise Unreadable("long", line.number)
    return _squared(lines)


def write(lines: Iterable[Line]) -> str:
    """Return lines as text that `read` gives the same lines for, numbers included."""
    text, last = [], 0
    for line in lines:
        text.append("\n" * (line.number - last))
        text.append(";".join('"' + cell.replace('"', '""') + '"' for cell in line.cells))
        last = line.number
    return "".join(text).removeprefix("\n")


def _lines(content: bytes) -> Iterator[Line]:
    if content.startswith(workbooks.OLD_MARK):
        raise Unreadable("old_workbook")
    if content.startswith(workbooks.MARK):
        try:
            rows = workbooks.rows(content)
        except workbooks.Broken as broken:
            raise Unreadable("long" if broken.is_too_large else "workbook") from None
        numbered: Iterable[tuple[int, Sequence[str]]] = enumerate(rows, start=1)
    else:
        numbered = _split(_text(content))
    for number, cells in numbered:
        clean = [" ".join(cell.split()) for cell in cells]
        while clean and not clean[-1]:
            clean.pop()
        if clean:
            yield Line(number, tuple(clean))


def _text(content: bytes) -> str:
    """Return the text of a file; raises Unreadable for one that is none."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig"] if content.startswith(BOM_UTF8) else ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(letter < " " and letter not in "\t\n\r\v\f" for letter in text):
            return text
    raise Unreadable("binary")


def _split(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of each line."""
    separator = separator_of(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error:
        raise Unreadable("quotes", reader.line_num) from None


def separator_of(text: str) -> str:
    """Return what separates the cells of a text.

    That is what most lines have equally often. A comma that only ever stands once in a line, and
    before a space, is part of names such as “Ebert, Dirk”; then it is the tab, which is nowhere.
    """
    plain = [line for line in map(_unquoted, text.splitlines()[:LOOKED_AT]) if line.strip()]
    best, most = "\t", 0
    for separator in SEPARATORS:
        counts = [line.count(separator) for line in plain]
        alike = max((counts.count(count) for count in set(counts) - {0}), default=0)
        if alike > most and not (separator == "," and _is_of_names(plain)):
            best, most = separator, alike
    return best


def _is_of_names(lines: Sequence[str]) -> bool:
    return all(line.count(",") == line.count(", ") <= 1 for line in lines)


def _unquoted(line: str) -> str:
    """Return a line without what stands between quotation marks."""
    return "".join(line.split('"')[::2])


def _squared(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without columns that are empty in all of them, the short ones filled up."""
    width = max((len(line.cells) for line in lines), default=0)
    full = [line.cells + ("",) * (width - len(line.cells)) for line in lines]
    kept = [number for number in range(width) if any(cells[number] for cells in full)]
    return [
        replace(line, cells=tuple(cells[number] for number in kept))
        for line, cells in zip(lines, full, strict=True)
    ]
