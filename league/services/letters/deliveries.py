"""Mails are sent: claimed under a lease, written, handed over, tried again later, at last given up.

None is sent twice. Before a mail is handed over its row says so; a worker that is killed from then
on leaves open whether it arrived, and the row is given up with that as its reason. Until then it is
as if nothing had happened. One connection takes a whole batch; when it breaks, the rest wait.

A batch that was sent is followed by the next, so the sweep sends few messages, however much waits.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from league import queue
from league.logic.deliveries import wait_after
from league.models import Account, Mail
from league.services.base import leases
from league.services.base.refusals import change_status

from . import letters, transport

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=6)
"""Longer than a task may take, and prolonged before each mail."""
SWEPT: Final = 10 * queue.DELIVERED
"""So many mails a sweep has sent: it sets ten workers going at most, and they go on."""
LATER: Final = timedelta(minutes=1)
"""How long what was not tried waits, after the connection has failed."""

Clock = Callable[[], datetime]
Status = Mail.Status


def send_batch(*, ids: Sequence[int], clock: Clock = timezone.now) -> None:
    """Send those of the mails `ids` that are due over one connection; if it holds, go on."""
    now = clock()
    due = Mail.objects.filter(pk__in=ids, due_at__lte=now)
    rows = list(leases.claim(due, until=now + LEASE).order_by("pk"))
    if not rows:
        return
    try:
        line = transport.open_line()
    except transport.NotSent as error:
        _failed(rows[0], error, clock())
        leases.give_back(rows[1:], "not tried: there was no connection", due_at=clock() + LATER)
        return
    try:
        holds = _send_all(line, rows, clock)
    finally:
        transport.hang_up(line)
    if holds:
        queue.mail(_due(clock(), most=queue.DELIVERED))


def sweep(*, now: datetime) -> int:
    """Take back what silent workers hold, have sent what is due; return how many that are."""
    leases.take_back(Mail, now=now)
    if not settings.HAS_MAIL:
        return 0
    ids = _due(now, most=SWEPT)
    queue.mail(ids)
    return len(ids)


def _due(now: datetime, *, most: int) -> list[int]:
    """Return the ids of mails that wait for a worker only, those first that are due longest."""
    due = leases.due(Mail.objects.all(), now=now)
    return list(due.values_list("pk", flat=True)[:most])


def forget(*, now: datetime) -> int:
    """Delete old mails, and what younger ones said; return how many were deleted."""
    told = now - timedelta(days=settings.MAIL_TEXT_DAYS)
    with_text = Mail.objects.exclude(text="").filter(finished_at__lt=told)
    keys = list(with_text.order_by("finished_at").values_list("pk", flat=True)[: leases.SLICE])
    Mail.objects.filter(pk__in=keys).update(subject="", text="")
    old = Mail.objects.filter(created_at__lt=now - timedelta(days=settings.MAIL_DAYS))
    return leases.delete_slice(old, order="created_at")


def resend(*, mail: Mail, by: Account, now: datetime) -> Mail:
    """Send a mail once more that was given up, with all its attempts before it.

    Who may do so is for the caller to know: the site's staff.
    """
    with transaction.atomic():
        change_status(
            mail,
            Status.WAITING,
            refusal="Only mails that were given up can be sent once more.",
            attempt=0,
            due_at=now,
            handed_at=None,
            finished_at=None,
        )
        queue.mail([mail.pk])
    return mail


def _send_all(line: BaseEmailBackend, rows: Sequence[Mail], clock: Clock) -> bool:
    """Send mails until the connection fails; the rest wait, not having been tried.

    Tells whether it holds.
    """
    for number, row in enumerate(rows):
        if not _send(line, row, clock):
            why = "not tried: the connection has just failed"
            leases.give_back(rows[number + 1 :], why, due_at=clock() + LATER)
            return False
    return True


def _send(line: BaseEmailBackend, row: Mail, clock: Clock) -> bool:
    """Send one mail, store what became of it, and tell whether the connection goes on."""
    still = leases.prolong(row, until=clock() + LEASE)
    held = still.select_related("account", "player").first()
    if held is None:
        return True  # it was removed with whoever was to read it
    message = letters.compose(held)
    if message is None:
        _finish(held, status=Status.DROPPED, error=leases.PAST, finished_at=clock())
        return True
    if not leases.held(held).update(handed_at=clock()):
        return True  # whoever was to read it has been erased since
    try:
        transport.hand_over(line, message)
    except transport.NotSent as error:
        _failed(held, error, clock())
        return not error.ends
    except transport.Unsure as error:
        why = f"broken off while it was handed over ({error}); {leases.UNSURE}"
        _finish(held, status=Status.GIVEN_UP, error=why, finished_at=clock())
        return False
    _sent(held, message, clock())
    return True


def _sent(mail: Mail, message: EmailMessage, now: datetime) -> None:
    """Note that a mail was sent, and what it said unless that is a secret."""
    told = {"subject": message.subject, "text": message.body} if letters.may_be_kept(mail) else {}
    _finish(mail, status=Status.SENT, error="", finished_at=now, **told)


def _failed(mail: Mail, error: transport.NotSent, now: datetime) -> None:
    wait = wait_after(mail.attempt) if error.again else None
    with transaction.atomic():
        if wait is not None:
            _finish(
                mail, status=Status.WAITING, error=str(error), due_at=now + wait, handed_at=None
            )
        elif _finish(mail, status=Status.GIVEN_UP, error=str(error), finished_at=now):
            logger.warning("a mail of kind %s was given up (%s)", mail.kind, mail.code)
            if error.is_dead:
                letters.note_dead(mail, str(error))


def _finish(mail: Mail, **fields: object) -> bool:
    """Store what became of a mail, if it is still held under its lease.

    An address of which nobody is known forgets what was sent there, or was not.
    """
    if mail.account_id is None and mail.player_id is None and "finished_at" in fields:
        fields["address"] = ""
    return leases.release(mail, **fields)
