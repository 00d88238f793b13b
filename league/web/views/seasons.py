"""A season with its standings and its events with their latest sessions, and the form for one."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Account, League, Season, Session
from league.services import courses, rankings, rights
from league.services import seasons as services
from league.web import access, files, refused
from league.web.charts import Race
from league.web.game_tiles import tiles
from league.web.games import game_name
from league.web.pagination import page_of
from league.web.season_forms import TIE_BREAK_FIELDS, SeasonForm
from league.web.sending import send, sent, show_form

from . import ladders
from .clubs import DRAWN, PLAYED, find_club
from .sessions import jobs_to_do


@require_safe
@vary_on_headers("HX-Request")
def season(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings of a season, how far it has got, and its events; or a ladder."""
    account = access.account_of(request)
    found = find_season(request, code)
    if found.kind == Season.Kind.LADDER:
        return ladders.ladder(request, found)
    rows = rankings.table(found)
    latest = Prefetch("sessions", queryset=sessions_with_progress(account)[:8], to_attr="latest")
    events = found.events.prefetch_related(latest).order_by("-created_at", "-pk")
    played = found.matches.aggregate(
        drawn=Count("pk", ~Q(status__in=["draft", "void"])),
        final=Count("pk", Q(status="final")),
        entered=Count("pk", Q(status="entered")),
    )
    organises = access.is_organiser(request, found.club)
    template = "web/_season_live.html" if request.headers.get("HX-Request") else "web/season.html"
    return render(
        request,
        template,
        {
            "season": found,
            "game_name": game_name(found.game),
            "race": race_of(request, found, rows),
            "files": files.of_season(found, organises=organises),
            "organises": organises,
            "leagues": League.objects.filter(divisions__season=found)
            .distinct()
            .order_by("name", "pk"),
            "standings": page_of(request, rows, per=50),
            "events": page_of(request, events, per=10, parameter="events"),
            "progress": played,
            "is_live": jobs_to_do(found.matches.all()),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a season; sent, it makes one or comes back with what is wrong."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    form = SeasonForm(data=sent(request))
    made = send(
        request,
        form,
        services.create_season,
        fields=TIE_BREAK_FIELDS,
        club=club,
    )
    if made is not None:
        return _begin(request, made)
    return show_form(request, form, "web/new_season.html", club=club, tiles=tiles())


def _begin(request: HttpRequest, season: Season) -> HttpResponse:
    """Go on to the events of a season that was made, which is started if that was the button."""
    if "start" in request.POST:
        with refused.told(request):
            by = access.require_account(request)
            services.start_season(season=season, by=by, now=timezone.now())
            messages.success(request, _("The season has started. Plan its first event."))
    else:
        messages.success(request, _("The season is made, in draft. Start it when it begins."))
    return redirect("web:season", code=season.code)


def race_of(request: HttpRequest, season: Season, rows: Sequence[rankings.Row]) -> Race | None:
    """Return the chart of the standings; none in a fragment or before the second session."""
    if request.headers.get("HX-Request"):
        return None
    found = courses.of(season, rows)
    return Race.of(found) if found else None


def find_season(request: HttpRequest, code: str) -> Season:
    """Return a season the visitor may know of, with its club; raises Http404."""
    rows = rights.readable_seasons(access.account_of(request))
    return get_object_or_404(rows.select_related("club"), code=code)


def sessions_with_progress(account: Account | None) -> QuerySet[Session]:
    """Return the sessions `account` may know of, the newest first, with counts of tables."""
    return (
        rights.readable_sessions(account)
        .annotate(tables=Count("matches", DRAWN), played=Count("matches", PLAYED))
        .order_by("-number", "-pk")
    )
