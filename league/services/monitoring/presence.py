"""Whether the clock and workers are there: when they were last seen, and who holds work."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from league import queue
from league.models import Delivery, Job, Mail, Push, Tally

from . import metrics

MISSED: Final = 4
"""After so many pulses that nobody answered, a worker is missing."""


def last_seen() -> Mapping[str, datetime]:
    """Return when the clock, and a worker of each queue, was last seen; one query."""
    return dict(Tally.objects.filter(what=Tally.What.SEEN).values_list("about", "at"))


def is_silent(at: datetime, *, now: datetime) -> bool:
    """Return whether somebody last seen at a time is missing by now."""
    return now - at > timedelta(seconds=MISSED * settings.PULSE_S)


def busy(*, now: datetime) -> set[str]:
    """Return the queues whose work somebody holds, who may be late to say that they are there."""
    held = metrics.open_jobs().filter(status=Job.Status.RUNNING, lease_until__gt=now)
    kinds = held.order_by("kind").values_list("kind", flat=True).distinct()
    sent = metrics.open_deliveries().filter(status=Delivery.Status.SENDING, lease_until__gt=now)
    mails = Mail.objects.filter(status=Mail.Status.SENDING, lease_until__gt=now)
    pushes = Push.objects.filter(status=Push.Status.SENDING, lease_until__gt=now)
    found = {queue.QUEUES[Job.Kind(kind)] for kind in kinds}
    found |= {"deliver"} if sent.exists() or pushes.exists() else set()
    return found | ({"mail"} if mails.exists() else set())
