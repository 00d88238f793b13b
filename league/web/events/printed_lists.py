"""Lists and cards on paper: who sits where, how the standings are, and a card for each table."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from league.models import Event, Match, Season, Session
from league.services.events.rankings import Row
from league.services.seasons.rankings import Row as Standing
from league.services.seasons.rankings import Table
from league.templatetags.scores import points
from league.web.base.match_names import session_name
from league.web.events.paper import GREY, MARGIN, Paper, moment_of
from league.web.games.felt import seat_names
from league.web.seasons.ties import ties_of

CARD = (105.0, 148.5)
"""A card is a quarter of a sheet."""
CODE = 40.0
LINE = 7.0


def print_cards(
    matches: Sequence[tuple[Match, str]], *, is_for_guests: bool = False, now: datetime
) -> bytes:
    """Return a card for each match, four to a page; with each comes where it is entered."""
    said = (
        _("Enter the result, also without an account") if is_for_guests else _("Enter the result")
    )
    paper = Paper(title=_("Table cards"), now=now, is_numbered=False)
    for place, (match, address) in enumerate(matches):
        if place % 4 == 0:
            paper.add_page()
            _print_cuts(paper)
        down, right = divmod(place % 4, 2)
        x, y = right * CARD[0], down * CARD[1]
        _print_card(paper, match, address, x, y, said=said)
    return paper.bytes()


def print_draw(session: Session, matches: Iterable[Match], *, now: datetime) -> bytes:
    """Return the draw of a session as a list of tables."""
    paper = Paper(title=_("Draw"), now=now)
    title = f"{session.event.name}, {_('Session %(number)s') % {'number': session.number}}"
    rows = [
        [str(match.table_number), " · ".join(seat_names([s.player for s in match.seats.all()]))]
        for match in matches
    ]
    when = moment_of(session.starts_at or session.event.starts_at)
    print_table(paper, title, when, [(_("Table"), 20.0), (_("Players"), 170.0)], rows)
    return paper.bytes()


def print_standings(season: Season, table: Table, *, most: int, now: datetime) -> bytes:
    """Return the standings of a season as a list, at most so many rows."""
    rows = table[:most]
    ties = ties_of(table, rows)
    paper = Paper(title=_("Standings"), now=now)
    columns = [("#", 14.0), (_("Player"), 96.0), (_("Points"), 32.0)]
    columns += [(_("Matches"), 24.0), (_("Wins"), 24.0)]
    texts = [
        [
            "–" if row.rank is None else str(row.rank),
            " · ".join(filter(None, [_told_of(row), ties.get(row.number, "")])),
            points(row.points),
            str(row.matches),
            str(row.wins),
        ]
        for row in rows
    ]
    print_table(paper, f"{season.club.name}: {season.name}", moment_of(now), columns, texts)
    return paper.bytes()


def print_ranking(event: Event, title: str, rows: Iterable[Row], *, now: datetime) -> bytes:
    """Return the ranking of an evening as a list."""
    paper = Paper(title=_("Ranking"), now=now)
    columns = [("#", 14.0), (_("Player"), 84.0), (_("Points"), 28.0)]
    columns += [(_("Wins"), 20.0), (_("Score"), 24.0), (_("Matches"), 20.0)]
    texts = [
        [
            str(row.rank),
            _told_of(row),
            points(row.points),
            str(row.wins),
            str(row.score),
            str(row.matches),
        ]
        for row in rows
    ]
    print_table(paper, title, moment_of(event.starts_at or now), columns, texts)
    return paper.bytes()


def _told_of(row: Row | Standing) -> str:
    """Return who has a place, and the points they had from the start."""
    if not row.handicap:
        return row.player.shown_name
    said = _("handicap +%(points)s") % {"points": points(row.handicap)}
    return f"{row.player.shown_name} · {said}"


def _print_cuts(paper: Paper) -> None:
    """Print where to cut."""
    paper.set_draw_color(GREY)
    paper.set_dash_pattern(dash=1, gap=2)
    paper.line(CARD[0], 0, CARD[0], paper.h)
    paper.line(0, CARD[1], paper.w, CARD[1])
    paper.set_dash_pattern()
    paper.set_draw_color(0)


def _print_card(paper: Paper, match: Match, address: str, x: float, y: float, *, said: str) -> None:
    inner, width = x + 8, CARD[0] - 16
    names = seat_names([seat.player for seat in match.seats.all()])
    paper.letters(34, is_bold=True)
    table = _("Table %(number)s") % {"number": match.table_number}
    paper.put(inner, y + 8, width, table, align="C")
    paper.letters(11)
    session = match.session
    event = session.event.name if session else match.season.name
    number = session_name(session) if session else ""
    paper.put(inner, y + 24, width, ", ".join(filter(None, [event, number])), align="C")
    line = min(9.0, 54.0 / len(names))
    paper.letters(min(17.0, line * 2))
    for place, name in enumerate(names):
        paper.put(inner, y + 33 + place * line, width, f"{place + 1}  {name}")
    paper.code(x + (CARD[0] - CODE) / 2, y + 90, CODE, address)
    paper.letters(10)
    paper.put(inner, y + 133, width, said, align="C")


def print_table(
    paper: Paper,
    title: str,
    subtitle: str,
    columns: Sequence[tuple[str, float]],
    rows: Sequence[Sequence[str]],
) -> None:
    """Print a list under a title, on as many pages as it takes; columns have their widths in mm."""
    y = 0.0
    for number, row in enumerate(rows or [[""] * len(columns)]):
        lines = _lines_of(paper, row, columns)
        height = LINE * max(map(len, lines))
        if number == 0 or y + height > paper.bottom:
            paper.add_page()
            y = _print_heads(paper, title, subtitle, columns)
        paper.letters(12)
        x = MARGIN
        for texts, (_label, width) in zip(lines, columns, strict=True):
            for down, text in enumerate(texts):
                paper.put(x, y + 0.8 + down * LINE, width - 2, text)
            x += width
        y += height
        paper.line(MARGIN, y, MARGIN + paper.room, y)


def _print_heads(
    paper: Paper, title: str, subtitle: str, columns: Sequence[tuple[str, float]]
) -> float:
    paper.letters(18, is_bold=True)
    paper.put(MARGIN, MARGIN, paper.room, title)
    paper.letters(10)
    paper.put(MARGIN, MARGIN + 9, paper.room, subtitle)
    paper.letters(10, is_bold=True)
    x = MARGIN
    for label, width in columns:
        paper.put(x, MARGIN + 17, width - 2, label)
        x += width
    paper.line(MARGIN, MARGIN + 23, MARGIN + paper.room, MARGIN + 23)
    return MARGIN + 23


def _lines_of(
    paper: Paper, row: Sequence[str], columns: Sequence[tuple[str, float]]
) -> list[list[str]]:
    """Return the text of each cell in lines that have room, broken between players."""
    paper.letters(12)
    found = []
    for text, (_label, width) in zip(row, columns, strict=True):
        lines = [""]
        for part in text.split(" · "):
            longer = f"{lines[-1]} · {part}" if lines[-1] else part
            if lines[-1] and paper.get_string_width(longer) > width - 2:
                lines.append(part)
            else:
                lines[-1] = longer
        found.append(lines)
    return found
