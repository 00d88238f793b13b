"""The page of an open evening: the tables in play, who waits how long, and what one can do."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Player, Registration
from league.services.events import attendance
from league.services.registration import open_evenings, places
from league.web.base import access, news, refused
from league.web.base.match_names import match_name
from league.web.events.events import find_event

ACTS: Final[Mapping[str, Callable[..., object]]] = {
    "open": open_evenings.open_evening,
    "stop": open_evenings.stop_seating,
    "end": open_evenings.end_evening,
}
MOST_SEATS = 10
OPEN_S, CLOSED_S = 10, 60
"""How often the page asks for news: during the evening, and before it."""


@require_safe
@vary_on_headers("HX-Request")
def evening(request: HttpRequest, code: str) -> HttpResponse:
    """Show who plays where and who waits, or the fragment of it that renews itself."""
    event = find_evening(request, code)
    account = access.account_of(request)
    now = timezone.now()
    look = open_evenings.look(event, now=now)
    own = None
    if account is not None:
        rows = places.active(event).filter(player__account=account)
        own = rows.select_related("player").first()
    place = look.place_of(own.player) if own else None
    organises = access.is_organiser(request, event.season.club)
    absent = _absent(event) if organises else []
    told = (
        event.name,
        told_of(look, now=now),
        own and (own.code, own.checked_in_at, place),
        organises and [(row.code, row.player.name) for row in absent],
    )
    known = news.digest_of(told)
    if news.is_known(request, known):
        return news.no_news()
    context = {
        "event": event,
        "look": look,
        "own": own,
        "place": place,
        "organises": organises,
        "absent": absent,
        "known": known,
        "every_s": _every_s(event, look),
        "is_fragment": news.is_fragment(request),
    }
    name = "_evening.html" if news.is_fragment(request) else "evening.html"
    return render(request, f"web/registration/{name}", context)


def told_of(look: open_evenings.Look, *, now: datetime) -> tuple[object, ...]:
    """Return who plays and waits, and while somebody waits the minute, as all minutes are shown."""
    tables = [
        (match.pk, match.table_number, [seat.player.name for seat in match.seats.all()])
        for match in look.tables
    ]
    waiting = [(one.registration.code, one.player.name) for one in look.waiting]
    minute = int(now.timestamp()) // 60 if waiting else 0
    return look.is_open, look.has_ended, tables, waiting, minute


@require_POST
@login_required
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Open the evening, seat nobody any more or end it, as the button says."""
    event = find_evening(request, code)
    name = request.POST.get("act", "")
    if name not in ACTS:
        raise Http404(_("This button does not exist."))
    with refused.told(request):
        ACTS[name](event=event, by=access.require_account(request), now=timezone.now())
    return redirect("web:evening", code=code)


@require_POST
@login_required
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """Open a table of those who are ticked."""
    event = find_evening(request, code)
    codes = request.POST.getlist("players")[: MOST_SEATS + 1]
    players = list(Player.objects.filter(code__in=codes).order_by("name", "pk"))
    with refused.told(request):
        match = open_evenings.seat_by_hand(
            event=event, players=players, by=access.require_account(request), now=timezone.now()
        )
        messages.success(request, _("%(table)s is open.") % {"table": match_name(match)})
    return redirect("web:evening", code=code)


@require_POST
@login_required
def presence(request: HttpRequest, code: str) -> HttpResponse:
    """Check somebody in or out, organisers anybody and players themselves."""
    event = find_evening(request, code)
    row = Registration.objects.filter(
        event=event, code=request.POST.get("registration", "")[:10]
    ).select_related("event__season__club", "player")
    found = row.first()
    if found is None:
        raise Http404(_("This registration does not exist."))
    does = attendance.check_in if request.POST.get("here") else attendance.undo_check_in
    with refused.told(request):
        does(registration=found, by=access.require_account(request), now=timezone.now())
    return redirect("web:evening", code=code)


def find_evening(request: HttpRequest, code: str) -> Event:
    """Return an open evening the visitor may know of; raises Http404."""
    event = find_event(request, code)
    if event.draw != Event.Draw.OPEN:
        raise Http404(_("This event is no open evening."))
    return event


def _every_s(event: Event, look: open_evenings.Look) -> int:
    """Return after how many seconds the page asks for news, 0 if none will come."""
    if look.is_open:
        return OPEN_S
    return 0 if look.has_ended or event.cancelled_at is not None else CLOSED_S


def _absent(event: Event) -> list[Registration]:
    """Return who has a place and is not there; organisers check them in."""
    rows = places.active(event).filter(checked_in_at=None).select_related("player")
    return list(rows.order_by("player__name", "pk"))
