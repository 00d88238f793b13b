"""Buttons of an event's page: register, withdraw, check in; each comes back to the page."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.models import Club, Event, Registration
from league.services.base import refusals, rights
from league.services.clubs import people
from league.services.events import attendance
from league.services.registration import registrations
from league.web.base import access
from league.web.events import doors
from league.web.events.events import CONFLICT, UNPROCESSABLE, find_event, show


@require_POST
@login_required
def register(request: HttpRequest, code: str) -> HttpResponse:
    """Register the visitor, or as organiser a guest by name."""
    event = find_event(request, code)
    if "player" in request.POST:
        player = get_object_or_404(people.people_of(event.season.club), code=request.POST["player"])
        act = partial(registrations.register, player=player)
    elif "name" in request.POST:
        is_new = "is_new" in request.POST
        act = partial(registrations.register_guest, name=request.POST["name"], is_new=is_new)
    else:
        own_name = request.POST.get("own_name")
        club = _club_named(request)
        act = partial(registrations.register_oneself, own_name=own_name, club=club)
    return _act(request, event, partial(act, event=event))


@require_POST
@login_required
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Give up a place."""
    row = find_registration(request, code)
    return _act(request, row.event, attendance.withdraw, registration=row)


@require_POST
@login_required
def check_in(request: HttpRequest, code: str) -> HttpResponse:
    """Say that a player is there."""
    row = find_registration(request, code)
    return _act(request, row.event, attendance.check_in, registration=row)


@require_POST
@login_required
def undo_check_in(request: HttpRequest, code: str) -> HttpResponse:
    """Say that a player is not there after all."""
    row = find_registration(request, code)
    return _act(request, row.event, attendance.undo_check_in, registration=row)


def find_registration(request: HttpRequest, code: str) -> Registration:
    """Return a registration the visitor may know of, with its event; raises Http404."""
    rows = rights.readable_registrations(access.account_of(request))
    rows = rows.select_related("event__season__club", "event__venue", "player")
    return get_object_or_404(rows, code=code)


def _club_named(request: HttpRequest) -> Club | None:
    """Return the club for which somebody wants to play, None where none is named."""
    slug = request.POST.get("club", "")
    known = rights.readable_clubs(access.account_of(request))
    return get_object_or_404(known, slug=slug) if slug else None


def _act(
    request: HttpRequest, event: Event, act: Callable[..., Registration], **what: Any
) -> HttpResponse:
    """Let a service act and say what came of it, or show the page with what is wrong."""
    at_door = request.POST.get("at") == doors.AT
    try:
        row = act(by=access.require_account(request), now=timezone.now(), **what)
    except refusals.Invalid as refusal:
        said = [one for some in refusal.errors.values() for one in some]
        return show(request, event, refused=said, status=UNPROCESSABLE)
    except refusals.SameName as refusal:
        known = [(one.code, people.described(one)) for one in refusal.known]
        same = {"name": request.POST["name"], "known": known}
        return show(request, event, refused=[refusal.message], same=same, status=CONFLICT)
    except refusals.Refused as refusal:
        if at_door:
            return doors.come_back(request, event, [refusal.message])
        return show(request, event, refused=[refusal.message], status=CONFLICT)
    if at_door:
        return doors.come_back(request, event)
    words = {"name": row.player.shown_name, "status": row.get_status_display()}
    messages.success(request, _("%(name)s: %(status)s.") % words)
    return redirect("web:event", code=event.code)
