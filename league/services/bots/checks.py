"""Checks of uploaded versions, by a worker: `bots.submission.compliance` in the sandbox.

What a bot does wrong refuses its version, with the evidence; what goes wrong with the host does
not: the check is broken off and tried again, and says why it waits. A worker without a sandbox
leaves it to another.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from bots.sandbox import UnknownProgram
from bots.submission import compliance
from bots.submission.archive import ArchiveError
from bots.submission.compliance import Finding, Report
from league import queue
from league.models import Job, Version
from league.services.base.names import storable
from league.services.jobs import jobs
from league.services.monitoring import host_errors, traces

from . import bots, crew

logger = logging.getLogger(__name__)

CHECK_S = compliance.LIMIT_S
"""How long a check may take, shorter than a task may take."""
LEASE_S = CHECK_S + 60
"""A single match may take nearly all of it, and tells nothing meanwhile."""

Clock = Callable[[], datetime]


class _Lost(Exception):
    """Somebody else holds the job by now."""


def check_batch(*, ids: Sequence[int], clock: Clock = timezone.now) -> None:
    """Check the version of the job in `ids`, if it waits; more jobs are sent one by one.

    A check takes up to `CHECK_S`, so a task has time for one.
    """
    if len(ids) > 1:
        queue.send(kind=Job.Kind.CHECK_VERSION, ids=ids, batch=1)
        return
    claim = jobs.claim(kind=Job.Kind.CHECK_VERSION, ids=ids, now=clock(), lease_s=LEASE_S)
    for job in claim.jobs:
        with traces.doing(job=job.code):
            _check(claim, job, clock)


def _check(claim: jobs.Claim, job: Job, clock: Clock) -> None:
    version = job.checked
    assert version is not None  # noqa: S101 - jobs of this kind are about versions
    if version.status != Version.Status.CHECKING:
        jobs.finish(claim=claim, ids=[job.pk], now=clock())
        return
    try:
        report = _examine(claim, job, version, clock)
        jobs.store(lambda: _store(claim, job, version, report, clock()))
    except _Lost:
        logger.warning("the check of %s went on elsewhere", version.code)
    except crew.NoSandbox as refusal:
        logger.warning("job %s waits: %s", job.code, refusal)
        jobs.postpone(claim=claim, ids=[job.pk], reason=host_errors.NO_SANDBOX, now=clock())
    except Exception as error:  # of the sandbox, the machine or the database: never the bot's
        reason = f"the check broke off: {host_errors.tell(error, job=job, now=clock())}"
        jobs.interrupt(claim=claim, ids=[job.pk], reason=reason, now=clock())


def _examine(claim: jobs.Claim, job: Job, version: Version, clock: Clock) -> Report:
    """Test a version, telling how far that has got; raises _Lost."""

    def progress(done: int, total: int) -> None:
        held = jobs.report(
            claim=claim, job=job, done=done, total=total, now=clock(), lease_s=LEASE_S
        )
        if not held:
            raise _Lost

    try:
        return compliance.check(
            lambda: crew.player_of(version, clock=crew.CLOCK_BESIDE),
            bots.slugs_of(version),
            progress=progress,
            limit_s=CHECK_S,
        )
    except (UnknownProgram, ArchiveError) as error:
        return Report([Finding("start", ok=False, detail=str(error))])


def _store(claim: jobs.Claim, job: Job, version: Version, report: Report, now: datetime) -> None:
    """Accept or refuse a version, unless it was withdrawn meanwhile or the job is held no more."""
    if not jobs.finish(claim=claim, ids=[job.pk], now=now):
        return
    said = _storable(report.as_json())
    if report.ok:
        bots.accept(version=version, report=said, now=now)
        return
    [first, *_rest] = [found for found in said["findings"] if not found["ok"]]
    reason = f"{first['subject']}: {first['detail']}"
    bots.refuse(version=version, reason=reason, report=said, now=now)


def _storable(value: Any) -> Any:
    """Return a report as a database takes it, whatever a bot wrote into it."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {key: _storable(inner) for key, inner in value.items()}
    return [_storable(inner) for inner in value] if isinstance(value, list | tuple) else value
