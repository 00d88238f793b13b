"""The clubs of a federation ranked in a season, and the rule by which they are."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Season
from league.services.seasons import club_rankings
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.base.sending import ServiceForm, send, sent, show_form

from .seasons import find_season


class ClubRuleForm(ServiceForm):
    """How many of a club's players count, and how."""

    club_best = forms.IntegerField(
        label=gettext_lazy("How many of each club's best players count"),
        help_text=gettext_lazy("Leave empty to count all."),
        min_value=1,
        max_value=club_rankings.MOST_BEST,
        required=False,
    )
    club_points = forms.ChoiceField(
        label=gettext_lazy("Points of a club"),
        choices=Season.ClubPoints.choices,
        widget=forms.RadioSelect,
    )


@require_safe
def ranking(request: HttpRequest, code: str) -> HttpResponse:
    """Show the clubs for which players of a season play, best first."""
    season = _find(request, code)
    table = reverse("web:season-table", args=[code, "clubs"])
    context = {
        "season": season,
        "places": page_of(request, club_rankings.places(season), per=100),
        "organises": access.is_organiser(request, season.club),
        "files": [(table, _("Ranking of clubs (CSV)"))],
    }
    return render(request, "web/seasons/club_ranking.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rule(request: HttpRequest, code: str) -> HttpResponse:
    """Show how a season ranks clubs; sent, it does so from now on."""
    season = _find(request, code)
    access.require_organiser(request, season.club)
    known: dict[str, Any] = {"club_best": season.club_best, "club_points": season.club_points}
    form = ClubRuleForm(sent(request), initial=known)
    if send(request, form, club_rankings.change_rule, season=season) is not None:
        messages.success(request, _("The rule is changed."))
        return redirect("web:club-ranking", code=code)
    return show_form(
        request,
        form,
        title=_("How clubs are ranked"),
        about=_("The ranking is made anew from the standings, for what has been played as well."),
        button=_("Save"),
        back=reverse("web:club-ranking", args=[code]),
        club=season.club,
        season=season,
    )


def _find(request: HttpRequest, code: str) -> Season:
    """Return a season that ranks clubs; raises Http404."""
    season = find_season(request, code)
    if not club_rankings.are_ranked(season):
        raise Http404(_("Only seasons of a federation rank clubs."))
    return season
