"""Planning events: made, changed, called off, repeated, drawn in advance; their sessions."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.models import Event
from league.services.base import refusals
from league.services.events import events, movements, repeats
from league.web.base import access
from league.web.base.sending import send, sent, show_form
from league.web.events.event_forms import (
    EventForm,
    ReasonForm,
    ReinstateForm,
    RepeatForm,
    SessionForm,
    plan_of,
)
from league.web.seasons.seasons import find_season

from .events import CONFLICT, UNPROCESSABLE, find_event, show


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for an event; sent, it plans one or comes back with what is wrong."""
    season = find_season(request, code)
    access.require_organiser(request, season.club)
    form = EventForm(season, is_new=True, data=sent(request))
    made = send(request, form, events.create_event, season=season)
    if made is not None:
        messages.success(request, _("The event is created."))
        return redirect("web:event", code=made.code)
    return show_form(
        request,
        form,
        title=_("New event"),
        about=_("An event is an evening, a tournament or a league day."),
        button=_("Create the event"),
        back=reverse("web:season", args=[code]),
        club=season.club,
        season=season,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Show the plan of an event as a form; sent, it is changed."""
    event = _organised(request, code)
    form = EventForm(event.season, is_new=False, data=sent(request), initial=plan_of(event))
    changed = send(request, form, events.describe_event, event=event)
    if changed is not None:
        messages.success(request, _("The event is saved."))
        return redirect("web:event", code=code)
    return show_form(
        request,
        form,
        title=_("Edit the event"),
        about=_("If you add places, they go to the players on the waiting list, in order."),
        button=_("Save"),
        **above(event),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Ask why an event is called off; sent, it is."""
    event = _organised(request, code)
    form = ReasonForm(sent(request))
    gone = send(request, form, events.cancel_event, event=event)
    if gone is not None:
        messages.success(request, _("The event is cancelled."))
        return redirect("web:event", code=code)
    return show_form(
        request,
        form,
        title=_("Cancel the event"),
        about=_(
            "Tables that are still waiting for results become void. You can reinstate the "
            "event later on its page. Players who have registered elsewhere by then stay "
            "registered there."
        ),
        button=_("Cancel the event"),
        **above(event),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def reinstate(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether an event that was called off takes place after all; sent, it does."""
    event = _organised(request, code)
    form = ReinstateForm(sent(request))
    back = send(request, form, events.reinstate_event, event=event)
    if back is not None:
        messages.success(request, _("The event is reinstated."))
        return redirect("web:event", code=code)
    return show_form(
        request,
        form,
        title=_("Reinstate the event"),
        about=_(
            "Tables that became void through the cancellation reopen. Free places go to players "
            "on the waiting list."
        ),
        button=_("Reinstate the event"),
        **above(event),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def repeat(request: HttpRequest, code: str) -> HttpResponse:
    """Ask when an evening comes again; sent, it makes an event for each date."""
    event = _organised(request, code)
    form = RepeatForm(sent(request))
    made = send(request, form, repeats.repeat_event, event=event)
    if made is not None:
        said = ngettext("%(count)d event is created.", "%(count)d events are created.", len(made))
        messages.success(request, said % {"count": len(made)})
        return redirect("web:season", code=event.season.code)
    return show_form(
        request,
        form,
        title=_("Repeat the event"),
        about=_(
            "This creates events like this one, at the same time of day. Each is named after its "
            "date."
        ),
        button=_("Create these events"),
        **above(event),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add_session(request: HttpRequest, code: str) -> HttpResponse:
    """Ask when the next session starts; sent, it is added with an empty draft."""
    event = _organised(request, code)
    form = SessionForm(sent(request))
    made = send(request, form, events.create_session, event=event)
    if made is not None:
        messages.success(
            request, _("The session is added. Make its draw when the players are there.")
        )
        return redirect("web:session", code=made.code)
    return show_form(
        request,
        form,
        title=_("Next session"),
        about=_("In a session every table plays one match."),
        button=_("Add the session"),
        **above(event),
    )


@require_POST
@login_required
def draw_all(request: HttpRequest, code: str) -> HttpResponse:
    """Draw all sessions in advance: a movement, or everybody against everybody."""
    event = find_event(request, code)
    try:
        made = movements.make(
            event=event,
            checked_in_only="checked_in_only" in request.POST,
            by=access.require_account(request),
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        said = [one for some in refusal.errors.values() for one in some]
        return show(request, event, refused=said, status=UNPROCESSABLE)
    except refusals.Refused as refusal:
        return show(request, event, refused=[refusal.message], status=CONFLICT)
    done = ngettext("%(count)d session is drawn.", "%(count)d sessions are drawn.", len(made))
    messages.success(request, done % {"count": len(made)})
    return redirect("web:event", code=code)


def above(event: Event) -> dict[str, Any]:
    """Return what the way to a form about an event shows, and where it leads back."""
    return {
        "club": event.season.club,
        "season": event.season,
        "event": event,
        "back": reverse("web:event", args=[event.code]),
    }


def _organised(request: HttpRequest, code: str) -> Event:
    event = find_event(request, code)
    access.require_organiser(request, event.season.club)
    return event
