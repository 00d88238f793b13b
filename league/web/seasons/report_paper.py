"""Paper of a season's report: heads and feet of its pages, names of its parts."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from league.services.events.season_reports import Report
from league.web.events.ornaments import GOLD, GREEN, INK, SOFT, Colour
from league.web.events.paper import MARGIN, THIN, Paper

TOP = 22.0
"""Where the text of a page begins."""


class ReportPaper(Paper):
    """Pages of a report: all say what they are of, when they were made, and if that is final."""

    def __init__(self, report: Report, *, now: datetime) -> None:
        self.season, self.made = report.season, as_of(report, now)
        super().__init__(title=f"{report.season.club.name}: {report.season.name}", now=now)
        self.set_top_margin(TOP)

    def begin_page(self) -> None:
        """Begin a page of tables with what it belongs to."""
        self.add_page()
        self.set_text_color(*INK)
        self.letters(11, is_bold=True)
        self.squeeze(MARGIN, MARGIN, self.room * 0.6, self.season.name)
        self.set_text_color(*SOFT)
        self.letters(9)
        left = MARGIN + self.room * 0.6
        self.squeeze(left, MARGIN + 0.6, self.room * 0.4, self.season.club.name, align="R")
        self.rule(MARGIN + 6.5, GOLD, 0.5)
        self.set_text_color(*INK)
        self.set_y(TOP)

    def rule(self, y: float, colour: Colour, width: float = THIN) -> None:
        """Draw a line from margin to margin."""
        self.set_draw_color(*colour)
        self.set_line_width(width)
        self.line(MARGIN, y, MARGIN + self.room, y)
        self.set_line_width(THIN)

    def head(self, said: str, *, room: float) -> None:
        """Begin a part with its name, on a new page if it and `room` mm have no room on this."""
        if self.get_y() > TOP:
            self.set_y(self.get_y() + 7)
        if self.get_y() + 9 + room > self.bottom:
            self.begin_page()
        self.set_text_color(*GREEN)
        self.letters(15, is_bold=True)
        y = self.get_y()
        self.put(MARGIN, y, self.room, said)
        self.set_text_color(*INK)
        self.set_y(y + 8.5)

    def note(self, said: str) -> None:
        """Write a small line about what is above."""
        self.set_text_color(*SOFT)
        self.letters(8)
        y = self.get_y()
        self.put(MARGIN, y + 0.5, self.room, said)
        self.set_text_color(*INK)
        self.set_y(y + 5)

    def footer(self) -> None:
        """Print when it was made, and the number of the page; inside the frame of the first."""
        self.set_text_color(*SOFT)
        self.letters(8)
        page = _("Page %(page)s of %(pages)s") % {"page": self.page_no(), "pages": "{nb}"}
        if self.page_no() == 1:
            self.set_xy(MARGIN, self.h - 21)
            self.cell(self.room, 4, f"{self.made} · {page}", align="C")
        else:
            self.set_xy(MARGIN, self.h - MARGIN - 4)
            self.cell(self.room, 4, self.made)
            self.set_xy(MARGIN, self.h - MARGIN - 4)
            self.cell(self.room, 4, page, align="R")
        self.set_text_color(0)


def as_of(report: Report, now: datetime) -> str:
    """Say when a report was made, and that it is not final while the season is not closed."""
    day = {"day": day_of(now)}
    if report.is_final:
        return _("Made on %(day)s") % day
    return _("Not final yet: as of %(day)s") % day


def day_of(at: datetime | None) -> str:
    """Return a day in words, nothing for None."""
    return date_format(localtime(at), "DATE_FORMAT") if at else ""
