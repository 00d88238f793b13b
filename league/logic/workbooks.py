"""Workbooks (XLSX): the first sheet as rows of text. Nothing in one is computed or followed.

A file is untrusted: how much it unpacks to is looked at before it is unpacked, XML that defines
entities is refused, and reading stops where no list goes on.
"""

import io
import warnings
import zipfile
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final

import openpyxl

MARK: Final = b"PK\x03\x04"
OLD_MARK: Final = b"\xd0\xcf\x11\xe0"
"""How files begin that spreadsheets wrote before 2007 (XLS)."""
MOST_BYTES: Final = 8 * 2**20
"""To how much a workbook may unpack."""
MOST_PARTS: Final = 500
MOST_ROWS: Final = 20_000
MOST_CELLS: Final = 100
"""How many cells of a row are looked at, which is more than any list has."""


class Broken(Exception):
    """A file is no workbook, or `is_too_large`."""

    def __init__(self, *, is_too_large: bool = False) -> None:
        super().__init__("too large" if is_too_large else "no workbook")
        self.is_too_large = is_too_large


def rows(content: bytes) -> list[Sequence[str]]:
    """Return the rows of the first sheet as text, empty ones included; raises Broken."""
    try:
        _check(content)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what a list has no use for
            return _rows(content)
    except Broken:
        raise
    except Exception:  # a library for such a format fails in many ways
        raise Broken from None


def _check(content: bytes) -> None:
    """Raise Broken for what unpacks to too much, or has XML that defines entities."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        parts = file.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
            raise Broken(is_too_large=True)
        for part in parts:
            if part.filename.endswith((".xml", ".rels")) and _defines(file.read(part)):
                raise Broken


def _defines(xml: bytes) -> bool:
    # In UTF-16 every other byte is 0.
    return b"<!doctype" in xml.replace(b"\0", b"").lower()


def _rows(content: bytes) -> list[Sequence[str]]:
    book = openpyxl.load_workbook(
        io.BytesIO(content), read_only=True, data_only=True, keep_links=False
    )
    try:
        found: list[Sequence[str]] = []
        for row in book.worksheets[0].iter_rows(max_col=MOST_CELLS, values_only=True):
            found.append([_text(value) for value in row])
            if len(found) > MOST_ROWS:
                raise Broken(is_too_large=True)
        return found
    finally:
        book.close()


def _text(value: Any) -> str:
    """Return a cell as somebody would have typed it."""
    if value is None:
        return ""
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        value = value.date()
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
