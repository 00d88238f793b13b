"""The report of a season, as a PDF that a club hangs up."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.models import Season
from league.services.events.season_reports import report_of
from league.services.leagues.honours import honours_of
from league.web.base import access
from league.web.events.prints import send

from .report_prints import print_report
from .seasons import find_season


@require_safe
def printed(request: HttpRequest, code: str) -> HttpResponse:
    """Send the report of a season; a ladder goes on and on, and has none."""
    season = find_season(request, code)
    if season.kind == Season.Kind.LADDER:
        raise Http404
    honours = honours_of(season, access.account_of(request))
    content = print_report(report_of(season), honours, now=timezone.now())
    return send(content, f"report-{code}")
