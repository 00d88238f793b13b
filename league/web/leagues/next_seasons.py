"""The season that follows in a league: who would move and why, and making it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Entrant, League, Season
from league.services.base import refusals
from league.services.leagues import next_season
from league.services.leagues.next_season import Prospect
from league.web.base import access
from league.web.base.sending import put, send, sent, show_form
from league.web.leagues.division_tables import REASONS
from league.web.leagues.league_forms import NextSeasonForm

from .leagues import chosen_season, divisions_of, find_league, seasons_of


@require_http_methods(["GET", "HEAD", "POST"])
def next_of_league(request: HttpRequest, code: str) -> HttpResponse:
    """Show who would be where next season; organisers try sizes out, and make the season."""
    league = find_league(request, code)
    season = chosen_season(request, league, list(seasons_of(request, league)[:1]))
    if season is None:
        raise Http404
    form = form_of(request, league, season)
    if request.method == "POST" and "make" in request.POST:
        return _make(request, league, season, form)
    return _show(request, league, season, form)


def form_of(request: HttpRequest, league: League, season: Season) -> NextSeasonForm:
    """Return the form, filled with what was sent."""
    divisions = list(divisions_of(request, league, season))
    entered = Entrant.objects.filter(division__in=divisions).values_list("division", flat=True)
    found = list(entered)
    counts = [found.count(division.pk) for division in divisions]
    return NextSeasonForm(league, divisions, counts, data=sent(request))


def _make(
    request: HttpRequest, league: League, season: Season, form: NextSeasonForm
) -> HttpResponse:
    access.require_organiser(request, league.club)
    name = request.POST.get("name", "").strip()
    made = send(request, form, next_season.make, league=league, name=name)
    if made is not None:
        messages.success(
            request, _("The next season is created as a draft. Start it when it begins.")
        )
        return redirect(f"{reverse('web:league', args=[league.code])}?season={made[0].code}")
    return _show(request, league, season, form)


def _show(
    request: HttpRequest, league: League, season: Season, form: NextSeasonForm
) -> HttpResponse:
    wanted = form.values() if form.is_bound and form.is_valid() else {}
    try:
        prospect = next_season.preview(league=league, season=season, **wanted)
    except refusals.Invalid as refusal:
        put(form, refusal.errors)
        prospect = next_season.preview(league=league, season=season)
    context = {
        "league": league,
        "club": league.club,
        "season": season,
        "divisions": divisions_in(prospect),
        "organises": access.is_organiser(request, league.club),
        "is_over": season.status == Season.Status.CLOSED,
    }
    return show_form(request, form, "web/leagues/next_season.html", **context)


def divisions_in(prospect: Prospect) -> list[tuple[str, list[dict[str, object]]]]:
    """Return the divisions of next season, each with who is in it, from where and why."""
    return [
        (
            division.name,
            [
                {
                    "who": prospect.named[move.key],
                    "said": REASONS[move.reason],
                    "by_lot": move.by_lot,
                    "way": way_of(move.before, move.after),
                }
                for move in moves
            ],
        )
        for division, moves in zip(prospect.divisions, prospect.moves, strict=True)
    ]


def way_of(before: int | None, after: int) -> str:
    """Tell whether somebody goes up or down, or neither."""
    if before is None or before == after:
        return ""
    return "up" if after < before else "down"
