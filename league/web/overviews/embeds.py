"""Parts that other sites show in a frame: standings, the next evening, latest results.

Each has an address of its own and shows what visitors see, whoever looks: it reads no cookie, sets
none and has no form. `?language=de` and `?theme=dark` choose how; without them the reader's browser
does. Who may be framed at all, `league/config/headers.py` says.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from league.models import Season
from league.services.base import rights
from league.services.overviews import outside
from league.services.seasons import rankings
from league.web.games.games import game_name
from league.web.seasons.ties import ties_of

THEMES: Final = ("light", "dark")
MOST_ROWS: Final = 20
SCRIPT: Final = "embedding.js"
SCRIPT_S: Final = 3600
Parameters = ParamSpec("Parameters")
Part = Callable[Concatenate[HttpRequest, Parameters], tuple[str, dict[str, Any]]]
"""What says which template a part is made from, and of what."""


def embedded(
    part: Part[Parameters],
) -> Callable[Concatenate[HttpRequest, Parameters], HttpResponse]:
    """Send a part in the language and the colours that its address asks for."""

    @wraps(part)
    def sent(
        request: HttpRequest, /, *args: Parameters.args, **named: Parameters.kwargs
    ) -> HttpResponse:
        language, theme = language_of(request), request.GET.get("theme", "")
        with translation.override(language):
            template, context = part(request, *args, **named)
            look = {"theme": theme if theme in THEMES else ""}
            page = render_to_string(template, context | look)
        return HttpResponse(page, headers={"Content-Language": language})

    return require_safe(sent)


@embedded
def standings(request: HttpRequest, code: str) -> tuple[str, dict[str, Any]]:
    """Show the first of the standings of a season."""
    season = _season(code)
    table = rankings.table(season)
    rows = table[:MOST_ROWS]
    context = {
        "season": season,
        "game_name": game_name(season.game),
        "standings": rows,
        "ties": ties_of(table, rows),
        "more": len(table) > len(rows),
    }
    return "web/overviews/embed_standings.html", context


@embedded
def results(request: HttpRequest, code: str) -> tuple[str, dict[str, Any]]:
    """Show which matches of a season became final last."""
    season = _season(code)
    context = {"season": season, "matches": outside.results_of(season)}
    return "web/overviews/embed_results.html", context


@embedded
def session_results(request: HttpRequest, code: str) -> tuple[str, dict[str, Any]]:
    """Show how the tables of a session ended."""
    rows = rights.readable_sessions(None).select_related("event__season__club")
    session = get_object_or_404(rows, code=code)
    context = {
        "session": session,
        "season": session.event.season,
        "matches": outside.tables_of(session),
    }
    return "web/overviews/embed_results.html", context


@embedded
def evening(request: HttpRequest, slug: str) -> tuple[str, dict[str, Any]]:
    """Show when and where a club plays next."""
    club = get_object_or_404(rights.readable_clubs(None), slug=slug)
    evenings = outside.evenings_of(club, now=timezone.now())
    return "web/overviews/embed_evening.html", {"club": club, "evenings": evenings}


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """Send what makes frames as high as what they show, at an address that stays."""
    content = (settings.BASE_DIR / "static" / "js" / SCRIPT).read_bytes()
    headers = {"Cache-Control": f"public, max-age={SCRIPT_S}"}
    return HttpResponse(content, content_type="text/javascript; charset=utf-8", headers=headers)


def language_of(request: HttpRequest) -> str:
    """Return the language the address asks for, else the reader's."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else translation.get_language()


def _season(code: str) -> Season:
    """Return a season that anybody may know of; raises Http404 also for ladders."""
    season = get_object_or_404(rights.readable_seasons(None).select_related("club"), code=code)
    if season.kind == Season.Kind.LADDER:
        raise Http404
    return season
