"""Who writes about a match from this browser: an account, or a guest at one of its seats.

The word of a guest lies in a cookie that browsers send to the pages of its match only. It opens
nothing else, and whoever is logged in is that account.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Match
from league.services.base import limits
from league.services.results import card_guests
from league.services.results.card_guests import VALID, Guest, Writer
from league.web.base import access, rates
from league.web.base.match_names import name_of_seat

MOST_AN_HOUR: Final = 1500
"""Forms from one seat; a pad sends one with every tap, to say what the deal comes to."""

View = Callable[..., HttpResponse]


def guest_of(request: HttpRequest, code: str) -> Guest | None:
    """Return the guest that a browser has the word of at a match, whether or not it still opens."""
    guest = card_guests.guest_of(request.COOKIES.get(settings.SEAT_COOKIE_NAME, ""))
    return guest if guest is not None and guest.match == code else None


def writer_of(request: HttpRequest, match: Match) -> Writer | None:
    """Return who would write about a match from here, None for visitors."""
    return access.account_of(request) or guest_of(request, match.code)


def require_writer(request: HttpRequest, match: Match) -> Writer:
    """Return who writes about a match from here; raises PermissionDenied."""
    if writer := writer_of(request, match):
        return writer
    raise PermissionDenied


def seat_told(request: HttpRequest, match: Match) -> str:
    """Return the seat of a guest in words while it opens; nothing for accounts and visitors."""
    writer = writer_of(request, match)
    if not isinstance(writer, Guest) or match.status not in Match.WAITING:
        return ""
    return name_of_seat(match, writer.seat) if card_guests.may_write(match, writer) else ""


def remember(answer: HttpResponse, guest: Guest) -> None:
    """Let a browser be a guest on the pages of one match, for an evening."""
    answer.set_cookie(
        settings.SEAT_COOKIE_NAME,
        card_guests.word_of(guest),
        max_age=VALID,
        path=reverse("web:match", args=[guest.match]),
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def for_the_table(view: View) -> View:
    """Let in who is logged in, and guests of the match; others log in first."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str, *args: Any, **more: Any) -> HttpResponse:
        if access.account_of(request) is not None:
            return view(request, code, *args, **more)
        guest = guest_of(request, code)
        if guest is None:
            return redirect_to_login(request.get_full_path())
        if request.method == "POST" and _is_spent(guest):
            said = _("Too much was sent from this seat. Try again later.")
            return rates.put_off(render(request, "403.html", {"exception": said}))
        return view(request, code, *args, **more)

    return guarded


def _is_spent(guest: Guest) -> bool:
    what = f"rate:seat:{guest.match}:{guest.seat}"
    return limits.count(what, within_s=rates.HOUR_S) > MOST_AN_HOUR
