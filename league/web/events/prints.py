"""What is printed: score sheets, cards of tables, the draw, the standings."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Match, Session
from league.services.results import card_guests
from league.services.seasons import rankings
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.events.printed_lists import print_cards, print_draw, print_standings
from league.web.events.score_sheets import Sheet, print_sheets
from league.web.results.matches import find_match
from league.web.seasons.seasons import find_season

from .sessions import find_session, tables_of

SHEETS, ROWS = 50, 2000
"""How many tables are printed into one file of sheets or cards, and how long a list is at most."""


@require_safe
def score_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Send the score sheet of one match."""
    match = find_match(request, code)
    is_for_guests = match.session is not None and _is_for_guests(request, match.session)
    address = address_of(request, match, is_for_guests=is_for_guests)
    content = print_sheets([Sheet(match, address)], now=timezone.now())
    return send(content, f"score-sheet-{code}")


@require_safe
def score_sheets(request: HttpRequest, code: str) -> HttpResponse:
    """Send the score sheets of a session; `?page=2` those of the next tables."""
    sheets = [Sheet(match, address) for match, address in _tables(request, code)[0]]
    return send(print_sheets(sheets, now=timezone.now()), f"score-sheets-{code}")


@require_safe
def table_cards(request: HttpRequest, code: str) -> HttpResponse:
    """Send the cards of a session's tables; `?page=2` those of the next ones."""
    cards, is_for_guests = _tables(request, code)
    content = print_cards(cards, is_for_guests=is_for_guests, now=timezone.now())
    return send(content, f"table-cards-{code}")


@require_safe
def draw(request: HttpRequest, code: str) -> HttpResponse:
    """Send the draw of a session."""
    session = find_session(request, code)
    return send(print_draw(session, tables_of(session)[:ROWS], now=timezone.now()), f"draw-{code}")


@require_safe
def standings(request: HttpRequest, code: str) -> HttpResponse:
    """Send the standings of a season."""
    season = find_season(request, code)
    table = rankings.table(season)
    content = print_standings(season, table, most=ROWS, now=timezone.now())
    return send(content, f"standings-{code}")


def address_of(request: HttpRequest, match: Match, *, is_for_guests: bool) -> str:
    """Return where a match's result is entered or confirmed, whichever it waits for.

    With `is_for_guests` also by who has no account and sits there; that is a secret of the table.
    """
    if not is_for_guests:
        return request.build_absolute_uri(reverse("web:from-card", args=[match.code]))
    address = request.build_absolute_uri(reverse("web:seat", args=[match.code]))
    return f"{address}#{card_guests.secret_of(match)}"


def _tables(request: HttpRequest, code: str) -> tuple[list[tuple[Match, str]], bool]:
    """Return matches of a session with their addresses, and whether those are for guests, too."""
    session = find_session(request, code)
    is_for_guests = _is_for_guests(request, session)
    return [
        (match, address_of(request, match, is_for_guests=is_for_guests))
        for match in _matches_of(request, session)
    ], is_for_guests


def _is_for_guests(request: HttpRequest, session: Session) -> bool:
    """Tell whether guests enter results here, and a scorer prints: nobody else gets the secrets."""
    event = session.event
    return event.guests_enter and access.is_scorer(request, event.season.club)


def _matches_of(request: HttpRequest, session: Session) -> Sequence[Match]:
    """Return the matches of one page of a session's tables; raises Http404 if there are none."""
    rows = tables_of(session).select_related("season__club", "session__event__venue")
    matches = list(page_of(request, rows, per=SHEETS))
    if not matches:
        raise Http404(_("Nobody has a seat yet."))
    return matches


def send(content: bytes, name: str) -> HttpResponse:
    """Answer with a document that browsers show."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)
