"""What a place costs, in a season and in an event, and how the pot of an event is shared out."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Event, Pot, Season
from league.services.books import fees, prizes
from league.services.registration import places
from league.web.base import access
from league.web.base.money import said
from league.web.base.sending import send, sent, show_form
from league.web.events.events import find_event
from league.web.seasons.seasons import find_season

from .book_forms import SeasonFeeForm, TermsForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def of_season(request: HttpRequest, code: str) -> HttpResponse:
    """Show and set what a place in each event of a season costs."""
    season = find_season(request, code)
    access.require_organiser(request, season.club)
    if season.kind == Season.Kind.LADDER:
        raise Http404(_("A ladder has no events, because its bots are seated automatically."))
    known = {"fee": season.entry_fee, "currency": season.club.currency}
    form = SeasonFeeForm(data=sent(request), initial=known)
    if send(request, form, fees.set_season_fee, season=season):
        messages.success(request, _("The entry fee is saved."))
        return redirect("web:season", code=code)
    context: dict[str, Any] = {
        "title": _("Entry fee"),
        "button": _("Save"),
        "club": season.club,
        "season": season,
        "back": reverse("web:season", args=[code]),
    }
    return show_form(request, form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def of_event(request: HttpRequest, code: str) -> HttpResponse:
    """Show and set what a place in an event costs, and how its pot is shared out."""
    event = find_event(request, code)
    access.require_organiser(request, event.season.club)
    form = _form(request, event)
    if send(request, form, prizes.set_terms, event=event):
        messages.success(request, _("Entry fee and prizes are saved."))
        return redirect("web:books", code=code)
    context: dict[str, Any] = {
        "title": _("Entry fee and prizes"),
        "button": _("Save"),
        "club": event.season.club,
        "season": event.season,
        "event": event,
        "back": reverse("web:books", args=[code]),
    }
    return show_form(request, form, **context)


def _form(request: HttpRequest, event: Event) -> TermsForm:
    pot = Pot.objects.filter(event=event).first()
    known: dict[str, Any] = {"fee": event.entry_fee}
    if pot is not None:
        known |= {"kept": pot.kept, "shares": pot.shares}
    participants = places.active(event).count()
    return TermsForm(
        of_season=_said_of_season(event),
        participants=participants,
        data=sent(request),
        initial=known,
    )


def _said_of_season(event: Event) -> str:
    """Return what happens where an event has no fee of its own."""
    fee, currency = event.season.entry_fee, event.season.club.currency
    if not fee:
        return _("In %(currency)s. Leave empty for none.") % {"currency": currency}
    return _("Leave empty for that of the season, %(fee)s.") % {"fee": said(fee, currency)}
