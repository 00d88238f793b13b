"""Tables for spreadsheets, at the addresses of the pages that show the same."""

from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.services.archives import archives, exports
from league.services.base import refusals
from league.services.base.streams import stream
from league.web.base import access
from league.web.clubs.clubs import find_club
from league.web.events.events import find_event
from league.web.events.sessions import find_session
from league.web.seasons.seasons import find_season


@require_safe
def of_club(request: HttpRequest, slug: str, table: str) -> HttpResponseBase:
    """Send a table about a club."""
    return _send(request, find_club(request, slug), table, slug)


@require_safe
def of_season(request: HttpRequest, code: str, table: str) -> HttpResponseBase:
    """Send a table about a season."""
    return _send(request, find_season(request, code), table, code)


@require_safe
def of_event(request: HttpRequest, code: str, table: str) -> HttpResponseBase:
    """Send a table about an event."""
    return _send(request, find_event(request, code), table, code)


@require_safe
def of_session(request: HttpRequest, code: str, table: str) -> HttpResponseBase:
    """Send a table about a session."""
    return _send(request, find_session(request, code), table, code)


@require_safe
def archive(request: HttpRequest, code: str) -> HttpResponseBase:
    """Send a season as an archive, which can be read elsewhere."""
    found = find_season(request, code)
    by = access.require_account(request)
    try:
        lines = archives.export(season=found, by=by, now=timezone.now())
    except refusals.Conflict as refusal:
        raise Http404(refusal.message) from None
    return stream(request, lines, content_type="application/jsonl", name=f"season-{code}.jsonl")


def _send(request: HttpRequest, about: Any, table: str, code: str) -> HttpResponseBase:
    """Send a table; `?bom=1` puts a mark before it by which some spreadsheets know UTF-8."""
    if table not in exports.names_of(type(about)):
        raise Http404
    has_bom = request.GET.get("bom") == "1"
    lines = exports.lines(table, about, account=access.account_of(request), has_bom=has_bom)
    return stream(
        request, lines, content_type="text/csv; charset=utf-8", name=f"{table}-{code}.csv"
    )
