"""The games of this site and their rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import games
from league.web.base.documents import rules_of
from league.web.games.games import game_name, said_players
from league.web.games.pictures import picture_of


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all games."""
    rows = [
        {"game": game, "name": game_name(game.slug), "players": said_players(game.players)}
        for game in games.all()
    ]
    return render(
        request, "web/games/games.html", {"games": sorted(rows, key=lambda row: row["name"])}
    )


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how a game is played."""
    try:
        found = games.get(slug)
    except games.UnknownGame:
        raise Http404(_("There is no such game.")) from None
    context = {
        "game": found,
        "game_name": game_name(slug),
        "players": said_players(found.players),
        "sides": any(len(set(found.sides(number))) < number for number in found.players),
        "picture": picture_of(slug),
        "rules": rules_of(slug),
    }
    return render(request, "web/games/game.html", context)
