"""Results of a past season as clubs have them in spreadsheets: cells become dates and numbers.

A line is one player at one table of a session, with the score of the match. A list with a line for
each table, in which players and scores follow each other, is told by its header and written anew.
What the columns mean is for `list_columns`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, time, tzinfo
from typing import Final

from .list_columns import Column, kind_of, spoken
from .lists import Line

SEVERAL: Final = 2
NOON: Final = time(12)
"""When an evening is said to begin whose list only has its date."""
ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
BY_DAY: Final = re.compile(r"([0-9]{1,2})([./-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
TIME: Final = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::[0-9]{2}(?:\.0+)?)?")
NUMBERED: Final = re.compile(r"[^0-9]{0,20}?([0-9]{1,3})\.?")
SCORE: Final = re.compile(r"[-+−–]?[0-9]{1,6}")


class Unclear(Exception):
    """A cell does not say what its column is for, or leaves open what is meant."""


def parse_start(text: str, zone: tzinfo) -> datetime:
    """Return when an evening began in a time zone; raises Unclear.

    Dates are read as 2024-03-15, and as 15.03.2024 with dots, slashes or dashes.
    """
    day, _space, clock = text.replace("T", " ").partition(" ")
    if found := ISO.fullmatch(day):
        year, month, number = map(int, found.groups())
    elif found := BY_DAY.fullmatch(day):
        number, month, year = int(found[1]), int(found[3]), int(found[4])
        year += 2000 if len(found[4]) == len("24") else 0
    else:
        raise Unclear(text)
    try:
        return datetime.combine(date(year, month, number), _parse_time(clock), zone)
    except ValueError:
        raise Unclear(text) from None


def parse_number(text: str) -> int:
    """Return the number of a table or session, also with a word: 2, Table 2; raises Unclear."""
    found = NUMBERED.fullmatch(text)
    if found is None or int(found[1]) == 0:
        raise Unclear(text)
    return int(found[1])


def parse_score(text: str) -> int:
    """Return a score; raises Unclear, also where a dot or comma leaves open what is meant."""
    if not SCORE.fullmatch(text):
        raise Unclear(text)
    return int(text.replace("−", "-").replace("–", "-"))


def lengthened(lines: Sequence[Line]) -> list[Line]:
    """Return a list with a line for each table as one with a line for each player.

    It is one if its header names several players and as many scores. Tables without a number are
    counted in each session. Any other list is returned as it is.
    """
    kinds = [kind_of(cell) for cell in lines[0].cells] if lines else []
    names = [number for number, kind in enumerate(kinds) if kind == Column.NAME]
    scores = [number for number, kind in enumerate(kinds) if kind == Column.SCORE]
    if len(names) < SEVERAL or len(names) != len(scores):
        return list(lines)
    of_session = [kinds.index(kind) for kind in (Column.DATE, Column.SESSION) if kind in kinds]
    table = kinds.index(Column.TABLE) if Column.TABLE in kinds else None
    heads = [lines[0].cells[number] for number in of_session]
    rows = [[*heads, Column.TABLE.value, Column.NAME.value, Column.SCORE.value]]
    counted: Counter[tuple[str, ...]] = Counter()
    for line in lines[1:]:
        session = tuple(line.cells[number] for number in of_session)
        counted[session] += 1
        at = str(counted[session]) if table is None else line.cells[table]
        rows += [
            [*session, at, spoken(line.cells[name]), line.cells[score]]
            for name, score in zip(names, scores, strict=True)
            if line.cells[name] or line.cells[score]
        ]
    return [Line(number, tuple(cells)) for number, cells in enumerate(rows, start=1)]


def _parse_time(text: str) -> time:
    if not text:
        return NOON
    found = TIME.fullmatch(text)
    if found is None:
        raise Unclear(text)
    clock = time(int(found[1]), int(found[2]))
    return clock if clock != time.min else NOON
