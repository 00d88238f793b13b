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
from django.db.models import QuerySet
from django.utils import timezone

from league.models import Job

logger = logging.getLogger(__name__)

BATCH = 50
QUEUES = {
    Job.Kind.PLAY_MATCH: "play",
    Job.Kind.VALIDATE_RECORD: "validate",
    Job.Kind.CHECK_VERSION: "play",
    Job.Kind.RUN_EXPERIMENT: "play",
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


def _wake_now(season_ids: list[int]) -> None:
    try:
        current_app.send_task(
            task_name("fill_ladders"),
            args=[season_ids],
            queue="default",
            retry=False,
            expires=settings.LADDER_FILL_S,
        )
    except Exception:  # as above
        logger.exception("the matchmaker was not woken up")


def _send_now(kind: str, batches: list[list[int]]) -> None:
    for number, ids in enumerate(batches):
        # First, because a worker may be so quick that it meets rows still locked, and skips them.
        Job.objects.filter(pk__in=ids).update(sent_at=timezone.now())
        _waiting(ids).filter(reason__in=[NOT_SENT, NO_BROKER]).update(reason=SENT)
        try:
            current_app.send_task(
                task_name(kind), args=[ids], queue=QUEUES[Job.Kind(kind)], retry=False
            )
        except Exception:  # whatever a broker raises must not fail a request that is committed
            unsent = [pk for rest in batches[number:] for pk in rest]
            logger.exception("no message was sent about %d jobs of kind %s", len(unsent), kind)
            _waiting(unsent).update(reason=NO_BROKER, sent_at=None)
            return  # the rest would only keep the request waiting


def _waiting(ids: Sequence[int]) -> QuerySet[Job]:
    return Job.objects.filter(pk__in=ids, status=Job.Status.WAITING)
