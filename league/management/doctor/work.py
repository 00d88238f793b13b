"""Workers, the clock, and work that nobody does."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Count, Min

from league import queue
from league.models import Delivery, Job, Mail, Push
from league.services.monitoring import metrics, presence, tallies
from league.services.push.deliveries import of_somebody

from .findings import Finding, fine, warning, wrong

LONG: Final = timedelta(minutes=15)
"""How long work may wait until somebody should look after it."""


def workers(*, now: datetime) -> Iterator[Finding]:
    """Say of the clock and of each queue when somebody was last seen; three queries."""
    seen, busy = presence.last_seen(), presence.busy(now=now)
    start = "Start it: `celery -A league.config beat`."
    yield _seen("clock", "The clock", seen.get(tallies.CLOCK), start, now)
    for name in settings.QUEUES:
        subject = f"worker {name}"
        if name in busy:
            yield fine(subject, f"A worker of the queue {name} is at work.")
        else:
            start = f"Start one: `celery -A league.config worker --queues {name}`."
            yield _seen(subject, f"A worker of the queue {name}", seen.get(name), start, now)


def jobs(*, now: datetime) -> Iterator[Finding]:
    """Name the jobs that wait for long, by the reason they give, and those nobody took back."""
    waiting = metrics.open_jobs().filter(status=Job.Status.WAITING, created_at__lt=now - LONG)
    # An experiment that has begun takes its turns for hours.
    stuck = waiting.filter(done=0).values("kind", "reason")
    rows = stuck.annotate(count=Count("pk"), since=Min("created_at")).order_by("since", "kind")
    found = [_stuck(row["kind"], row["reason"], row["count"], row["since"]) for row in rows[:10]]
    late = now - timedelta(seconds=10 * settings.JOB_SWEEP_S)
    silent = metrics.open_jobs().filter(status=Job.Status.RUNNING, lease_until__lt=late).count()
    if silent:
        said = f"{silent} jobs of workers that are gone were not taken back."
        mend = "Start the clock and a worker of the queue default."
        found.append(wrong("jobs", said, mend))
    yield from found or [fine("jobs", "No job waits for long.")]


def deliveries(*, now: datetime) -> Iterator[Finding]:
    """Say how many deliveries to webhooks should have been tried long ago."""
    due = metrics.open_deliveries().filter(status=Delivery.Status.WAITING, due_at__lt=now - LONG)
    if count := due.count():
        mend = "Start the clock and a worker of the queue deliver."
        said = f"{count} deliveries to webhooks are overdue and were not tried."
        yield wrong("deliveries", said, mend)
    else:
        yield fine("deliveries", "No delivery to a webhook is overdue.")


def mails(*, now: datetime) -> Iterator[Finding]:
    """Say how many mails should have been tried long ago, and whether any are sent at all."""
    if not settings.HAS_MAIL:
        mend = "Set EMAIL_URL and MAIL_FROM, see docs/mail.md."
        yield warning("mail", "No mail is sent: who forgets a password must ask you.", mend)
        return
    due = Mail.objects.filter(status=Mail.Status.WAITING, due_at__lt=now - LONG)
    if count := due.count():
        mend = "Start the clock and a worker of the queue mail."
        yield wrong("mail", f"{count} mails are overdue and were not tried.", mend)
    else:
        yield fine("mail", "No mail is overdue.")


def pushes(*, now: datetime) -> Iterator[Finding]:
    """Say how much devices should have been told long ago, and whether they are told anything."""
    if not settings.HAS_PUSH:
        mend = "Set VAPID_KEY to what `manage.py vapid` prints, see docs/push.md."
        yield warning("push", "Nobody's phone is told anything.", mend)
        return
    due = of_somebody().filter(status=Push.Status.WAITING, due_at__lt=now - LONG)
    if count := due.count():
        mend = "Start the clock and a worker of the queue deliver."
        yield wrong("push", f"{count} notifications are overdue and were not tried.", mend)
    else:
        yield fine("push", "No notification is overdue.")


def _seen(subject: str, who: str, at: datetime | None, mend: str, now: datetime) -> Finding:
    if at is None:
        return wrong(subject, f"{who} was never seen.", mend)
    ago = max(timedelta(), now - at)
    said = f"{who} was seen {_words(ago)} ago."
    if presence.is_silent(at, now=now):
        return wrong(subject, said, mend)
    return fine(subject, said)


def _stuck(kind: str, reason: str, count: int, since: datetime) -> Finding:
    said = f"{count} jobs of kind {kind} wait, the first since {since:%Y-%m-%d %H:%M} UTC: {reason}"
    name = queue.QUEUES[Job.Kind(kind)]
    mend = f"Run this command where workers of the queue {name} run, or start more of them."
    return warning("jobs", said, mend)


def _words(time: timedelta) -> str:
    seconds = int(time.total_seconds())
    units = (("days", 86400), ("hours", 3600), ("minutes", 60))
    for name, size in units:
        if seconds >= 2 * size:
            return f"{seconds // size} {name}"
    return f"{seconds} seconds"
