"""Pairs of experiments, played by a worker: a slice of one experiment at a time.

Pairs are numbered by how many were counted before, and counted by one UPDATE under the lease that
says so; a worker that was given up, killed, or called twice therefore counts none twice, and
whoever goes on plays those that are missing. After a slice the job waits behind all others.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone, translation

import games
from bots.builtin import Builtin
from bots.contests import experiment as comparing
from bots.contests.experiment import NEW, OLD, Course, Outcome, Pair
from bots.conversation.process import ProcessPlayer
from bots.playing.runner import Fault, StandIn
from bots.sandbox import SandboxError
from bots.sandbox.command import MOST_TABLES
from engine.rules.errors import NotCompiled
from league import queue
from league.models import Experiment, Job, PairBlock, StatusConflict
from league.services.accounts import notices
from league.services.base.names import storable
from league.services.bots.crew import CLOCK_BESIDE, Crew, NoSandbox
from league.services.jobs import jobs
from league.services.monitoring import host_errors, traces

from . import duplicates, experiments

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]

SLICE = timedelta(seconds=40)
"""For so long an experiment plays on before others have their turn."""
BLOCK = timedelta(seconds=4)
"""About so long pairs are played with the same processes, and then counted."""
MOST_IN_BLOCK = MOST_TABLES
BEAT = timedelta(seconds=5)
"""How often the worker asks whether the experiment is still wanted, at least."""
LONGEST = timedelta(seconds=600)
"""A single pair that takes longer is not worth waiting for thousands of them."""
KEPT_FAULTS = 20
WHO = (NEW, OLD)

FAULTY = {
    Outcome.NEW_FAULTY: "the new version made faults in more than {most} of its first {tried} "
    "pairs; mend it, upload it and start another experiment",
    Outcome.OLD_FAULTY: "the old version made faults in more than {most} of its first {tried} "
    "pairs; compare with another one",
}
FAULTY_OPPONENT = (
    "an opponent made faults in more than {most} of the first {tried} duplicates; choose others"
)


class _Lost(Exception):
    """The experiment was stopped, or somebody else holds its job by now."""


class _TooSlow(Exception):
    """A pair takes so long that the experiment would never end."""


def run_batch(*, ids: Sequence[int], clock: Clock = timezone.now) -> None:
    """Play a slice of the experiment of the job in `ids`, if it waits; more are sent one by one."""
    if len(ids) > 1:
        queue.send(kind=Job.Kind.RUN_EXPERIMENT, ids=ids, batch=1)
        return
    claim = jobs.claim(kind=Job.Kind.RUN_EXPERIMENT, ids=ids, now=clock())
    for job in claim.jobs:
        with traces.doing(job=job.code):
            _run(claim, job, clock)


def count(
    *,
    claim: jobs.Claim,
    job: Job,
    experiment: Experiment,
    pairs: Sequence[Pair],
    now: datetime,
) -> bool:
    """Count the next pairs of an experiment whose job is held; return whether it goes on."""
    _begin(experiment)
    return _Slice(claim, job, experiment, lambda: now).store(pairs, now, is_last=False)


def _run(claim: jobs.Claim, job: Job, clock: Clock) -> None:
    experiment = experiments.in_full(Experiment.objects.filter(jobs=job)).first()
    if experiment is None:  # deleted, and its job with it
        return
    try:
        with translation.override("en"):  # as all that is stored; see `sayings`
            said = experiments.why_not(experiment)
        if said:
            _give_up(claim, job, said, clock())
        else:
            _begin(experiment)
            _Slice(claim, job, experiment, clock).play()
    except _Lost:
        logger.info("experiment %s goes on elsewhere, or not at all", experiment.code)
    except _TooSlow:
        said = f"a pair takes longer than {LONGEST.seconds} s; compare at a smaller table"
        _give_up(claim, job, said, clock())
    except NoSandbox as refusal:
        logger.warning("job %s waits: %s", job.code, refusal)
        jobs.postpone(claim=claim, ids=[job.pk], reason=host_errors.NO_SANDBOX, now=clock())
    except NotCompiled:
        reason = host_errors.NOT_COMPILED
        jobs.postpone(claim=claim, ids=[job.pk], reason=reason, now=clock(), again=host_errors.SOON)
    except (SandboxError, OSError, SoftTimeLimitExceeded) as error:
        reason = f"the pairs are played again: {host_errors.tell(error, job=job, now=clock())}"
        jobs.interrupt(claim=claim, ids=[job.pk], reason=reason, now=clock())
    except Exception as error:  # whatever goes wrong in one experiment is that one's failure
        told = host_errors.tell(error, job=job, now=clock())
        _give_up(claim, job, f"it could not be played: {told}", clock())


def _begin(experiment: Experiment) -> None:
    """Let an experiment run that waits; raises _Lost if it was stopped just now."""
    if experiment.status == Experiment.Status.WAITING:
        try:
            experiment.change_status(Experiment.Status.RUNNING)
        except StatusConflict:  # stopped, or begun by a worker that was given up since
            experiment.refresh_from_db(fields=["status"])
    if experiment.status != Experiment.Status.RUNNING:
        raise _Lost


class _Slice:
    """Some of the pairs of one experiment, counted block by block."""

    def __init__(self, claim: jobs.Claim, job: Job, experiment: Experiment, clock: Clock) -> None:
        self.claim, self.job, self.experiment, self.clock = claim, job, experiment, clock
        self.plan = experiments.plan_of(experiment)
        self.course = experiments.course_of(experiment)
        self.began = self.beat = self.block_began = clock()

    def play(self) -> None:
        """Play until the slice is over or the experiment has ended."""
        size, goes_on = 1, True
        while goes_on:
            first = self.course.sums.count
            numbers = range(first, min(first + size, self.plan.most))
            self.block_began = self.clock()
            pairs = comparing.play(self.plan, self.seated, numbers, pulse=self.pulse)
            now = self.clock()
            goes_on = self.store(pairs, now, is_last=now - self.began >= SLICE)
            taken = max(now - self.block_began, timedelta(milliseconds=1))
            size = min(max(1, int(len(pairs) * (BLOCK / taken))), 2 * size, MOST_IN_BLOCK)

    @contextmanager
    def seated(self) -> Iterator[Sequence[Builtin | ProcessPlayer | StandIn]]:
        """Give players of the versions, each with a process of its own."""
        players = experiments.players_of(self.experiment)
        seated = [players[name] for name in self.plan.seats]
        with Crew(clock=CLOCK_BESIDE) as crew:
            yield crew.seat([player for player in seated if player])

    def pulse(self) -> None:
        """Prolong the lease if that is due; raises _Lost or _TooSlow."""
        now = self.clock()
        if now - self.block_began > LONGEST:
            raise _TooSlow
        if now - self.beat > min(BEAT, jobs.heartbeat()):
            self.beat = now
            done, total = self.course.sums.count, self.plan.most
            held = jobs.report(claim=self.claim, job=self.job, done=done, total=total, now=now)
            if not held:
                raise _Lost

    def store(self, pairs: Sequence[Pair], now: datetime, *, is_last: bool) -> bool:
        """Count pairs, up to the one that ends the experiment; return whether to go on.

        Raises _Lost if they are no longer wanted, or counted already.
        """
        counted = _Counted(self.experiment, self.plan, self.course)
        counted.add_all(pairs)
        jobs.store(lambda: self._store(counted, now, is_last=is_last))
        self.course = counted.course
        self.experiment.curve, self.experiment.faults = counted.curve, counted.faults
        return counted.outcome is None and not is_last

    def _store(self, counted: "_Counted", now: datetime, *, is_last: bool) -> None:
        claim, job, outcome = self.claim, self.job, counted.outcome
        if not jobs.hold(claim=claim, ids=[job.pk]):
            raise _Lost
        fields = counted.fields()
        if outcome is not None:
            reason = _reason_of(outcome, self.experiment)
            fields |= {"status": _status_of(outcome), "reason": reason}
            fields["finished_at"] = now
        if not self._uncounted().update(**fields):
            raise _Lost
        PairBlock.objects.create(
            experiment=self.experiment,
            first=self.course.sums.count,
            differences=[pair.difference for pair in counted.pairs],
            faulty=[[who for who in WHO if pair.is_faulty(who)] for pair in counted.pairs],
            **self._kept(counted.pairs),
        )
        done, total = counted.course.sums.count, self.plan.most
        if outcome in FAULTY:
            jobs.fail(claim=claim, ids=[job.pk], reason=fields["reason"], now=now)
        elif outcome is not None:
            jobs.report(claim=claim, job=job, done=done, total=total, now=now)
            jobs.finish(claim=claim, ids=[job.pk], now=now)
        elif is_last:
            jobs.pause(claim=claim, job=job, done=done, total=total)
        else:
            jobs.report(claim=claim, job=job, done=done, total=total, now=now)
        if outcome is not None:
            _tell(self.experiment, outcome, done, now)

    def _kept(self, pairs: Sequence[Pair]) -> dict[str, Any]:
        """Return what is kept of duplicates besides: scores and records."""
        if not self.plan.is_fixed:
            return {}
        return {
            "scores": [pair.scores for pair in pairs],
            "records": duplicates.recorded(self.experiment, self.plan, pairs),
        }

    def _uncounted(self) -> Any:
        """Return the experiment as long as these pairs are the next to be counted."""
        return Experiment.objects.filter(
            pk=self.experiment.pk,
            status=Experiment.Status.RUNNING,
            duplicates=self.course.sums.count,
        )


class _Counted:
    """What becomes of an experiment by some pairs more."""

    def __init__(self, experiment: Experiment, plan: comparing.Plan, course: Course) -> None:
        self.plan, self.course = plan, course
        self.outcome: Outcome | None = None
        self.pairs: list[Pair] = []
        self.curve = list(experiment.curve)
        self.faults = list(experiment.faults)
        self._is_own = (
            experiment.old is not None
            and experiment.new.bot.owner_id == experiment.old.bot.owner_id
        )

    def add_all(self, pairs: Sequence[Pair]) -> None:
        """Count pairs until the experiment has ended."""
        for pair in pairs:
            if self.outcome is not None:
                break
            self.pairs.append(pair)
            self.course = self.course.after(pair, self.plan)
            self.outcome = self.course.outcome(self.plan)
            if not self.plan.is_fixed:
                ratio = round(self.plan.test.ratio(self.course.sums), 4)
                self.curve.append([self.course.sums.count, ratio])
            self.faults += [
                self._told(pair, who, fault) for who, fault in pair.faults if who in WHO
            ]
        self.curve = comparing.thinned(self.curve)
        self.faults = self.faults[-KEPT_FAULTS:]

    def fields(self) -> dict[str, Any]:
        """Return the fields of the experiment that follow."""
        sums = self.course.sums
        return {
            "duplicates": sums.count,
            "total": sums.total,
            "squares": sums.squares,
            "fourths": sums.fourths,
            "against_lower": sums.against_lower,
            "against_upper": sums.against_upper,
            "new_faults": self.course.new_faulty,
            "old_faults": self.course.old_faulty,
            "curve": self.curve,
            "faults": self.faults,
        }

    def _told(self, pair: Pair, who: str, fault: Fault) -> dict[str, Any]:
        """Return a fault as its reader may know it: what a bot said is for its own author.

        Of opponents in duplicates there is only the number of duplicates that had any.
        """
        may_read = who == NEW or self._is_own
        return {
            "pair": pair.number + 1,
            "who": who,
            "round": fault.round,
            "action": fault.action,
            "reason": str(fault.reason),
            "detail": storable(fault.detail) if may_read else "",
            "evidence": storable(fault.evidence) if may_read else "",
        }


def _status_of(outcome: Outcome) -> str:
    return Experiment.Status.FAILED if outcome in FAULTY else Experiment.Status(str(outcome))


def _reason_of(outcome: Outcome, experiment: Experiment) -> str:
    said = FAULTY.get(outcome, "")
    if outcome == Outcome.OLD_FAULTY and not experiment.is_test:
        said = FAULTY_OPPONENT
    return said.format(most=comparing.MOST_FAULTY, tried=comparing.TRIED)


def _give_up(claim: jobs.Claim, job: Job, reason: str, now: datetime) -> None:
    """Let an experiment fail, unless it is no longer this worker's."""

    def work() -> None:
        if jobs.fail(claim=claim, ids=[job.pk], reason=reason, now=now):
            rows = Experiment.objects.filter(jobs=job, status__in=Experiment.UNFINISHED)
            rows.update(status=Experiment.Status.FAILED, reason=reason, finished_at=now)

    jobs.store(work)


def _tell(experiment: Experiment, outcome: Outcome, pairs: int, now: datetime) -> None:
    with translation.override("en"):  # as above
        reason = _reason_of(outcome, experiment)
        said = reason or Experiment.Status(_status_of(outcome)).label
        versions = f"{experiment.new} against {experiment.against}"
        text = f"{versions} in {games.get(experiment.game).name}: {said}, after {pairs} pairs."
    notices.tell(version=experiment.new, text=text, now=now)
