"""The only sender of tasks: by name, with the ids of jobs, once the transaction is committed.

A message only wakes a worker up. When the broker does not answer, the job stays waiting with that
as its reason, and the sweep sends it again.
"""

import logging
from collections.abc import Sequence
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, QuerySet, TextField, Value, When
from django.utils import timezone

from league.models import Job
from league.models.commits import without_waiting

logger = logging.getLogger(__name__)

BATCH = 100
DELIVERED = 10
"""So many deliveries, mails or pushes go into one message: each may take some seconds."""
TABLES_S = 30
"""After so many seconds nobody needs a message about online tables any more."""
QUEUES = {
    Job.Kind.PLAY_MATCH: "play",
    Job.Kind.VALIDATE_RECORD: "validate",
    Job.Kind.CHECK_VERSION: "play",
    Job.Kind.RUN_EXPERIMENT: "play",
    Job.Kind.IMPORT_SEASON: "default",
    Job.Kind.ANALYSE_MATCH: "play",
}

NOT_SENT = "not sent to a worker yet"
NO_BROKER = "the message broker does not answer; the message will be sent again"
SENT = "waiting for a free worker"


def task_name(kind: str) -> str:
    """Return the name of the task that does jobs of this kind."""
    return f"league.{kind}"


def send(*, kind: str, ids: Sequence[int], batch: int = BATCH) -> None:
    """Wake workers up for the jobs `ids` when the current transaction is committed.

    One message carries up to `batch` jobs. Never raises because of the broker.
    """
    batches = [list(ids[start : start + batch]) for start in range(0, len(ids), batch)]
    if batches:
        transaction.on_commit(partial(_send_now, kind, batches))


def wake_matchmaker(season_ids: Sequence[int]) -> None:
    """Have these ladders filled when the current transaction is committed.

    A message that is lost costs little: the clock has all ladders filled every few seconds.
    """
    transaction.on_commit(partial(_wake_now, list(season_ids)))


def wake_rater() -> None:
    """Have ratings brought up to date when the current transaction is committed.

    A message that is lost costs little: the clock does so every few seconds.
    """
    transaction.on_commit(_rate_now)


def deliver(ids: Sequence[int]) -> None:
    """Have these deliveries of webhooks sent when the current transaction is committed.

    A message that is lost costs little: a sweep finds every few seconds what is due.
    """
    batches = [list(ids[start : start + DELIVERED]) for start in range(0, len(ids), DELIVERED)]
    if batches:
        transaction.on_commit(partial(_send_batches, "deliver", batches, to="deliver"))


def mail(ids: Sequence[int]) -> None:
    """Have these mails sent when the current transaction is committed.

    A message that is lost costs little: a sweep finds every few seconds what is due.
    """
    batches = [list(ids[start : start + DELIVERED]) for start in range(0, len(ids), DELIVERED)]
    if batches:
        transaction.on_commit(partial(_send_batches, "send_mails", batches, to="mail"))


def push(ids: Sequence[int]) -> None:
    """Have devices told this when the current transaction is committed.

    A message that is lost costs little: a sweep finds every few seconds what is due.
    """
    batches = [list(ids[start : start + DELIVERED]) for start in range(0, len(ids), DELIVERED)]
    if batches:
        transaction.on_commit(partial(_send_batches, "send_pushes", batches, to="deliver"))


def answer_tables(ids: Sequence[int]) -> None:
    """Have bots act at these online tables when the current transaction is committed.

    A message that is lost costs some seconds: the watch over the tables sends it again.
    """
    if ids:
        transaction.on_commit(partial(_answer_now, list(ids)))


def _answer_now(ids: list[int]) -> None:
    _send_at_leisure("answer_tables", [ids], expires=TABLES_S, to="tables")


def _send_batches(name: str, batches: list[list[int]], *, to: str) -> None:
    """Send what a sweep sends too, batch by batch, unless the broker does not answer."""
    try:
        for ids in batches:
            current_app.send_task(
                task_name(name), args=[ids], queue=to, retry=False, expires=settings.LATE_S
            )
    except Exception:  # as below
        logger.exception("nobody was woken up for %s", name)


def _wake_now(season_ids: list[int]) -> None:
    _send_at_leisure("fill_ladders", [season_ids], expires=settings.LADDER_FILL_S)


def _rate_now() -> None:
    _send_at_leisure("rate_games", [], expires=settings.RATE_S)


def _send_at_leisure(name: str, args: list[object], *, expires: float, to: str = "default") -> None:
    """Send what the clock sends too, unless the broker does not answer."""
    try:
        current_app.send_task(task_name(name), args=args, queue=to, retry=False, expires=expires)
    except Exception:  # as below
        logger.exception("nobody was woken up for %s", name)


def _send_now(kind: str, batches: list[list[int]]) -> None:
    for number, ids in enumerate(batches):
        # First, because a worker may be so quick that it meets rows still locked, and skips them.
        with without_waiting():
            Job.objects.filter(pk__in=ids).update(sent_at=timezone.now(), reason=_REASON_WHEN_SENT)
        try:
            current_app.send_task(
                task_name(kind), args=[ids], queue=QUEUES[Job.Kind(kind)], retry=False
            )
        except Exception:  # whatever a broker raises must not fail a request that is committed
            unsent = [pk for rest in batches[number:] for pk in rest]
            logger.exception("no message was sent about %d jobs of kind %s", len(unsent), kind)
            _waiting(unsent).update(reason=NO_BROKER, sent_at=None)
            return  # the rest would only keep the request waiting


_REASON_WHEN_SENT = Case(
    When(status=Job.Status.WAITING, reason__in=[NOT_SENT, NO_BROKER], then=Value(SENT)),
    default=F("reason"),
    output_field=TextField(),
)


def _waiting(ids: Sequence[int]) -> QuerySet[Job]:
    return Job.objects.filter(pk__in=ids, status=Job.Status.WAITING)
