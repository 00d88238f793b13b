"""The pictures that links to a club, a season, an event, a session or a player show when shared.

They show what visitors see, whoever asks, in the language that the address asks for.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Season
from league.services.base import rights
from league.services.overviews import careers, outside
from league.services.seasons import rankings
from league.templatetags.players import player_names
from league.templatetags.scores import points
from league.web.base.bot_names import player_name
from league.web.base.link_pictures import MOST_ROWS, Line, draw
from league.web.base.match_names import match_name, session_name
from league.web.events.paper import moment_of
from league.web.games.games import game_name

from .feeds import language_of

Parameters = ParamSpec("Parameters")
Told = tuple[str, str, Sequence[Line]]
"""The title of a picture, what stands below it, and its lines."""
MOST_SEASONS: Final = 4


def drawn(
    told: Callable[Concatenate[HttpRequest, Parameters], Told],
) -> Callable[Concatenate[HttpRequest, Parameters], HttpResponse]:
    """Send a picture of what is told."""

    @wraps(told)
    def sent(
        request: HttpRequest, /, *args: Parameters.args, **named: Parameters.kwargs
    ) -> HttpResponse:
        with translation.override(language_of(request)):
            content = draw(*told(request, *args, **named))
        return HttpResponse(content, content_type="image/png")

    return require_safe(sent)


@drawn
def of_club(request: HttpRequest, slug: str) -> Told:
    """Show a club with its newest seasons."""
    club = get_object_or_404(rights.readable_clubs(None), slug=slug)
    seasons = rights.readable_seasons(None).filter(club=club).order_by("-created_at", "-pk")
    lines = [Line(row.name, game_name(row.game)) for row in seasons[:MOST_SEASONS]]
    return club.name, " ".join(club.about.split()), lines


@drawn
def of_season(request: HttpRequest, code: str) -> Told:
    """Show a season with the first of its standings."""
    rows = rights.readable_seasons(None).select_related("club")
    season = get_object_or_404(rows, code=code)
    return season.name, f"{season.club} · {game_name(season.game)}", _standings(season)


@drawn
def of_event(request: HttpRequest, code: str) -> Told:
    """Show an event: when and where it is."""
    rows = rights.readable_events(None).select_related("season__club", "venue")
    event = get_object_or_404(rows, code=code)
    lines = [Line(said) for said in (moment_of(event.starts_at), str(event.venue or "")) if said]
    lines.append(Line(game_name(event.season.game)))
    return event.name, f"{event.season.club} · {event.season}", lines


@drawn
def of_session(request: HttpRequest, code: str) -> Told:
    """Show a session: who sits where."""
    rows = rights.readable_sessions(None).select_related("event__season__club")
    session = get_object_or_404(rows, code=code)
    season = session.event.season
    lines = [
        Line(f"{match_name(match)}: {player_names(seat.player for seat in match.seats.all())}")
        for match in outside.drawn_tables(session)[:MOST_ROWS]
    ]
    title = f"{session.event}, {session_name(session)}"
    return title, f"{season.club} · {game_name(season.game)}", lines


@drawn
def of_player(request: HttpRequest, code: str) -> Told:
    """Show a player with their ratings."""
    player = get_object_or_404(rights.readable_players(None), code=code)
    ratings = careers.ratings_of(player)[:MOST_ROWS]
    lines = [Line(game_name(row.pool.game), number_format(row.mu, 1)) for row in ratings]
    return player_name(player), _("Player"), lines


def _standings(season: Season) -> list[Line]:
    if season.kind == Season.Kind.LADDER:
        return []
    return [
        Line(
            f"{row.rank}. {player_name(row.player)}" if row.rank else player_name(row.player),
            points(row.points),
            is_first=row.rank == 1,
        )
        for row in rankings.table(season)[:MOST_ROWS]
    ]
