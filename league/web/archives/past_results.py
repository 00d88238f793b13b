"""Bringing results of a past season from a list: shown, then done, and taken back if wrong."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.models import Event, Season
from league.services.archives import past_results, taken_back
from league.services.archives.past_results import Line
from league.services.base import refusals
from league.web.base import access, lists
from league.web.seasons.seasons import find_season

MOST_EVENINGS: Final = 100
"""How many evenings a page tells of before a list is imported."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What lines of one day would become."""

    event: Event
    sessions: int
    tables: int
    seats: int


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_results(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a list; sent, say what would become of it, then do it."""
    season = find_season(request, code)
    access.require_organiser(request, season.club)
    by, now = access.require_account(request), timezone.now()
    done = lists.go_through(
        request,
        look=partial(past_results.look, season=season, by=by, now=now),
        act=partial(past_results.import_results, season=season, by=by, now=now),
        said_of=_said,
        template="web/archives/import_results.html",
        columns=past_results.COLUMNS,
        context={
            "season": season,
            "refusal": _refusal(season),
            "before": taken_back.lists_of(season),
        },
        sums_of=_evenings,
    )
    if isinstance(done, HttpResponse):
        return done
    count = len({line.event.pk for line in done.lines})
    said = ngettext("%(count)d evening is imported.", "%(count)d evenings are imported.", count)
    messages.success(request, said % {"count": count})
    return redirect("web:imported-results", code=code, imported=done.code)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def imported_results(request: HttpRequest, code: str, imported: str) -> HttpResponse:
    """Show what a list has brought; the form takes it back."""
    season = find_season(request, code)
    access.require_organiser(request, season.club)
    by, now = access.require_account(request), timezone.now()
    return lists.show_brought(
        request,
        find=partial(taken_back.find, season=season, code=imported, by=by),
        undo=partial(taken_back.undo, season=season, code=imported, by=by, now=now),
        template="web/archives/imported_results.html",
        context={"season": season},
    )


def _refusal(season: Season) -> str:
    """Return why a season takes no lists, nothing if it does."""
    try:
        past_results.require_takes_lists(season)
    except refusals.Conflict as refusal:
        return refusal.message
    return ""


def _said(line: Line) -> str:
    """Say what would become of a line."""
    told = {"day": line.event.name, "session": line.session, "table": line.table}
    return _("%(day)s, session %(session)d, table %(table)d") % told


def _evenings(lines: Sequence[Line]) -> Mapping[str, Any]:
    """Return the first evenings that lines would become, and how many more there are."""
    by_event: defaultdict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_event[line.event.code].append(line)
    found = [
        Evening(
            event=own[0].event,
            sessions=len({line.session for line in own}),
            tables=len({(line.session, line.table) for line in own}),
            seats=len(own),
        )
        for own in by_event.values()
    ]
    found.sort(key=lambda one: one.event.name)
    return {"evenings": found[:MOST_EVENINGS], "more": len(found) - MOST_EVENINGS}
