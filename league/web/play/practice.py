"""Practice: the page on which one opens a table for oneself and AI players, of a game or event."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

import games
from bots import builtin
from engine.rules.game import Game
from league.models import Event, OnlineTable, Player
from league.services.base import formats, refusals
from league.services.ladders import levels
from league.services.play import practice, table_terms
from league.web.base import access
from league.web.base.bot_names import choices_of_bots
from league.web.events.events import find_event
from league.web.games.games import find_game, game_name
from league.web.play.tables import CONFLICT, UNPROCESSABLE, bots_for, number_of, sentences


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def of_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what one can practise of a game; sent, the form opens a table."""
    game = find_game(slug)
    return _practise(request, game, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def of_event(request: HttpRequest, code: str) -> HttpResponse:
    """Show what one can practise for an event; sent, the form opens a table."""
    event = find_event(request, code)
    return _practise(request, games.get(event.season.game), event)


def _practise(request: HttpRequest, game: Game, event: Event | None) -> HttpResponse:
    if request.method != "POST":
        return _page(request, game, event)
    names = _bots(game, event)
    name = request.POST.get("bot", "")
    try:
        opened = practice.practise(
            game=game,
            event=event,
            by=access.require_account(request),
            seats=number_of(request, "seats", _usual_size(game, event)),
            bots=[name if name in names else names[0]],
            own_name=request.POST.get("own_name"),
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        return _page(request, game, event, said=sentences(refusal), status=UNPROCESSABLE)
    except refusals.Conflict as refusal:
        return _page(request, game, event, said=[refusal.message], status=CONFLICT)
    return redirect("web:table", code=opened.code)


def _page(
    request: HttpRequest,
    game: Game,
    event: Event | None,
    *,
    said: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    account = access.require_account(request)
    context = {
        "game": game,
        "game_name": game_name(game.slug),
        "event": event,
        "said": said,
        "mine": _own(account.pk, game),
        "sizes": game.players,
        "usual_size": _usual_size(game, event),
        "bots": choices_of_bots(_bots(game, event), levels.ratings_of(game.slug)),
        "needs_name": not Player.objects.filter(account=account).exists(),
    }
    return render(request, "web/play/practice.html", context, status=status)


def _own(account: int, game: Game) -> Sequence[OnlineTable]:
    """Return the practice tables of an account at which a game is played, the newest first."""
    rows = OnlineTable.objects.filter(event=None, match=None, opened_by__account=account)
    rows = rows.filter(practice__game=game.slug, status=OnlineTable.Status.PLAYING)
    return list(rows.order_by("-pk")[: practice.MOST_KEPT])


def _usual_size(game: Game, event: Event | None) -> int:
    size = (event.table_size if event else None) or formats.usual_size(game)
    return size if size in game.players else game.players[-1]


def _bots(game: Game, event: Event | None) -> list[str]:
    """Return the names of the built-in bots to practise with, the usual one first."""
    if event is not None:
        return bots_for(event)
    return sorted(builtin.names_in(game), key=lambda name: name != table_terms.DEFAULT_BOT)
