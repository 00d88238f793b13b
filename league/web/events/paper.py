"""Pages of A4 to be printed: black on white, with a free font that has suits and umlauts."""

from datetime import datetime
from pathlib import Path

import segno
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import XPos, YPos

FONTS = Path(__file__).parent / "fonts"
FONT = "DejaVu"
MARGIN = 10.0
THIN, THICK = 0.2, 0.5
LEAST_SQUEEZED = 0.65
"""Letters that are squeezed are at least so large, of what they are else."""
GREY = 130


class Paper(FPDF):
    """A document; lengths are in mm, sizes of letters in points."""

    def __init__(
        self, *, title: str, now: datetime, is_wide: bool = False, is_numbered: bool = True
    ) -> None:
        super().__init__(orientation="landscape" if is_wide else "portrait", format="A4")
        self.add_font(FONT, "", FONTS / "DejaVuSansCondensed.ttf")
        self.add_font(FONT, "B", FONTS / "DejaVuSansCondensed-Bold.ttf")
        self.set_margin(MARGIN)
        self.set_auto_page_break(auto=False)
        self.set_title(title)
        self.set_creator("Stammtisch")
        self.set_creation_date(now)
        self.set_line_width(THIN)
        self.is_numbered = is_numbered

    @property
    def room(self) -> float:
        """The width between the margins."""
        return float(self.w) - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Where the foot of a page begins."""
        return float(self.h) - MARGIN - 6

    def letters(self, size: float, *, is_bold: bool = False) -> None:
        """Write in this size from now on."""
        self.set_font(FONT, "B" if is_bold else "", size)

    def fitted(self, text: str, width: float) -> str:
        """Return as much of a text as has room, with an ellipsis where it is cut."""
        text = " ".join(text.split())
        if self.get_string_width(text) <= width:
            return text
        while text and self.get_string_width(f"{text}…") > width:
            text = text[:-1]
        return f"{text.rstrip()}…"

    def put(self, x: float, y: float, width: float, text: str, *, align: str = "L") -> None:
        """Write one line of text that is cut to `width`; `y` is the top of its line."""
        height = self.font_size * 1.25
        self.set_xy(x, y)
        self.cell(
            width,
            height,
            self.fitted(text, width),
            align=align,
            new_x=XPos.RIGHT,
            new_y=YPos.TOP,
        )

    def squeeze(self, x: float, y: float, width: float, text: str, *, align: str = "L") -> None:
        """Write one line as `put` does, in smaller letters before it is cut."""
        usual, taken = self.font_size_pt, self.get_string_width(text)
        if taken > width:
            share = max(LEAST_SQUEEZED, width / taken)
            lower = self.font_size * 1.25 * (1 - share) / 2
            self.set_font_size(usual * share)
            self.put(x, y + lower, width, text, align=align)
            self.set_font_size(usual)
        else:
            self.put(x, y, width, text, align=align)

    def boxed(  # noqa: PLR0917 - place and size, as fpdf has them
        self, x: float, y: float, width: float, height: float, text: str = "", align: str = "C"
    ) -> None:
        """Draw a cell of a table with a text in its middle."""
        self.rect(x, y, width, height)
        if text:
            inner = width - 1
            self.set_xy(x + 0.5, y)
            self.cell(inner, height, self.fitted(text, inner), align=align)

    def upright(self, x: float, y: float, width: float, height: float, text: str) -> None:
        """Draw a cell whose text runs from bottom to top."""
        self.rect(x, y, width, height)
        middle = x + width / 2
        with self.rotation(90, middle, y + height - 1.5):
            line = self.font_size * 1.2
            parts = self.two_lines(text, height - 3)
            top = y + height - 1.5 - line * len(parts) / 2
            for number, part in enumerate(parts):
                self.set_xy(middle, top + number * line)
                self.cell(height - 3, line, part, align="L")

    def two_lines(self, text: str, width: float) -> list[str]:
        """Return a text in one line, or in two if it has no room in one."""
        words = text.split()
        first: list[str] = []
        while words and self.get_string_width(" ".join([*first, words[0]])) <= width:
            first.append(words.pop(0))
        if not first:
            return [self.fitted(text, width)]
        rest = self.fitted(" ".join(words), width)
        return [" ".join(first), rest] if rest else [" ".join(first)]

    def code(self, x: float, y: float, size: float, content: str) -> None:
        """Draw a QR code of `size` mm, without its quiet zone."""
        rows = [list(row) for row in segno.make(content, error="m", micro=False).matrix]
        dot = size / len(rows)
        self.set_fill_color(0)
        for down, row in enumerate(rows):
            across = 0
            while across < len(row):
                end = across
                while end < len(row) and row[end]:
                    end += 1
                if end > across:
                    # Neighbours overlap a little, or a printer leaves hairlines between them.
                    self.rect(
                        x + across * dot, y + down * dot, (end - across) * dot, dot * 1.02, "F"
                    )
                across = max(end, across + 1)

    def footer(self) -> None:
        """Print the number of the page."""
        if not self.is_numbered:
            return
        self.letters(8)
        said = _("Page %(page)s of %(pages)s") % {"page": self.page_no(), "pages": "{nb}"}
        self.set_xy(MARGIN, self.h - MARGIN - 4)
        self.cell(self.room, 4, said, align="R")

    def bytes(self) -> bytes:
        """Return the finished document."""
        return bytes(self.output())


def moment_of(at: datetime | None) -> str:
    """Return a day and a time in words, nothing for None."""
    return date_format(localtime(at), "DATETIME_FORMAT") if at else ""
