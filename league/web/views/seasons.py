"""A season with its standings, and its events with their sessions."""

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Season, Session
from league.services import standings
from league.web import access
from league.web.games import game_name
from league.web.pagination import page_of

from .clubs import DRAWN, PLAYED
from .sessions import jobs_to_do


@require_safe
@vary_on_headers("HX-Request")
def season(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings of a season, how far it has got, and its events."""
    found = get_object_or_404(Season.objects.select_related("club"), code=code)
    organises = access.is_organiser(request, found.club)
    rows = standings.table(found).select_related("player")
    events = found.events.prefetch_related(
        Prefetch(
            "sessions", queryset=sessions_with_progress(drafts=organises)[:8], to_attr="latest"
        )
    ).order_by("-created_at", "-pk")
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


@require_safe
def event(request: HttpRequest, code: str) -> HttpResponse:
    """Show all sessions of an event."""
    found = get_object_or_404(Event.objects.select_related("season__club"), code=code)
    organises = access.is_organiser(request, found.season.club)
    sessions = sessions_with_progress(drafts=organises).filter(event=found)
    return render(
        request,
        "web/event.html",
        {"event": found, "sessions": page_of(request, sessions, per=24)},
    )


def sessions_with_progress(*, drafts: bool) -> QuerySet[Session]:
    """Return sessions, the newest first, with counts of tables and of those that are final."""
    return (
        Session.objects.filter(access.visible_sessions(drafts=drafts))
        .annotate(tables=Count("matches", DRAWN), played=Count("matches", PLAYED))
        .order_by("-number", "-pk")
    )
