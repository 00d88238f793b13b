"""The report of a season on paper: a page to be hung up, then the tables in full.

The first page has who won and the course. The rest follows on as many pages as it takes: the
standings, in two columns if they are long, the best evenings, the records, the events, the leagues.
"""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Season
from league.services.events.season_reports import Evening, Report
from league.services.leagues.honours import Honour
from league.services.seasons.rankings import Row
from league.templatetags.scores import points
from league.web.events.certificate_prints import place_in_words, points_in_words
from league.web.events.ornaments import (
    GOLD,
    GREEN,
    INK,
    SOFT,
    print_frame,
    print_middle,
    print_ornament,
)
from league.web.events.paper import MARGIN
from league.web.games.games import game_name

from .report_charts import Frame, print_course
from .report_paper import ReportPaper, day_of
from .report_tables import Column, Size, print_rows
from .report_words import Said, more, names_of, said_of
from .ties import ties_of

FIRST, MOST_ON_PODIUM = 3, 5
"""The places of the podium, and how many players have room there."""
LONG = 76
"""Longer standings have two columns."""
MOST_ROWS = 2000
LEAST_CHART = 60.0
"""How high the chart is at least, in mm, so that the names at its lines have room."""
LEAST_TITLE, LEAST_NAME = 20.0, 10.0
"""How small the letters of a season's name and of a player's get before they are cut."""
NARROW, WIDE = 24.0, 40.0
"""How much lines of the first page leave free beside them; the upper ones pass the suits."""


def print_report(report: Report, honours: Sequence[Sequence[Honour]], *, now: datetime) -> bytes:
    """Return the report of a season, in the language that is active."""
    paper = ReportPaper(report, now=now)
    _print_cover(paper, report)
    if report.table or report.evenings or honours:
        paper.begin_page()
    _print_standings(paper, report)
    _print_best_evenings(paper, report)
    _print_records(paper, report)
    _print_evenings(paper, report)
    _print_honours(paper, honours)
    return paper.bytes()


def dates_of(report: Report) -> str:
    """Return the days of the first and the last evening that was played, nothing before."""
    first, last = day_of(report.begun_at), day_of(report.ended_at)
    return first if first == last else f"{first} – {last}"


def _print_cover(paper: ReportPaper, report: Report) -> None:
    paper.add_page()
    print_frame(paper)
    season = report.season
    print_middle(paper, season.club.name, 27, size=16, colour=SOFT, beside=WIDE)
    _print_title(paper, season.name)
    said = " · ".join(filter(None, [str(game_name(season.game)), dates_of(report)]))
    print_middle(paper, said, 58, size=12, colour=SOFT, beside=NARROW)
    print_ornament(paper, 72)
    first = [row for row in report.table[:MOST_ROWS] if row.rank and row.rank <= FIRST]
    rows, others = first[:MOST_ON_PODIUM], more(len(first), MOST_ON_PODIUM)
    top = 80.0 if report.course else 104.0
    if not rows:
        said = _("No result is final yet.")
        print_middle(paper, said, top + 20, size=16, colour=INK, beside=NARROW)
    else:
        bottom = _print_podium(paper, rows, top)
        for said in others:
            print_middle(paper, said, bottom, size=12, colour=SOFT, beside=NARROW)
            bottom += 8
        if report.course:
            _print_chart(paper, report, bottom + 5)


def _print_title(paper: ReportPaper, name: str) -> None:
    """Print the name of the season as large as it has room, in two lines if it is long."""
    paper.letters(LEAST_TITLE, is_bold=True)
    lines = paper.two_lines(name, paper.w - 2 * NARROW)
    size, top = (34, 40.0) if len(lines) == 1 else (LEAST_TITLE, 38.5)
    for number, line in enumerate(lines):
        y = top + number * 9
        print_middle(paper, line, y, size=size, colour=GREEN, is_bold=True, beside=NARROW)


def _print_podium(paper: ReportPaper, rows: Sequence[Row], y: float) -> float:
    """Print the first places, the first the largest; return where they end."""
    for row in rows:
        is_first = row.rank == 1
        place = place_in_words(row.rank or 0)
        size, step = (28, 13.0) if is_first else (15, 7.5)
        print_middle(
            paper, place, y, size=14 if is_first else 11, colour=GOLD, is_bold=True, beside=NARROW
        )
        y += 7 if is_first else 5
        name = row.player.shown_name
        print_middle(
            paper,
            name,
            y,
            size=size,
            colour=INK,
            is_bold=True,
            beside=NARROW,
            smallest=LEAST_NAME,
        )
        y += step
        said = points_in_words(row.points)
        print_middle(paper, said, y, size=12 if is_first else 10, colour=SOFT, beside=NARROW)
        y += 9 if is_first else 6.5
    return y


def _print_chart(paper: ReportPaper, report: Report, y: float) -> None:
    """Print the course below the podium, as high as there is room, or else on the next page."""
    if paper.h - 36 - y - 8 < LEAST_CHART:
        paper.begin_page()
        y = paper.get_y() + 4
    paper.set_text_color(*GREEN)
    paper.letters(11, is_bold=True)
    said = _("Points of the top %(count)s after each session") % {"count": len(report.course)}
    paper.put(NARROW, y, paper.w - 2 * NARROW, said, align="C")
    bottom = paper.h - 36
    width = paper.w - 2 * 18
    print_course(paper, report.course, Frame(18, y + 8, width, bottom - y - 8))
    if report.season.drop_worst or any(
        row.penalty or row.handicap for row in report.table.held.values()
    ):
        paper.letters(7.5)
        paper.set_text_color(*SOFT)
        said = _(
            "Dropped matches, penalties and handicaps count only in the standings, not in "
            "this chart."
        )
        paper.put(NARROW, bottom + 1.5, paper.w - 2 * NARROW, said, align="C")


def _print_standings(paper: ReportPaper, report: Report) -> None:
    rows = report.table[:MOST_ROWS]
    if not rows:
        return
    paper.head(_("Final table") if report.is_final else _("Standings"), room=30)
    paper.note(_counted(report))
    if len(report.table) > MOST_ROWS:
        paper.note(_("The first %(count)d places") % {"count": MOST_ROWS})
    ties = ties_of(report.table, rows)
    columns = [
        Column("#", 14, align="R"),
        Column(_("Player"), 96),
        Column(_("Points"), 32, align="R"),
        Column(_("Matches"), 24, align="R"),
        Column(_("Wins"), 24, align="R"),
    ]
    texts = [
        [
            "–" if row.rank is None else str(row.rank),
            row.player.shown_name,
            points(row.points),
            str(row.matches),
            str(row.wins),
        ]
        for row in rows
    ]
    print_rows(
        paper,
        columns,
        texts,
        size=Size.SMALL if len(rows) > LONG else Size.USUAL,
        beside=[_beside(row, ties) for row in rows],
        bold=[row.rank is not None and row.rank <= FIRST for row in rows],
        lit=[row.rank == 1 for row in rows],
    )


def _counted(report: Report) -> str:
    """Say how matches count, and how many have."""
    season: Season = report.season
    count = ngettext("%(count)d match", "%(count)d matches", report.matches)
    said = [str(season.get_points_rule_display()), count % {"count": report.matches}]
    if season.drop_worst:
        dropped = ngettext(
            "the worst match is dropped",
            "the %(count)d worst matches are dropped",
            season.drop_worst,
        )
        said.append(dropped % {"count": season.drop_worst})
    if season.min_attendance:
        least = ngettext(
            "a place takes %(count)d match",
            "a place takes %(count)d matches",
            season.min_attendance,
        )
        said.append(least % {"count": season.min_attendance})
    return " · ".join(said)


def _beside(row: Row, ties: dict[int, str]) -> str:
    """Return what is said of a row beside its name: points besides matches, and tie-breaks."""
    taken = _("penalty −%(points)s") % {"points": points(row.penalty)} if row.penalty else ""
    given = _("handicap +%(points)s") % {"points": points(row.handicap)} if row.handicap else ""
    return " · ".join(filter(None, [taken, given, ties.get(row.number, "")]))


def _print_best_evenings(paper: ReportPaper, report: Report) -> None:
    if not report.best_evenings:
        return
    paper.head(_("Best evenings"), room=25)
    columns = [
        Column(_("Points"), 24, align="R"),
        Column(_("Player"), 66),
        Column(_("Event"), 64),
        Column(_("Date"), 36),
    ]
    texts = [
        [points(row.points), row.player.shown_name, evening.event.name, day_of(evening.at)]
        for row, evening in report.best_evenings
    ]
    print_rows(paper, columns, texts)


def _print_records(paper: ReportPaper, report: Report) -> None:
    if not report.records:
        return
    paper.head(_("Records"), room=30)
    if report.are_of_latest:
        paper.note(_("What happened at tables is told of the latest matches."))
    for said in map(said_of, report.records):
        _print_record(paper, said)


def _print_record(paper: ReportPaper, said: Said) -> None:
    """Print a record: what and how much at the left, who and when at the right."""
    height = 1.8 + sum(9.7 if when else 5.2 for _who, when in said.holders)
    if paper.get_y() + height > paper.bottom:
        paper.begin_page()
    y = paper.get_y() + 0.8
    paper.letters(10)
    paper.put(MARGIN, y, 58, said.name)
    paper.letters(11, is_bold=True)
    paper.put(MARGIN + 60, y - 0.2, 44, said.value, align="R")
    for who, when in said.holders:
        paper.letters(10, is_bold=True)
        paper.squeeze(MARGIN + 108, y, paper.room - 108, who)
        y += 5.2
        if when:
            paper.set_text_color(*SOFT)
            paper.letters(8)
            paper.squeeze(MARGIN + 108, y - 0.6, paper.room - 108, when)
            paper.set_text_color(*INK)
            y += 4.5
    paper.set_y(y + 0.5)
    paper.rule(y + 0.5, (200, 200, 200))


def _print_evenings(paper: ReportPaper, report: Report) -> None:
    if not report.evenings:
        return
    paper.head(_("Events and their winners"), room=25)
    if report.all_evenings > len(report.evenings):
        paper.note(_("The latest %(count)d events") % {"count": len(report.evenings)})
    columns = [
        Column(_("Date"), 36),
        Column(_("Event"), 66),
        Column(_("Players"), 18, align="R"),
        Column(_("First place"), 70),
    ]
    texts = [
        [day_of(one.at), one.event.name, str(len(one.rows) or "–"), _won(one)]
        for one in report.evenings
    ]
    print_rows(paper, columns, texts)


def _won(evening: Evening) -> str:
    """Say who has won an event, or why nobody has."""
    if evening.winners:
        return names_of(evening.winners)
    if not evening.rows:
        return _("no result yet")
    return "–" if evening.is_decided else _("not final yet")


def _print_honours(paper: ReportPaper, honours: Sequence[Sequence[Honour]]) -> None:
    for of_league in honours:
        paper.head(of_league[0].division.league.name, room=20)
        columns = [
            Column(_("Division"), 66),
            Column("#", 12, align="R"),
            Column(_("Player or team"), 88),
            Column(_("Points"), 24, align="R"),
        ]
        texts = [
            [
                "" if number else honour.division.name,
                str(place.rank),
                place.entrant.name,
                points(place.points),
            ]
            for honour in of_league
            for number, place in enumerate(honour.places)
        ]
        if not texts:
            paper.note(_("No result is final yet."))
            continue
        print_rows(paper, columns, texts, bold=[row[1] == "1" for row in texts])
