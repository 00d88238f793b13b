"""A last look at a season before it is closed: the final table, and what would stay open."""

from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.models import Match, Season
from league.services.seasons import rankings
from league.web.base import access
from league.web.seasons.ties import ties_of

ROWS = 20
"""So many rows of the final table are shown; the season's page has them all."""


def show(request: HttpRequest, season: Season) -> HttpResponse:
    """Show what closing a season would leave; one that does not run leads back to its page."""
    if not access.is_organiser(request, season.club):
        raise PermissionDenied(_("Only organisers and owners of the club can close a season."))
    if season.status != Season.Status.RUNNING or season.kind == Season.Kind.LADDER:
        return redirect("web:season", code=season.code)
    table = rankings.table(season)
    rows = table[:ROWS]
    matches = dict(season.matches.order_by().values_list("status").annotate(Count("pk")))
    context = {
        "season": season,
        "rows": rows,
        "ties": ties_of(table, rows),
        "more": len(table) - len(rows),
        "left_open": sum(number for status, number in matches.items() if status in Match.WAITING),
        "waiting": matches.get(Match.Status.ENTERED, 0),
    }
    return render(request, "web/seasons/close_season.html", context)
