"""The screen at the door with its code, and the page on which people check themselves in."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Player, Registration
from league.services.base import refusals
from league.services.events import arrivals
from league.services.registration import places
from league.web.base import access, news
from league.web.base.qr import qr

from .doors import coming_to
from .events import find_event

NEWEST: Final = 8
"""How many of those who came last the screen names."""
GUESTS: Final = 300
"""From how many the page lets a guest choose; an event has fewer."""


@require_safe
@login_required
@vary_on_headers("HX-Request")
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show the code of the door, how many are here and who came last, renewed by itself."""
    event, now = find_event(request, code), timezone.now()
    access.require_organiser(request, event.season.club)
    rows = coming_to(event)
    here = rows.filter(checked_in_at__isnull=False)
    newest = list(here.order_by("-checked_in_at", "-pk")[:NEWEST])
    address = reverse("web:here", args=[event.code, arrivals.code_of(event, now=now)])
    context: dict[str, object] = {
        "event": event,
        "here": here.count(),
        "coming": rows.count(),
        "newest": newest,
        "is_fragment": news.is_fragment(request),
    }
    names = [(row.pk, row.player.name) for row in newest]
    known = news.digest_of(event.name, address, context["here"], context["coming"], names)
    if news.is_known(request, known):
        return news.no_news()
    context |= {"known": known, "qr": qr(request.build_absolute_uri(address))}
    name = "_arrivals.html" if news.is_fragment(request) else "arrivals.html"
    return render(request, f"web/events/{name}", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def here(request: HttpRequest, code: str, door: str) -> HttpResponse:
    """Let who has scanned the code check in, with an account or as a guest who has a place."""
    event = find_event(request, code)
    if request.method == "POST":
        return _arrive(request, event, door)
    return _show(request, event, door)


def _arrive(request: HttpRequest, event: Event, door: str) -> HttpResponse:
    now, account = timezone.now(), access.account_of(request)
    guest = request.POST.get("guest", "")
    try:
        if guest:
            row = arrivals.arrive_as_guest(event=event, code=door, guest=guest, now=now)
        else:
            by = access.require_account(request)
            name = request.POST.get("own_name")
            row = arrivals.arrive(event=event, code=door, own_name=name, by=by, now=now)
    except refusals.Invalid as refusal:
        said = [one for some in refusal.errors.values() for one in some]
        return _show(request, event, door, said, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except refusals.Forbidden as refusal:
        return _show(request, event, door, [refusal.message], status=HTTPStatus.FORBIDDEN)
    except refusals.Refused as refusal:
        return _show(request, event, door, [refusal.message], status=HTTPStatus.CONFLICT)
    if guest and account is None:
        return _show(request, event, door, done=row)
    messages.success(request, _told(row))
    return redirect("web:event", code=event.code)


def _show(
    request: HttpRequest,
    event: Event,
    door: str,
    refused: Sequence[str] = (),
    *,
    status: int = HTTPStatus.OK,
    done: Registration | None = None,
) -> HttpResponse:
    """Show what the visitor can do here, what is wrong with it, or that it is `done`."""
    account, now = access.account_of(request), timezone.now()
    is_valid = arrivals.is_valid(event, door, now=now)
    own = None
    if account is not None:
        rows = places.active(event).filter(player__account=account)
        own = rows.select_related("player").first()
    context = {
        "event": event,
        "door": door,
        "is_valid": is_valid,
        "own": own,
        "needs_name": account and not Player.objects.filter(account=account).exists(),
        "guests": arrivals.guests(event)[:GUESTS] if is_valid else [],
        "refused": refused,
        "done": _told(done) if done else "",
    }
    if not is_valid and status == HTTPStatus.OK:
        status = HTTPStatus.GONE
    return render(request, "web/events/here.html", context, status=status)


def _told(row: Registration) -> str:
    """Return what became of somebody at the door, in a sentence."""
    words = {"name": row.player.shown_name, "session": row.first_session}
    if row.status == Registration.Status.WAITING:
        return _("%(name)s is on the waiting list. Ask an organiser.") % words
    if row.first_session > 1:
        return _("%(name)s is checked in, and plays from session %(session)d on.") % words
    return _("%(name)s is checked in.") % words
