"""A league with the standings of its divisions, and the form that founds one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Division, League, Season
from league.services.base import rights
from league.services.leagues import leagues
from league.web.base import access
from league.web.base.sending import send, sent, show_form
from league.web.clubs.clubs import find_club
from league.web.games.games import game_name
from league.web.leagues.division_tables import standings_of
from league.web.leagues.league_forms import ROWS, LeagueForm

MOST_SEASONS = 12
FIELDS = {"divisions": "divisions.0.name"}


@require_safe
def league(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings of all divisions of a league in a season, the newest by default."""
    found = find_league(request, code)
    seasons = list(seasons_of(request, found)[:MOST_SEASONS])
    season = chosen_season(request, found, seasons)
    divisions = list(divisions_of(request, found, season)) if season else []
    account = access.account_of(request)
    context = {
        "league": found,
        "club": found.club,
        "seasons": seasons,
        "season": season,
        "game_name": game_name(season.game) if season else "",
        "tables": standings_of(found, season, divisions, account) if season else [],
        "organises": access.is_organiser(request, found.club),
    }
    return render(request, "web/leagues/league.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a league; sent, it founds one or comes back with what is wrong."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    rows = rows_wanted(request)
    is_resized = "more" in request.POST
    if is_resized:
        form = LeagueForm(club, rows=rows + 1, initial=request.POST.dict())
    else:
        form = LeagueForm(club, rows=rows, data=sent(request))
    made = send(request, form, leagues.create_league, fields=FIELDS, club=club)
    if made is not None:
        messages.success(
            request, _("The league is created. Now add players or teams to its divisions.")
        )
        return redirect("web:league", code=made.code)
    return show_form(
        request, form, "web/leagues/new_league.html", club=club, back=_club_of(club.slug)
    )


def find_league(request: HttpRequest, code: str) -> League:
    """Return a league with its club; raises Http404."""
    rows = rights.readable_leagues(access.account_of(request))
    return get_object_or_404(rows.select_related("club"), code=code)


def seasons_of(request: HttpRequest, league: League) -> QuerySet[Season]:
    """Return the seasons of a league that the visitor may know of, the newest first."""
    known = rights.readable_seasons(access.account_of(request)).select_related("club")
    return known.filter(divisions__league=league).distinct().order_by("-pk")


def chosen_season(request: HttpRequest, league: League, seasons: list[Season]) -> Season | None:
    """Return the season the address names, else the newest, None if there is none to see."""
    named = request.GET.get("season")
    if named is None:
        return seasons[0] if seasons else None
    known = next((season for season in seasons if season.code == named), None)
    return known or get_object_or_404(seasons_of(request, league), code=named)


def divisions_of(request: HttpRequest, league: League, season: Season) -> QuerySet[Division]:
    """Return the divisions of a league in a season, the highest first."""
    rows = rights.readable_divisions(access.account_of(request))
    rows = rows.filter(league=league, season=season).select_related("league__club", "season__club")
    return rows.order_by("level")


def rows_wanted(request: HttpRequest) -> int:
    """Return how many rows for divisions the form had."""
    text = request.POST.get("rows", "")
    return int(text[:3]) if text.isascii() and text.isdigit() else ROWS


def _club_of(slug: str) -> str:
    return reverse("web:club", args=[slug])
