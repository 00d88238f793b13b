"""Again with the same: after a match, one press opens another table for those who sat there.

Whoever presses first opens it, with the same bots, seats and time; the others see it on the page of
the old table and sit down there. Remote bots are asked to. At practice tables one begins anew.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Event, OnlineTable
from league.services.base.refusals import Conflict
from league.services.registration import plans

from . import challenges, practice, table_play, tables
from .table_play import Status

LIVE = (Status.GATHERING, Status.PLAYING)


def play_again(
    *, table: OnlineTable, by: Account, adds_number: bool = False, now: datetime
) -> OnlineTable:
    """Open the next table of those who sat at one that is over, or sit down at it.

    For `adds_number` see `tables.open_table`; nobody adds one at a practice table.
    Raises Conflict where the match there has begun without this account, and what opening a table
    and sitting down raise.
    """
    table_play.require_seat(table, by)
    if table.status != Status.OVER:
        raise Conflict(table, _("The match at this table is not over yet."))
    if table.event is None:
        return practice.practise_again(table=table, by=by, now=now)
    return _open_or_join(table, table.event, by, adds_number, now)


def next_of(table: OnlineTable) -> OnlineTable | None:
    """Return the table at which the same players go on, None while there is none; two queries."""
    if table.again_id is None:
        return None
    rows = OnlineTable.objects.filter(pk=table.again_id, status__in=LIVE)
    return tables.loaded(rows).first()


@transaction.atomic
def _open_or_join(
    table: OnlineTable, event: Event, by: Account, adds_number: bool, now: datetime
) -> OnlineTable:
    plans.hold(event)  # first, as whoever sits down does
    held = table_play.hold(table)
    found = next_of(held)
    if found is not None:
        if any(seat.player.account_id == by.pk for seat in found.seats.all()):
            return found
        return tables.join(table=found, by=by, now=now)
    seats = held.seats.all()
    opened = tables.open_table(
        event=event,
        by=by,
        seats=held.size,
        bots=[seat.player.builtin for seat in seats if seat.player.is_answered_here],
        move_s=held.move_s,
        adds_number=adds_number,
        now=now,
    )
    table_play.change(held, again=opened)
    remote = [seat.player for seat in seats if seat.player.is_remote]
    challenges.ask_again(table=opened, players=remote, by=opened.opened_by, now=now)
    return opened
