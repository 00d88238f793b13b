"""Why a job waits, as whoever looks at it is told.

A worker stores why it gave a job back, and `queue` that a message was sent. That no worker is left
to read the message, how many jobs come before and how far the rules are compiled is known only to
whoever looks.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from league import queue
from league.models import Job
from league.services.monitoring import host_errors, presence, tallies

MOST_BEFORE: Final = 1000
"""Jobs that come before are counted up to so many."""

NO_WORKER = (
    "no worker of the queue “%(queue)s” has answered since %(time)s; ask the site's staff to "
    "start one"
)
NO_CLOCK = (
    "neither the site's clock nor a worker of the queue “%(queue)s” has answered since %(time)s; "
    "ask the site's staff to start them"
)
NEVER_SEEN = (
    "no worker of the queue “%(queue)s” has been started; ask the site's staff to start one"
)
BEHIND = "waiting for a free worker; jobs that come first: %(count)d"
FAR_BEHIND = "waiting for a free worker; jobs that come first: more than %(count)d"
COMPILING = (
    "the rules are being compiled on the worker's host, %(done)d of %(total)d parts are done; the "
    "work goes on after that"
)


def told(found: Iterable[Job], *, now: datetime) -> list[Job]:
    """Return jobs, copies of those that wait, which say why they still do and are not to be saved.

    At most six queries for any number of jobs, none where no job waits.
    """
    rows = list(found)
    if not any(job.status == Job.Status.WAITING for job in rows):
        return rows
    look = _Look(rows, now)
    return [look.at(job) if job.status == Job.Status.WAITING else job for job in rows]


class _Look:
    """What is known at a moment of workers and of what waits for them."""

    def __init__(self, rows: Sequence[Job], now: datetime) -> None:
        self._now = now
        self._seen = presence.last_seen()
        self._busy = presence.busy(now=now)
        queues = {_queue_of(job) for job in rows if _is_usual(job)}
        self._first: Mapping[str, list[int]] = {name: _first_of(name) for name in queues}

    def at(self, job: Job) -> Job:
        """Return a job that waits, with the reason that is true now."""
        row = copy(job)
        row.reason = self._why(job)
        return row

    def _why(self, job: Job) -> str:
        if job.reason == queue.NO_BROKER:
            return job.reason
        if missing := self._missing(job):
            return missing
        if job.reason == host_errors.NOT_COMPILED:
            return _how_far()
        return self._how_many(job) if _is_usual(job) else job.reason

    def _missing(self, job: Job) -> str:
        """Return that no worker is there for a job; nothing where one is, or was just started."""
        name = _queue_of(job)
        seen = self._seen.get(name)
        if name in self._busy or not presence.is_silent(seen or job.created_at, now=self._now):
            return ""
        if seen is None:
            return NEVER_SEEN % {"queue": name}
        clock = self._seen.get(tallies.CLOCK)
        is_stopped = clock is None or presence.is_silent(clock, now=self._now)
        said = NO_CLOCK if is_stopped else NO_WORKER
        return said % {"queue": name, "time": _in_words(seen, self._now)}

    def _how_many(self, job: Job) -> str:
        before = bisect_left(self._first[_queue_of(job)], job.pk)
        if before == MOST_BEFORE:
            return FAR_BEHIND % {"count": MOST_BEFORE - 1}
        return BEHIND % {"count": before} if before else job.reason


def _is_usual(job: Job) -> bool:
    return job.status == Job.Status.WAITING and job.reason in {queue.NOT_SENT, queue.SENT}


def _queue_of(job: Job) -> str:
    return queue.QUEUES[Job.Kind(job.kind)]


def _first_of(name: str) -> list[int]:
    """Return the keys of the oldest jobs that wait for a queue, in order; one query."""
    kinds = [kind for kind, one in queue.QUEUES.items() if one == name]
    rows = Job.objects.filter(status=Job.Status.WAITING, kind__in=kinds).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:MOST_BEFORE])


def _how_far() -> str:
    """Return how far this host has compiled the rules, where it is the one that does."""
    from league.logic.compile import works  # noqa: PLC0415 (slow, and seldom needed)

    parts: Sequence[Any] = works()
    done = sum(part.unit.is_compiled() for part in parts)
    if done == len(parts):
        return host_errors.NOT_COMPILED
    return COMPILING % {"done": done, "total": len(parts)}


def _in_words(at: datetime, now: datetime) -> str:
    """Return a time in the site's zone, with its date unless that is today's."""
    local = localtime(at)
    if local.date() == localtime(now).date():
        return date_format(local, "H:i")
    return date_format(local, pgettext("date format", "j M Y, H:i"))
