"""An event with its sessions and players, and for organisers the bots that may fill seats there."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Account, Club, Event, Player, Role
from league.services.accounts import agreements
from league.services.base import refusals, rights
from league.services.books import fees, payments
from league.services.clubs import allegiances
from league.services.draws import bracket_looks
from league.services.events import attendance, events, handicaps
from league.services.registration import places, registrations
from league.web.base import access, files, news
from league.web.base.pagination import page_of
from league.web.base.previews import Preview, preview_of
from league.web.draws.brackets import rounds_in_words, small_final_in_words
from league.web.draws.drawings import drawing_of
from league.web.events import event_news
from league.web.events.paper import moment_of
from league.web.events.progress import finished_tables

UNPROCESSABLE, CONFLICT = 422, 409
LONGEST_NAME = 80


@require_safe
@vary_on_headers("HX-Request")
def event(request: HttpRequest, code: str) -> HttpResponse:
    """Show all sessions of an event, and who may fill seats, or say whether anything is new."""
    found = find_event(request, code)
    if news.is_fragment(request):
        return event_news.answer(request, found, now=timezone.now())
    return show(request, found)


def preview_of_event(request: HttpRequest, event: Event) -> Preview:
    """Return what a link to an event shows: where and when it is."""
    said = [str(event.season.club), moment_of(event.starts_at), str(event.venue or "")]
    text = " · ".join(filter(None, said))
    return preview_of(request, ("event", event.code), title=event.name, text=text)


@require_POST
@login_required
def choose_bots(request: HttpRequest, code: str) -> HttpResponse:
    """Let the bots that are ticked fill seats of an event, and no others."""
    found = find_event(request, code)
    codes = request.POST.getlist("bots")[: events.MOST_BOTS + 1]
    bots = list(Player.objects.filter(code__in=codes).order_by("name", "pk"))
    try:
        by = access.require_account(request)
        events.choose_bots(event=found, bots=bots, by=by, now=timezone.now())
    except refusals.Invalid as refusal:
        said = [one for some in refusal.errors.values() for one in some]
        return show(request, found, chosen=bots, said=said, status=UNPROCESSABLE)
    except refusals.Conflict as refusal:
        return show(request, found, chosen=bots, said=[refusal.message], status=CONFLICT)
    messages.success(request, _("The bots of this event are saved."))
    return redirect("web:event", code=found.code)


def find_event(request: HttpRequest, code: str) -> Event:
    """Return an event the visitor may know of, with season and club; raises Http404."""
    rows = rights.readable_events(access.account_of(request))
    return get_object_or_404(rows.select_related("season__club", "venue"), code=code)


def registrations_of(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return what the page of an event shows of registrations; six queries, eight in a federation.

    To check themselves in is offered to organisers, too, only once players may; before that they
    check in anybody, themselves too, in the list.
    """
    now = timezone.now()
    account = access.account_of(request)
    rows = rights.readable_registrations(account).filter(event=event)
    rows = rows.select_related("player", "replaces__player")
    own = rows.filter(player__account=account).first() if account else None
    is_gone = own is not None and (own.status == "withdrawn" or own.last_session is not None)
    page = page_of(
        request, rows.order_by("status", "registered_at", "pk"), per=100, parameter="players"
    )
    return {
        "registrations": page,
        "plays_for": allegiances.clubs_of(event.season, [row.player_id for row in page]),
        "own_clubs": _own_clubs(event, account),
        "own": None if is_gone else own,
        "closed": registrations.why_closed(event, places.next_session(event), now),
        "checks_in": attendance.is_open(event, now),
        "handicaps": handicaps.points_of(event),
        "needs_name": account is not None and not hasattr(account, "player"),
    }


def _own_clubs(event: Event, account: Account | None) -> list[tuple[Club, bool]]:
    """Return the clubs among which somebody chooses who registers, and which they play for."""
    player = getattr(account, "player", None)
    if player is None:
        return []
    found = allegiances.choices(event.season, player)
    if len(found) < 2:
        return []
    chosen = allegiances.clubs_of(event.season, [player.pk]).get(player.pk)
    return [(club, club == chosen) for club in found]


def show(
    request: HttpRequest,
    found: Event,
    *,
    chosen: Collection[Player] | None = None,
    said: Collection[str] = (),
    refused: Collection[str] = (),
    same: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show an event.

    `chosen` and `said` are bots that were ticked and what is wrong with them, `refused` is what is
    wrong with a registration, `same` the name of a guest and who has it already.
    """
    account = access.account_of(request)
    rows = rights.readable_sessions(account).filter(event=found).order_by("-number", "-pk")
    sessions = page_of(request, rows, per=24)
    bots = list(found.bots.order_by("name", "pk"))
    context = {
        "event": found,
        "sessions": sessions,
        "finished": finished_tables(sessions),
        "bots": bots,
        "said": said,
        "refused": refused,
        "same": same,
        "files": files.of_event(found, organises=False),
        "known": event_news.known_of(request, found, now=timezone.now()),
        "every_s": event_news.EVERY_S,
        "preview": preview_of_event(request, found),
        "fee": fees.fee_of(found),
        **registrations_of(request, found),
    }
    if context["fee"] and context["own"]:
        context["paid"] = payments.own(context["own"])
    if found.draw == Event.Draw.KNOCKOUT:
        look = bracket_looks.look(found, by=account)
        context |= {
            "is_bracket": look.is_bracket,
            "is_tree": look.is_tree,
            "rounds": rounds_in_words(look),
            "small_final": small_final_in_words(look),
            "ranks": look.ranks,
            "drawing": drawing_of(look, own=getattr(account, "player", None)),
        }
    role = rights.role_in(found.season.club, account)
    context["keeps_books"] = role in Role.at_least(Role.SCORER)
    if role in Role.at_least(Role.ORGANISER):
        named = request.GET.get("find", "").strip()[:LONGEST_NAME]
        ticked = {player.pk for player in (bots if chosen is None else chosen)}
        choices = [
            (player, player.pk in ticked) for player in events.bots_to_choose(found, named=named)
        ]
        context |= {"choices": choices, "named": named, "organises": True}
        context["asked"] = agreements.unanswered(found.season.club)
        context["files"] = files.of_event(found, organises=True)
    return render(request, "web/events/event.html", context, status=status)
