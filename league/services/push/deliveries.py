"""Pushes are sent: claimed under a lease, written, encrypted, handed to a device's push service.

None is sent twice. Before one is handed over its row says so; a worker that is killed from then
on, or a service that takes it and does not answer, leaves open whether it arrived, and it is given
up with that as its reason. A service that refuses for now is asked later, after as long as it
wants, until what would be told is old. A service that fails ends its batch, and all that is due to
it waits: it costs a worker one wait, not one for each row, and nobody else anything.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from league import queue
from league.logic.deliveries import wait_after
from league.logic.pushes import Answer, meaning, wait_of
from league.models import Device, Push
from league.services.base import leases
from league.services.webhooks import posting

from . import messages, sealing

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=2 * posting.LIMIT_S + 60)
"""Longer than one message takes, with its connection; the lease is prolonged before each."""
SWEPT: Final = 10 * queue.DELIVERED
LATER: Final = timedelta(minutes=1)
"""How long what was not tried waits, after something to the same push service has failed."""
FRESH: Final = timedelta(hours=12)
"""What is older nobody wants to be told any more, by us or by a push service that has kept it."""
SLICE: Final = 5000
PAST: Final = "what it was about has changed, or nobody wants to hear of it any more"
AGENT: Final = "Stammtisch-Push/1"

Clock = Callable[[], datetime]
Status = Push.Status


def send_batch(*, ids: Sequence[int], clock: Clock = timezone.now) -> None:
    """Send those of the pushes `ids` that are due, service by service; if all hold, go on."""
    now = clock()
    due = Push.objects.filter(pk__in=ids, due_at__lte=now)
    claimed = leases.claim(due, until=now + LEASE)
    rows = list(claimed.select_related("device").order_by("device__host", "pk"))
    by_host = groupby(rows, key=lambda row: row.device.host)
    holds = [_send_all(host, list(of_host), clock) for host, of_host in by_host]
    if rows and all(holds):
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
    """Delete old pushes, whatever became of them; return how many."""
    old = Push.objects.filter(created_at__lt=now - timedelta(days=settings.PUSH_DAYS))
    keys = list(old.order_by("created_at").values_list("pk", flat=True)[:SLICE])
    deleted, _by_model = Push.objects.filter(pk__in=keys).delete()
    return deleted


def _due(now: datetime, *, most: int) -> list[int]:
    """Return the ids of pushes that wait for a worker only, those first that are due longest."""
    due = leases.due(Push.objects.all(), now=now)
    return list(due.values_list("pk", flat=True)[:most])


def _send_all(host: str, rows: Sequence[Push], clock: Clock) -> bool:
    """Send what is for one push service until it fails; tell whether it has not."""
    for number, row in enumerate(rows):
        wait = _send(row, clock)
        if wait is not None:
            _put_off(host, rows[number + 1 :], now=clock(), wait=wait)
            return False
    return True


def _put_off(host: str, rows: Sequence[Push], *, now: datetime, wait: timedelta) -> None:
    """Let all that is due to a push service wait: these rows, which are held, and more."""
    why = "not tried: the push service has just failed"
    leases.give_back(rows, why, due_at=now + wait)
    due = Push.objects.filter(device__host=host, status=Status.WAITING, due_at__lte=now)
    with transaction.atomic():
        held = due.select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        keys = list(held.values_list("pk", flat=True))
        Push.objects.filter(pk__in=keys).update(due_at=now + wait, error=why)


def _send(row: Push, clock: Clock) -> timedelta | None:
    """Send one push and store what became of it; return how long its service is to be left alone.

    None where it may be asked at once.
    """
    still = leases.prolong(row, until=clock() + LEASE)
    held, now = still.select_related("device__login__account").first(), clock()
    if held is None:
        return None  # it was removed with its device
    left = held.created_at + FRESH - now
    message = messages.compose(held, now=now) if left > timedelta() else None
    if message is None:
        leases.release(held, status=Status.DROPPED, error=PAST, finished_at=now)
        return None
    body = sealing.sealed(held.device, message)
    headers = sealing.headers_of(held, kept_for=left, now=now) | {"User-Agent": AGENT}
    if not leases.held(held).update(handed_at=now):
        return None  # whoever was to read it has logged out since
    try:
        answer = posting.ask(held.device.endpoint, body=body, headers=headers)
    except posting.NotSent as error:
        return _unanswered(held, error, clock())
    return _answered(held, answer, clock())


def _unanswered(push: Push, error: posting.NotSent, now: datetime) -> timedelta:
    if error.may_have_arrived:
        _give_up(push, f"{error}; {leases.UNSURE}", now)
    else:
        _try_later(push, str(error), timedelta(), now)
    return LATER


def _answered(push: Push, answer: posting.Answer, now: datetime) -> timedelta | None:
    """Do what a push service has said of a message."""
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
            return max(wait, LATER)
    return None


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
