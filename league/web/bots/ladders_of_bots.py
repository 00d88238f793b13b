"""The ladders that pages of bots list, and on which their authors enter them."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet

from league.models import Account, Rating, RemoteBot, Season, Version
from league.services.bots import bots
from league.services.ladders import ladders
from league.web.games.games import game_name

MOST_LADDERS = 20


@dataclass(frozen=True)
class LadderRow:
    """A ladder on which bots play now, and what its game is called."""

    season: Season
    game: str
    is_entered: bool = False
    """Whether the bot whose page this is plays there already."""


def ladders_for(
    account: Account | None, versions: Collection[Version] | None = None
) -> list[LadderRow]:
    """Return the newest running ladders; with versions, those that one of them may enter.

    One query, and one more with versions.
    """
    slugs = None if versions is None else {one for row in versions for one in bots.slugs_of(row)}
    rows = ladders.running(account=account)
    if slugs is not None:
        rows = rows.filter(game__in=slugs, is_remote=False)
    return _rows(rows, [row.player_id for row in versions or () if row.player_id])


def ladders_for_remote(account: Account | None, bot: RemoteBot) -> list[LadderRow]:
    """Return the newest running ladders of remote bots that play its games; two queries."""
    rows = ladders.running(account=account).filter(is_remote=True)
    if bot.games:
        rows = rows.filter(game__in=bot.games)
    return _rows(rows, [bot.player_id])


def _rows(ladders: QuerySet[Season], players: Collection[int]) -> list[LadderRow]:
    shown = list(ladders[:MOST_LADDERS])
    there = Rating.objects.filter(season__in=shown, player__in=players, is_active=True)
    entered = set(there.values_list("season", flat=True)) if players else set()
    return [LadderRow(row, game_name(row.game), row.pk in entered) for row in shown]
