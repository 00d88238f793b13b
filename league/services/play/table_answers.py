"""Answers of bots at online tables, by a worker: all they do until a person is to act.

A worker claims tables by a lease on their rows; what it has found is added to the log only while
the lease is held and nothing else has happened. A lost or doubled message, or a killed worker,
costs some seconds: the watch sends again what nobody has answered.
"""

import logging
import uuid
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from bots import builtin
from bots.builtin import Builtin
from bots.playing import runner
from engine.play.table import Table
from engine.rules.errors import NotCompiled
from league.models import OnlineTable, TableSeat
from league.services.monitoring import host_errors

from . import bot_matches, hints, positions, table_play
from .table_looks import SEATS
from .table_play import Awaits, Done

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""How long a worker may think before others take its tables."""
STAND_IN = "greedy"
"""The bot that plays for a person who does not: it follows a rule of thumb, at once."""


def answer_tables(*, ids: Sequence[int], clock: Callable[[], datetime] = timezone.now) -> None:
    """Let bots act at those of the tables `ids` that await one and that nobody else answers.

    At those for practice that await a person, a hint is found that was asked for.
    """
    for pk in ids:
        try:
            if not answer(pk=pk, clock=clock):
                hints.find(pk=pk, clock=clock)
        except Exception:  # what is wrong with one table does not keep the others waiting
            logger.exception("no bot could act at the online table with the key %d", pk)


def answer(*, pk: int, clock: Callable[[], datetime] = timezone.now) -> bool:
    """Let bots act at a table until a person is to, or the round is over; False if nobody did."""
    table = claim(pk=pk, now=clock())
    if table is None:
        return False
    position = positions.reach(table)
    try:
        done = _think(table, position.table)
    except NotCompiled:
        _leave(table, now=clock())
        return False
    with transaction.atomic():
        held = table_play.hold(table)
        if held.lease != table.lease or held.length != table.length:
            return False
        positions.keep_once_committed(held, position)
        table_play.add(held, position, done, now=clock())
    return True


def claim(*, pk: int, now: datetime) -> OnlineTable | None:
    """Take a table that awaits a bot, or return None: it does not, or another worker has it."""
    lease, until = uuid.uuid4(), now + LEASE
    free = Q(lease=None) | Q(lease_until__lt=now)
    waiting = OnlineTable.objects.filter(free, pk=pk, awaits=Awaits.BOT)
    if not waiting.update(lease=lease, lease_until=until, due_at=until):
        return None
    above = ("event__season", "opened_by", "match__season", "practice")
    rows = OnlineTable.objects.select_related(*above)
    return rows.prefetch_related(SEATS).filter(pk=pk, lease=lease).first()


def _leave(table: OnlineTable, *, now: datetime) -> None:
    """Give a table back whose bots look ahead by a search that is being compiled on this host."""
    held = OnlineTable.objects.filter(pk=table.pk, lease=table.lease)
    held.update(lease=None, lease_until=None, due_at=now + host_errors.SOON)


def _think(row: OnlineTable, table: Table) -> list[Done]:
    """Let the bots of a table play, and return what they did."""
    secret = row.secret
    assert secret is not None  # noqa: S101 - tables that await a bot have begun
    seats = list(row.seats.all())
    players = [_bot_at(seat) for seat in seats]
    before = len(table.rounds[-1].actions)
    runner.advance(table, players, seed=bot_matches.seed_of_players(secret))
    return [
        Done(
            said["seat"], said["action"], is_default=not seats[said["seat"]].player.is_answered_here
        )
        for said in table.told_openly()[before:]
    ]


def _bot_at(seat: TableSeat) -> Builtin | None:
    """Return the bot that plays at a seat now, None for a person who is there."""
    if seat.player.is_answered_here:
        return builtin.get(seat.player.builtin)
    return builtin.get(STAND_IN) if seat.stood_in else None
