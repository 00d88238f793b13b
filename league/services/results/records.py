"""Records: replayed by a worker before they are believed, and on ladders not kept for ever."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import games
from engine.play.table import Table
from engine.records import document
from engine.records.document import Verdict
from engine.records.packed import Packed
from league.models import Job, Match, Record, Result
from league.services.base import unwritten
from league.services.jobs import jobs

from . import results
from .results import Played

WITH_RECORD = {Result.Source.PLAYED, Result.Source.RECORD}
SLICE = 500
MOST_SLICES = 40
"""How many slices are deleted at a time; the next time goes on."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A record in compact form and what its match and result say; deals come from `secret`."""

    blob: bytes
    game: str
    totals: Sequence[int]
    secret: bytes | None


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
    except Exception:
        reason = "the verdicts could not be stored; the log of the worker says why"
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
    faults = replay([_statement_of(record) for _job, record in pairs])
    return [
        Checked(job, record, fault=fault)
        for (job, record), fault in zip(pairs, faults, strict=True)
    ]


def replay(statements: Sequence[Statement]) -> list[str]:
    """Replay records; return why each cannot stand behind its result, empty when it can."""
    verdicts = document.validate_many([stated.blob for stated in statements])
    return [_fault(stated, verdict) for stated, verdict in zip(statements, verdicts, strict=True)]


def replayed(plays: Sequence[Played]) -> list[Played]:
    """Return matches that were played here, those marked whose records stand behind them."""
    faults = replay([_statement_of_play(play) for play in plays])
    return [replace(play, is_replayed=not fault) for play, fault in zip(plays, faults, strict=True)]


def forget_old(*, now: datetime) -> int:
    """Delete the records of ladder matches older than LADDER_RECORD_DAYS; return how many.

    Their results, rounds and ratings stay. Goes in slices, each a transaction of its own, and takes
    a bounded number of them.
    """
    if not settings.LADDER_RECORD_DAYS:
        return 0
    last = now - timedelta(days=settings.LADDER_RECORD_DAYS)
    old = Record.objects.filter(
        result__match__duplicate__isnull=False, result__match__finished_at__lt=last
    )
    forgotten = 0
    for _slice in range(MOST_SLICES):
        rows = dict(old.order_by("pk").values_list("pk", "result__match")[:SLICE])
        with transaction.atomic():
            deleted, _by_model = Record.objects.filter(pk__in=rows).delete()
            unwritten.note(rows.values())
        forgotten += deleted
        if len(rows) < SLICE:
            break
    return forgotten


def newest(match: Match) -> Record | None:
    """Return the record of a match, of its newest result that has one; one query."""
    of_match = Record.objects.filter(result__match=match).select_related("result")
    return of_match.order_by("-result__version").first()


def table_of(record: Mapping[str, Any]) -> Table:
    """Return the table of a record, before its first deal."""
    form = record["format"]
    return Table(
        games.get(record["game"]),
        record["players"],
        native=form["native"],
        cycles=form["cycles"],
        options=record["options"],
        dealer=record["rounds"][0]["dealer"],
    )


def deal_again(table: Table, played: Mapping[str, Any]) -> None:
    """Deal a round at a table as it was dealt in a record."""
    table.deal(deck=played["deck"], entropy=bytes.fromhex(played["entropy"]))


def is_forgotten(result: Result | None) -> bool:
    """Return whether a result came with a record that is no longer kept.

    No query if `record` is selected with it.
    """
    if result is None or result.source not in WITH_RECORD:
        return False
    return not hasattr(result, "record")


def _statement_of(record: Record) -> Statement:
    """Return a record and what its result says; match and season are loaded."""
    result = record.result
    is_played = result.source == Result.Source.PLAYED
    return Statement(
        blob=bytes(record.blob),
        game=result.match.season.game,
        totals=result.totals,
        secret=bytes(result.match.secret) if is_played else None,
    )


def _statement_of_play(play: Played) -> Statement:
    """Return a match that was played here as its record states it; its season is loaded."""
    return Statement(
        blob=play.blob,
        game=play.match.season.game,
        totals=list(play.totals),
        secret=bytes(play.match.secret),
    )


def _fault(stated: Statement, verdict: Verdict) -> str:
    """Return why a record cannot stand behind its result; empty when it can."""
    if not verdict.ok:
        places = (("round", verdict.round), ("action", verdict.action))
        where = [f"{name} {number + 1}" for name, number in places if number is not None]
        return ": ".join([*filter(None, [", ".join(where)]), verdict.reason])
    if not verdict.complete:
        return "the record ends before its match does"
    return _mismatch(stated, verdict.said)


def _mismatch(stated: Statement, said: Packed | None) -> str:
    """Return why a valid record is not that of its result; empty when it is."""
    assert said is not None  # noqa: S101 - a valid record could be read
    if said.game.slug != stated.game:
        return f"the record is of the game {said.game.slug}"
    if said.totals != stated.totals:
        return f"the record ends with {said.totals}, the result says {stated.totals}"
    if stated.secret is not None and said.secret != stated.secret:
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
