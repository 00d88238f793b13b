"""What is to come: an evening with a waiting list, and an online table that waits for one more."""

import contextlib
from datetime import datetime, timedelta

from django.db import transaction

from league.models import Event, OnlineTable, Registration, Season
from league.services.base.refusals import Forbidden, Refused
from league.services.events import attendance
from league.services.play import tables
from league.services.registration import registrations

from . import evenings, play_now
from .evenings import half_past_seven, luck_of
from .members import Cast

FULL = "Open tournament"
PLACES = 12
ONLINE = "Online tables"
SEATS = 4


def fill_up(season: Season, cast: Cast, *, now: datetime) -> Event:
    """Plan a tournament that is full; two give up their places, which Bob and Alice get."""
    event = evenings.plan(
        season,
        FULL,
        cast,
        at=half_past_seven(now + timedelta(days=24)),
        capacity=PLACES,
        table_size=4,
        planned_sessions=3,
    )
    known = [cast.player(name) for name in ("bob", "alice")]
    others = [player for player in cast.players if player.account_id is None]
    came = luck_of(FULL).sample(others, PLACES + 3)
    early, late = came[:PLACES], came[PLACES:]
    evenings.register(event, [*early, *known, *late], cast, now=now - timedelta(days=6))
    rows = event.registrations.filter(player__in=early[:2], status=Registration.Status.REGISTERED)
    for day, row in enumerate(rows.order_by("pk")):
        attendance.withdraw(registration=row, by=cast.owner, now=now - timedelta(days=3 - day))
    return event


def open_online(season: Season, cast: Cast, *, now: datetime) -> Event:
    """Let people play a season's game in the browser; four of them have registered."""
    event = play_now.offer(season, ONLINE, cast, now=now)
    for username in ("alice", "bob", "carol", "dora"):
        by = cast.accounts[username]
        registrations.register(event=event, player=cast.player(username), by=by, now=now)
    return event


def gather(event: Event, cast: Cast, *, now: datetime) -> None:
    """Have Carol open a table at which one seat is left, unless one waits or is played at.

    Whoever has left the event since does not sit down.
    """
    open_ones = [OnlineTable.Status.GATHERING, OnlineTable.Status.PLAYING]
    if event.tables.filter(status__in=open_ones).exists():
        return
    with contextlib.suppress(Forbidden, Refused), transaction.atomic():
        table = tables.open_table(
            event=event, by=cast.accounts["carol"], seats=SEATS, bots=["medium"], now=now
        )
        tables.join(table=table, by=cast.accounts["dora"], now=now)
