"""The files of a game's open records, a month each."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.services.results import record_files, record_pages
from league.web.base.pagination import page_of
from league.web.games.games import find_game, game_name


@require_safe
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """Show which files there are, what a line of them has, and under which licence they are."""
    game = find_game(slug)
    page = page_of(request, record_files.readable(slug), per=36)
    context = {
        "game": game,
        "game_name": game_name(slug),
        "files": page,
        "as_parquet": [file.pk for file in page if record_files.offers_parquet(file)],
        "fields": record_pages.FIELDS,
        "licence": settings.RECORDS_LICENCE,
    }
    return render(request, "web/games/record_files.html", context)
