"""The books of an event: who has paid, to be ticked on a phone at the door, and the prizes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Player, Registration, Role
from league.services.base import refusals, rights
from league.services.books import fees, payments, prizes
from league.web.base import access, files, money
from league.web.base.pagination import page_of
from league.web.events.events import LONGEST_NAME, find_event
from league.web.events.prints import ROWS, send

from .book_prints import print_books

PER_PAGE: Final = 100


@require_safe
@login_required
@vary_on_headers("HX-Request")
def books(request: HttpRequest, code: str) -> HttpResponse:
    """Show who has paid for an event and who gets which prize."""
    event = find_event(request, code)
    access.require_role(request, event.season.club, Role.SCORER)
    return _show(request, event)


@require_safe
@login_required
def printed(request: HttpRequest, code: str) -> HttpResponse:
    """Send the books of an event as a list to be ticked on paper."""
    event = find_event(request, code)
    access.require_role(request, event.season.club, Role.SCORER)
    lines = payments.lines(event, payments.rows_of(event)[:ROWS])
    look = prizes.look(event)
    content = print_books(event, lines, payments.totals(event), look, now=timezone.now())
    return send(content, f"books-{code}")


@require_POST
@login_required
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Tick that somebody has paid or was handed a prize, or undo that."""
    event = find_event(request, code)
    access.require_role(request, event.season.club, Role.SCORER)
    if (tick := ACTS.get(request.POST.get("act", ""))) is None:
        raise Http404
    try:
        tick(request, event)
    except refusals.Invalid as refusal:
        wrong = [one for some in refusal.errors.values() for one in some]
        return _come_back(request, event, wrong)
    except refusals.Refused as refusal:
        return _come_back(request, event, [refusal.message])
    return _come_back(request, event)


def _come_back(request: HttpRequest, event: Event, wrong: Sequence[str] = ()) -> HttpResponse:
    """Return to the books after a tick; `wrong` is what is wrong with it."""
    if request.headers.get("HX-Request"):
        return _show(request, event, wrong)
    for said in wrong:
        messages.error(request, said)
    return redirect("web:books", code=event.code)


def _show(request: HttpRequest, event: Event, wrong: Sequence[str] = ()) -> HttpResponse:
    """Show the books, or their fragment; queries do not depend on how many people there are."""
    named = (request.GET.get("find") or request.POST.get("find", "")).strip()[:LONGEST_NAME]
    rows = payments.rows_of(event).filter(player__name__icontains=named)
    page = page_of(request, rows, per=PER_PAGE)
    context = {
        "event": event,
        "currency": event.season.club.currency,
        "fee": fees.fee_of(event),
        "page": page,
        "lines": payments.lines(event, page),
        "named": named,
        "refused": wrong,
        "totals": payments.totals(event),
        "prizes": prizes.look(event),
        "organises": access.is_organiser(request, event.season.club),
        "files": files.of_books(event),
    }
    name = "_books.html" if request.headers.get("HX-Request") else "books.html"
    return render(request, f"web/books/{name}", context)


def _registration(request: HttpRequest, event: Event) -> Registration:
    rows = event.registrations.select_related("event__season__club", "player")
    return get_object_or_404(rows, code=request.POST.get("registration", ""))


def _player(request: HttpRequest) -> Player:
    rows = rights.readable_players(access.account_of(request))
    return get_object_or_404(rows, code=request.POST.get("player", ""))


def _pay(request: HttpRequest, event: Event) -> None:
    payments.note_paid(
        registration=_registration(request, event),
        way=request.POST.get("way", ""),
        amount=money.given(request.POST.get("amount", ""), field="amount"),
        by=access.require_account(request),
        now=timezone.now(),
    )


def _undo(request: HttpRequest, event: Event) -> None:
    row, by = _registration(request, event), access.require_account(request)
    payments.undo_paid(registration=row, by=by, now=timezone.now())


def _hand_out(request: HttpRequest, event: Event) -> None:
    prizes.hand_out(
        event=event,
        player=_player(request),
        way=request.POST.get("way", ""),
        by=access.require_account(request),
        now=timezone.now(),
    )


def _take_back(request: HttpRequest, event: Event) -> None:
    by = access.require_account(request)
    prizes.take_back(event=event, player=_player(request), by=by, now=timezone.now())


ACTS: Final[Mapping[str, Callable[[HttpRequest, Event], None]]] = {
    "pay": _pay,
    "undo": _undo,
    "hand-out": _hand_out,
    "take-back": _take_back,
}
