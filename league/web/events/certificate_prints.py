"""Certificates: a page of A4 for each place, with a border and the four suits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.services.events.certificates import Award

from .paper import Paper

Colour = tuple[int, int, int]
INK: Final[Colour] = (42, 32, 25)
SOFT: Final[Colour] = (99, 85, 74)
GREEN: Final[Colour] = (31, 91, 69)
GOLD: Final[Colour] = (184, 134, 11)
RED: Final[Colour] = (155, 33, 21)
CREAM: Final[Colour] = (255, 253, 248)
SUITS: Final = (("♠", GREEN), ("♥", RED), ("♣", GREEN), ("♦", RED))
EDGE, INNER, CORNER = 10.0, 14.0, 26.0
LARGEST, SMALLEST = 40.0, 14.0
"""Sizes of a name, which is as large as it has room."""
NAME_WIDTH = 215.0


@dataclass(frozen=True)
class Occasion:
    """What all certificates of a file say: club, what was played, and when it was decided."""

    club: str
    title: str
    subtitle: str
    on: date | None


def print_certificates(occasion: Occasion, awards: Iterable[Award], *, now: datetime) -> bytes:
    """Return a certificate for each award, in the language that is active."""
    paper = Paper(title=_("Certificates"), now=now, is_wide=True, is_numbered=False)
    for award in awards:
        paper.add_page()
        _print_frame(paper)
        _print_words(paper, occasion, award)
    return paper.bytes()


def place_in_words(place: int) -> str:
    """Return a place as certificates say it."""
    if place % 100 in {11, 12, 13}:
        return _("%(place)dth place") % {"place": place}
    said = {1: _("%(place)dst place"), 2: _("%(place)dnd place"), 3: _("%(place)drd place")}
    return said.get(place % 10, _("%(place)dth place")) % {"place": place}


def _print_frame(paper: Paper) -> None:
    """Print the border: two lines, and a suit in each corner."""
    paper.set_fill_color(*CREAM)
    paper.rect(0, 0, paper.w, paper.h, "F")
    paper.set_draw_color(*GREEN)
    paper.set_line_width(1.6)
    paper.rect(EDGE, EDGE, paper.w - 2 * EDGE, paper.h - 2 * EDGE)
    paper.set_draw_color(*GOLD)
    paper.set_line_width(0.4)
    paper.rect(INNER, INNER, paper.w - 2 * INNER, paper.h - 2 * INNER)
    corners = [(x, y) for y in (CORNER, paper.h - CORNER) for x in (CORNER, paper.w - CORNER)]
    for (suit, colour), (x, y) in zip(SUITS, corners, strict=True):
        _print_suit(paper, suit, colour, x, y, size=30)


def _print_suit(
    paper: Paper, suit: str, colour: Colour, x: float, y: float, *, size: float
) -> None:
    paper.letters(size)
    paper.set_text_color(*colour)
    paper.text(x - paper.get_string_width(suit) / 2, y + paper.font_size * 0.36, suit)


def _print_words(paper: Paper, occasion: Occasion, award: Award) -> None:
    """Print what the certificate says, line by line in the middle."""
    _print_line(paper, occasion.club, 26, size=16, colour=SOFT)
    _print_line(paper, _("Certificate"), 41, size=44, colour=GREEN, is_bold=True)
    _print_ornament(paper, 70)
    _print_line(paper, award.player.shown_name, 82, size=LARGEST, colour=INK, is_bold=True)
    _print_line(paper, place_in_words(award.place), 108, size=28, colour=GOLD, is_bold=True)
    _print_line(paper, _points(award), 124, size=16, colour=SOFT)
    _print_line(paper, occasion.title, 140, size=20, colour=INK)
    _print_line(paper, occasion.subtitle, 151, size=14, colour=SOFT)
    if occasion.on:
        _print_line(paper, date_format(occasion.on, "DATE_FORMAT"), 162, size=14, colour=SOFT)
    _print_signature(paper)


def _print_ornament(paper: Paper, y: float) -> None:
    """Print the four suits between two lines."""
    middle = paper.w / 2
    paper.set_draw_color(*GOLD)
    for side in (-1, 1):
        paper.line(middle + side * 24, y, middle + side * 70, y)
    for number, (suit, colour) in enumerate(SUITS):
        _print_suit(paper, suit, colour, middle + (number - 1.5) * 11, y, size=18)


def _print_signature(paper: Paper) -> None:
    """Print the line on which somebody of the club signs."""
    middle, y = paper.w / 2, paper.h - 27
    paper.set_draw_color(*SOFT)
    paper.set_line_width(0.2)
    paper.line(middle - 40, y, middle + 40, y)
    _print_line(paper, _("Signature"), y + 1, size=9, colour=SOFT)


def _print_line(
    paper: Paper, text: str, y: float, *, size: float, colour: Colour, is_bold: bool = False
) -> None:
    """Print a line in the middle, smaller where it is too long."""
    paper.set_text_color(*colour)
    paper.letters(size, is_bold=is_bold)
    room = paper.font_size
    while size > SMALLEST and paper.get_string_width(text) > NAME_WIDTH:
        size -= 1
        paper.letters(size, is_bold=is_bold)
    # A line that has shrunk stays in the middle of the room of a large one.
    lower = (room - paper.font_size) * 0.6
    paper.put((paper.w - NAME_WIDTH) / 2, y + lower, NAME_WIDTH, text, align="C")


def _points(award: Award) -> str:
    if not award.handicap:
        return _number_of_points(award)
    words = {"points": _number_of_points(award), "handicap": f"{award.handicap.normalize():f}"}
    return _("%(points)s, handicap +%(handicap)s included") % words


def _number_of_points(award: Award) -> str:
    count = award.points.normalize()
    if count != count.to_integral():
        return _("%(points)s points") % {"points": f"{count:f}"}
    number = int(count)
    return ngettext("%(count)d point", "%(count)d points", number) % {"count": number}
