"""Arrivals: people check themselves in by a code that a screen at the door shows.

The code follows from the site's key, the event and the time, so nothing is stored. It changes every
few minutes: whoever has one that holds stands at the door, or did so a moment ago. Those who come
late register with it as well.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from league.models import Account, Event, Registration
from league.services.base.refusals import Conflict, Forbidden
from league.services.registration import places, plans, registrations

from . import attendance

PERIOD: Final = timedelta(minutes=5)
"""How long a screen shows the same code."""
HOLDS: Final = 3
"""For so many periods a code holds, the one in which it is shown included."""
LENGTH: Final = 20


def code_of(event: Event, *, now: datetime) -> str:
    """Return the code that the screen of an event shows at `now`: 20 hexadecimal digits."""
    return _code(event, _period(now))


def is_valid(event: Event, code: str, *, now: datetime) -> bool:
    """Return whether the screen of an event shows a code now, or did so a moment ago."""
    last = _period(now)
    return any(constant_time_compare(code, _code(event, last - ago)) for ago in range(HOLDS))


def guests(event: Event) -> QuerySet[Registration]:
    """Return who has a place, has no account and is not here yet, in the order of names."""
    rows = places.active(event).filter(player__account=None, player__kind="person")
    rows = rows.filter(checked_in_at=None).select_related("player", "event")
    return rows.order_by("player__name", "pk")


def arrive(
    *, event: Event, code: str, own_name: str | None = None, by: Account, now: datetime
) -> Registration:
    """Check in the player of an account, and register them first if they have no place.

    At the door that goes on after registration has closed and the event has begun. Whoever gets a
    place on the waiting list only is not checked in. Raises Forbidden for a code that holds no
    more, otherwise as `registrations.register_oneself` and `attendance.check_in`.
    """
    _require_code(event, code, now)
    with transaction.atomic():
        plans.hold(event)  # who presses twice is registered once
        row = event.registrations.filter(player__account=by, last_session=None)
        found = row.exclude(status=Registration.Status.WITHDRAWN).first()
        if found is None:
            found = registrations.register_oneself(
                event=event, own_name=own_name, is_at_door=True, by=by, now=now
            )
        if found.status == Registration.Status.WAITING:
            return places.fresh(found)
        return attendance.take_in(registration=found, by=by, now=now)


def arrive_as_guest(*, event: Event, code: str, guest: str, now: datetime) -> Registration:
    """Check in somebody without an account, by the code of their registration.

    Raises Forbidden for a code of the door that holds no more, Conflict for who has no place, has
    an account or is here already.
    """
    _require_code(event, code, now)
    row = guests(event).filter(code=guest).first()
    if row is None:
        raise Conflict(event, _("This person is checked in already, or has no place any more."))
    return attendance.take_in(registration=row, by=None, now=now)


def _require_code(event: Event, code: str, now: datetime) -> None:
    if not is_valid(event, code, now=now):
        raise Forbidden(_("This code is no longer shown at the door. Scan it once more."))


def _period(now: datetime) -> int:
    return int(now.timestamp() // PERIOD.total_seconds())


def _code(event: Event, period: int) -> str:
    return salted_hmac("league.arrivals", f"{event.code}:{period}").hexdigest()[:LENGTH]
