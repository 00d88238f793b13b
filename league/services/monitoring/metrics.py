"""Metrics for Prometheus: what this process has answered, and what the database knows of the site.

Reading them costs four queries and looks at what is open, at no row of the past: what is over was
counted when it ended (`tallies.py`). Source of the text form: Prometheus, Exposition formats.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import Error
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from prometheus_client import (
    CollectorRegistry,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from league.models import Delivery, Job, OnlineTable, Tally

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which processes behind one address add up."""
BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10)


@dataclass(frozen=True)
class Described:
    """A metric as documentation and answer name it; a counter's name ends in `_total`."""

    name: str
    labels: tuple[str, ...]
    words: str


JOBS = Described("stammtisch_jobs", ("kind", "status"), "Jobs that wait for a worker or run.")
OLDEST_JOB = Described(
    "stammtisch_oldest_waiting_job_seconds", ("kind",), "Age of the oldest job that waits."
)
FINISHED = Described(
    "stammtisch_jobs_finished_total", ("kind", "outcome"), "Jobs done, and failed for good."
)
FAULTS = Described("stammtisch_bot_faults_total", ("fault",), "Faults of authors' bots in matches.")
TABLES = Described("stammtisch_online_tables", ("status",), "Online tables that are not over.")
DELIVERIES = Described(
    "stammtisch_deliveries", ("status",), "Deliveries to webhooks that wait or are being sent."
)
OLDEST_DELIVERY = Described(
    "stammtisch_oldest_due_delivery_seconds", (), "How long the oldest delivery has been due."
)
SEEN = Described(
    "stammtisch_last_seen_timestamp_seconds",
    ("who",),
    "When the clock, or a worker of a queue, was last at work.",
)
DATABASE = Described("stammtisch_database_up", (), "Whether the database answered for the above.")
REQUESTS = Described(
    "stammtisch_request_seconds", ("route", "status"), "Time from request to answer."
)

ALL: Final = (
    JOBS,
    OLDEST_JOB,
    FINISHED,
    FAULTS,
    TABLES,
    DELIVERIES,
    OLDEST_DELIVERY,
    SEEN,
    DATABASE,
    REQUESTS,
)

disable_created_metrics()  # type: ignore[no-untyped-call] # a series more for each, read by nobody
LATENCY: Final = Histogram(
    REQUESTS.name, REQUESTS.words, REQUESTS.labels, buckets=BUCKETS_S, registry=None
)
"""How long this process took to answer, by the name of the route and the class of the status."""


def text(*, now: datetime | None = None) -> bytes:
    """Return all metrics as Prometheus reads them."""
    registry = CollectorRegistry()
    registry.register(Stored(now or timezone.now()))
    if os.environ.get(FOLDER):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(LATENCY)
        ProcessCollector(registry=registry)
    return generate_latest(registry)


class Stored(Collector):
    """What the database knows; the same whichever process is asked."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics, or only that the database does not answer."""
        try:
            found = [*self._jobs(), *self._tables(), *self._deliveries(), *_tallies()]
        except Error:
            yield _gauge(DATABASE, [((), 0)])
            return
        yield from found
        yield _gauge(DATABASE, [((), 1)])

    def _jobs(self) -> Iterator[Metric]:
        rows = open_jobs().values_list("kind", "status").annotate(Count("pk"), Min("created_at"))
        found = {(kind, status): (count, first) for kind, status, count, first in rows}
        states = [Job.Status.WAITING, Job.Status.RUNNING]
        pairs = [(kind, status) for kind in Job.Kind.values for status in states]
        yield _gauge(JOBS, ((pair, found.get(pair, (0, None))[0]) for pair in pairs))
        waiting = ((kind, found.get((kind, Job.Status.WAITING))) for kind in Job.Kind.values)
        yield _gauge(OLDEST_JOB, (((kind,), self._age(row and row[1])) for kind, row in waiting))

    def _tables(self) -> Iterator[Metric]:
        found = dict(open_tables().values_list("status").annotate(Count("pk")))
        states = [OnlineTable.Status.GATHERING, OnlineTable.Status.PLAYING]
        yield _gauge(TABLES, (((status,), found.get(status, 0)) for status in states))

    def _deliveries(self) -> Iterator[Metric]:
        rows = open_deliveries().values_list("status").annotate(Count("pk"), Min("due_at"))
        found = {status: (count, first) for status, count, first in rows}
        states = [Delivery.Status.WAITING, Delivery.Status.SENDING]
        yield _gauge(DELIVERIES, (((status,), found.get(status, (0,))[0]) for status in states))
        _count, first = found.get(Delivery.Status.WAITING, (0, None))
        yield _gauge(OLDEST_DELIVERY, [((), self._age(first))])

    def _age(self, first: datetime | None) -> float:
        return max(0.0, (self._now - first).total_seconds()) if first else 0.0


def open_jobs() -> QuerySet[Job]:
    """Return the jobs that wait or run, of which there is an index without others."""
    return Job.objects.filter(status__in=[Job.Status.WAITING, Job.Status.RUNNING])


def open_tables() -> QuerySet[OnlineTable]:
    """Return the online tables that are not over: at each of them something is due."""
    return OnlineTable.objects.filter(due_at__isnull=False)


def open_deliveries() -> QuerySet[Delivery]:
    """Return the deliveries that wait or are being sent, to webhooks that are not switched off."""
    states = [Delivery.Status.WAITING, Delivery.Status.SENDING]
    return Delivery.objects.filter(status__in=states, webhook__is_active=True)


def _tallies() -> Iterator[Metric]:
    """Yield what was counted when it happened, or seen when it was there."""
    rows = {(row.what, row.about): row for row in Tally.objects.order_by("what", "about")}
    what = Tally.What
    outcomes = {"done": what.JOB_DONE, "failed": what.JOB_FAILED}
    finished = CounterMetricFamily(FINISHED.name, FINISHED.words, labels=FINISHED.labels)
    for kind in Job.Kind.values:
        for outcome, told in outcomes.items():
            known = rows.get((told, kind))
            finished.add_metric((kind, outcome), known.count if known else 0)
    yield finished
    faults = CounterMetricFamily(FAULTS.name, FAULTS.words, labels=FAULTS.labels)
    for (counted, about), row in rows.items():
        if counted == what.FAULT:
            faults.add_metric((about,), row.count)
    yield faults
    seen = ((about, row) for (counted, about), row in rows.items() if counted == what.SEEN)
    yield _gauge(SEEN, (((who,), row.at.timestamp()) for who, row in seen))


def _gauge(described: Described, samples: Iterable[tuple[tuple[str, ...], float]]) -> Metric:
    family = GaugeMetricFamily(described.name, described.words, labels=described.labels)
    for labels, value in samples:
        family.add_metric(labels, value)
    return family
