"""The games of this site and their rules."""

from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

import games
from bots import builtin
from league.services.base import formats
from league.services.ladders import levels
from league.web.base.documents import html_of
from league.web.games.cards import FRENCH
from league.web.games.games import find_game, game_name, said_players, say
from league.web.games.help import help_of
from league.web.games.pictures import picture_of


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game as HTML below the page's own heading, and their language."""

    html: SafeString
    language: str


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all games."""
    rows = [
        {"game": game, "name": game_name(game.slug), "players": said_players(formats.sizes(game))}
        for game in games.all()
    ]
    return render(
        request, "web/games/games.html", {"games": sorted(rows, key=lambda row: row["name"])}
    )


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how a game is played."""
    found = find_game(slug)
    context = {
        "game": found,
        "game_name": game_name(slug),
        "players": said_players(formats.sizes(found)),
        "sides": any(len(set(found.sides(number))) < number for number in found.players),
        "help": help_of(slug),
        "picture": picture_of(slug),
        "has_letters": found.pack.suits == "".join(FRENCH),
        "native_end": say(slug, found.native_end),
        "bots": builtin.names_in(found),
        "ratings": levels.ratings_of(slug),
        "rules": rules_of(slug, get_language() or "en"),
        "facts": found.fact_model.told(),
        "site": request.build_absolute_uri("/").rstrip("/"),
        "licence": settings.RECORDS_LICENCE,
    }
    return render(request, "web/games/game.html", context)


@cache
def rules_of(slug: str, language: str) -> RulesPage | None:
    """Return the rules page of a game in a language, else in English, None without one."""
    folder = games.get(slug).folder
    for name, said in ((f"rules.{language}.md", language), ("rules.md", "en")):
        if (folder / name).is_file():
            return RulesPage(html_of(folder / name, links={}), said)
    return None
