"""Challenges: who has opened a table asks remote bots to sit down there.

A bot accepts by sitting down. A challenge ends when its table waits for players no more.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.models import Account, OnlineTable, Player, RemoteBot, TableChallenge
from league.services.base.refusals import Conflict, NotFound

from . import live, remote_bots, remote_seats, table_play, tables
from .table_looks import challenges_of as of_table
from .tables import Status

__all__ = ["ask_again", "candidates", "challenge", "decline", "of_table", "open_for"]

MOST_OPEN: Final = 4
"""So many bots a table asks at once."""
ASKED, DECLINED = TableChallenge.Status.ASKED, TableChallenge.Status.DECLINED


def open_for(bot: RemoteBot) -> QuerySet[TableChallenge]:
    """Return the challenges that a bot has not answered, with their tables, the oldest first."""
    rows = TableChallenge.objects.filter(
        player=bot.player_id, status=ASKED, table__status=Status.GATHERING
    )
    return rows.select_related("table__event__season", "by").order_by("pk")


def candidates(table: OnlineTable, *, now: datetime) -> list[RemoteBot]:
    """Return the bots that can be asked to a table now, by name; a constant number of queries.

    Those that were asked, sit there or have no table free are not among them.
    """
    if table.event is None or not table.event.takes_remote_bots:
        return []
    known = set(table.challenges.values_list("player", flat=True))
    known |= {seat.player_id for seat in table.seats.all()}
    found = remote_bots.connected(table.event.season.game, now=now)
    return [bot for bot in found if bot.player_id not in known]


def challenge(*, table: OnlineTable, bot: Player, by: Account, now: datetime) -> OnlineTable:
    """Ask a remote bot to sit down at a table, as who has opened it or an organiser.

    Asked again, it changes nothing. Raises Conflict for a bot that cannot come or has declined, and
    where MOST_OPEN are asked already; NotFound for a player that is no remote bot.
    """
    with transaction.atomic():
        held = tables.hold_gathering(table)
        tables.require_opener(held, by)
        asked = RemoteBot.objects.filter(player=bot).select_related("player").first()
        if asked is None:
            raise NotFound(_("There is no remote bot with this code."))
        remote_seats.require_taken(tables.event_of(held))
        known = held.challenges.filter(player=bot).first()
        if known is not None and known.status != DECLINED:
            return held
        _require_can_come(held, asked, known, now)
        if held.challenges.filter(status=ASKED).count() >= MOST_OPEN:
            said = _("%(most)d bots are asked already. Wait for their answers.")
            raise Conflict(held, said % {"most": MOST_OPEN})
        _ask(held, [asked], by=by.player, now=now)
    return held


def ask_again(*, table: OnlineTable, players: Sequence[Player], by: Player, now: datetime) -> None:
    """Ask those of the remote bots to a held table that can come, as the same are to play again."""
    rows = RemoteBot.objects.filter(player__in=players).select_related("player").order_by("pk")
    found = [bot for bot in rows if _why_not(table, bot, now) == ""]
    if found and table.event is not None and table.event.takes_remote_bots:
        _ask(table, found[:MOST_OPEN], by=by, now=now)


def decline(*, table: OnlineTable, by: Account, now: datetime) -> OnlineTable:
    """Say that the remote bot of an account does not sit down where it was asked to.

    Said again, it changes nothing. Raises NotFound where nobody asks it.
    """
    with transaction.atomic():
        held = tables.hold_gathering(table)
        asked = held.challenges.filter(player__account=by)
        if asked.filter(status=ASKED).update(status=DECLINED):
            table_play.change(held)
        elif not asked.filter(status=DECLINED).exists():
            raise NotFound(_("Nobody has asked this bot to sit down at this table."))
    return held


def _ask(table: OnlineTable, bots: Sequence[RemoteBot], *, by: Player, now: datetime) -> None:
    TableChallenge.objects.bulk_create(
        TableChallenge(table=table, player=bot.player, by=by, at=now) for bot in bots
    )
    table_play.change(table)
    for bot in bots:
        live.tell_challenge(table, bot.player)


def _require_can_come(
    table: OnlineTable, bot: RemoteBot, known: TableChallenge | None, now: datetime
) -> None:
    if known is not None:
        said = _("%(name)s has declined. Ask another bot.")
        raise Conflict(table, said % {"name": bot.name})
    if said := _why_not(table, bot, now):
        raise Conflict(table, said)


def _why_not(table: OnlineTable, bot: RemoteBot, now: datetime) -> str:
    """Return why a bot cannot be asked to a table, nothing if it can; two queries at most."""
    named = {"name": bot.name}
    if bot.retired_at is not None or not remote_seats.is_connected(bot, now=now):
        return _("%(name)s is not connected now. Ask another bot.") % named
    if not bot.is_open:
        return _("%(name)s takes no requests now. Ask another bot.") % named
    if not bot.plays(table.rules.game):
        return _("%(name)s does not play this game. Ask another bot.") % named
    if table.seats.filter(player=bot.player_id).exists():
        return _("%(name)s already sits at this table.") % named
    if not remote_seats.has_room(bot):
        return _("%(name)s has no table free now. Ask another bot.") % named
    return ""
