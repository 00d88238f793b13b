"""The codes of tables on a screen, for clubs that print no cards: one table, or all of a session.

Scorers see them, nobody else. They are those of the cards (`prints.address_of`), and there are none
once a table waits for no result or its session is over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Match, Role, Session
from league.web.base import access, news
from league.web.base.match_names import is_of_bots
from league.web.base.pagination import page_of
from league.web.base.qr import qr
from league.web.games.felt import seat_names
from league.web.results.matches import find_match

from .prints import address_of
from .sessions import find_session, tables_of

PER_PAGE: Final = 24
"""How many codes stand on a page: on a wall they are read from in front of it."""


@dataclass(frozen=True)
class Code:
    """The code of a table, with who sits there."""

    match: Match
    names: Sequence[str]
    drawn: SafeString


@require_safe
@login_required
@never_cache
@vary_on_headers("HX-Request")
def of_session(request: HttpRequest, code: str) -> HttpResponse:
    """Show the codes of all tables of a session that wait for a result, renewed by itself."""
    session = find_session(request, code)
    rows = tables_of(session).filter(status__in=Match.WAITING).select_related("season__club")
    return _show(request, session, page_of(request, rows, per=PER_PAGE))


@require_safe
@login_required
@never_cache
@vary_on_headers("HX-Request")
def of_match(request: HttpRequest, code: str) -> HttpResponse:
    """Show the code of one table."""
    match = find_match(request, code)
    if match.session is None:
        raise Http404(_("This table has no card."))
    matches = [match] if match.status in Match.WAITING else []
    return _show(request, match.session, matches, of=match)


def _show(
    request: HttpRequest, session: Session, matches: Sequence[Match], *, of: Match | None = None
) -> HttpResponse:
    access.require_role(request, session.event.season.club, Role.SCORER)
    for_guests = session.event.guests_enter
    is_on = session.status == Session.Status.PUBLISHED
    shown = [match for match in matches if is_on and not is_of_bots(match)]
    names = [seat_names([seat.player for seat in match.seats.all()]) for match in shown]
    told = [(match.table_number, own) for match, own in zip(shown, names, strict=True)]
    known = news.digest_of(session.status, for_guests, told)
    if news.is_known(request, known):
        return news.no_news()
    addresses = [address_of(request, match, is_for_guests=for_guests) for match in shown]
    context = {
        "session": session,
        "match": of,
        "page": None if of else matches,
        "codes": [
            Code(match, own, qr(address))
            for match, own, address in zip(shown, names, addresses, strict=True)
        ],
        "for_guests": for_guests,
        "known": known,
        "is_fragment": news.is_fragment(request),
        "back": reverse("web:match", args=[of.code])
        if of
        else reverse("web:session", args=[session.code]),
    }
    name = "_table_codes.html" if news.is_fragment(request) else "table_codes.html"
    return render(request, f"web/events/{name}", context)
