"""Pushes are posted with mails: a row for each device, once for each thing.

Whoever has a device on which they are logged in, and wants it to show that kind, is told there,
whether mails are sent to them or not.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, QuerySet

from league import queue
from league.models import Device, Mail, Push

from . import push_choices

DAY = timedelta(days=1)


def post(*, kind: Mail.Kind, about: str, account_ids: Collection[int], now: datetime) -> None:
    """Have the devices of accounts told of something, each of them once; five queries."""
    owners = _owners(account_ids, now)
    wanting = push_choices.wanting(set(owners.values()), kind)
    flooded = _flooded(owners.keys(), now)
    told = sorted(pk for pk, owner in owners.items() if owner in wanting and pk not in flooded)
    Push.objects.bulk_create(
        [Push(kind=kind, about=about, device_id=pk, due_at=now, created_at=now) for pk in told],
        ignore_conflicts=True,
    )
    rows = Push.objects.filter(device__in=told, kind=kind, about=about)
    waiting = rows.filter(status=Push.Status.WAITING).order_by("pk")
    queue.push(list(waiting.values_list("pk", flat=True)))


def devices_at(now: datetime) -> QuerySet[Device]:
    """Return the devices on which somebody is logged in."""
    return Device.objects.filter(login__expires_at__gt=now)


def _owners(account_ids: Collection[int], now: datetime) -> dict[int, int]:
    """Return whose each device of those accounts is, by their keys."""
    rows = devices_at(now).filter(login__account__in=account_ids)
    return dict(rows.values_list("pk", "login__account"))


def _flooded(device_ids: Collection[int], now: datetime) -> set[int]:
    """Return which devices have been told so much within a day that the rest is left to mails."""
    lately = Push.objects.filter(device__in=device_ids, created_at__gt=now - DAY)
    counts = lately.order_by().values_list("device").annotate(count=Count("pk"))
    return {pk for pk, count in counts if count >= settings.PUSH_MOST_A_DAY}
