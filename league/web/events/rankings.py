"""The ranking of an evening and of each of its sessions, as a page and on paper."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Session
from league.services.clubs import allegiances
from league.services.events import rankings
from league.web.base import access, files, news
from league.web.base.match_names import session_name
from league.web.base.pagination import page_of
from league.web.results.records import number_in

from . import event_news
from .events import find_event
from .printed_lists import print_ranking
from .prints import send


def told_of(rows: Iterable[rankings.Row]) -> list[object]:
    """Return all that lists of a ranking tell."""
    return [
        (row.rank, row.player.name, row.points, row.wins, row.score, row.matches, row.handicap)
        for row in rows
    ]


@require_safe
@vary_on_headers("HX-Request")
def ranking(request: HttpRequest, code: str) -> HttpResponse:
    """Show who did how well in an event; `?session=2` asks for one of its sessions."""
    event = find_event(request, code)
    session = _session_in(request, event)
    rows = page_of(request, rankings.ranking(event, session=session), per=100)
    plays_for = allegiances.clubs_of(event.season, [row.player.pk for row in rows])
    named = [(pk, club.name) for pk, club in plays_for.items()]
    known = news.digest_of(event.name, told_of(rows), named)
    if news.is_known(request, known):
        return news.no_news()
    shown = event.sessions.exclude(status=Session.Status.DRAFT).order_by("number")
    context = {
        "event": event,
        "session": session,
        "sessions": shown,
        "rows": rows,
        "plays_for": plays_for,
        "known": known,
        "every_s": 0 if event_news.is_over(event, now=timezone.now()) else event_news.EVERY_S,
        "has_handicaps": any(row.handicap for row in rows),
        "organises": access.is_organiser(request, event.season.club),
        "files": files.of_ranking(event, session),
    }
    name = "_ranking.html" if news.is_fragment(request) else "ranking.html"
    return render(request, f"web/events/{name}", context)


@require_safe
def printed(request: HttpRequest, code: str) -> HttpResponse:
    """Send the ranking of an event, or of one of its sessions, for the wall."""
    event = find_event(request, code)
    session = _session_in(request, event)
    rows = rankings.ranking(event, session=session)
    title = f"{event.name}, {session_name(session)}" if session else event.name
    return send(print_ranking(event, title, rows, now=timezone.now()), f"ranking-{code}")


def _session_in(request: HttpRequest, event: Event) -> Session | None:
    """Return the session that the address names by its number, None if it names none."""
    asked = request.GET.get("session", "")
    if not asked:
        return None
    number = number_in(request, "session", 0)
    shown = event.sessions.exclude(status=Session.Status.DRAFT)
    session = shown.filter(number=number).select_related("event").first()
    if session is None:
        raise Http404(_("This event has no such session."))
    return session
