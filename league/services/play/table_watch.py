"""The watch over online tables: what is due there is done, also when messages are lost.

Who does not act in time is warned and then stood in for; bots that are silent are woken up, and
rounds are dealt. At a table that waits for players bots take the seats left if it is to have any;
otherwise it is called off.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from league import queue
from league.models import OnlineTable
from league.services.base.refusals import Refused

from . import table_play, tables
from .table_looks import loaded
from .table_play import GRACE, Awaits, Status

logger = logging.getLogger(__name__)

AGAIN = timedelta(seconds=10)
"""How long a bot may be silent once its worker was woken up again."""
MOST_TABLES = 500
"""So many tables are looked after at a time; the next watch goes on."""


def watch(*, now: datetime) -> int:
    """Do what is due at online tables, each in a transaction of its own; return at how many."""
    due = OnlineTable.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    done: list[str] = []
    silent: list[int] = []
    rows = due.values_list("pk", "awaits", "fill_with")
    for pk, awaits, bot in list(rows[:MOST_TABLES]):
        try:
            awaited = _fill(pk, now) if awaits == Awaits.PLAYERS and bot else _look_after(pk, now)
        except Exception:  # what is wrong with one table does not keep the others waiting
            logger.exception("the online table with the key %d could not be looked after", pk)
            continue
        done += [awaited] * bool(awaited)
        silent += [pk] * (awaited == Awaits.BOT)
    queue.answer_tables(silent)  # in one message: where workers are late, more would not help
    return len(done)


def _fill(pk: int, now: datetime) -> str:
    """Let a bot take the seats left at a table; one that takes none any more is called off.

    Whoever gives seats holds the event first, so this is not for `_look_after`.
    """
    table = loaded(OnlineTable.objects.all()).get(pk=pk)
    try:
        tables.fill_due(table=table, now=now)
    except Refused:
        return _look_after(pk, now)
    return Awaits.PLAYERS


def _look_after(pk: int, now: datetime) -> str:
    """Do what is due at a table and return whom it awaited, nothing if somebody else was first."""
    with transaction.atomic():
        rows = OnlineTable.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
        table = loaded(rows).filter(pk=pk, due_at__lte=now).first()
        if table is None:
            return ""
        awaited = table.awaits
        if table.is_practice and awaited == Awaits.PERSON:
            awaited = Awaits.BOT  # for a hint
        match awaited:
            case Awaits.PLAYERS:
                table_play.change(table, **table_play.at_rest(Status.CANCELLED, now=now))
            case Awaits.DEAL:
                table_play.deal_held(table, now=now)
            case Awaits.BOT:
                OnlineTable.objects.filter(pk=table.pk).update(due_at=now + AGAIN)
            case Awaits.PERSON if table.warned:
                _stand_in(table, now)
            case Awaits.PERSON:
                table_play.change(table, warned=True, due_at=now + GRACE)
    return awaited


def _stand_in(table: OnlineTable, now: datetime) -> None:
    """Let the default bot play for the person who was warned, until they are back."""
    assert table.turn is not None  # noqa: S101 - a person is to act
    table_play.stand_in(table_play.seat_row(table, table.turn), stands_in=True)
    table_play.change(table, **table_play.clock(table, table.turn, now=now))
