"""Ladders of remote bots as tests need them: bots of several authors that listen, and a table."""

from league.models import Duplicate, OnlineTable, RemoteBot
from league.services.ladders import ladders
from league.services.play import ladder_tables
from tests.league.factories import BotFactory
from tests.league.ladders import make_ladder, rate_player
from tests.league.services.play import acts, remote


def make(club, *, size=2, game="briscola", anchors=()):
    """Return a running ladder of remote bots with these built-in ones."""
    season = make_ladder(club, bots=0, size=size, game=game, is_remote=True)
    for name in anchors:
        rate_player(season, BotFactory(builtin=name))
    return season


def enter(season, owner, now, name, **changes):
    """Return a bot of an author that listens and plays on a ladder."""
    bot = remote.make(owner, now, name=name, **changes)
    ladders.enter_remote(season=season, bot=bot, by=owner, now=now)
    return bot


def fill(season, now):
    """Open tables and return them in their order."""
    opened = ladder_tables.fill(season=season, now=now)
    rows = OnlineTable.objects.filter(match__duplicate__in=opened)
    return [acts.row(row) for row in rows.order_by("pk")]


def listen(bot, now):
    RemoteBot.objects.filter(pk=bot.pk).update(seen_at=now)


def duplicate_of(table):
    return Duplicate.objects.get(matches__online=table)
