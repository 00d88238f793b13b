"""Tables of a report, which go on over columns and pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import ceil
from typing import Final

from league.web.events.ornaments import INK, SOFT
from league.web.events.paper import MARGIN

from .report_paper import ReportPaper

LIT: Final = (252, 240, 205)
EVEN: Final = 246
GAP: Final = 6.0
"""Between two columns of a page."""
LEAST_HEIGHT: Final = 5.2
"""A table that would just not end on its page has rows of this height at least."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column with what is written above it; widths are in mm, and give way in SMALL tables."""

    name: str
    width: float
    align: str = "L"


class Size(Enum):
    """The height of a row, the size of its letters, and how many columns a page has."""

    USUAL = (6.2, 10.0, 1)
    SMALL = (3.75, 7.0, 2)


def print_rows(
    paper: ReportPaper,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    size: Size = Size.USUAL,
    beside: Sequence[str] = (),
    bold: Sequence[bool] = (),
    lit: Sequence[bool] = (),
) -> None:
    """Print rows from where the paper is; `beside` are small texts behind their second cells."""
    usual, letters, across = size.value
    height = _height(paper, usual, len(rows)) if across == 1 else usual
    start, done, lowest = paper.get_y(), 0, paper.get_y()
    while done < len(rows):
        fits = max(0, int((paper.bottom - start - height) / height))
        fits = min(fits, ceil((len(rows) - done) / across))
        for at in range(across):
            part = range(done, min(done + fits, len(rows)))
            width = (paper.room - GAP * (across - 1)) / across
            left = MARGIN + at * (width + GAP)
            strip = _Strip(paper, columns, left, width, height=height, letters=letters)
            strip.print_heads(start)
            for number in part:
                strip.print_row(
                    start + height * (number - done + 1),
                    rows[number],
                    beside=beside[number] if beside else "",
                    is_bold=bool(bold) and bold[number],
                    fill=LIT if lit and lit[number] else (EVEN,) if number % 2 else (),
                )
            done = part.stop
            lowest = max(lowest, start + height * (len(part) + 1))
        if done < len(rows):
            paper.begin_page()
            start = lowest = paper.get_y()
    paper.set_y(lowest)


def _height(paper: ReportPaper, usual: float, rows: int) -> float:
    """Return the height of rows, a little less than usual if they all end on the page then."""
    room = (paper.bottom - paper.get_y()) / (rows + 1) - 0.001
    return room if LEAST_HEIGHT <= room < usual else usual


class _Strip:
    """A column of a page with rows of a table."""

    def __init__(
        self,
        paper: ReportPaper,
        columns: Sequence[Column],
        x: float,
        width: float,
        *,
        height: float,
        letters: float,
    ) -> None:
        self.paper, self.columns, self.x, self.width = paper, columns, x, width
        self.height, self.letters = height, letters
        self.share = width / sum(column.width for column in columns)

    def print_heads(self, y: float) -> None:
        """Print what the columns are called."""
        self.paper.set_text_color(*SOFT)
        self._print(y, [column.name for column in self.columns], size=self.letters * 0.85)
        self.paper.set_text_color(*INK)
        self.paper.set_draw_color(*INK)
        self.paper.line(self.x, y + self.height, self.x + self.width, y + self.height)

    def print_row(
        self,
        y: float,
        texts: Sequence[str],
        *,
        beside: str,
        is_bold: bool,
        fill: Sequence[int],
    ) -> None:
        """Print a row."""
        if fill:
            self.paper.set_fill_color(*fill)
            self.paper.rect(self.x, y, self.width, self.height, "F")
        self._print(y, texts, size=self.letters, is_bold=is_bold)
        if beside:
            self._print_beside(y, texts[1], beside)

    def _print(self, y: float, texts: Sequence[str], *, size: float, is_bold: bool = False) -> None:
        self.paper.letters(size, is_bold=is_bold)
        down = (self.height - self.paper.font_size * 1.25) / 2
        x = self.x
        for text, column in zip(texts, self.columns, strict=True):
            width = column.width * self.share
            self.paper.squeeze(x + 1, y + down, width - 2, text, align=column.align)
            x += width

    def _print_beside(self, y: float, name: str, said: str) -> None:
        """Print what is said of somebody behind the name, if there is room for all of it."""
        paper = self.paper
        taken = paper.get_string_width(name) + 4
        room = self.columns[1].width * self.share - taken - 1
        paper.letters(self.letters * 0.75)
        if paper.get_string_width(said) > room - 2:
            return
        paper.set_text_color(*SOFT)
        down = (self.height - paper.font_size * 1.25) / 2
        paper.put(self.x + self.columns[0].width * self.share + taken, y + down, room, said)
        paper.set_text_color(*INK)
