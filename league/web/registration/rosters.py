"""Registering a list of players: shown as a table first, then done as a whole."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.services.registration import rosters
from league.services.registration.rosters import Line
from league.web.base import access, lists
from league.web.events.events import find_event


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_registrations(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a list; sent, say what would become of each line, then do it."""
    event = find_event(request, code)
    access.require_organiser(request, event.season.club)
    by, now, is_forced = access.require_account(request), timezone.now(), "force" in request.POST
    done = lists.go_through(
        request,
        look=partial(rosters.look, event=event, by=by, now=now),
        act=partial(rosters.import_roster, event=event, force=is_forced, by=by, now=now),
        said_of=_said,
        template="web/registration/import_registrations.html",
        columns=rosters.COLUMNS,
        context={"event": event, "is_forced": is_forced},
    )
    if isinstance(done, HttpResponse):
        return done
    count = sum(not line.is_already for line in done.lines)
    said = ngettext("%(count)d player is registered.", "%(count)d players are registered.", count)
    messages.success(request, said % {"count": count})
    return redirect("web:event", code=code)


def _said(line: Line) -> str:
    """Say what would become of a line."""
    if line.is_already:
        return _("already registered, stays unchanged")
    return str(line.registration.get_status_display())
