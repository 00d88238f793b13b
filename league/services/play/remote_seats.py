"""Where a remote bot may sit down: at tables of events that take them, as many as it plays at once.

A remote bot has no place in an event and agrees to nothing, as a built-in one; for the rest it is
treated as a person is.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.models import Account, Event, OnlineTable, Player, RemoteBot, TableChallenge, TableSeat
from league.services.base.refusals import Conflict, Forbidden

from . import table_invitations

CONNECTED: Final = timedelta(seconds=60)
"""So long after it was seen last a bot is taken to listen still."""
LIVE: Final = (OnlineTable.Status.GATHERING, OnlineTable.Status.PLAYING)


def hold_of(account: Account) -> RemoteBot | None:
    """Return the bot whose account this is, held, None for a person; before events and tables."""
    rows = RemoteBot.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("player").filter(account=account).first()


def is_connected(bot: RemoteBot, *, now: datetime) -> bool:
    """Tell whether a bot listens to its events."""
    return bot.seen_at is not None and bot.seen_at >= now - CONNECTED


def live_tables(bot: RemoteBot) -> QuerySet[OnlineTable]:
    """Return the tables at which a bot sits and that are not over."""
    return OnlineTable.objects.filter(seats__player=bot.player_id, status__in=LIVE)


def has_room(bot: RemoteBot) -> bool:
    """Tell whether a bot can sit down at one table more; one query."""
    return live_tables(bot).count() < bot.most_tables


def require(bot: RemoteBot, event: Event, table: OnlineTable, *, invitation: str = "") -> Player:
    """Return the player of a held bot that may sit down at a held table of a held event.

    At a private one who has the `invitation`, or was asked. Raises Forbidden where the event takes
    no remote bots, Conflict for a bot that does not play the game or has no table free.
    """
    if bot.retired_at is not None:
        raise Forbidden(_("This bot is retired. Make another one."))
    require_taken(event)
    if not bot.plays(event.season.game):
        said = _("This bot does not play this game. Its author can add the game on its page.")
        raise Conflict(table, said)
    if TableSeat.objects.filter(table=table, player=bot.player_id).exists():
        raise Conflict(table, _("You already sit at this table."))
    if not has_room(bot):
        said = _(
            "This bot already sits at as many tables as it plays at once: %(most)d. Finish a match "
            "first."
        )
        raise Conflict(table, said % {"most": bot.most_tables})
    if invitation:
        table_invitations.require(table, invitation)
    elif table.is_private and not _is_asked(bot, table):
        said = _("Only people who have the link of this table can sit down. Ask for it.")
        raise Forbidden(said)
    return bot.player


def require_taken(event: Event) -> None:
    """Raise Forbidden unless remote bots may sit down at the tables of an event."""
    if not event.takes_remote_bots:
        said = _("Remote bots may not sit down here. An organiser can allow it for the event.")
        raise Forbidden(said)


def accept(bot: RemoteBot, table: OnlineTable) -> None:
    """Note that a bot has sat down where it was asked to, if it was."""
    asked = TableChallenge.objects.filter(table=table, player=bot.player_id)
    asked.update(status=TableChallenge.Status.ACCEPTED)


def _is_asked(bot: RemoteBot, table: OnlineTable) -> bool:
    asked = TableChallenge.objects.filter(table=table, player=bot.player_id)
    return asked.filter(status=TableChallenge.Status.ASKED).exists()
