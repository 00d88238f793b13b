"""What organisers do with the draw of a session on its page."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial, wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.models import Account, Player, Session
from league.models.events import new_seed
from league.services.base import refusals
from league.services.draws import drawing, draws, seating
from league.services.draws.brackets import Seeding, Wanted
from league.services.draws.seating import Spot, SwapPlayers
from league.services.events import sessions as services
from league.web.base import access, refused
from league.web.base.bot_names import player_name
from league.web.base.sending import UNPROCESSABLE
from league.web.draws.draw_words import price_in_words
from league.web.events.sessions import find_session, what_tables_show

LONGEST_PLACE = 24

Act = Callable[[HttpRequest, Session, Account, datetime], str]
View = Callable[[HttpRequest, str], HttpResponse]


def button(act: Act) -> View:
    """Return the view of a button: it does `act`, and leads back with the word that returns."""

    @require_POST
    @login_required
    @wraps(act)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        session = find_session(request, code)
        with refused.told(request):
            by = access.require_account(request)
            messages.success(request, act(request, session, by, timezone.now()))
        return redirect("web:session", code=session.code)

    return view


@button
def publish(_request: HttpRequest, session: Session, by: Account, now: datetime) -> str:
    """Publish the draw of a session now."""
    draws.publish(session=session, by=by, now=now)
    return _("The draw is published.")


@button
def make(request: HttpRequest, session: Session, by: Account, now: datetime) -> str:
    """Draw a session, again with other lots if there is a draft already."""
    checked_in_only = "checked_in_only" in request.POST
    seed = None if session.seed is None else new_seed()
    drawing.draw(
        session=session,
        checked_in_only=checked_in_only,
        seed=seed,
        wanted=_wanted(request),
        by=by,
        now=now,
    )
    return _("The draw is made. Check the tables, change what you like, then publish it.")


def _wanted(request: HttpRequest) -> Wanted:
    """Return what is chosen with the first draw of a cup."""
    seeding = request.POST.get("seeding", "")
    return Wanted(
        seeding=Seeding(seeding) if seeding in Seeding.values else Seeding.RATING,
        third_place="third_place" in request.POST,
    )


@require_POST
@login_required
def swap(request: HttpRequest, code: str) -> HttpResponse:
    """Let two players change places, or only say what that would cost; a fragment for HTMX."""
    session = find_session(request, code)
    wish = _wish(request)
    return _swapped(request, session, partial(_swap, request, session, wish))


@require_POST
@login_required
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the last swap, if nothing has changed the draft since; a fragment for HTMX."""
    session = find_session(request, code)
    return _swapped(request, session, partial(_take_back, request, session))


def _swapped(request: HttpRequest, session: Session, act: Callable[[], str]) -> HttpResponse:
    """Do what changes places; lead back with the words that it returns, or show them in place."""
    if request.headers.get("HX-Request"):
        return _swapped_on_the_page(request, session, act)
    with refused.told(request):
        messages.success(request, act())
    address = reverse("web:session", args=[session.code])
    if "price" in request.POST:  # both players stay chosen
        chosen = {field: request.POST.get(field, "")[:LONGEST_PLACE] for field in ("one", "other")}
        address = f"{address}?{urlencode(chosen)}"
    return redirect(address)


def _swapped_on_the_page(
    request: HttpRequest, session: Session, act: Callable[[], str]
) -> HttpResponse:
    """Return the price of a change with the buttons that make it, or the tables after it."""
    is_priced = "price" in request.POST
    context: dict[str, Any] = {"session": session, "page": request.GET.urlencode()}
    context |= {field: request.POST.get(field, "") for field in ("one", "other")}
    try:
        said = act()
    except refusals.Invalid as refusal:
        errors = [" ".join(said) for said in refusal.errors.values()]
        return render(request, "web/draws/_swap.html", {"errors": errors}, status=UNPROCESSABLE)
    except refusals.Refused as refusal:
        errors = [refusal.message]
        return render(request, "web/draws/_swap.html", {"errors": errors}, status=UNPROCESSABLE)
    head, *lines = said.splitlines()
    context |= {"said": head, "lines": lines, "is_priced": is_priced}
    if not is_priced:
        session.refresh_from_db(fields=["explanation"])
        context |= what_tables_show(request, session, organises=True)
        context["undo"] = seating.back_from_last(session)
    return render(request, "web/draws/_swap.html", context)


def _wish(request: HttpRequest) -> SwapPlayers:
    """Return the swap that a form asks for; raises Http404 for players there are not."""
    (one, one_at), (other, other_at) = (
        _player_at(request.POST.get(field, "")[:LONGEST_PLACE]) for field in ("one", "other")
    )
    return SwapPlayers(one, other, one_at, other_at)


def _player_at(text: str) -> tuple[Player, Spot | None]:
    """Read `code`, or `code.table.seat` as of bots with several seats; raises Http404."""
    code, *spot = text.split(".")
    if spot and (len(spot) != 2 or not all(part.isascii() and part.isdigit() for part in spot)):
        raise Http404(_("This seat does not exist."))
    player = get_object_or_404(Player, code=code[:10])
    return player, (int(spot[0]), int(spot[1])) if spot else None


def _swap(request: HttpRequest, session: Session, wish: SwapPlayers) -> str:
    """Swap two players, or with `price` only ask what it costs; return that in words."""
    by = access.require_account(request)
    if "price" in request.POST:
        price = seating.price(session=session, wish=wish, by=by)
        return _in_words(_("If you swap %(one)s and %(other)s:"), wish, price)
    price = seating.change(session=session, wish=wish, by=by, now=timezone.now())
    return _in_words(_("You swapped %(one)s and %(other)s:"), wish, price)


def _take_back(request: HttpRequest, session: Session) -> str:
    """Take back the last swap, and return what that was in words."""
    by = access.require_account(request)
    wish, price = seating.take_back(session=session, by=by, now=timezone.now())
    return _in_words(_("You swapped %(one)s and %(other)s:"), wish, price)


def _in_words(said: str, wish: SwapPlayers, price: Mapping[str, Any]) -> str:
    """Return which swap it is about, and below it a line for each thing that it changes."""
    head = said % {"one": player_name(wish.one), "other": player_name(wish.other)}
    lines = price_in_words(price)
    return "\n".join([head, *lines]) if lines else f"{head} {_('No drawback.')}"


@button
def schedule(request: HttpRequest, session: Session, by: Account, now: datetime) -> str:
    """Have the draft published at a time, or with an empty one no longer."""
    at = _time(request.POST.get("publish_at", ""))
    services.schedule(session=session, publish_at=at, by=by, now=now)
    if at is None:
        return _("The draw will not be published automatically.")
    return _("The draw will be published automatically.")


@button
def undo(_request: HttpRequest, session: Session, by: Account, now: datetime) -> str:
    """Take a published draw back into draft."""
    services.undo(session=session, by=by, now=now)
    return _("The draw is a draft again.")


@button
def close(_request: HttpRequest, session: Session, by: Account, now: datetime) -> str:
    """End a session."""
    services.close(session=session, by=by, now=now)
    return _("The session is closed.")


@button
def reopen(_request: HttpRequest, session: Session, by: Account, now: datetime) -> str:
    """Open a closed session again."""
    services.reopen(session=session, by=by, now=now)
    return _("The session is open again.")


def _time(text: str) -> datetime | None:
    """Return the local time of a field, None for an empty one; raises Invalid for others."""
    if not text.strip():
        return None
    try:
        found = parse_datetime(text[:40])
    except ValueError:
        found = None
    if found is None:
        raise refusals.Invalid({"publish_at": [_("Enter a date and a time.")]})
    return found if timezone.is_aware(found) else timezone.make_aware(found)
