"""Score sheets on paper, made from the sheet's own schema, so that every game has one.

Where there is room, a round is a line; where not, a block in which each seat has a line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

import games
from league.models import Match
from league.services.results.submissions import rounds_wanted
from league.web.base.match_names import session_name
from league.web.events.paper import MARGIN, Paper, moment_of
from league.web.games.facts import side_names
from league.web.games.felt import seat_names
from league.web.games.games import game_name
from league.web.results.sheet_schema import Leaf, Table, leaves
from league.web.results.sheets import SEATS, label_of

OPEN_END = 12
"""So many rounds are printed where only the rules end a match."""
NARROWEST = 7.6
LINE, HEAD, NAME = 8.0, 34.0, 6.0
CODE = 24.0
WIDTHS = {"number": 1.0, "flag": 1.0, "choice": 1.4, "choices": 2.6}
SIGNED = 12.0


@dataclass(frozen=True)
class Column:
    """One column: what is above it, and how wide it is beside others."""

    label: str
    width: float
    is_score: bool = False


@dataclass(frozen=True)
class Part:
    """Columns about the same seat or side, whose name is above them; none about the round."""

    title: str
    columns: Sequence[Column]


class Sheet:
    """What is printed for one match; `address` is where its result is entered."""

    def __init__(self, match: Match, address: str) -> None:
        self.match = match
        self.address = address
        self.game = games.get(match.season.game)
        self.names = seat_names([seat.player for seat in match.seats.all()])
        sides = side_names(self.game.sides(len(self.names)), self.names)
        self.table = Table(self.names, sides)
        found = leaves(self.game.sheet.model_json_schema(), self.table)
        self.leaves = [leaf for leaf in found if not leaf.is_known]

    @property
    def rounds(self) -> int:
        """How many rounds there is room for."""
        wanted = rounds_wanted(self.game, season=self.match.season, players=len(self.names))
        return wanted or OPEN_END

    @property
    def about_round(self) -> list[Column]:
        """The columns about the round as a whole."""
        return [self._column(leaf) for leaf in self.leaves if not leaf.owner]

    @property
    def parts(self) -> list[Part]:
        """The columns by seat and side, with a score for every seat."""
        score = Column(_("Round score"), 1.3, is_score=True)
        by_side = [self._part(side, "side", number) for number, side in enumerate(self.table.sides)]
        by_seat = [self._part(name, "seat", number) for number, name in enumerate(self.names)]
        scored = [Part(part.title, [*part.columns, score]) for part in by_seat]
        return [part for part in by_side if part.columns] + scored

    @property
    def units(self) -> float:
        """How wide a line of a round is."""
        own = sum(column.width for column in self.about_round)
        return 2 + own + sum(column.width for part in self.parts for column in part.columns)

    @property
    def is_in_lines(self) -> bool:
        """Tell whether a round has room in one line."""
        return self.units * NARROWEST <= 277

    @property
    def is_wide(self) -> bool:
        """Tell whether the sheet lies on its long side."""
        return self.is_in_lines and self.units * NARROWEST > 190

    @property
    def key(self) -> list[str]:
        """What can be written where there is a choice, in words."""
        found = {}
        for leaf in self.leaves:
            texts = self._texts(leaf)
            if texts and not leaf.is_yes_no:
                found[self._label(leaf)] = ", ".join(texts)
        return [f"{label}: {texts}" for label, texts in found.items()]

    def _part(self, title: str, owner: str, number: int) -> Part:
        own = [leaf for leaf in self.leaves if (leaf.owner, leaf.whose) == (owner, number)]
        # A list with a number for each has no label of its own but that of the list.
        return Part(title, [self._column(leaf) for leaf in own])

    def _column(self, leaf: Leaf) -> Column:
        is_of_cards = leaf.kind == "choices" and len(leaf.options) > 4
        return Column(self._label(leaf), 4.0 if is_of_cards else WIDTHS[leaf.kind])

    def _label(self, leaf: Leaf) -> str:
        name = leaf.path[-2] if leaf.name.isdigit() else leaf.name
        label = label_of(self.game.slug, name)
        part = leaf.optional_part
        return f"{label_of(self.game.slug, part[-1])}: {label}" if part else label

    def _texts(self, leaf: Leaf) -> list[str]:
        """Return in words what can be chosen, but for seats."""
        return [
            label_of(self.game.slug, text) for text in leaf.options if not SEATS.fullmatch(text)
        ]


def print_sheets(sheets: Sequence[Sheet], *, now: datetime) -> bytes:
    """Return a document with the sheets of matches of one game, each on pages of its own."""
    paper = Paper(title=_("Score sheets"), now=now, is_wide=sheets[0].is_wide)
    for sheet in sheets:
        orientation: Any = "landscape" if sheet.is_wide else "portrait"
        paper.add_page(orientation=orientation)
        if sheet.is_in_lines:
            _print_lines(paper, sheet, _print_head(paper, sheet))
        else:
            _print_blocks(paper, sheet, _print_head(paper, sheet))
    return paper.bytes()


def _print_head(paper: Paper, sheet: Sheet) -> float:
    """Print whose sheet it is, and return where the rest begins."""
    match, session = sheet.match, sheet.match.session
    width = paper.room - CODE - 42
    event = session.event if session else None
    paper.letters(16, is_bold=True)
    paper.put(MARGIN, MARGIN, width, event.name if event else match.season.name)
    paper.letters(10)
    when = moment_of(session.starts_at or session.event.starts_at) if session else ""
    number = session_name(session) if session else ""
    venue = event.venue.name if event and event.venue else ""
    line = " · ".join(filter(None, [game_name(match.season.game), number, when, venue]))
    paper.put(MARGIN, MARGIN + 8, width, line)
    paper.letters(26, is_bold=True)
    table = _("Table %(number)s") % {"number": match.table_number}
    paper.put(paper.w - MARGIN - CODE - 44, MARGIN, 40, table, align="R")
    paper.code(paper.w - MARGIN - CODE, MARGIN, CODE, sheet.address)
    paper.letters(10)
    across = 2 if len(sheet.names) > 4 else 1
    for place, name in enumerate(sheet.names):
        down, right = divmod(place, across)
        x = MARGIN + right * (width / across)
        paper.put(x, MARGIN + 14.5 + down * 5, width / across - 2, f"{place + 1}  {name}")
    rows = -(-len(sheet.names) // across)
    return max(MARGIN + 14.5 + rows * 5, MARGIN + CODE) + 3


def _print_lines(paper: Paper, sheet: Sheet, top: float) -> None:
    unit = paper.room / sheet.units
    left = sheet.rounds
    number = 0
    while left:
        y = _print_columns(paper, sheet, top, unit)
        room = paper.bottom - y - LINE - SIGNED - 5 * len(sheet.key)
        some = min(left, max(1, int(room // LINE)))
        for _line in range(some):
            _print_line(paper, sheet, y, unit, str(number + 1), dealer=number % len(sheet.names))
            number += 1
            y += LINE
        left -= some
        if left:
            paper.add_page(same=True)
            top = MARGIN
    paper.letters(9, is_bold=True)
    _print_line(paper, sheet, y, unit, "Σ", dealer=None)
    _print_foot(paper, sheet, y + LINE)


def _print_columns(paper: Paper, sheet: Sheet, y: float, unit: float) -> float:
    """Print the heads of all columns, and return where the lines begin."""
    x = MARGIN + 2 * unit
    paper.letters(8)
    paper.upright(MARGIN, y, unit, HEAD, _("Round"))
    paper.upright(MARGIN + unit, y, unit, HEAD, _("Dealer"))
    for column in sheet.about_round:
        paper.upright(x, y, column.width * unit, HEAD, column.label)
        x += column.width * unit
    for part in sheet.parts:
        width = sum(column.width for column in part.columns) * unit
        if len(part.columns) == 1:
            [column] = part.columns
            paper.upright(x, y, width, HEAD, f"{part.title}: {column.label}")
        else:
            paper.letters(8, is_bold=True)
            paper.boxed(x, y, width, NAME, part.title)
            paper.letters(8)
            inner = x
            for column in part.columns:
                wide = column.width * unit
                paper.upright(inner, y + NAME, wide, HEAD - NAME, column.label)
                inner += wide
        x += width
    return y + HEAD


def _print_line(  # noqa: PLR0917 - place, then what is said there
    paper: Paper, sheet: Sheet, y: float, unit: float, number: str, dealer: int | None
) -> None:
    """Print one line; that of the totals has cells for scores alone."""
    paper.letters(9, is_bold=dealer is None)
    x = MARGIN
    paper.boxed(x, y, unit, LINE, number)
    if dealer is not None:
        paper.boxed(x + unit, y, unit, LINE, str(dealer + 1))
    x += 2 * unit
    columns = [*sheet.about_round, *(column for part in sheet.parts for column in part.columns)]
    for column in columns:
        if dealer is not None or column.is_score:
            paper.boxed(x, y, column.width * unit, LINE)
        x += column.width * unit


def _print_blocks(paper: Paper, sheet: Sheet, top: float) -> None:
    parts = sheet.parts
    height = 14.0 + (9.0 if sheet.about_round else 0) + 7.0 * len(parts) + 3
    y = top
    for number in range(sheet.rounds):
        if y + height > paper.bottom:
            paper.add_page(same=True)
            y = MARGIN
        _print_block(paper, sheet, y, number)
        y += height
    if y + 14 + SIGNED + 5 * len(sheet.key) > paper.bottom:
        paper.add_page(same=True)
        y = MARGIN
    paper.letters(9, is_bold=True)
    width = paper.room / len(sheet.names)
    for place in range(len(sheet.names)):
        paper.boxed(MARGIN + place * width, y, width, 6, f"Σ {place + 1}")
        paper.boxed(MARGIN + place * width, y + 6, width, LINE)
    _print_foot(paper, sheet, y + 6 + LINE)


def _print_block(paper: Paper, sheet: Sheet, y: float, number: int) -> None:
    """Print the lines of one round: what is about all of it, then a line for each seat."""
    dealer = sheet.names[number % len(sheet.names)]
    paper.letters(10, is_bold=True)
    said = _("Round %(number)s") % {"number": number + 1}
    paper.put(MARGIN, y, 40, said)
    paper.letters(9)
    paper.put(MARGIN + 40, y, paper.room - 40, f"{_('Dealer')}: {dealer}")
    y += 6
    x = MARGIN
    for column in sheet.about_round:
        paper.put(x, y + 1, 34, f"{column.label}:")
        paper.rect(x + 35, y, 24, 7)
        x += 62
    y += 9 if sheet.about_round else 0
    parts = sheet.parts
    named = 52.0
    columns = max((part.columns for part in parts), key=len)
    unit = (paper.room - named) / sum(column.width for column in columns)
    paper.letters(7)
    x = MARGIN + named
    for column in columns:
        paper.boxed(x, y, column.width * unit, 7, column.label)
        x += column.width * unit
    for row, part in enumerate(parts):
        top = y + 7 * (row + 1)
        paper.letters(9)
        paper.boxed(MARGIN, top, named, 7, f"{row + 1}  {part.title}", align="L")
        x = MARGIN + named
        for column in columns:
            paper.boxed(x, top, column.width * unit, 7)
            x += column.width * unit


def _print_foot(paper: Paper, sheet: Sheet, y: float) -> None:
    """Print what can be written where, and room for two names."""
    paper.letters(8)
    for number, text in enumerate(sheet.key):
        paper.put(MARGIN, y + 2 + number * 5, paper.room, text)
    y = y + 2 + 5 * len(sheet.key) + 6
    half = paper.room / 2
    for number, text in enumerate((_("Written by"), _("Confirmed by"))):
        x = MARGIN + number * half
        paper.put(x, y, 24, text)
        paper.line(x + 25, y + 4, x + half - 6, y + 4)
