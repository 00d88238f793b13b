"""Rows that a worker sends: claimed under a lease, prolonged, given back or released.

A lease is a number that only the worker has who holds the row. Whoever was given up, or comes
second, finds nothing under it, and stores nothing.
"""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import F, QuerySet

from league.models import Delivery, Mail, Push

Row = TypeVar("Row", Delivery, Mail, Push)


SILENT: Final = "the worker stopped answering"
UNSURE: Final = "it may have arrived, so it is not sent again"
PAST: Final = "what it was about has changed, or nobody wants to hear of it any more"
"""Why a row waits again, or never does."""
SLICE: Final = 5000
"""How many rows of a kind are deleted at a time; the next time goes on."""


def claim(rows: QuerySet[Row], *, until: datetime, **fields: object) -> QuerySet[Row]:
    """Take those of the rows that wait, in one UPDATE, and begin their next attempt."""
    model, lease = rows.model, uuid.uuid4()
    with transaction.atomic():
        waiting = (
            rows.filter(status=model.Status.WAITING)
            .order_by("pk")
            .select_for_update(skip_locked=True, of=("self",))
        )
        model.objects.filter(pk__in=waiting.values("pk"), status=model.Status.WAITING).update(
            status=model.Status.SENDING,
            attempt=F("attempt") + 1,
            lease=lease,
            lease_until=until,
            **fields,
        )
    return model.objects.filter(lease=lease)


def held(row: Row) -> QuerySet[Row]:
    """Return the row, if it is still held under its lease."""
    model = type(row)
    return model.objects.filter(pk=row.pk, lease=row.lease, status=model.Status.SENDING)


def prolong(row: Row, *, until: datetime) -> QuerySet[Row]:
    """Prolong the lease of a row and of all held with it; return the row, if it is still held."""
    model = type(row)
    model.objects.filter(lease=row.lease, status=model.Status.SENDING).update(lease_until=until)
    return held(row)


def give_back(rows: Sequence[Row], why: str, *, due_at: datetime) -> None:
    """Let those of the rows wait again that are still held and were not tried."""
    if not rows:
        return
    model = type(rows[0])
    keys, leases = [row.pk for row in rows], {row.lease for row in rows}
    model.objects.filter(pk__in=keys, lease__in=leases, status=model.Status.SENDING).update(
        status=model.Status.WAITING,
        attempt=F("attempt") - 1,
        due_at=due_at,
        lease=None,
        lease_until=None,
        error=why,
    )


def put_off(rows: QuerySet[Row], why: str, *, now: datetime, until: datetime) -> None:
    """Let those of the rows wait longer that are due.

    What is due later keeps its time, so that it comes to be tried however often something new
    fails. Rows that somebody holds at this moment are left to them.
    """
    due = rows.filter(status=rows.model.Status.WAITING, due_at__lte=now)
    with transaction.atomic():
        held = due.select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        keys = list(held.values_list("pk", flat=True))
        rows.model.objects.filter(pk__in=keys).update(due_at=until, error=why)


def release(row: Row, **fields: object) -> bool:
    """Store what became of a row, if it is still held; return whether it was."""
    return bool(held(row).update(**fields, lease=None, lease_until=None))


def take_back(model: type[Row], *, now: datetime) -> None:
    """Let rows wait again that silent workers hold, but for those that they may have sent.

    A delivery says who it is, so that it may arrive twice.
    """
    silent = model.objects.filter(status=model.Status.SENDING, lease_until__lt=now)
    free = {"lease": None, "lease_until": None}
    if not issubclass(model, Delivery):
        told = {"error": f"{SILENT}; {UNSURE}", "finished_at": now}
        handed = silent.filter(handed_at__isnull=False)
        handed.update(status=model.Status.GIVEN_UP, **told, **free)
        silent = silent.filter(handed_at=None)
    silent.update(status=model.Status.WAITING, due_at=now, error=SILENT, **free)


def due(rows: QuerySet[Row], *, now: datetime) -> QuerySet[Row]:
    """Return those of the rows that wait for a worker only, those first that are due longest."""
    waiting = rows.filter(status=rows.model.Status.WAITING, due_at__lte=now)
    return waiting.order_by("due_at", "pk")


def delete_slice(rows: QuerySet[Any], *, order: str) -> int:
    """Delete the first SLICE of some rows; return how many went, with what hung on them."""
    keys = list(rows.order_by(order).values_list("pk", flat=True)[:SLICE])
    deleted: int
    deleted, _by_model = rows.model._default_manager.filter(pk__in=keys).delete()
    return deleted
