"""The bracket of a cup on one page of paper, as large as it has room."""

from datetime import datetime

from django.utils.translation import gettext as _

from league.models import Event
from league.services.draws.bracket_looks import Look
from league.web.events.paper import GREY, MARGIN, Paper, moment_of

from .drawings import Box, Drawing, Line, drawing_of

TOP, LARGEST = 27.0, 0.34
"""Where the drawing begins, and how many mm a unit is at most."""
POINTS = 72 / 25.4


def print_bracket(event: Event, look: Look, *, now: datetime) -> bytes:
    """Return the bracket of an event on a landscape page."""
    paper = Paper(title=_("Bracket"), now=now, is_wide=True, is_numbered=False)
    paper.add_page()
    paper.letters(18, is_bold=True)
    paper.put(MARGIN, MARGIN, paper.room, event.name)
    paper.letters(10)
    said = [event.season.club.name, event.season.name, moment_of(event.starts_at)]
    paper.put(MARGIN, MARGIN + 9, paper.room, " · ".join(filter(None, said)))
    _Printer(paper, drawing_of(look, has_wings=True)).print()
    return paper.bytes()


class _Printer:
    """Draws on paper what a page shows as SVG."""

    def __init__(self, paper: Paper, drawing: Drawing) -> None:
        self.paper, self.drawing = paper, drawing
        room = paper.h - MARGIN - TOP
        self.mm = min(paper.room / drawing.width, room / drawing.height, LARGEST)
        self.left = MARGIN + (paper.room - drawing.width * self.mm) / 2

    def print(self) -> None:
        """Print lines, tables and texts."""
        self.paper.set_draw_color(GREY)
        for link in self.drawing.links:
            self.paper.polyline([self._at(x, y) for x, y in link.points])
        for label in self.drawing.labels:
            self._write(label.x, label.y, label.text, is_bold=label.is_title)
        for box in self.drawing.boxes:
            self._print_box(box)

    def _print_box(self, box: Box) -> None:
        paper = self.paper
        paper.set_fill_color(255)
        if box.is_bye:
            paper.set_dash_pattern(dash=1, gap=1)
        paper.rect(
            *self._at(box.x, box.y), self.drawing.box_width * self.mm, box.height * self.mm, "DF"
        )
        paper.set_dash_pattern()
        self._write(box.x + 8, box.y + 14, box.name, size=10)
        for line in box.lines:
            self._print_line(box.x, line)

    def _print_line(self, x: int, line: Line) -> None:
        self._write(x + 6, line.y, line.seed, size=10)
        self._write(x + 26, line.y, line.text, is_bold=line.is_ahead)
        self._write(
            x + self.drawing.box_width - 7, line.y, line.score, is_bold=line.is_ahead, is_right=True
        )

    def _write(
        self,
        x: int,
        y: int,
        text: str,
        *,
        size: int = 12,
        is_bold: bool = False,
        is_right: bool = False,
    ) -> None:
        self.paper.letters(size * self.mm * POINTS, is_bold=is_bold)
        across, down = self._at(x, y)
        width = self.paper.get_string_width(text) if is_right else 0
        self.paper.text(across - width, down, text)

    def _at(self, x: int, y: int) -> tuple[float, float]:
        """Return where a place of the drawing is on paper."""
        return self.left + x * self.mm, TOP + y * self.mm
