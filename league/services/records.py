"""Records, replayed by a worker before what they say is believed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

import engine.record
from engine import packed
from engine.record import Verdict
from league.models import Job, Record, Result

from . import jobs, results


@dataclass(frozen=True)
class Checked:
    """A job, the record it is about, and why that is refused, if it is."""

    job: Job
    record: Record
    fault: str = ""


def validate_batch(*, ids: Sequence[int], clock: Callable[[], datetime] = timezone.now) -> None:
    """Replay the records of those of the jobs `ids` that wait; valid results become final.

    All verdicts are stored in one transaction, with the jobs still held. A refused record fails
    its job and leaves its match as it is.
    """
    claim = jobs.claim(kind=Job.Kind.VALIDATE_RECORD, ids=ids, now=clock())
    checked = check(claim.jobs)
    now = clock()
    lost = {job.pk for job in claim.jobs} - {found.job.pk for found in checked}
    jobs.fail(claim=claim, ids=list(lost), reason="there is no record to replay", now=now)
    try:
        jobs.store(lambda: _store(claim, checked, now))
    except Exception as error:
        reason = f"the verdicts could not be stored: {jobs.words_of(error)}"
        jobs.interrupt(claim=claim, ids=[job.pk for job in claim.jobs], reason=reason, now=now)
        raise


def check(rows: Sequence[Job]) -> list[Checked]:
    """Replay the records of jobs; one query. A job without record is left out."""
    versions = Q()
    for job in rows:
        versions |= Q(result__match=job.match_id, result__version=job.version)
    found = Record.objects.filter(versions).select_related("result__match__season") if rows else ()
    records = {(row.result.match_id, row.result.version): row for row in found}
    pairs = [(job, records[key]) for job in rows if (key := (job.match_id, job.version)) in records]
    verdicts = engine.record.validate_many([bytes(record.blob) for _job, record in pairs])
    return [
        Checked(job, record, fault=_fault(record, verdict))
        for (job, record), verdict in zip(pairs, verdicts, strict=True)
    ]


def _fault(record: Record, verdict: Verdict) -> str:
    """Return why a record cannot stand behind its result; empty when it can."""
    if not verdict.ok:
        places = (("round", verdict.round), ("action", verdict.action))
        where = [f"{name} {number + 1}" for name, number in places if number is not None]
        return ": ".join([*filter(None, [", ".join(where)]), verdict.reason])
    if not verdict.complete:
        return "the record ends before its match does"
    return _mismatch(record)


def _mismatch(record: Record) -> str:
    """Return why a valid record is not that of its result; empty when it is."""
    said = packed.unpack(bytes(record.blob))
    result = record.result
    if said.game.slug != result.match.season.game:
        return f"the record is of the game {said.game.slug}"
    if said.totals != result.totals:
        return f"the record ends with {said.totals}, the result says {result.totals}"
    secret = bytes(result.match.secret)
    if result.source == Result.Source.PLAYED and said.secret != secret:
        return "the deals of the record do not come from the secret of the match"
    return ""


def _store(claim: jobs.Claim, checked: Sequence[Checked], now: datetime) -> None:
    faults = {found.job.pk: found.fault for found in checked}
    sound = [pk for pk, fault in faults.items() if not fault]
    held = jobs.finish(claim=claim, ids=sound, now=now)
    for pk in faults.keys() - set(sound):
        if jobs.fail(claim=claim, ids=[pk], reason=faults[pk], now=now):
            held.add(pk)
    told = [found for found in checked if found.job.pk in held]
    _note_verdicts(told, now)
    results.finalise(match_ids=[found.record.result.match_id for found in told], now=now)


def _note_verdicts(checked: Sequence[Checked], now: datetime) -> None:
    """Store what replaying said: one query for all that are valid, which nearly all are."""
    by_fault: dict[str, list[int]] = {}
    for found in checked:
        by_fault.setdefault(found.fault, []).append(found.record.pk)
    for fault, pks in by_fault.items():
        status = Record.Status.INVALID if fault else Record.Status.VALID
        Record.objects.filter(pk__in=pks).update(status=status, reason=fault, checked_at=now)
