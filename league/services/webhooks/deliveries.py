"""Deliveries to webhooks: claimed under a lease, sent, tried again later, at last given up.

Each is delivered at least once: a worker that is killed after the answer and before the commit has
it sent again, with the same id. Many deliveries of one webhook go in one batch, and the first that
fails ends it: an address that does not answer costs a worker one wait, not one for each row.

A batch that has arrived is followed by the next, so the sweep sends a message for each webhook, not
for each batch: however much waits, messages do not pile up where workers are slow.
"""

import json
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext as _

from league import queue
from league.logic.deliveries import signature, wait_after
from league.models import Account, Delivery, Webhook
from league.services.accounts import notices
from league.services.base import leases
from league.services.base.refusals import Conflict, change_status

from . import posting, webhooks

logger = logging.getLogger(__name__)

SWEEP_LIMIT = 1000
LATER = timedelta(minutes=1)
"""How long what was not tried waits, after another delivery of the same webhook failed."""
PING = "ping"
AGENT = "Stammtisch-Webhook/1"

Clock = Callable[[], datetime]
Status = Delivery.Status


def deliver_batch(*, ids: Sequence[int], clock: Clock = timezone.now) -> None:
    """Send those of the deliveries `ids` that are due, webhook by webhook.

    Where all have arrived, more is sent that is due to the same webhook.
    """
    now = clock()
    due = Delivery.objects.filter(pk__in=ids, due_at__lte=now, webhook__is_active=True)
    claimed = leases.claim(due, until=now + posting.LEASE, is_gathering=False)
    in_order = claimed.select_related("webhook__owner").order_by("webhook_id", "pk")
    for webhook, rows in groupby(in_order, key=lambda row: row.webhook_id):
        if _send_all(list(rows), clock):
            more = _due(clock()).filter(webhook=webhook)
            queue.deliver(list(more.values_list("pk", flat=True)[: queue.DELIVERED]))


def sweep(*, now: datetime) -> int:
    """Take back what silent workers hold, have the next batch of each webhook sent.

    Returns how many deliveries that are.
    """
    leases.take_back(Delivery, now=now)
    nth = Window(RowNumber(), partition_by="webhook", order_by=("due_at", "pk"))
    first = _due(now).annotate(nth=nth).filter(nth__lte=queue.DELIVERED)
    rows = sorted(first.values_list("webhook_id", "pk")[:SWEEP_LIMIT])
    for _webhook, found in groupby(rows, key=lambda row: row[0]):
        queue.deliver([pk for _hook, pk in found])
    return len(rows)


def _due(now: datetime) -> QuerySet[Delivery]:
    """Return the deliveries that wait for a worker only, those first that are due longest."""
    return leases.due(Delivery.objects.filter(webhook__is_active=True), now=now)


def forget(*, now: datetime) -> int:
    """Delete the deliveries older than WEBHOOK_DAYS, whatever became of them; return how many."""
    last = now - timedelta(days=settings.WEBHOOK_DAYS)
    old = Delivery.objects.filter(created_at__lt=last)
    deleted, _by_model = old.delete()
    return deleted


def resend(*, delivery: Delivery, by: Account, now: datetime) -> Delivery:
    """Send a delivery once more, with all its attempts before it and the same id."""
    refusal = _("This delivery is already being sent.")
    with transaction.atomic():
        held = _hold_sendable(delivery.webhook, by)
        change_status(
            delivery, Status.WAITING, refusal=refusal, attempt=0, due_at=now, finished_at=None
        )
        webhooks.note(held, "webhook.resend", by, now)
        queue.deliver([delivery.pk])
    return delivery


def ping(*, webhook: Webhook, by: Account, now: datetime) -> Delivery:
    """Send a webhook a message that says nothing, to see whether it arrives."""
    with transaction.atomic():
        held = _hold_sendable(webhook, by)
        delivery = Delivery.objects.create(
            webhook=held,
            event=PING,
            subject=f"webhook:{held.code}",
            facts={"webhook": held.code},
            due_at=now,
            created_at=now,
        )
        webhooks.note(held, "webhook.ping", by, now)
        queue.deliver([delivery.pk])
    return delivery


def body_of(delivery: Delivery) -> bytes:
    """Return what is sent: the same bytes at every attempt."""
    said = {
        "id": delivery.code,
        "event": delivery.event,
        "at": delivery.created_at.isoformat(),
        "facts": delivery.facts,
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _hold_sendable(webhook: Webhook, by: Account) -> Webhook:
    held = webhooks.hold(webhook, by)
    if not held.is_active:
        raise Conflict(held, _("This webhook is off. Turn it on first."))
    return held


def _send_all(rows: Sequence[Delivery], clock: Clock) -> bool:
    """Send the deliveries of one webhook until one fails; the rest wait, not having been tried.

    Tells whether none has failed.
    """
    for number, row in enumerate(rows):
        still = leases.prolong(row, until=clock() + posting.LEASE)
        held = still.select_related("webhook__owner").first()
        if held is None:
            continue  # somebody else sends it, or it was removed with its webhook
        if not held.webhook.is_active:
            why = "not tried: the webhook is switched off"
            leases.give_back(rows[number:], why, due_at=clock())
            return False
        if not _send(held, clock):
            _put_off(held.webhook, rows[number + 1 :], now=clock())
            return False
    return True


def _put_off(webhook: Webhook, rows: Sequence[Delivery], *, now: datetime) -> None:
    """Let all that is due to a webhook wait after a failure: these rows, which are held, and more.

    Otherwise each ten that wait would cost a worker another failure, of as many seconds as an
    address does not answer.
    """
    why = "not tried: another delivery to this address has just failed"
    leases.give_back(rows, why, due_at=now + LATER)
    due = Delivery.objects.filter(webhook=webhook)
    leases.put_off(due, why, now=now, until=now + LATER)


def _send(delivery: Delivery, clock: Clock) -> bool:
    """Send one delivery, store what became of it, and tell whether it arrived."""
    body, now = body_of(delivery), clock()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "Stammtisch-Event": delivery.event,
        "Stammtisch-Delivery": delivery.code,
        "Stammtisch-Signature": signature(delivery.webhook.secret, body=body, at=now),
    }
    try:
        answer = posting.post(delivery.webhook.url, body=body, headers=headers)
    except posting.NotSent as error:
        return _failed(delivery, None, str(error), clock())
    if 200 <= answer < 300:
        return _arrived(delivery, answer, clock())
    return _failed(delivery, answer, _words_of(answer), clock())


def _words_of(answer: int) -> str:
    if 300 <= answer < 400:
        return f"answered {answer}: redirects are not followed, give the final address"
    return f"answered {answer}"


def _arrived(delivery: Delivery, answer: int, now: datetime) -> bool:
    with transaction.atomic():
        leases.release(delivery, status=Status.DELIVERED, answer=answer, error="", finished_at=now)
        Webhook.objects.filter(pk=delivery.webhook_id, told_at__isnull=False).update(told_at=None)
    return True


def _failed(delivery: Delivery, answer: int | None, error: str, now: datetime) -> bool:
    wait, told = wait_after(delivery.attempt), {"answer": answer, "error": error}
    with transaction.atomic():
        if wait is not None:
            leases.release(delivery, status=Status.WAITING, due_at=now + wait, **told)
        elif leases.release(delivery, status=Status.GIVEN_UP, finished_at=now, **told):
            _tell_owner(delivery, error, now)
    return False


def _tell_owner(delivery: Delivery, error: str, now: datetime) -> None:
    """Tell the webhook's owner that nothing arrives, once until something does."""
    if not Webhook.objects.filter(pk=delivery.webhook_id, told_at=None).update(told_at=now):
        return
    text = (
        f"Nothing arrives at your webhook {delivery.webhook.url}: {error}. "
        "A delivery was given up; correct the address, then send it again."
    )
    notices.tell_account(account=delivery.webhook.owner, text=text, now=now)
