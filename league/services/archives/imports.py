"""Imports of seasons by workers: an archive is kept until a job has read it, all or nothing."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import IO

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import queue
from league.logic import season_archive as archive
from league.logic.season_archive import ArchiveFault
from league.models import Account, Club, Job, Role, SeasonImport
from league.services.accounts import agreements
from league.services.base import audit, rights
from league.services.base.refusals import ANY, Conflict, Invalid, Unagreed
from league.services.jobs import jobs
from league.services.monitoring import host_errors, traces

from . import season_imports

logger = logging.getLogger(__name__)

MOST_BYTES = 5 * 2**20
"""How large an uploaded archive may be."""
STEP = 500
"""After so many lines it is told how far an import has got."""
LEASE_S = 300
"""All lines are stored in one transaction, which tells nothing meanwhile."""
KEPT = timedelta(days=7)
"""How long an archive may be tried again that no worker could import."""

Clock = Callable[[], datetime]


class _Lost(Exception):
    """Somebody else holds the job by now."""


def start(
    *,
    club: Club,
    file: IO[bytes],
    players: str,
    name: str | None = None,
    by: Account,
    now: datetime,
) -> Job:
    """Keep an archive, and have a worker make a season of it; returns the job.

    Raises Invalid for what can be told without reading it, Conflict while the club imports another.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    wanted = season_imports.check_wishes(players, name)
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        said = _("An archive can have at most %(most)d MiB.") % {"most": MOST_BYTES // 2**20}
        raise Invalid({"archive": [said]})
    with transaction.atomic():
        held = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        unfinished = Job.objects.filter(
            imported__club=held, status__in=[Job.Status.WAITING, Job.Status.RUNNING]
        )
        if other := unfinished.order_by("pk").first():
            said = _("Another import is still running. Wait until it has ended.")
            raise Conflict(other, said)
        row = SeasonImport.objects.create(
            club=held,
            archive=content,
            players=players,
            name=wanted or "",
            wanted_by=by,
            created_at=now,
        )
        subject = f"import:{row.code}"
        audit.note(by=by, club=held, action="season.import.start", subject=subject, now=now)
        return jobs.create_one(kind=Job.Kind.IMPORT_SEASON, imported=row, now=now)


def import_batch(*, ids: Sequence[int], clock: Clock = timezone.now) -> None:
    """Read the archive of the job in `ids`, if it waits; more jobs are sent one by one."""
    if len(ids) > 1:
        queue.send(kind=Job.Kind.IMPORT_SEASON, ids=ids, batch=1)
        return
    claim = jobs.claim(kind=Job.Kind.IMPORT_SEASON, ids=ids, now=clock(), lease_s=LEASE_S)
    for job in claim.jobs:
        with traces.doing(job=job.code):
            _import(claim, job, clock)


def forget(*, now: datetime) -> int:
    """Drop the archives whose jobs have failed for good long ago; return how many.

    Who has a job tried again meanwhile either finds its archive or is told that it is gone.
    """
    failed = Job.objects.filter(
        kind=Job.Kind.IMPORT_SEASON, status=Job.Status.FAILED, finished_at__lt=now - KEPT
    )
    with transaction.atomic():
        held = failed.select_for_update(of=("self",), skip_locked=True).order_by("pk")
        ids = list(held.exclude(imported__archive=b"").values_list("imported", flat=True))
        return SeasonImport.objects.filter(pk__in=ids).update(archive=b"")


def _import(claim: jobs.Claim, job: Job, clock: Clock) -> None:
    wanted = job.imported
    assert wanted is not None  # noqa: S101 - jobs of this kind are about imports
    lines = bytes(wanted.archive).splitlines(keepends=True)
    try:
        _read(claim, job, lines, clock)
        jobs.store(lambda: _store(claim, job, wanted, lines, clock()))
    except _Lost:
        logger.warning("import %s went on elsewhere", wanted.code)
    except Invalid as refusal:
        _refuse(claim, job, wanted, refusal.errors, clock())
    except Unagreed as refusal:
        agreements.follow(refusal)  # what was asked is rolled back with all else
        _refuse(claim, job, wanted, {"archive": [refusal.message]}, clock())
    except ANY as refusal:
        _refuse(claim, job, wanted, {"archive": [refusal.message]}, clock())
    except Exception as error:  # of the machine or the database: never the archive's
        reason = f"the import broke off: {host_errors.tell(error, job=job, now=clock())}"
        jobs.interrupt(claim=claim, ids=[job.pk], reason=reason, now=clock())


def _read(claim: jobs.Claim, job: Job, lines: Sequence[bytes], clock: Clock) -> None:
    """Look at every line by itself, telling how far that has got; raises Invalid or _Lost."""
    _report(claim, job, 0, len(lines), clock)
    try:
        for number, _line in archive.parse(lines):
            if number % STEP == 0:
                _report(claim, job, number, len(lines), clock)
    except ArchiveFault as fault:
        raise Invalid({fault.path: [fault.message]}) from None
    _report(claim, job, len(lines), len(lines), clock)


def _report(claim: jobs.Claim, job: Job, done: int, total: int, clock: Clock) -> None:
    if not jobs.report(claim=claim, job=job, done=done, total=total, now=clock(), lease_s=LEASE_S):
        raise _Lost


def _store(
    claim: jobs.Claim, job: Job, wanted: SeasonImport, lines: Sequence[bytes], now: datetime
) -> None:
    """Make the season, unless the job is held no more."""
    if not jobs.finish(claim=claim, ids=[job.pk], now=now):
        return
    if wanted.wanted_by is None:
        raise Invalid({"archive": ["who wanted it has no account any more"]})
    imported = season_imports.import_season(
        club=wanted.club,
        lines=lines,
        players=wanted.players,
        name=wanted.name or None,
        by=wanted.wanted_by,
        now=now,
    )
    SeasonImport.objects.filter(pk=wanted.pk).update(
        season=imported.season, codes=imported.codes, guests=imported.guests, archive=b""
    )


def _refuse(
    claim: jobs.Claim,
    job: Job,
    wanted: SeasonImport,
    errors: dict[str, list[str]],
    now: datetime,
) -> None:
    """Let the job fail for what is wrong with the archive, which is dropped."""
    path, said = next(iter(errors.items()))
    with transaction.atomic():
        reason = f"{path}: {' '.join(said)}"
        if jobs.fail(claim=claim, ids=[job.pk], reason=reason, now=now):
            SeasonImport.objects.filter(pk=wanted.pk).update(errors=errors, archive=b"")
