"""Decisions of finished matches, looked at by a worker: a slice of one match at a time.

What is found is stored every few seconds by one UPDATE under the lease that says how many came
before; a worker that was given up, killed, or called twice therefore stores nothing twice, and
whoever goes on looks at what is missing. After a slice the job waits behind all others.
"""

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from bots import builtin
from bots.playing import hindsight
from engine.records import document
from engine.rules.errors import NotCompiled
from league import queue
from league.models import Analysis, Job
from league.services.jobs import jobs
from league.services.monitoring import host_errors, traces

from . import analyses
from .analyses import Choice, Decision

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]

SLICE = timedelta(seconds=20)
"""For so long a match is analysed before others have their turn."""
BLOCK = timedelta(seconds=2)
"""About so long decisions are looked at before what was found is stored."""


class _Lost(Exception):
    """Somebody else holds the job by now, or the record is gone."""


def analyse_batch(*, ids: Sequence[int], clock: Clock = timezone.now) -> None:
    """Look at decisions for the job in `ids`, if it waits; more are sent one by one."""
    if len(ids) > 1:
        queue.send(kind=Job.Kind.ANALYSE_MATCH, ids=ids, batch=1)
        return
    claim = jobs.claim(kind=Job.Kind.ANALYSE_MATCH, ids=ids, now=clock())
    for job in claim.jobs:
        with traces.doing(job=job.code):
            _run(claim, job, clock)


def look_at(choice: Choice, bot: builtin.Builtin, seed: int) -> Decision:
    """Return what a bot would have done in place of a choice, and what the choice cost."""
    found = hindsight.look_back(choice.table, choice.made, bot, seed ^ choice.round)
    text = choice.table.text_of(found.best)
    cost, margin = round(found.cost, 2), round(found.margin, 2)
    return Decision(choice.round, choice.action, choice.text, text, cost, margin)


def _run(claim: jobs.Claim, job: Job, clock: Clock) -> None:
    try:
        _Slice(claim, job, clock).work()
    except _Lost:
        logger.info("the analyses of job %s go on elsewhere, or not at all", job.code)
    except NotCompiled:
        reason = host_errors.NOT_COMPILED
        jobs.postpone(claim=claim, ids=[job.pk], reason=reason, now=clock(), again=host_errors.SOON)
    except (OSError, SoftTimeLimitExceeded) as error:
        told = host_errors.tell(error, job=job, now=clock())
        jobs.interrupt(claim=claim, ids=[job.pk], reason=told, now=clock())
    except Exception as error:  # whatever goes wrong in one match is the failure of its job
        told = host_errors.tell(error, job=job, now=clock())
        jobs.fail(claim=claim, ids=[job.pk], reason=told, now=clock())


class _Slice:
    """Some decisions of one match, stored block by block."""

    def __init__(self, claim: jobs.Claim, job: Job, clock: Clock) -> None:
        self.claim, self.job, self.clock = claim, job, clock
        self.began = clock()

    def work(self) -> None:
        """Go through what is not finished, until the slice is over or nothing is left."""
        goes_on = True
        while goes_on and (analysis := self._next()) is not None:
            goes_on = self._go_through(analysis)
        if goes_on:
            jobs.store(self._finish)

    def _next(self) -> Analysis | None:
        """Return the analysis to go on with; one query."""
        of_job = Analysis.objects.filter(
            record__result__match=self.job.match_id, record__result__version=self.job.version
        )
        return of_job.filter(finished_at=None).select_related("record").order_by("pk").first()

    def _go_through(self, analysis: Analysis) -> bool:
        """Look at the decisions of a seat that are left; return whether there is time for more."""
        record = document.decode(bytes(analysis.record.blob))
        if not analysis.total:
            self._count(analysis, record)
            if not self._store(analysis, []):
                return False
        bot, seed = builtin.get(analysis.bot), _seed(analysis)
        left = islice(analyses.choices(record, analysis.seat), analysis.done, analysis.total)
        for block in self._blocks(look_at(choice, bot, seed) for choice in left):
            if not self._store(analysis, block):
                return False
        return True

    def _count(self, analysis: Analysis, record: dict[str, Any]) -> None:
        """Note how many decisions there are to look at."""
        found = [choice.round for choice in analyses.choices(record, analysis.seat)]
        analysis.rounds = len(record["rounds"])
        if len(found) > analyses.MOST_DECISIONS:
            analysis.rounds = analyses.rounds_within(found, analyses.MOST_DECISIONS)
        analysis.total = sum(number < analysis.rounds for number in found)

    def _blocks(self, found: Iterator[Decision]) -> Iterator[list[Decision]]:
        """Yield what is found, some seconds' worth at a time."""
        block: list[Decision] = []
        began = self.clock()
        for decision in found:
            block.append(decision)
            if self.clock() - began >= BLOCK:
                yield block
                block, began = [], self.clock()
        if block:
            yield block

    def _store(self, analysis: Analysis, block: Sequence[Decision]) -> bool:
        """Store what was found; return whether the slice goes on. Raises _Lost."""
        now = self.clock()
        before = analysis.done
        analysis.found = [*analysis.found, *(decision.told() for decision in block)]
        analysis.done = before + len(block)
        analysis.finished_at = now if analysis.done == analysis.total else None
        is_last = now - self.began >= SLICE
        jobs.store(lambda: self._write(analysis, before, now, is_last=is_last))
        return not is_last

    def _write(self, analysis: Analysis, before: int, now: datetime, *, is_last: bool) -> None:
        claim, job = self.claim, self.job
        if not jobs.hold(claim=claim, ids=[job.pk]):
            raise _Lost
        names = ("found", "done", "total", "rounds", "finished_at")
        fields = {name: getattr(analysis, name) for name in names}
        rows = Analysis.objects.filter(pk=analysis.pk, done=before, finished_at=None)
        if not rows.update(**fields):
            raise _Lost
        done, total = analysis.done, analysis.total
        if is_last:
            jobs.pause(claim=claim, job=job, done=done, total=total)
        else:
            jobs.report(claim=claim, job=job, done=done, total=total, now=now)

    def _finish(self) -> None:
        """End the job, unless somebody has asked for another seat just now."""
        if not jobs.hold(claim=self.claim, ids=[self.job.pk]):
            raise _Lost
        if self._next() is None:
            jobs.finish(claim=self.claim, ids=[self.job.pk], now=self.clock())
        else:
            jobs.pause(claim=self.claim, job=self.job, done=0, total=0)


def _seed(analysis: Analysis) -> int:
    """Return what decides all that is left to chance; the secret of the match is no part of it."""
    digest = hashlib.sha256(f"{analysis.code} {analysis.seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
