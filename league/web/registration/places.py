"""Places in an event as organisers look after them: late entry, leaving, substitutes."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Account, Club, Registration
from league.services.clubs import allegiances
from league.services.events import attendance
from league.services.registration import registrations
from league.web.base import access
from league.web.base.sending import UNPROCESSABLE, ServiceForm, send, sent, show_form
from league.web.clubs.federation_forms import PlaysForForm
from league.web.events.events import find_event
from league.web.registration.place_forms import DetailsForm, EntryForm, LeaveForm, SubstituteForm

from .registrations import find_registration


def choose_club(
    *, registration: Registration, club: Club | None, by: Account, now: datetime
) -> Registration:
    """Let somebody play for a club of the federation, or for none, in the whole season."""
    season, player = registration.event.season, registration.player
    allegiances.choose(season=season, player=player, club=club, by=by, now=now)
    return registration


ACTS: Final[Mapping[str, Callable[..., Any]]] = {
    "describe": registrations.describe,
    "leave": attendance.withdraw,
    "replace": attendance.replace,
    "club": choose_club,
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def let_in(request: HttpRequest, code: str) -> HttpResponse:
    """Show who of the club could come, also late; sent, they get a place or wait for one."""
    event = find_event(request, code)
    access.require_organiser(request, event.season.club)
    form = EntryForm(event, data=sent(request))
    row = send(request, form, registrations.register, event=event)
    if row is not None:
        words = {"name": row.player.shown_name, "status": row.get_status_display()}
        messages.success(request, _("%(name)s: %(status)s.") % words)
        return redirect("web:event", code=code)
    return show_form(
        request,
        form,
        title=_("Add a player"),
        about=_(
            "You can also add players late, or after they have left. Register guests on the "
            "event's page."
        ),
        button=_("Register"),
        back=reverse("web:event", args=[code]),
        club=event.season.club,
        season=event.season,
        event=event,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def place(request: HttpRequest, code: str) -> HttpResponse:
    """Show what organisers can do about a place in an event; sent, one of it is done."""
    row = find_registration(request, code)
    access.require_organiser(request, row.event.season.club)
    forms = forms_of(request, row)
    name = request.POST.get("act", "")
    if name in forms:
        done = send(request, forms[name], ACTS[name], registration=row)
        if done is not None:
            said = _("%(name)s is saved.") % {"name": row.player.shown_name}
            messages.success(request, said)
            return redirect("web:event", code=row.event.code)
    context = {
        "row": row,
        "forms": forms,
        "has_place": row.status == "registered" and row.last_session is None,
    }
    is_wrong = any(form.errors for form in forms.values())
    return render(
        request, "web/registration/place.html", context, status=UNPROCESSABLE if is_wrong else 200
    )


def forms_of(request: HttpRequest, row: Registration) -> dict[str, ServiceForm]:
    """Return the forms about a place; the one that was sent has what was typed."""
    act = request.POST.get("act", "")
    details = {"group": row.group, "fixed_table": row.fixed_table}
    found: dict[str, ServiceForm] = {
        "describe": DetailsForm(
            sent(request) if act == "describe" else None, initial=details, prefix="describe"
        ),
        "leave": LeaveForm(sent(request) if act == "leave" else None, prefix="leave"),
        "replace": SubstituteForm(
            row, data=sent(request) if act == "replace" else None, prefix="replace"
        ),
    }
    if row.event.season.club.is_federation:
        found["club"] = PlaysForForm(
            row.event.season,
            row.player,
            data=sent(request) if act == "club" else None,
            prefix="club",
        )
    return found
