"""The projector view of a session: its tables, its timer, and the standings in turn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Event, Match, Player, Session, Timer
from league.services.base import refusals
from league.services.draws import bracket_looks
from league.services.events import timers
from league.services.seasons import rankings
from league.web.base import access, refused
from league.web.draws.drawings import Drawing, drawing_of

from .sessions import find_session, tables_of

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


@dataclass(frozen=True)
class Panel:
    """What the screen shows at a time: tables, or rows of the standings from `first` on."""

    kind: str
    first: int


@require_safe
@vary_on_headers("HX-Request")
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show one panel of a session that is published; the next one comes by itself."""
    session = _find(request, code)
    rows = rankings.table(session.event.season)[:MOST_ROWS]
    is_cup = session.event.draw == Event.Draw.KNOCKOUT
    panels = panels_of(session.matches.count(), len(rows), is_cup=is_cup)
    step = _step(request.GET.get("step", "")) % len(panels)
    panel = panels[step]
    is_held = "hold" in request.GET
    template = (
        "web/events/_screen.html" if request.headers.get("HX-Request") else "web/events/screen.html"
    )
    return render(
        request,
        template,
        {
            "session": session,
            "panel": panel,
            "matches": _tables(session, panel),
            "byes": Player.objects.filter(byes__session=session).order_by("name", "pk"),
            "rows": rows[panel.first : panel.first + ROWS] if panel.kind == "standings" else [],
            "drawing": _drawing(session, panel),
            "event": session.event,
            "step": step,
            "number": step + 1,
            "count": len(panels),
            "previous": (step - 1) % len(panels),
            "next": (step + 1) % len(panels),
            "is_held": is_held,
            "organises": access.is_organiser(request, session.event.season.club),
            **_clock(session),
        },
    )


@require_safe
def timer(request: HttpRequest, code: str) -> HttpResponse:
    """Show how long a session still has, as a fragment."""
    session = _find(request, code)
    return render(request, "web/events/_timer.html", {"session": session, **_clock(session)})


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


def _find(request: HttpRequest, code: str) -> Session:
    """Return a session that is published: a screen shows to all what it shows to one."""
    session = find_session(request, code)
    if session.status == Session.Status.DRAFT:
        raise Http404(_("This draw is not published yet."))
    return session


def _tables(session: Session, panel: Panel) -> Iterable[Match]:
    if panel.kind != "tables":
        return []
    return tables_of(session)[panel.first : panel.first + TABLES]


def _drawing(session: Session, panel: Panel) -> Drawing | None:
    """Return the bracket as everybody may see it."""
    if panel.kind != "bracket":
        return None
    return drawing_of(bracket_looks.look(session.event, by=None), has_wings=True)


def _clock(session: Session) -> dict[str, Any]:
    """Return what the timer shows; one query."""
    found = Timer.objects.filter(session=session).first()
    if found is None:
        return {"has_timer": False}
    left = timers.left_s(found, now=timezone.now())
    return {
        "has_timer": True,
        "left_s": left,
        "left": f"{left // 60}:{left % 60:02d}",
        "runs": found.ends_at is not None,
    }


def _step(text: str) -> int:
    return int(text[:4]) if text[:4].isascii() and text[:4].isdigit() else 0


def _minutes(text: str) -> int:
    """Return the minutes of a field; raises Invalid."""
    if text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    raise refusals.Invalid({"minutes": [_("Enter a whole number.")]})
