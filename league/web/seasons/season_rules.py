"""How matches of a season count, changed while it runs; what that does is said beforehand."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Season
from league.services.corrections import previews
from league.services.seasons import seasons
from league.web.base import access
from league.web.base.sending import send, sent, show_form
from league.web.corrections.corrections import fingerprint
from league.web.seasons.season_forms import TIE_BREAK_FIELDS, RulesForm

from .seasons import find_season


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """Show how matches count; sent, whose rank that changes, and sent once more, it is done."""
    season = find_season(request, code)
    access.require_organiser(request, season.club)
    if season.kind == Season.Kind.LADDER:
        raise Http404(_("A ladder has ratings and no points."))
    known = {"drop_worst": season.drop_worst, "min_attendance": season.min_attendance}
    form = RulesForm(season.tie_breaks, data=sent(request), initial=known)
    what: dict[str, Any] = {"fields": TIE_BREAK_FIELDS, "season": season}
    if request.POST.get("seen") == fingerprint(request):
        if send(request, form, seasons.change_rules, **what):
            messages.success(
                request, _("The rules are changed. All final results are counted again.")
            )
            return redirect("web:season", code=code)
        preview = None
    else:
        preview = send(request, form, previews.preview_rules, **what)
    context = {"season": season, "preview": preview}
    seen = fingerprint(request) if preview else ""
    return show_form(request, form, "web/seasons/season_rules.html", seen=seen, **context)
