"""Pushes are sent: claimed under a lease, written, encrypted, handed to a device's push service.

None is sent twice. Before one is handed over its row says so; a worker that is killed from then
on, or a service that takes it and does not answer, leaves open whether it arrived, and it is given
up with that as its reason. A service that refuses for now is asked later, after as long as it
wants, until what would be told is old.

Anybody can name a service that fails, or one that takes its time. So after a failure all that is
due to the same service waits, and after a long wait all that is due to the same account: each costs
a worker one wait, not one for each row, and nobody else anything.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from league import queue
from league.logic.deliveries import wait_after
from league.logic.pushes import Answer, meaning, wait_of
from league.models import Device, Login, Push
from league.services.base import leases
from league.services.webhooks import posting

from . import messages, sealing

logger = logging.getLogger(__name__)

SWEPT: Final = 10 * queue.DELIVERED
LATER: Final = timedelta(minutes=1)
"""How long what was not tried waits, after something to the same service or account has failed."""
SLOW: Final = timedelta(seconds=2)
"""Push services take longer than this for a message only if something is wrong with them."""
FRESH: Final = timedelta(hours=12)
"""What is older nobody wants to be told any more, by us or by a push service that has kept it."""
AGENT: Final = "Stammtisch-Push/1"

Clock = Callable[[], datetime]
Status = Push.Status


def send_batch(*, ids: Sequence[int], clock: Clock = timezone.now) -> None:
    """Send those of the pushes `ids` that are due, then go on with what else is."""
    now = clock()
    due = of_somebody().filter(pk__in=ids, due_at__lte=now)
    claimed = leases.claim(due, until=now + posting.LEASE)
    rows = list(claimed.select_related("device__login").order_by("pk"))
    for number, row in enumerate(rows):
        began, device, rest = clock(), row.device, rows[number + 1 :]
        if not _send(row, clock):
            _put_off(rest, Push.objects.filter(device__host=device.host), now=clock())
        if clock() - began > SLOW:
            of_account = Push.objects.filter(device__login__account=device.login.account_id)
            _put_off(rest, of_account, now=clock())
    if rows:
        queue.push(_due(clock(), most=queue.DELIVERED))


def sweep(*, now: datetime) -> int:
    """Take back what silent workers hold, have sent what is due; return how many that are."""
    leases.take_back(Push, now=now)
    if not settings.HAS_PUSH:
        return 0
    ids = _due(now, most=SWEPT)
    queue.push(ids)
    return len(ids)


def forget(*, now: datetime) -> int:
    """Delete old pushes, whatever became of them, and what is nobody's; return how many."""
    old = Push.objects.filter(created_at__lt=now - timedelta(days=settings.PUSH_DAYS))
    deleted = leases.delete_slice(old, order="created_at")
    logins = Login.objects.filter(pk=OuterRef("login"))
    deleted += leases.delete_slice(Device.objects.filter(~Exists(logins)), order="pk")
    devices = Device.objects.filter(pk=OuterRef("device"))
    waiting = Push.objects.filter(~Exists(devices), status=Status.WAITING)
    return deleted + leases.delete_slice(waiting, order="pk")


def of_somebody() -> QuerySet[Push]:
    """Return the pushes whose device and login are still there, so that somebody is told them."""
    return Push.objects.filter(device__login__account__isnull=False)


def _due(now: datetime, *, most: int) -> list[int]:
    """Return the ids of pushes that wait for a worker only, those first that are due longest."""
    due = leases.due(of_somebody(), now=now)
    return list(due.values_list("pk", flat=True)[:most])


def _put_off(held: Sequence[Push], rows: QuerySet[Push], *, now: datetime) -> None:
    """Let those of some rows wait that are `held` in the same batch, and all that are due."""
    why = "not tried: another push to this service, or to this account, has just failed"
    keys = set(rows.filter(pk__in=[row.pk for row in held]).values_list("pk", flat=True))
    leases.give_back([row for row in held if row.pk in keys], why, due_at=now + LATER)
    leases.put_off(rows, why, now=now, until=now + LATER)


def _send(row: Push, clock: Clock) -> bool:
    """Send one push and store what became of it; tell whether its service may be asked at once."""
    still = leases.prolong(row, until=clock() + posting.LEASE)
    held, now = still.select_related("device__login__account").first(), clock()
    if held is None:
        return True  # it was put off, or removed with its device
    left = held.created_at + FRESH - now
    message = messages.compose(held, now=now) if left > timedelta() else None
    if message is None:
        leases.release(held, status=Status.DROPPED, error=leases.PAST, finished_at=now)
        return True
    body = sealing.sealed(held.device, message)
    headers = sealing.headers_of(held, kept_for=left, now=now) | {"User-Agent": AGENT}
    if not leases.held(held).update(handed_at=now):
        return True  # whoever was to read it has logged out since
    try:
        answer = posting.ask(held.device.endpoint, body=body, headers=headers)
    except posting.NotSent as error:
        _unanswered(held, error, clock())
        return False
    return _answered(held, answer, clock())


def _unanswered(push: Push, error: posting.NotSent, now: datetime) -> None:
    if error.may_have_arrived:
        _give_up(push, f"{error}; {leases.UNSURE}", now)
    else:
        _try_later(push, str(error), timedelta(), now)


def _answered(push: Push, answer: posting.Answer, now: datetime) -> bool:
    """Do what a push service has said of a message; tell whether it may be asked at once."""
    said = f"answered {answer.status}"
    match meaning(answer.status):
        case Answer.TAKEN:
            told = {"answer": answer.status, "error": "", "finished_at": now}
            if leases.release(push, status=Status.SENT, **told):
                Device.objects.filter(pk=push.device_id).update(arrived_at=now, fault="")
        case Answer.GONE:
            Device.objects.filter(pk=push.device_id, endpoint=push.device.endpoint).delete()
        case Answer.REFUSED:
            _give_up(push, said, now, answer=answer.status)
        case Answer.LATER:
            wait = wait_of(answer.retry_after, now=now)
            _try_later(push, said, wait, now, answer=answer.status)
            return False
    return True


def _try_later(
    push: Push, said: str, wait: timedelta, now: datetime, *, answer: int | None = None
) -> None:
    """Let a push wait for its next attempt, unless it has had all, or would be told too late."""
    usual = wait_after(push.attempt)
    due_at = now + max(wait, usual or timedelta())
    if usual is None or due_at >= push.created_at + FRESH:
        _give_up(push, said, now, answer=answer)
        return
    told = {"answer": answer, "error": said, "due_at": due_at, "handed_at": None}
    leases.release(push, status=Status.WAITING, **told)


def _give_up(push: Push, said: str, now: datetime, *, answer: int | None = None) -> None:
    told = {"answer": answer, "error": said, "finished_at": now}
    with transaction.atomic():
        if leases.release(push, status=Status.GIVEN_UP, **told):
            Device.objects.filter(pk=push.device_id).update(fault=said[:200])
            logger.warning("a push of kind %s was given up: %s", push.kind, said)
