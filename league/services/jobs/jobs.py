"""Jobs: made, claimed under a lease, finished by whoever holds the lease, swept when nobody does.

A lease is a random token in the row. Every change a worker makes is conditional on its token, so a
worker that was given up, or had the same message twice, changes nothing.
"""

import logging
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import CharField, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils.translation import gettext as _

from league import queue
from league.models import Account, Experiment, Job, Match, Role, SeasonImport, Tally, Version
from league.models.codes import new_code
from league.models.commits import without_waiting
from league.services.base import audit, rights, rows
from league.services.base.refusals import Conflict, Forbidden, change_status
from league.services.monitoring import tallies

logger = logging.getLogger(__name__)

What = Tally.What
STORE_ATTEMPTS = 3
LATER = timedelta(minutes=1)
"""By so much the clock of a host may be ahead of that of another one."""
LONGEST_LEASE_S = 900
"""No kind of job has a longer lease: one that seems to be was given by a clock set back since."""
# More are left to the next sweep: a long queue must not fill with second messages.
SWEEP_LIMIT = 1000


_ABOUT = {
    Job.Kind.PLAY_MATCH: "match",
    Job.Kind.VALIDATE_RECORD: "match",
    Job.Kind.CHECK_VERSION: "checked__bot",
    Job.Kind.RUN_EXPERIMENT: "experiment",
    Job.Kind.IMPORT_SEASON: "imported__club",
    Job.Kind.ANALYSE_MATCH: "match",
}
"""What the jobs of each kind are about, fetched with them when they are claimed."""


_OF_NEW = ("kind", "version", "done", "total", "status", "reason", "attempt", "created_at")
"""What new jobs of one kind have in common."""


@dataclass(frozen=True)
class Claim:
    """The jobs one worker holds under one lease."""

    lease: uuid.UUID
    jobs: tuple[Job, ...]


def create(*, kind: str, matches: Sequence[Match], version: int, now: datetime) -> list[int]:
    """Make one job per match and wake workers up when the transaction is committed.

    `version` is the version of the result the job makes or checks. Returns the keys of the jobs,
    in the order of the matches. IntegrityError when one of these has such a job already. One query
    where the seasons of the matches are loaded.
    """
    fresh = Job(kind=kind, version=version, reason=queue.NOT_SENT, created_at=now)
    same = [getattr(fresh, name) for name in _OF_NEW]
    made = rows.insert(
        Job,
        ("code", "match", "club", *_OF_NEW),
        ((new_code(), match.pk, match.season.club_id, *same) for match in matches),
        returning=("match", "id"),
    )
    by_match = dict(made)
    ids = [by_match[match.pk] for match in matches]
    queue.send(kind=kind, ids=ids)
    return ids


def create_one(
    *,
    kind: str,
    checked: Version | None = None,
    experiment: Experiment | None = None,
    imported: SeasonImport | None = None,
    now: datetime,
) -> Job:
    """Make the job about one of these, and wake a worker up for it.

    IntegrityError when there is such a job already.
    """
    job = Job.objects.create(
        kind=kind,
        club=imported.club if imported else None,
        checked=checked,
        experiment=experiment,
        imported=imported,
        reason=queue.NOT_SENT,
        created_at=now,
    )
    queue.send(kind=kind, ids=[job.pk])
    return job


def claim(*, kind: str, ids: Sequence[int], now: datetime, lease_s: int | None = None) -> Claim:
    """Take those of the jobs `ids` that wait, and begin their next attempt; two queries.

    Rows are locked first and then changed: in one statement PostgreSQL may look for the rows to
    lock once for each row of the queue. A claim that is lost with the database's machine is one
    more worker that was given up.
    """
    lease, until = uuid.uuid4(), _until(now, lease_s)
    waiting = Job.objects.filter(pk__in=ids, kind=kind, status=Job.Status.WAITING)
    with without_waiting():
        held = waiting.select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        jobs = tuple(held.select_related(_ABOUT[Job.Kind(kind)]))
        Job.objects.filter(pk__in=[job.pk for job in jobs], status=Job.Status.WAITING).update(
            status=Job.Status.RUNNING,
            attempt=F("attempt") + 1,
            lease=lease,
            lease_until=until,
            reason="",
        )
    for job in jobs:
        job.status, job.attempt, job.reason = Job.Status.RUNNING, job.attempt + 1, ""
        job.lease, job.lease_until = lease, until
    return Claim(lease=lease, jobs=jobs)


def extend(*, claim: Claim, now: datetime, lease_s: int | None = None) -> int:
    """Prolong the lease and return how many of the jobs are still held under it."""
    return _held(claim).update(lease_until=_until(now, lease_s))


def report(
    *, claim: Claim, job: Job, done: int, total: int, now: datetime, lease_s: int | None = None
) -> bool:
    """Tell how far a long job has got and prolong its lease; False when it is no longer held."""
    held = _held(claim).filter(pk=job.pk)
    return bool(held.update(done=done, total=total, lease_until=_until(now, lease_s)))


def heartbeat() -> timedelta:
    """Return how often whoever works under a lease prolongs it."""
    return timedelta(seconds=settings.JOB_LEASE_S) / 3


def hold(*, claim: Claim, ids: Sequence[int]) -> set[int]:
    """Lock those of the jobs `ids` that are still held until the commit, and return their ids."""
    held = _held(claim).filter(pk__in=ids).order_by("pk").select_for_update()
    return set(held.values_list("pk", flat=True))


def finish(*, claim: Claim, ids: Sequence[int], now: datetime) -> set[int]:
    """Mark those of the jobs `ids` as done that are still held, and return their ids.

    Call it first in the transaction that stores the work, and store only what it returns: the
    rows stay locked until the commit.
    """
    held = hold(claim=claim, ids=ids)
    _held(claim).filter(pk__in=held).update(
        status=Job.Status.DONE, finished_at=now, lease=None, lease_until=None, reason=""
    )
    kinds = [job.kind for job in claim.jobs if job.pk in held]
    tallies.count(What.JOB_DONE, about=kinds, now=now)
    return held


def fail(*, claim: Claim, ids: Sequence[int], reason: str, now: datetime) -> int:
    """Mark those of the jobs `ids` as failed that are still held; only a retry revives them."""
    failed = (
        _held(claim)
        .filter(pk__in=ids)
        .update(
            status=Job.Status.FAILED, finished_at=now, lease=None, lease_until=None, reason=reason
        )
    )
    kinds = [job.kind for job in claim.jobs]  # all alike
    tallies.count(What.JOB_FAILED, about=kinds[:failed], now=now)
    return failed


def interrupt(*, claim: Claim, ids: Sequence[int], reason: str, now: datetime) -> None:
    """Give back those of the jobs `ids` that are still held, their attempt having broken off.

    They wait again, or have failed for good after their last attempt.
    """
    _break_off(_held(claim).filter(pk__in=ids), reason=reason, now=now)


def release(*, claim: Claim, ids: Sequence[int], reason: str) -> None:
    """Give back those of the jobs `ids` that are still held and were not begun, and send them."""
    with transaction.atomic():
        _held(claim).filter(pk__in=ids).update(
            status=Job.Status.WAITING,
            attempt=F("attempt") - 1,
            lease=None,
            lease_until=None,
            reason=reason,
        )
        waiting = Job.objects.filter(pk__in=ids, status=Job.Status.WAITING)
        for kind in queue.QUEUES:
            found = waiting.filter(kind=kind).order_by("pk")
            queue.send(kind=kind, ids=list(found.values_list("pk", flat=True)))


def redo(*, kind: str, matches: Sequence[Match]) -> None:
    """Let the jobs of this kind about `matches` that are over be done again; two queries."""
    over = Job.objects.filter(
        kind=kind, match__in=matches, status__in=[Job.Status.DONE, Job.Status.FAILED]
    )
    ids = list(over.values_list("pk", flat=True))
    over.filter(pk__in=ids).update(
        status=Job.Status.WAITING, attempt=0, reason=queue.NOT_SENT, sent_at=None, finished_at=None
    )
    queue.send(kind=kind, ids=ids)


def postpone(
    *,
    claim: Claim,
    ids: Sequence[int],
    reason: str,
    now: datetime,
    again: timedelta | None = None,
) -> None:
    """Give back those of the jobs `ids` that are still held and this worker cannot do now.

    They wait, with all their attempts, until another message about them is due: after
    `JOB_RESEND_S`, or after `again`.
    """
    usual = timedelta(seconds=settings.JOB_RESEND_S)
    _held(claim).filter(pk__in=ids).update(
        status=Job.Status.WAITING,
        attempt=F("attempt") - 1,
        lease=None,
        lease_until=None,
        sent_at=now - usual + (again or usual),
        reason=reason,
    )


def pause(*, claim: Claim, job: Job, done: int, total: int) -> bool:
    """Give back a long job of which a part is done; False when it is no longer held.

    It waits for its next turn behind all others, with all its attempts before it.
    """
    with transaction.atomic():
        held = _held(claim).filter(pk=job.pk)
        given_back = held.update(
            status=Job.Status.WAITING,
            attempt=0,
            done=done,
            total=total,
            lease=None,
            lease_until=None,
            reason=queue.NOT_SENT,
            sent_at=None,
        )
        queue.send(kind=job.kind, ids=[job.pk] if given_back else [])
    return bool(given_back)


def call_off(*, job: Job, reason: str, now: datetime) -> None:
    """Let a job fail that waits, or that a worker holds, who can then store nothing any more."""
    Job.objects.filter(pk=job.pk, status__in=[Job.Status.WAITING, Job.Status.RUNNING]).update(
        status=Job.Status.FAILED, finished_at=now, lease=None, lease_until=None, reason=reason
    )


def store(work: Callable[[], None]) -> None:
    """Run `work` in one transaction; again when the database broke that off, as in a deadlock."""
    for _attempt in range(STORE_ATTEMPTS - 1):
        try:
            with transaction.atomic():
                return work()
        except OperationalError:
            logger.warning("a transaction is tried again", exc_info=True)
    with transaction.atomic():
        return work()


def sweep(*, now: datetime) -> int:
    """Take the jobs of silent workers back, send lost messages again; return how many were sent."""
    longest = _until(now, max(LONGEST_LEASE_S, settings.JOB_LEASE_S))
    running = Job.objects.filter(status=Job.Status.RUNNING)
    silent = running.exclude(lease_until__range=(now, longest + LATER))
    _break_off(silent, reason="the worker stopped answering", now=now)
    _name_clubs()
    return _send_again(now=now)


def retry(*, job: Job, by: Account, now: datetime) -> Job:
    """Let a failed job wait again, with all its attempts before it."""
    club = job.club
    if club is not None:
        rights.require_role(club=club, account=by, role=Role.ORGANISER)
    elif not rights.readable_jobs(by).filter(pk=job.pk).exists():
        raise Forbidden(_("Only the author of a bot can retry its jobs."))
    if job.experiment_id is not None:
        raise Conflict(job, _("Resume the experiment instead. That also retries its job."))
    if job.imported is not None and job.imported.errors:
        raise Conflict(job, _("We could not read this archive. Correct it, then import it again."))
    with transaction.atomic():
        revive(job=job)
        if job.imported and SeasonImport.objects.filter(pk=job.imported.pk, archive=b"").exists():
            raise Conflict(job, _("We no longer keep this archive. Import it again."))
        audit.note(by=by, club=club, action="job.retry", subject=f"job:{job.code}", now=now)
    return job


def revive(*, job: Job) -> None:
    """Let a failed job wait again, and wake a worker up for it on commit; raises Conflict."""
    change_status(
        job,
        Job.Status.WAITING,
        refusal=_("You can only retry a job that has failed."),
        attempt=0,
        reason=queue.NOT_SENT,
        finished_at=None,
        sent_at=None,
    )
    queue.send(kind=job.kind, ids=[job.pk])


def _until(now: datetime, lease_s: int | None) -> datetime:
    return now + timedelta(seconds=lease_s or settings.JOB_LEASE_S)


def _held(claim: Claim) -> QuerySet[Job]:
    return Job.objects.filter(lease=claim.lease, status=Job.Status.RUNNING)


def _break_off(jobs: QuerySet[Job], *, reason: str, now: datetime) -> None:
    attempts = settings.JOB_ATTEMPTS
    why = Concat(
        Value(f"{reason} (attempt "),
        Cast("attempt", CharField()),
        Value(f" of {attempts})"),
    )
    with transaction.atomic():
        last = jobs.filter(attempt__gte=attempts)
        _give_up_experiments(last, reason=reason, now=now)
        tallies.count(What.JOB_FAILED, about=last.values_list("kind", flat=True), now=now)
        last.update(
            status=Job.Status.FAILED, finished_at=now, lease=None, lease_until=None, reason=why
        )
    jobs.update(status=Job.Status.WAITING, sent_at=None, lease=None, lease_until=None, reason=why)


def _give_up_experiments(jobs: QuerySet[Job], *, reason: str, now: datetime) -> None:
    """Let the experiments of jobs fail whose last attempt broke off; only resuming revives them."""
    about = jobs.filter(experiment__isnull=False).order_by("pk").select_for_update()
    ids = list(about.values_list("experiment_id", flat=True))
    Experiment.objects.filter(pk__in=ids, status__in=Experiment.UNFINISHED).update(
        status=Experiment.Status.FAILED, reason=reason, finished_at=now
    )


def _name_clubs() -> None:
    """Name the clubs of jobs that processes of the release before make while it still runs.

    One query where there are none, from an index that is empty then. The next release can do
    without.
    """
    unnamed = Job.objects.filter(club=None, checked=None, experiment=None)
    of_match = Match.objects.filter(pk=OuterRef("match")).values("season__club")
    of_import = SeasonImport.objects.filter(pk=OuterRef("imported")).values("club")
    with transaction.atomic():
        held = unnamed.select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        ids = list(held.values_list("pk", flat=True)[:SWEEP_LIMIT])
        if ids:
            club = Coalesce(Subquery(of_match), Subquery(of_import))
            Job.objects.filter(pk__in=ids).update(club=club)


def _send_again(*, now: datetime) -> int:
    """Send messages about waiting jobs that had none, or one that is too old or yet to come.

    A job that broke an attempt off goes alone: should it bring its worker down, it takes no other
    job along.
    """
    old = now - timedelta(seconds=settings.JOB_RESEND_S)
    waiting = Job.objects.filter(status=Job.Status.WAITING)
    fresh = (old, now + LATER)
    unsent = waiting.filter(sent_at=None).exclude(created_at__range=fresh)
    unheard = unsent | waiting.filter(sent_at__isnull=False).exclude(sent_at__range=fresh)
    rows = list(unheard.order_by("pk").values_list("kind", "pk", "attempt")[:SWEEP_LIMIT])
    for kind in queue.QUEUES:
        first = [pk for row, pk, attempt in rows if row == kind and not attempt]
        again = [pk for row, pk, attempt in rows if row == kind and attempt]
        queue.send(kind=kind, ids=first)
        queue.send(kind=kind, ids=again, batch=1)
    return len(rows)
