"""The page that the code on a table's card leads to: who has no account says who they are.

The secret stands behind the # of the address, so that it is in no request, log or referrer; a
script puts it into the form (`static/js/invited.js`).
"""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.models import Match
from league.services.base import refusals
from league.services.results import card_guests
from league.web.base import access, rates

from . import writers
from .matches import find_match

MOST_AN_HOUR: Final = 300
"""Guests from one address: a whole club plays behind one, several sessions in an evening."""
LONGEST: Final = 500
CONFLICT, FORBIDDEN = 409, 403


@sensitive_post_parameters("invitation")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """Show who sits at a table without an account; sent, the visitor writes as one of them."""
    match = find_match(request, code)
    if access.account_of(request) is not None or match.status not in Match.WAITING:
        return redirect("web:from-card", code=code)
    if request.method == "POST":
        return _take(request, match)
    return _show(request, match)


def _take(request: HttpRequest, match: Match) -> HttpResponse:
    if rates.is_spent(request, "seat", most=MOST_AN_HOUR):
        said = _("Too many guests came from your network. Try again in an hour.")
        return rates.put_off(_show(request, match, said))
    number = request.POST.get("seat", "")
    try:
        guest = card_guests.take_seat(
            match=match,
            card=request.POST.get("invitation", "")[:LONGEST],
            number=int(number) if number in set("0123456789") else -1,
            held=writers.guest_of(request, match.code),
        )
    except refusals.Forbidden as refusal:
        return _show(request, match, refusal.message, status=FORBIDDEN)
    except refusals.Conflict as refusal:
        return _show(request, match, refusal.message, status=CONFLICT)
    answer = redirect("web:from-card", code=match.code)
    writers.remember(answer, guest)
    return answer


def _show(
    request: HttpRequest, match: Match, refused: str = "", *, status: int = 200
) -> HttpResponse:
    is_open = card_guests.takes_guests(match)
    context = {
        "match": match,
        "is_open": is_open,
        "seats": list(card_guests.seats(match)) if is_open else [],
        "own": writers.seat_told(request, match),
        "refused": refused,
    }
    return render(request, "web/results/seat.html", context, status=status)
