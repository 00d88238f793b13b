"""Certificates: a page of A4 for each place, with a border and the four suits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.services.events.certificates import Award
from league.templatetags.scores import points

from .ornaments import GOLD, GREEN, INK, SOFT, print_frame, print_middle, print_ornament
from .paper import Paper

LARGEST = 40.0
"""The size of a name that is short."""


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
        print_frame(paper)
        _print_words(paper, occasion, award)
    return paper.bytes()


def place_in_words(place: int) -> str:
    """Return a place as certificates say it."""
    if place % 100 in {11, 12, 13}:
        return _("%(place)dth place") % {"place": place}
    said = {1: _("%(place)dst place"), 2: _("%(place)dnd place"), 3: _("%(place)drd place")}
    return said.get(place % 10, _("%(place)dth place")) % {"place": place}


def _print_words(paper: Paper, occasion: Occasion, award: Award) -> None:
    """Print what the certificate says, line by line in the middle."""
    print_middle(paper, occasion.club, 26, size=16, colour=SOFT)
    print_middle(paper, _("Certificate"), 41, size=44, colour=GREEN, is_bold=True)
    print_ornament(paper, 70)
    print_middle(paper, award.player.shown_name, 82, size=LARGEST, colour=INK, is_bold=True)
    print_middle(paper, place_in_words(award.place), 108, size=28, colour=GOLD, is_bold=True)
    print_middle(paper, _points(award), 124, size=16, colour=SOFT)
    print_middle(paper, occasion.title, 140, size=20, colour=INK)
    print_middle(paper, occasion.subtitle, 151, size=14, colour=SOFT)
    if occasion.on:
        print_middle(paper, date_format(occasion.on, "DATE_FORMAT"), 162, size=14, colour=SOFT)
    _print_signature(paper)


def _print_signature(paper: Paper) -> None:
    """Print the line on which somebody of the club signs."""
    middle, y = paper.w / 2, paper.h - 27
    paper.set_draw_color(*SOFT)
    paper.set_line_width(0.2)
    paper.line(middle - 40, y, middle + 40, y)
    print_middle(paper, _("Signature"), y + 1, size=9, colour=SOFT)


def _points(award: Award) -> str:
    said = points_in_words(award.points)
    if not award.handicap:
        return said
    words = {"points": said, "handicap": points(award.handicap)}
    return _("%(points)s, handicap +%(handicap)s included") % words


def points_in_words(amount: Decimal) -> str:
    """Return points as certificates say them."""
    if amount != int(amount):
        return _("%(points)s points") % {"points": points(amount)}
    number = int(amount)
    return ngettext("%(count)d point", "%(count)d points", number) % {"count": number}
