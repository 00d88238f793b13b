"""The projector view of an open evening: who sits where, who waits how long, and the ranking."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.services.events import rankings
from league.services.registration import open_evenings
from league.web.events.rankings import told_of as ranking_told_of
from league.web.events.screens import MOST_ROWS, ROWS, TABLES, Panel, show, turn_of

from .open_evenings import find_evening, told_of


@require_safe
@vary_on_headers("HX-Request")
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show one panel of an open evening; the next one comes by itself."""
    event, now = find_evening(request, code), timezone.now()
    look = open_evenings.look(event, now=now)
    ranking = rankings.ranking(event)[:MOST_ROWS]
    panels = panels_of(len(look.tables), len(ranking))
    turn = turn_of(request, len(panels), now=now)
    panel = panels[turn.step]
    shown, told = _show(look, ranking, panel)
    context = {
        **shown,
        "event": event,
        "look": look,
        "panel": panel,
        "address": reverse("web:evening-screen", args=[event.code]),
    }
    return show(request, turn, context, told=(event.name, told_of(look, now=now), told))


def panels_of(tables: int, rows: int) -> Sequence[Panel]:
    """Return what is shown in turn; tables with who waits come first, also without tables."""
    found = [Panel("evening", first) for first in range(0, max(tables, 1), TABLES)]
    return [*found, *(Panel("ranking", first) for first in range(0, rows, ROWS))]


def _show(
    look: open_evenings.Look, ranking: Sequence[rankings.Row], panel: Panel
) -> tuple[dict[str, Any], object]:
    """Return what a panel prints, and a text of what `told_of` does not tell of it."""
    if panel.kind == "evening":
        return {"matches": look.tables[panel.first : panel.first + TABLES]}, None
    rows = ranking[panel.first : panel.first + ROWS]
    return {"rows": rows}, ranking_told_of(rows)
