"""Phrases and hand signs at online tables: few and fixed, so that nobody can be insulted there.

A seat has only the last one; what was said before is gone. Where partners play together, they say
nothing while a round is played, since what they say could tell of their cards.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

import games
from league.models import Account, OnlineTable, TableSeat
from league.services.base.refusals import Conflict, Invalid

from . import table_play

GAP = timedelta(seconds=4)
"""So long a seat is silent after it has said something."""


def has_partners(table: OnlineTable) -> bool:
    """Tell whether seats at a table play together from the first deal on."""
    sides = games.get(table.rules.game).sides(table.size)
    return len(set(sides)) < len(sides)


def say(*, table: OnlineTable, by: Account, phrase: str, now: datetime) -> OnlineTable:
    """Say one of `TableSeat.Phrase` from the seat of an account, to all who see the table.

    Raises Invalid for another one; Conflict before the match, a moment after the last phrase, and
    for partners in a round.
    """
    if phrase not in TableSeat.Phrase.values:
        raise Invalid({"phrase": [_("Choose one of the phrases.")]})
    with transaction.atomic():
        held = table_play.hold(table)
        seat = table_play.seat_row(held, table_play.require_seat(held, by))
        _require_free_to_speak(held, seat, now=now)
        seat.phrase, seat.phrase_at = phrase, now
        TableSeat.objects.filter(pk=seat.pk).update(phrase=phrase, phrase_at=now)
        table_play.change(held)
    return held


def _require_free_to_speak(table: OnlineTable, seat: TableSeat, *, now: datetime) -> None:
    if table.status not in {table_play.Status.PLAYING, table_play.Status.OVER}:
        raise Conflict(table, _("You can say something once the match has begun."))
    if seat.phrase_at is not None and now - seat.phrase_at < GAP:
        raise Conflict(table, _("You have just said something. Wait a few seconds."))
    is_in_round = table.awaits in {table_play.Awaits.PERSON, table_play.Awaits.BOT}
    if is_in_round and has_partners(table):
        said = _("Partners say nothing while a round is played. Wait until it is over.")
        raise Conflict(table, said)
