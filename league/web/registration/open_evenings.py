"""The page of an open evening: the tables in play, who waits how long, and what one can do."""

from collections.abc import Callable, Mapping
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
from league.web.base import access, refused
from league.web.base.match_names import match_name
from league.web.events.events import find_event

ACTS: Final[Mapping[str, Callable[..., object]]] = {
    "open": open_evenings.open_evening,
    "stop": open_evenings.stop_seating,
    "end": open_evenings.end_evening,
}
MOST_SEATS = 10


@require_safe
@vary_on_headers("HX-Request")
def evening(request: HttpRequest, code: str) -> HttpResponse:
    """Show who plays where and who waits, or the fragment of it that renews itself."""
    event = _find(request, code)
    account = access.account_of(request)
    look = open_evenings.look(event, now=timezone.now())
    own = None
    if account is not None:
        rows = places.active(event).filter(player__account=account)
        own = rows.select_related("player").first()
    context = {
        "event": event,
        "look": look,
        "own": own,
        "line": _place_in_line(look, own),
        "table": _table_of(look, own),
        "organises": access.is_organiser(request, event.season.club),
        "absent": _absent(event, request),
    }
    is_fragment = request.headers.get("HX-Request")
    name = "_evening.html" if is_fragment else "evening.html"
    return render(request, f"web/registration/{name}", context)


@require_POST
@login_required
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Open the evening, seat nobody any more or end it, as the button says."""
    event = _find(request, code)
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
    event = _find(request, code)
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
    event = _find(request, code)
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


def _find(request: HttpRequest, code: str) -> Event:
    event = find_event(request, code)
    if event.draw != Event.Draw.OPEN:
        raise Http404(_("This event is no open evening."))
    return event


def _place_in_line(look: open_evenings.Look, own: Registration | None) -> int | None:
    """Return the place of somebody among those who wait, the first is 1."""
    if own is None:
        return None
    keys = [one.registration.pk for one in look.waiting]
    return keys.index(own.pk) + 1 if own.pk in keys else None


def _table_of(look: open_evenings.Look, own: Registration | None) -> object:
    """Return the match at which somebody plays."""
    found = (
        match
        for match in look.tables
        if own is not None and own.player_id in {seat.player_id for seat in match.seats.all()}
    )
    return next(found, None)


def _absent(event: Event, request: HttpRequest) -> list[Registration]:
    """Return who has a place and is not there; organisers check them in."""
    if not access.is_organiser(request, event.season.club):
        return []
    rows = places.active(event).filter(checked_in_at=None).select_related("player")
    return list(rows.order_by("player__name", "pk"))
