"""The list at the door: who of an event is here, to be ticked on a phone."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Registration
from league.services.accounts import agreements
from league.services.events import attendance
from league.services.registration import places
from league.web.base import access, refused
from league.web.base.pagination import page_of

from .events import LONGEST_NAME, find_event

AT = "door"


@require_safe
@login_required
@vary_on_headers("HX-Request")
def door(request: HttpRequest, code: str) -> HttpResponse:
    """Show who has a place and who is here, to be ticked at the door on a phone."""
    event = find_event(request, code)
    access.require_organiser(request, event.season.club)
    return show_door(request, event)


@require_POST
@login_required
def check_in_all(request: HttpRequest, code: str) -> HttpResponse:
    """Say that everybody with a place is here."""
    event = find_event(request, code)
    with refused.told(request):
        count = attendance.check_in_all(
            event=event, by=access.require_account(request), now=timezone.now()
        )
        said = ngettext(
            "%(count)d more player is checked in.", "%(count)d more players are checked in.", count
        )
        messages.success(request, said % {"count": count})
    return redirect("web:door", code=code)


def come_back(request: HttpRequest, event: Event, wrong: Sequence[str] = ()) -> HttpResponse:
    """Return to the list after a tick; `wrong` is what is wrong with it."""
    if request.headers.get("HX-Request"):
        return show_door(request, event, wrong)
    for said in wrong:
        messages.error(request, said)
    return redirect("web:door", code=event.code)


def show_door(request: HttpRequest, event: Event, wrong: Sequence[str] = ()) -> HttpResponse:
    """Show the list at the door, or its fragment; queries do not depend on its length."""
    named = (request.GET.get("find") or request.POST.get("find", "")).strip()[:LONGEST_NAME]
    rows = coming_to(event)
    context = {
        "event": event,
        "rows": page_of(request, rows.filter(player__name__icontains=named), per=100),
        "named": named,
        "refused": wrong,
        "here": rows.filter(checked_in_at__isnull=False).count(),
        "coming": rows.count(),
        "asked": agreements.unanswered(event.season.club),
    }
    is_fragment = request.headers.get("HX-Request")
    return render(
        request, "web/events/_door.html" if is_fragment else "web/events/door.html", context
    )


def coming_to(event: Event) -> QuerySet[Registration]:
    """Return who has a place in an event, by name."""
    return places.active(event).select_related("player").order_by("player__name", "pk")
