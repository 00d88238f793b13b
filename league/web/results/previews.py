"""The picture that a link to a match shows where it is shared: who came first, with the scores."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Match
from league.web.base.link_pictures import Line, draw
from league.web.games.games import game_name
from league.web.overviews.feeds import language_of
from league.web.results import matches
from league.web.results.matches import SeatRow

KEPT_S = 300


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Send the ranking of a final match as a picture."""
    match = matches.find_match(request, code)
    result = matches.result_of(match)
    if match.status != Match.Status.FINAL or result is None:
        raise Http404(_("This match has no final result yet."))
    with translation.override(language_of(request)):
        ranked = _ranked(matches.seat_rows(match, result))
        drawn = draw(game_name(match.season.game), _on(match), [_line(row) for row in ranked])
    headers = {"Cache-Control": f"private, max-age={KEPT_S}"}
    return HttpResponse(drawn, content_type="image/png", headers=headers)


def _line(row: SeatRow) -> Line:
    return Line(f"{row.place}. {row.name}", str(row.score), is_first=row.place == 1)


def _ranked(rows: Sequence[SeatRow]) -> list[SeatRow]:
    return sorted(rows, key=lambda row: (row.place or 0, row.seat.number))


def _on(match: Match) -> str:
    where = match.session.event.name if match.session else match.season.name
    if match.finished_at is None:
        return where
    return f"{where} · {date_format(localtime(match.finished_at), 'DATE_FORMAT')}"
