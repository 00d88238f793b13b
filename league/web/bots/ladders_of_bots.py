"""The ladders that pages of bots list, and on which their authors enter them."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.models import Account, RemoteBot, Season, Version
from league.services.bots import bots
from league.services.ladders import ladders
from league.web.games.games import game_name

MOST_LADDERS = 20


@dataclass(frozen=True)
class LadderRow:
    """A ladder on which bots play now, and what its game is called."""

    season: Season
    game: str


def ladders_for(
    account: Account | None, versions: Iterable[Version] | None = None
) -> list[LadderRow]:
    """Return the newest running ladders; with versions, those that one of them may enter."""
    slugs = None if versions is None else {one for row in versions for one in bots.slugs_of(row)}
    rows = ladders.running(account=account)
    if slugs is not None:
        rows = rows.filter(game__in=slugs, is_remote=False)
    return [LadderRow(row, game_name(row.game)) for row in rows[:MOST_LADDERS]]


def ladders_for_remote(account: Account | None, bot: RemoteBot) -> list[LadderRow]:
    """Return the newest running ladders of remote bots that play a game of this one."""
    rows = ladders.running(account=account).filter(is_remote=True)
    if bot.games:
        rows = rows.filter(game__in=bot.games)
    return [LadderRow(row, game_name(row.game)) for row in rows[:MOST_LADDERS]]
