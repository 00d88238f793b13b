"""Tallies: counted once the work is committed, so that nobody waits for another's count."""

import logging
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.db import Error, transaction
from django.db.models import F

from league.models import Tally
from league.models.commits import without_waiting

logger = logging.getLogger(__name__)

What = Tally.What

CLOCK = "clock"
"""What the clock is called among those who were seen; workers are called as their queues."""


def count(what: str, *, about: Iterable[str], now: datetime) -> None:
    """Count one more for each of `about` on commit; a count that fails fails nothing else.

    One query for each different one. A process that is killed right after the commit has its
    last counts lost.
    """
    for name, times in sorted(Counter(about).items()):
        transaction.on_commit(partial(_add_if_possible, what, name, times, now))


def see(name: str, *, now: datetime) -> None:
    """Note that the clock, or a worker of a queue, is there; one query."""
    _add(What.SEEN, name, 1, now)


def _add_if_possible(what: str, about: str, times: int, now: datetime) -> None:
    try:
        _add(what, about, times, now)
    except Error:
        logger.warning("%d of %s %s were not counted", times, what, about, exc_info=True)


def _add(what: str, about: str, times: int, now: datetime) -> None:
    """Add to a row in one UPDATE, which nobody holds longer than that takes."""
    rows = Tally.objects.filter(what=what, about=about)
    with without_waiting():
        if not rows.update(count=F("count") + times, at=now):
            new = Tally(what=what, about=about, at=now)
            Tally.objects.bulk_create([new], ignore_conflicts=True)
            rows.update(count=F("count") + times, at=now)
