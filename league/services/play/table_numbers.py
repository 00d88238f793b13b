"""Numbers that browsers add to the deals of an online table, so that the site cannot choose them.

They come after the commitment is out and before the first card. Nobody can profit by theirs: the
secret, from which the deals follow too, is not known to them. Why so:
`docs/decisions/0021-numbers-of-browsers.md`.
"""

import re
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, OnlineTable, TableSeat
from league.services.base.refusals import Conflict, Invalid

from . import table_play
from .table_play import hold, require_playing, require_seat, seat_row

WAIT = timedelta(seconds=4)
"""How long the first deal waits for numbers."""
NUMBER = re.compile(r"[0-9a-f]{64}")


def add_number(*, table: OnlineTable, by: Account, number: str, now: datetime) -> OnlineTable:
    """Add 32 random bytes, as 64 hexadecimal digits, to the deals, for the seat of an account.

    The first number of a seat stays; sent once more it changes nothing. The first round is dealt
    with the last number that is awaited. Raises Conflict for another number than the first, and
    after the first deal.
    """
    if not NUMBER.fullmatch(number):
        raise Invalid({"number": [_("A number has 64 hexadecimal digits, in lower case.")]})
    added = bytes.fromhex(number)
    with transaction.atomic():
        held = hold(table)
        row = seat_row(held, require_seat(held, by))
        if row.added and bytes(row.added) == added:
            return held
        require_playing(held)
        if held.length:
            raise Conflict(held, _("The cards are dealt already, so no number can be added."))
        if row.added:
            raise Conflict(held, _("Another number was added for this seat before."))
        row.added = added
        TableSeat.objects.filter(pk=row.pk).update(added=added)
        if not table_play.awaited_numbers(held, now=now):
            table_play.deal_held(held, now=now)
    return held
