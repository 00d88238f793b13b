"""Latecomers: at which table they can sit, who sits there then, and what it costs."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Player, Session
from league.services.draws import late_seats
from league.services.draws.late_seats import Offer
from league.web.base import access, refused
from league.web.base.bot_names import player_name
from league.web.base.match_names import match_name
from league.web.draws.draw_words import price_in_words
from league.web.events.sessions import find_session


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def late(request: HttpRequest, code: str) -> HttpResponse:
    """Show the tables that have a place for a latecomer; sent, the latecomer sits at one."""
    session = find_session(request, code)
    access.require_organiser(request, session.event.season.club)
    rows = list(late_seats.latecomers(session))
    if request.method == "POST":
        return _seat(request, session)
    code = request.GET.get("player", rows[0].player.code if rows else "")[:10]
    chosen = next((row.player for row in rows if row.player.code == code), None)
    offers = _offers(request, session, chosen) if chosen else []
    context = {"session": session, "rows": rows, "chosen": chosen, "offers": offers}
    return render(request, "web/draws/late.html", context)


def _seat(request: HttpRequest, session: Session) -> HttpResponse:
    """Seat the latecomer of a form, and lead back to the session."""
    by = access.require_account(request)
    player = get_object_or_404(Player, code=request.POST.get("player", "")[:10])
    match = get_object_or_404(session.matches, code=request.POST.get("match", "")[:10])
    with refused.told(request):
        late_seats.seat(match=match, player=player, by=by, now=timezone.now())
        words = {"name": player_name(player), "table": match_name(match)}
        messages.success(request, _("%(name)s now sits at %(table)s.") % words)
    return redirect("web:session", code=session.code)


def _offers(request: HttpRequest, session: Session, player: Player) -> list[dict[str, Any]]:
    """Return the tables with a place as the page prints them."""
    by = access.require_account(request)
    return [_offer(offer) for offer in late_seats.offers(session=session, player=player, by=by)]


def _offer(offer: Offer) -> dict[str, Any]:
    return {
        "match": offer.match,
        "name": match_name(offer.match),
        "players": [player_name(player) for player in offer.players],
        "lines": price_in_words(offer.price),
    }
