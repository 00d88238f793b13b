"""Places in an event: who has one, who waits, and how they are given.

A place is taken by who is registered and has not left. Where the event is full one waits, strictly
in the order of registration; whatever frees a place gives it to the first who waits, in the same
transaction. Callers hold the event's row, so that places are given one at a time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q, QuerySet
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from league.models import Account, Event, Mail, Player, Registration, Session
from league.services.accounts import notices
from league.services.base import audit
from league.services.base.refusals import change_status
from league.services.clubs import allegiances
from league.services.mail import post

REGISTERED, WAITING = Registration.Status.REGISTERED, Registration.Status.WAITING


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who is to be registered, and how."""

    player: Player
    fixed_table: int | None = None
    group: str = ""


def enter(
    event: Event, entries: Sequence[Entry], *, first_session: int, by: Account, now: datetime
) -> list[Registration]:
    """Register players who have no place and do not wait, in order; returns their registrations.

    The caller holds the event and has checked everything but the places. A constant number of
    queries, and one for each player who has been registered before. In a federation they play for
    the club they belong to, if there is one and they have not chosen.
    """
    players = [entry.player for entry in entries]
    known = {row.player_id: row for row in event.registrations.filter(player__in=players)}
    free = _free_places(event)
    rows = []
    for number, entry in enumerate(entries):
        row = known.get(entry.player.pk) or Registration(event=event)
        row.event, row.player = event, entry.player
        status = REGISTERED if free is None or number < free else WAITING
        _enter_row(row, entry, status, first_session=first_session, by=by, now=now)
        rows.append(row)
    Registration.objects.bulk_create(row for row in rows if row.pk is None)
    allegiances.settle(event.season, players, by=by, now=now)
    data = {"registrations": [to_json(row) for row in rows]}
    audit.note_event(event, "registration.enter", data, by=by, now=now)
    return rows


def promote(event: Event, *, by: Account | None, now: datetime) -> list[Registration]:
    """Give the places that are free to the first who wait; the caller holds the event.

    Those promoted come from the next session that is not published, and are told.
    """
    rows = event.registrations.filter(status=WAITING).select_related("player")
    rows = rows.order_by("registered_at", "id")
    taken = active(event).count()
    free = None if event.capacity is None else max(0, event.capacity - taken)
    lucky = list(rows[:free])
    if not lucky:
        return []
    ids = [row.pk for row in lucky]
    following = next_session(event)
    event.registrations.filter(pk__in=ids, status=WAITING).update(
        status=REGISTERED, first_session=Greatest("first_session", following)
    )
    data = {"registrations": [row.code for row in lucky], "first_session": following}
    audit.note_event(event, "registration.promote", data, by=by, now=now)
    told = [row.player.account_id for row in lucky if row.player.account_id is not None]
    text = f"A place was freed: you are registered for {event.name}."
    notices.tell_accounts(account_ids=told, text=text, now=now)
    about = f"event:{event.code}:{now:%Y%m%d%H%M%S}"  # who withdraws may wait once more
    post.post(kind=Mail.Kind.PLACE, about=about, account_ids=told, now=now)
    return lucky


def next_session(event: Event) -> int:
    """Return the number of the first session that is not published yet, planned or not."""
    published = event.sessions.exclude(status=Session.Status.DRAFT)
    return (published.aggregate(last=Max("number"))["last"] or 0) + 1


def fresh(registration: Registration) -> Registration:
    """Return a registration as it is stored, with event, season, club and player."""
    rows = Registration.objects.select_related(
        "event__season__club", "player", "replaces__player", "registered_by__player"
    )
    return rows.get(pk=registration.pk)


def active(event: Event) -> QuerySet[Registration]:
    """Return the registrations that take a place."""
    return event.registrations.filter(status=REGISTERED, last_session=None)


def held_by(player: Player) -> QuerySet[Registration]:
    """Return the registrations by which somebody takes a place in an event."""
    return player.registrations.filter(status=REGISTERED, last_session=None)


def to_json(row: Registration) -> dict[str, Any]:
    """Return a registration as the trail keeps it; it was made or renewed at the entry's time."""
    return {
        "code": row.code,
        "player": row.player.code,
        "name": row.player.name,
        "status": row.status,
        "first_session": row.first_session,
        "fixed_table": row.fixed_table,
        "group": row.group,
    }


def _free_places(event: Event) -> int | None:
    """Return how many may be registered at once, None if any number; nobody passes who waits."""
    if event.capacity is None:
        return None
    found = event.registrations.aggregate(
        taken=Count("pk", Q(status=REGISTERED, last_session=None)),
        waiting=Count("pk", Q(status=WAITING)),
    )
    return 0 if found["waiting"] else max(0, event.capacity - found["taken"])


def _enter_row(
    row: Registration,
    entry: Entry,
    status: Registration.Status,
    *,
    first_session: int,
    by: Account,
    now: datetime,
) -> None:
    """Set a new registration, unsaved, or change one of somebody who comes back."""
    fields: dict[str, Any] = {
        "registered_at": now,
        "registered_by": by,
        "checked_in_at": None,
        "first_session": first_session,
        "last_session": None,
        "fixed_table": entry.fixed_table,
        "group": entry.group,
        "replaces": None,
    }
    if row.pk is not None:
        said = _("%(name)s left this event, and it is full now. Add places first.")
        change_status(row, status, refusal=said % {"name": row.player.shown_name}, **fields)
        return
    row.status = status
    for name, value in fields.items():
        setattr(row, name, value)
