"""A season with its standings, and its events with their latest sessions."""

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Account, Season, Session
from league.services import rights, standings
from league.web import access
from league.web.games import game_name
from league.web.pagination import page_of

from . import ladders
from .clubs import DRAWN, PLAYED
from .sessions import jobs_to_do


@require_safe
@vary_on_headers("HX-Request")
def season(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings of a season, how far it has got, and its events; or a ladder."""
    account = access.account_of(request)
    seasons = rights.readable_seasons(account).select_related("club")
    found = get_object_or_404(seasons, code=code)
    if found.kind == Season.Kind.LADDER:
        return ladders.ladder(request, found)
    rows = standings.table(found).select_related("player")
    latest = Prefetch("sessions", queryset=sessions_with_progress(account)[:8], to_attr="latest")
    events = found.events.prefetch_related(latest).order_by("-created_at", "-pk")
    played = found.matches.aggregate(
        drawn=Count("pk", ~Q(status__in=["draft", "void"])),
        final=Count("pk", Q(status="final")),
        entered=Count("pk", Q(status="entered")),
    )
    template = "web/_season_live.html" if request.headers.get("HX-Request") else "web/season.html"
    return render(
        request,
        template,
        {
            "season": found,
            "game_name": game_name(found.game),
            "standings": page_of(request, rows, per=50),
            "events": page_of(request, events, per=10, parameter="events"),
            "progress": played,
            "is_live": jobs_to_do(found.matches.all()),
        },
    )


def sessions_with_progress(account: Account | None) -> QuerySet[Session]:
    """Return the sessions `account` may know of, the newest first, with counts of tables."""
    return (
        rights.readable_sessions(account)
        .annotate(tables=Count("matches", DRAWN), played=Count("matches", PLAYED))
        .order_by("-number", "-pk")
    )
