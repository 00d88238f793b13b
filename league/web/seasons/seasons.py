"""A season with its standings and its events with their latest sessions, and the form for one."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Account, Event, League, Season, Session
from league.services.base import rights
from league.services.clubs import allegiances
from league.services.seasons import courses, rankings
from league.services.seasons import seasons as services
from league.web.base import access, files, refused
from league.web.base.charts import Race
from league.web.base.pagination import page_of
from league.web.base.previews import preview_of_season
from league.web.base.sending import send, sent, show_form
from league.web.clubs.clubs import find_club
from league.web.events.progress import drawn_of, finished_tables
from league.web.events.sessions import jobs_to_do
from league.web.games.game_tiles import tiles
from league.web.games.games import game_name
from league.web.ladders import ladders
from league.web.seasons.season_forms import TIE_BREAK_FIELDS, SeasonForm
from league.web.seasons.ties import ties_of

MOST_SESSIONS = 8
"""The sessions shown of an event, the latest."""


@require_safe
@vary_on_headers("HX-Request")
def season(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings of a season, how far it has got, and its events; or a ladder."""
    found = find_season(request, code)
    if found.kind == Season.Kind.LADDER:
        return ladders.ladder(request, found)
    rows = rankings.table(found)
    matches = dict(found.matches.order_by().values_list("status").annotate(Count("pk")))
    page = page_of(request, rows, per=50)
    context = {
        "season": found,
        "standings": page,
        "ties": ties_of(rows, list(page)),
        "plays_for": allegiances.clubs_of(found, [row.player.pk for row in page]),
        "progress": {**matches, "drawn": drawn_of(matches)},
        "is_live": jobs_to_do(found.matches.all()),
    }
    if request.headers.get("HX-Request"):
        return render(request, "web/seasons/_season_live.html", context)
    return render(request, "web/seasons/season.html", context | around_standings(request, found))


@require_safe
@vary_on_headers("HX-Request")
def course(request: HttpRequest, code: str) -> HttpResponse:
    """Show the course of a season as a chart, which its page asks for once somebody gets there."""
    found = find_season(request, code)
    if found.kind == Season.Kind.LADDER:
        raise Http404
    shown = courses.of(found, rankings.table(found))
    context = {"season": found, "race": Race.of(shown) if shown else None}
    name = (
        "web/seasons/_race.html" if request.headers.get("HX-Request") else "web/seasons/course.html"
    )
    return render(request, name, context)


def around_standings(request: HttpRequest, season: Season) -> dict[str, object]:
    """Return what the page of a season shows beside its standings, which are asked for again."""
    organises = access.is_organiser(request, season.club)
    by_age = season.events.order_by("-created_at", "-pk")
    events = page_of(request, by_age, per=10, parameter="events")
    latest = latest_sessions(events, access.account_of(request))
    leagues = League.objects.filter(divisions__season=season).distinct()
    return {
        "game_name": game_name(season.game),
        "files": files.of_season(season, organises=organises),
        "feeds": files.feeds_of(season),
        "preview": preview_of_season(request, season),
        "organises": organises,
        "leagues": leagues.order_by("name", "pk"),
        "events": events,
        "latest": latest,
        "finished": finished_tables(chain.from_iterable(latest.values())),
    }


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
    return show_form(request, form, "web/seasons/new_season.html", club=club, tiles=tiles())


def _begin(request: HttpRequest, season: Season) -> HttpResponse:
    """Go on to the events of a season that was made, which is started if that was the button."""
    if "start" in request.POST:
        with refused.told(request):
            by = access.require_account(request)
            services.start_season(season=season, by=by, now=timezone.now())
            messages.success(request, _("The season has started. Now create its first event."))
    else:
        messages.success(request, _("The season is created as a draft. Start it when it begins."))
    return redirect("web:season", code=season.code)


def latest_sessions(events: Iterable[Event], account: Account | None) -> dict[int, list[Session]]:
    """Return the sessions shown of events, by their primary keys, the latest first; one query."""
    rows = rights.readable_sessions(account).filter(event__in=list(events))
    found: defaultdict[int, list[Session]] = defaultdict(list)
    for session in rows.order_by("-number", "-pk"):
        if len(found[session.event_id]) < MOST_SESSIONS:
            found[session.event_id].append(session)
    return found


def find_season(request: HttpRequest, code: str) -> Season:
    """Return a season the visitor may know of, with its club; raises Http404."""
    rows = rights.readable_seasons(access.account_of(request))
    return get_object_or_404(rows.select_related("club"), code=code)
