"""Tasks: ids in, call a service, nothing out."""

from collections.abc import Callable
from typing import Any, ParamSpec

from celery import shared_task
from django.utils import timezone

from league.models import Job
from league.queue import task_name
from league.services import checks, duplicates, jobs, pairs, parts, play, records

P = ParamSpec("P")

SOFT_LIMIT_S = 240
PLAY_LIMIT_S = 900
"""A batch, and after it a match of slow bots: each may take all its time on a busy machine."""
GRACE_S = 60


def task(name: str, *, limit_s: int = SOFT_LIMIT_S) -> Callable[[Callable[P, None]], Any]:
    """Make a function a task that survives its worker: acknowledged when done, limited in time."""
    return shared_task(
        name=name,
        acks_late=True,
        reject_on_worker_lost=True,
        ignore_result=True,
        soft_time_limit=limit_s,
        time_limit=limit_s + GRACE_S,
    )


@task(task_name(Job.Kind.PLAY_MATCH), limit_s=PLAY_LIMIT_S)
def play_match(ids: list[int]) -> None:
    """Play the matches of the jobs `ids`."""
    play.play_batch(ids=ids)


@task(task_name(Job.Kind.VALIDATE_RECORD))
def validate_record(ids: list[int]) -> None:
    """Replay the records of the jobs `ids`."""
    records.validate_batch(ids=ids)


@task(task_name("forget_words"))
def forget_words() -> None:
    """Blank old logs and evidence of authors' bots."""
    parts.forget_words(now=timezone.now())


@task(task_name(Job.Kind.CHECK_VERSION))
def check_version(ids: list[int]) -> None:
    """Check the version of a bot that the job `ids` is about."""
    checks.check_batch(ids=ids)


@task(task_name(Job.Kind.RUN_EXPERIMENT), limit_s=PLAY_LIMIT_S)
def run_experiment(ids: list[int]) -> None:
    """Play a slice of the experiment that the job `ids` is about."""
    pairs.run_batch(ids=ids)


@task(task_name("sweep_jobs"))
def sweep_jobs() -> None:
    """Give back what silent workers hold, and send lost messages again."""
    jobs.sweep(now=timezone.now())


@task(task_name("fill_ladders"))
def fill_ladders(season_ids: list[int] | None = None) -> None:
    """Open tables in ladders, by default in all that run."""
    duplicates.fill_all(now=timezone.now(), season_ids=season_ids)
