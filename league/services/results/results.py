"""Results of matches: entered, confirmed by a second person, final and counted.

Results of matches between bots are stored by the worker and become final once replayed. The
first to change a match wins: every change checks its status and version in the database.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from engine.play.table import Table
from engine.records import packed
from engine.records.batch import BatchMatch
from league.logic.outcomes import Outcome, PlayedRound
from league.models import Account, Job, Match, Record, Result, Round, ScorePad
from league.services.accounts import agreements
from league.services.base import log, rights, rows
from league.services.base.refusals import Conflict, Forbidden, Stale
from league.services.bots import reports
from league.services.bots.reports import PlayedPart
from league.services.jobs import jobs
from league.services.ladders import ratings
from league.services.registration import open_evenings
from league.services.seasons import seasons, standings

from . import disputes, mailing, states, submissions, waiting
from .seated import Seated
from .submissions import Scores, Sheets, Submission, UploadedRecord

__all__ = [
    "Played",
    "PlayedRound",
    "Scores",
    "Sheets",
    "Submission",
    "UploadedRecord",
    "confirm",
    "count_played",
    "enter",
    "finalise",
    "require_enterable",
    "store",
    "store_played",
]


ENTERED = (
    *("match", "version", "source", "totals", "places"),
    *("forfeits", "reason", "entered_by", "entered_at"),
)
"""What is known of a result when it is entered."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that bots have played to its end, with its record in binary form.

    `is_replayed` tells that the record has been replayed since, and stands behind the result.
    """

    match: Match
    totals: Sequence[int]
    places: Sequence[int]
    rounds: Sequence[PlayedRound]
    blob: bytes
    parts: Sequence[PlayedPart] = ()
    is_replayed: bool = False

    @classmethod
    def of_table(cls, match: Match, table: Table, *, parts: Sequence[PlayedPart] = ()) -> "Played":
        """Return what happened at a table whose match is over."""
        return cls(
            match=match,
            totals=table.totals,
            places=table.ranking(),
            rounds=submissions.rounds_of(table),
            blob=packed.pack(table),
            parts=parts,
        )

    @classmethod
    def of_batch(cls, match: Match, done: BatchMatch) -> "Played":
        """Return what happened in a match that was played together with others."""
        return cls(
            match=match,
            totals=done.totals,
            places=done.places,
            rounds=[PlayedRound(row.dealer, row.scores, redeal=row.redeal) for row in done.rounds],
            blob=done.blob,
        )


def enter(
    *,
    match: Match,
    submission: Submission,
    by: Account,
    expected_version: int | None,
    now: datetime,
) -> Result:
    """Store a result, which then waits for confirmation by a second person.

    `expected_version` is the version of the match the account has seen; without it only the
    first result can be entered. Raises Stale when somebody was faster, Conflict when the match
    takes no result now, Invalid with the fields at fault. An uploaded record is replayed at
    once, and again by a worker. What is on the match's pad goes. Who sits in the match agrees by
    it to play in the club.
    """
    seated = Seated.at(match)
    own = seated.player_of(by)
    if not rights.may_enter(match, by, sits=own is not None):
        raise Forbidden(
            _("Only players of this match and scorers of the club can enter its result.")
        )
    match.refresh_from_db(fields=states.FIELDS)
    require_enterable(match, expected_version, seated)
    seats = len(seated.players)
    outcome = submissions.read(submission, season=match.season, players=seats)
    with transaction.atomic():
        evening = open_evenings.hold_for(match)
        agreements.consent_at_table(match=match, own=own, by=by, now=now)
        before = match.version
        states.advance(
            match, to=Match.Status.ENTERED, version=before + 1, result_version=before + 1
        )
        _require_seats(match, seats)
        if before:  # there was a result, which may be disputed or wait for somebody
            disputes.settle(match=match, by=by, now=now)
            waiting.settle(match=match, now=now)
        ScorePad.objects.filter(match=match).delete()
        [result] = store([(match, outcome)], by=by, now=now)
        waiting.tell(match=match, account_ids=seated.others(by), now=now)
        mailing.waits(match=match, account_ids=seated.others(by), now=now)
        if outcome.blob is not None:
            jobs.create(
                kind=Job.Kind.VALIDATE_RECORD, matches=[match], version=result.version, now=now
            )
        open_evenings.seat_waiting(evening, now=now)
    return result


def confirm(*, match: Match, by: Account, expected_version: int | None, now: datetime) -> Result:
    """Make the entered result final and count it; `by` must not have entered it.

    `expected_version` is the version of the match the account has seen and agrees with. Who sits
    in the match agrees by it to play in the club.
    """
    match.refresh_from_db(fields=states.FIELDS)
    result = match.results.filter(version=match.result_version).select_related("record").first()
    own = Seated.at(match).player_of(by)
    if not rights.may_confirm(match, result, by, sits=own is not None):
        raise Forbidden(
            _("Another player of the table, or a scorer of the club, must confirm this result.")
        )
    result = _require_entered(match, result)
    if expected_version != match.version:
        raise Stale(match, _("This result has changed since you saw it. Look at it again."))
    _check_record(match, result)
    with transaction.atomic():
        agreements.consent_at_table(match=match, own=own, by=by, now=now)
        match.results.filter(pk=result.pk).update(confirmed_by=by, confirmed_at=now)
        done = finalise(match_ids=[match.pk], by=by, now=now)
        if not done:
            match.refresh_from_db(fields=states.FIELDS)
            said = _("Somebody else has just entered or confirmed a result. Look at it first.")
            raise Stale(match, said)
        waiting.settle(match=match, now=now)
    for name in (*states.FIELDS, "finished_at"):
        setattr(match, name, getattr(done[0].match, name))
    result.confirmed_by, result.confirmed_at = by, now
    return result


def forfeits_of_lists(match: str = "") -> "Prefetch[Any]":
    """Return what loads of many rows which seats gave up; `match` leads to it. One query."""
    in_force = Result.objects.filter(version=F("match__result_version"))
    return Prefetch(f"{match}results", in_force.only("match", "version", "forfeits"))


def store(
    outcomes: Sequence[tuple[Match, Outcome]],
    *,
    by: Account | None,
    reason: str = "",
    action: str = "result.enter",
    now: datetime,
) -> list[Result]:
    """Insert a result, with rounds and record, under the version its match now has.

    Call it in the transaction that gave the matches these versions.
    """
    results = [
        Result(
            match=match,
            version=match.version,
            source=outcome.source,
            totals=list(outcome.totals),
            places=list(outcome.places),
            forfeits=list(outcome.forfeits),
            reason=reason,
            entered_by=by,
            entered_at=now,
        )
        for match, outcome in outcomes
    ]
    _insert(results)
    stored = [(result, outcome) for result, (_m, outcome) in zip(results, outcomes, strict=True)]
    rows.insert(
        Round,
        ("result", "number", "dealer", "scores", "sheet", "redeal", "declarer", "won"),
        (
            (result.pk, number, *_columns_of(played))
            for result, outcome in stored
            for number, played in enumerate(outcome.rounds)
        ),
    )
    Record.objects.bulk_create(
        _record_of(result, outcome.blob, now if outcome.is_replayed else None)
        for result, outcome in stored
        if outcome.blob is not None
    )
    log.note_results(stored, action=action, by=by, now=now)
    return results


def store_played(*, plays: Sequence[Played], now: datetime) -> list[Result]:
    """Store what bots have played, as version 1; final where its record was replayed.

    Final ones are to be counted with `count_played` in the same transaction, the others wait for a
    job that replays their records once more. The parts of authors' bots are stored with them. A
    fixed number of queries for any number of matches. A match that is no longer open and without
    result is left out.
    """
    by_match = {play.match.pk: play for play in plays}
    with transaction.atomic():
        open_ones = Match.objects.filter(status=Match.Status.OPEN, version=0)
        held = open_ones.filter(pk__in=by_match).order_by("pk").select_for_update()
        taken = [by_match[pk] for pk in held.values_list("pk", flat=True)]
        matches = [play.match for play in taken]
        prefetch_related_objects(matches, "season", "session")
        for match in matches:
            match.status, match.version, match.result_version = Match.Status.ENTERED, 1, 1
        reports.store(parts=[part for play in taken for part in play.parts], now=now)
        outcomes = [(match, _outcome_of(play)) for match, play in zip(matches, taken, strict=True)]
        results = store(outcomes, by=None, now=now)
        _write_final([one for one in results if by_match[one.match_id].is_replayed], now=now)
        unproved = [play.match for play in taken if not play.is_replayed]
        jobs.create(kind=Job.Kind.VALIDATE_RECORD, matches=unproved, version=1, now=now)
        open_ones.filter(pk__in=[match.pk for match in matches]).update(
            status=Match.Status.ENTERED, version=1, result_version=1
        )
        return results


def count_played(*, results: Iterable[Result], now: datetime) -> None:
    """Count those of the results that `store_played` has stored as final, in its transaction."""
    final = [result for result in results if result.match.status == Match.Status.FINAL]
    _count_final(final, by=None, now=now)


def finalise(*, match_ids: Iterable[int], by: Account | None = None, now: datetime) -> list[Result]:
    """Make entered results final: seats get score, place and points, standings count them.

    Takes only results that a second person confirmed or that bots played, and whose record, if
    any, is valid; each exactly once, whoever else tries. Returns those it took, with their
    matches. On a ladder duplicates are rated instead, once all their matches are final. One
    transaction and a fixed number of queries for any number of matches.
    """
    with transaction.atomic():
        matches = _hold(Match.objects.filter(status=Match.Status.ENTERED), match_ids)
        results = _ready(matches)
        by_pk = {match.pk: match for match in matches}
        for result in results:
            result.match = by_pk[result.match_id]
        _write_final(results, now=now)
        _count_final(results, by=by, now=now)
    return results


def _write_final(results: Sequence[Result], *, now: datetime) -> None:
    """Make matches final with these results; the caller holds them. One query for a version."""
    for version in sorted({result.version for result in results}):
        matches = [result.match for result in results if result.version == version]
        final = {
            "status": Match.Status.FINAL,
            "finished_at": now,
            "version": version + 1,
            "result_version": version,
        }
        Match.objects.filter(pk__in=[match.pk for match in matches]).update(**final)
        for match in matches:
            for name, value in final.items():
                setattr(match, name, value)


def _count_final(results: Sequence[Result], *, by: Account | None, now: datetime) -> None:
    """Count final results, tell of them, rate what is complete with them."""
    if not results:
        return
    standings.count([(result.match, result) for result in results], now=now)
    log.note_final(results, by=by, now=now)
    duplicates = {result.match.duplicate_id for result in results}
    ratings.rate_finished(duplicate_ids={pk for pk in duplicates if pk is not None}, now=now)


def require_enterable(match: Match, expected_version: int | None, seated: Seated) -> None:
    """Raise Conflict where a match takes no result now, Stale where it has another version."""
    if match.status == Match.Status.DRAFT:
        raise Conflict(match, _("The draw of this session is not published yet."))
    _check_not_over(match)
    seasons.require_open(match.season)
    states.require_offline(match)
    if not seated.has_person:
        raise Conflict(match, _("Bots play this match here, so you need not enter a result."))
    if expected_version is None and match.version > 0:
        raise Conflict(
            match, _("This match already has a result. Look at it, then confirm or replace it.")
        )
    if expected_version is not None and expected_version != match.version:
        raise Stale(match, _("This match has changed since you saw it. Look at it again."))


def _require_seats(match: Match, seats: int) -> None:
    """Raise Stale where somebody took a seat after the result was read; the match is held."""
    if match.seats.count() != seats:
        said = _("Somebody has just taken a seat at this table. Look at it first.")
        raise Stale(match, said)


def _check_not_over(match: Match) -> None:
    if match.status == Match.Status.FINAL:
        raise Conflict(match, _("This result is final. Propose a correction instead."))
    if match.status == Match.Status.VOID:
        raise Conflict(match, _("This match is void. An organiser can reopen it."))


def _require_entered(match: Match, result: Result | None) -> Result:
    _check_not_over(match)
    if match.status == Match.Status.DISPUTED:
        said = _("This result is disputed. Enter it again, or ask for the dispute to be withdrawn.")
        raise Conflict(match, said)
    if match.status != Match.Status.ENTERED or result is None:
        raise Conflict(match, _("There is no result to confirm yet. Enter it first."))
    seasons.require_open(match.season)
    return result


def _check_record(match: Match, result: Result) -> None:
    """Refuse a result whose record was not found valid."""
    record = getattr(result, "record", None)
    if record is None or record.status == Record.Status.VALID:
        return
    if record.status == Record.Status.UNCHECKED:
        raise Conflict(match, _("The record is still being replayed. Try again in a moment."))
    raise Conflict(
        match, _("The record does not replay, so it was refused. Enter the result again.")
    )


def _hold(matches: QuerySet[Match], pks: Iterable[int]) -> list[Match]:
    """Lock those of `matches` that are among `pks`, in one order for all processes."""
    held = matches.filter(pk__in=list(pks)).select_related("season", "session")
    return list(held.select_for_update(of=("self",)).order_by("pk"))


def _outcome_of(play: Played) -> Outcome:
    return Outcome(
        source=Result.Source.PLAYED,
        totals=play.totals,
        places=play.places,
        rounds=play.rounds,
        blob=play.blob,
        is_replayed=play.is_replayed,
    )


def _insert(results: Sequence[Result]) -> None:
    """Insert results and tell them their keys; one query."""
    attributes = {field.name: field.attname for field in Result._meta.concrete_fields}
    stored = rows.insert(
        Result,
        ENTERED,
        ([getattr(result, attributes[name]) for name in ENTERED] for result in results),
        returning=("match", "id"),
    )
    keys = dict(stored)
    for result in results:
        result.pk = keys[result.match_id]
        result._state.adding = False


def _columns_of(played: PlayedRound) -> tuple[Any, ...]:
    return (
        played.dealer,
        played.scores,
        played.sheet,
        played.redeal,
        played.declarer,
        played.won,
    )


def _record_of(result: Result, blob: bytes, replayed_at: datetime | None) -> Record:
    status = Record.Status.UNCHECKED if replayed_at is None else Record.Status.VALID
    return Record(result=result, blob=blob, status=status, checked_at=replayed_at)


def _ready(matches: Sequence[Match]) -> list[Result]:
    """Return the results in force that nothing keeps from being final."""
    second_person = Q(source=Result.Source.PLAYED) | Q(confirmed_by__isnull=False)
    replayed = Q(record=None) | Q(record__status=Record.Status.VALID)
    return list(
        Result.objects.filter(second_person, replayed, match__in=matches)
        .filter(version=F("match__version"))
        .order_by("match_id")
    )
