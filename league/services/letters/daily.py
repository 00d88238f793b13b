"""What is done once a day: mails that were kept are gathered in one, evenings are announced.

The clock asks every few minutes, in the time of the site. Whatever was done that day already is
not done again: a daily mail is one of its day, an announcement one of its evening.
"""

from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from league.models import Account, Event, Mail, Registration, Season
from league.services.mail import post

GATHERED_AT: Final = time(7)
"""What was kept before then is in the mail of the day."""
ANNOUNCED_AT: Final = time(10)
"""From then on tomorrow's evenings are announced."""
SLICE: Final = 500
"""How many accounts at a time; the next time goes on with those that are left."""


def gather(*, now: datetime) -> int:
    """Post a daily mail to each account for which something was kept; return to how many."""
    today = _local(now)
    since = today.replace(hour=GATHERED_AT.hour, minute=0, second=0, microsecond=0)
    if today < since or not settings.HAS_MAIL:
        return 0
    kept = Mail.objects.filter(status=Mail.Status.HELD, due_at__lt=since)
    ids = list(kept.order_by("account").values_list("account", flat=True).distinct()[:SLICE])
    for account in Account.objects.filter(pk__in=ids).order_by("pk"):
        _gather(account, since, now)
    return len(ids)


def announce(*, now: datetime) -> int:
    """Post to who is registered that tomorrow is an evening; return how many evenings are.

    Who registers later in the day is told the next time. Costs some queries for each evening.
    """
    today = _local(now)
    if today.time() < ANNOUNCED_AT or not (settings.HAS_MAIL or settings.HAS_PUSH):
        return 0
    begin = (today + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    events = Event.objects.filter(
        starts_at__range=(begin, begin + timedelta(days=1) - timedelta(microseconds=1)),
        cancelled_at=None,
        season__status=Season.Status.RUNNING,
    ).exclude(draw=Event.Draw.ONLINE)
    found = list(events.order_by("starts_at", "pk"))
    for event in found:
        _announce(event, now)
    return len(found)


def day_of(at: datetime) -> str:
    """Return the day of a moment, at the site."""
    return f"{_local(at):%Y-%m-%d}"


def _gather(account: Account, since: datetime, now: datetime) -> None:
    """Put what was kept for an account into the mail of the day, once, whoever else does so."""
    kept = Mail.objects.filter(account=account, status=Mail.Status.HELD, due_at__lt=since)
    with transaction.atomic():
        about = f"day:{day_of(now)}"
        post.post_to(kind=Mail.Kind.DIGEST, about=about, account=account, now=now)
        daily = Mail.objects.get(account=account, kind=Mail.Kind.DIGEST, about=about)
        if daily.status == Mail.Status.WAITING:
            kept.update(status=Mail.Status.GATHERED, digest=daily, finished_at=now)


def _announce(event: Event, now: datetime) -> None:
    if event.starts_at is None:
        return
    coming = event.registrations.filter(
        status=Registration.Status.REGISTERED,
        last_session=None,
        player__account__isnull=False,
    )
    ids = list(coming.order_by("pk").values_list("player__account", flat=True))
    about = f"event:{event.code}:{day_of(event.starts_at)}"
    post.post(kind=Mail.Kind.EVENING, about=about, account_ids=ids, now=now)


def _local(at: datetime) -> datetime:
    return at.astimezone(ZoneInfo(settings.TIME_ZONE))
