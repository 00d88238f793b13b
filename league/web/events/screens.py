"""The projector view of a session: its tables, its timer, and the standings in turn.

A screen asks for itself all the time, and is answered only when something on it has changed or the
next panel is due. It goes on to the next session of its event as soon as that is published.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Player, Session
from league.services.base import refusals, rights
from league.services.draws import bracket_looks
from league.services.events import timers
from league.services.seasons import rankings
from league.web.base import access, news, refused
from league.web.draws.drawings import drawing_of

from .clocks import clock_of
from .sessions import find_session, seated, tables_of

TABLES, ROWS, MOST_ROWS = 12, 12, 48
"""Tables and rows of the standings shown at a time, and rows shown at all."""
ACTS: Final[Mapping[str, Callable[..., object]]] = {
    "start": timers.start,
    "halt": timers.halt,
    "go-on": timers.go_on,
    "add": timers.add,
    "remove": timers.remove,
}
WITH_MINUTES = {"start", "add"}
TURN_S = 12
"""For how long each panel is shown."""


@dataclass(frozen=True)
class Panel:
    """What the screen shows at a time: tables, or rows of the standings from `first` on."""

    kind: str
    first: int


@dataclass(frozen=True)
class Turn:
    """Which of `count` panels a screen shows, since when, and whether it stays there."""

    step: int
    count: int
    since: int
    is_held: bool

    @property
    def previous(self) -> int:
        """The panel before it, before the first the last."""
        return (self.step - 1) % self.count

    @property
    def next(self) -> int:
        """The panel after it, after the last the first."""
        return (self.step + 1) % self.count


@require_safe
@vary_on_headers("HX-Request")
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show one panel of a session that is published; the next one comes by itself."""
    now = timezone.now()
    event, published = _published(request, code)
    session = _shown(request, code, published)
    if session is None:
        if news.is_fragment(request):
            return render(request, "web/events/_screen_waits.html", {"event": event})
        raise Http404(_("This draw is not published yet."))
    is_cup = event.draw == Event.Draw.KNOCKOUT
    rows = min(rankings.rows_of(event.season).count(), MOST_ROWS)
    panels = panels_of(session.matches.count(), rows, is_cup=is_cup)
    turn = turn_of(request, len(panels), now=now, is_new=session.code != code)
    clock = clock_of(session, now=now)
    shown, told = _show(session, panels[turn.step])
    context = {
        **shown,
        "session": session,
        "panel": panels[turn.step],
        "event": event,
        "clock": clock,
        "last": published[-1].number,
        "address": reverse("web:screen", args=[session.code]),
        "organises": access.is_organiser(request, event.season.club),
    }
    told = (session.pk, event.name, clock and clock.told, context["organises"], told)
    answer = show(request, turn, context, told=told)
    if news.is_fragment(request) and session.code != code:
        answer.headers["HX-Replace-Url"] = context["address"]
    return answer


def show(
    request: HttpRequest, turn: Turn, context: Mapping[str, Any], *, told: object
) -> HttpResponse:
    """Show a screen, or nothing to one that asks while it is as it was `told`."""
    known = news.digest_of(told, turn.step, turn.count, turn.is_held)
    if news.is_known(request, known):
        return news.no_news()
    is_fragment = news.is_fragment(request)
    template = "web/events/_screen.html" if is_fragment else "web/events/screen.html"
    context = {**context, "turn": turn, "known": known, "is_fragment": is_fragment}
    return render(request, template, context)


def turn_of(request: HttpRequest, count: int, *, now: datetime, is_new: bool = False) -> Turn:
    """Return what a screen of so many panels shows that says since when it shows which.

    One that `is_new`, as the next session is, begins with the first panel unless it is held.
    """
    step, since = _number(request, "step") % count, _number(request, "since")
    is_held, seconds = "hold" in request.GET, int(now.timestamp())
    if is_new and not is_held:
        return Turn(0, count, seconds, is_held)
    if not news.is_fragment(request) or not since:
        return Turn(step, count, seconds, is_held)
    if not is_held and seconds - since >= TURN_S:
        return Turn((step + 1) % count, count, seconds, is_held)
    return Turn(step, count, since, is_held)


@require_POST
@login_required
def set_timer(request: HttpRequest, code: str) -> HttpResponse:
    """Start, halt, prolong or remove the timer, as the button says."""
    session = _find(request, code)
    name = request.POST.get("act", "")
    if name not in ACTS:
        raise Http404(_("This button does not exist."))
    with refused.told(request):
        what: dict[str, Any] = {}
        if name in WITH_MINUTES:
            what["minutes"] = _minutes(request.POST.get("minutes", ""))
        by = access.require_account(request)
        ACTS[name](session=session, by=by, now=timezone.now(), **what)
        messages.success(request, _("The timer is set."))
    return redirect("web:screen", code=code)


def panels_of(tables: int, rows: int, *, is_cup: bool = False) -> Sequence[Panel]:
    """Return what is shown in turn; tables come first, also where there are none."""
    bracket = [Panel("bracket", 0)] if is_cup else []
    found = [Panel("tables", first) for first in range(0, max(tables, 1), TABLES)]
    return [*found, *bracket, *(Panel("standings", first) for first in range(0, rows, ROWS))]


def _published(request: HttpRequest, code: str) -> tuple[Event, list[Session]]:
    """Return the event of a session and those of its sessions that a screen may show.

    A screen shows to all what it shows to one; raises Http404.
    """
    account = access.account_of(request)
    events = rights.readable_events(account).select_related("season__club")
    event = get_object_or_404(events, sessions__code=code)
    rows = rights.readable_sessions(account).filter(event=event)
    rows = rows.exclude(status=Session.Status.DRAFT).defer("explanation").order_by("number")
    found = list(rows)
    for session in found:
        session.event = event
    return event, found


def _shown(request: HttpRequest, code: str, published: Sequence[Session]) -> Session | None:
    """Return the session of a screen, or the one that has taken its place while it was open."""
    own = next((session for session in published if session.code == code), None)
    if not news.is_fragment(request) or not published:
        return own
    has_new = published[-1].number > _number(request, "last")
    return published[-1] if own is None or has_new else own


def _show(session: Session, panel: Panel) -> tuple[dict[str, Any], object]:
    """Return what a panel prints, and a text of all of it."""
    if panel.kind == "tables":
        matches = list(tables_of(session)[panel.first : panel.first + TABLES])
        byes = list(Player.objects.filter(byes__session=session).order_by("name", "pk"))
        told = seated(matches), [(player.pk, player.name) for player in byes]
        return {"matches": matches, "byes": byes}, told
    if panel.kind == "bracket":
        drawing = drawing_of(bracket_looks.look(session.event, by=None), has_wings=True)
        return {"drawing": drawing}, drawing
    rows = rankings.table(session.event.season)[panel.first : panel.first + ROWS]
    return {"rows": rows}, [
        (row.rank, row.player.name, row.points, row.matches, row.handicap) for row in rows
    ]


def _find(request: HttpRequest, code: str) -> Session:
    """Return a session that is published; raises Http404."""
    session = find_session(request, code)
    if session.status == Session.Status.DRAFT:
        raise Http404(_("This draw is not published yet."))
    return session


def _number(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")[:12]
    return int(text) if text.isascii() and text.isdigit() else 0


def _minutes(text: str) -> int:
    """Return the minutes of a field; raises Invalid."""
    if text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    raise refusals.Invalid({"minutes": [_("Enter a whole number.")]})
