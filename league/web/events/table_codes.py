"""The codes of tables on a screen, for clubs that print no cards: one table, or all of a session.

Scorers see them, nobody else. They are those of the cards (`prints.address_of`), for as long as
these lead to something (`card_guests.with_codes`).
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
from league.services.results import card_guests
from league.web.base import access, news
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
    address: str

    @property
    def drawn(self) -> SafeString:
        """The code as a picture."""
        return qr(self.address)

    @property
    def told(self) -> tuple[object, ...]:
        """What it looks like."""
        return self.match.table_number, self.names, self.address


@require_safe
@login_required
@never_cache
@vary_on_headers("HX-Request")
def of_session(request: HttpRequest, code: str) -> HttpResponse:
    """Show the codes of all tables of a session that wait for a result, renewed by itself."""
    session = find_session(request, code)
    rows = card_guests.with_codes(tables_of(session)).select_related("season__club")
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
    matches = [match] if card_guests.has_code(match) else []
    return _show(request, match.session, matches, of=match)


def _show(
    request: HttpRequest, session: Session, matches: Sequence[Match], *, of: Match | None = None
) -> HttpResponse:
    access.require_role(request, session.event.season.club, Role.SCORER)
    for_guests = session.event.guests_enter
    codes = [
        Code(
            match,
            seat_names([seat.player for seat in match.seats.all()]),
            address_of(request, match, is_for_guests=for_guests),
        )
        for match in matches
    ]
    known = news.digest_of(session.status, [code.told for code in codes])
    if news.is_known(request, known):
        return news.no_news()
    context = {
        "session": session,
        "match": of,
        "page": None if of else matches,
        "codes": codes,
        "for_guests": for_guests,
        "known": known,
        "is_fragment": news.is_fragment(request),
        "back": reverse("web:match", args=[of.code])
        if of
        else reverse("web:session", args=[session.code]),
    }
    name = "_table_codes.html" if news.is_fragment(request) else "table_codes.html"
    return render(request, f"web/events/{name}", context)
