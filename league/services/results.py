"""Results of matches: entered, confirmed by a second person, final and counted.

Results of matches between bots are stored by the worker and become final once replayed. The
first to change a match wins: every change checks its status and version in the database.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from engine.match import Table
from league.logic.standings import Line, tally
from league.models import (
    Account,
    AuditEntry,
    Job,
    Match,
    Player,
    Record,
    Result,
    Round,
    Season,
    Seat,
    StatusConflict,
)

from . import audit, jobs, parts, ratings, rights, seasons, standings, submissions
from .parts import PlayedPart
from .refusals import Conflict, Forbidden, Stale
from .submissions import Outcome, PlayedRound, Scores, Sheets, Submission, UploadedRecord

__all__ = [
    "Played",
    "PlayedRound",
    "Scores",
    "Sheets",
    "Submission",
    "UploadedRecord",
    "confirm",
    "enter",
    "finalise",
    "store_played",
]


@dataclass(frozen=True, slots=True)
class Played:
    """A match that bots have played to its end, with its record in binary form."""

    match_id: int
    totals: Sequence[int]
    places: Sequence[int]
    rounds: Sequence[PlayedRound]
    blob: bytes
    parts: Sequence[PlayedPart] = ()

    @classmethod
    def of_table(cls, match: Match, table: Table, *, parts: Sequence[PlayedPart] = ()) -> "Played":
        """Return what happened at a table whose match is over."""
        return cls(
            match_id=match.pk,
            totals=table.totals,
            places=table.ranking(),
            rounds=submissions.rounds_of(table),
            blob=table.blob(),
            parts=parts,
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
    once, and again by a worker.
    """
    if not rights.may_enter(match, by):
        raise Forbidden(_("Only players of this match and the club's scorers enter its result."))
    match.refresh_from_db(fields=["status", "version"])
    _check_enterable(match, expected_version)
    seats = match.seats.count()
    outcome = submissions.read(submission, season=match.season, players=seats)
    with transaction.atomic():
        _advance(match, to=Match.Status.ENTERED)
        [result] = _store([(match, outcome)], by=by, now=now)
        if outcome.blob is not None:
            jobs.create(
                kind=Job.Kind.VALIDATE_RECORD, matches=[match], version=result.version, now=now
            )
    return result


def confirm(*, match: Match, by: Account, expected_version: int | None, now: datetime) -> Result:
    """Make the entered result final and count it; `by` must not have entered it.

    `expected_version` is the version of the match the account has seen and agrees with.
    """
    match.refresh_from_db(fields=["status", "version"])
    result = match.results.filter(version=match.version).first()
    if not rights.may_confirm(match, result, by):
        raise Forbidden(
            _("A result is confirmed by somebody else of the table, or by a scorer of the club.")
        )
    result = _require_entered(match, result)
    if expected_version != match.version:
        raise Stale(match, _("This result has changed since you saw it; look at it again."))
    _check_record(match, result)
    with transaction.atomic():
        match.results.filter(pk=result.pk).update(confirmed_by=by, confirmed_at=now)
        done = finalise(match_ids=[match.pk], by=by, now=now)
        match.refresh_from_db(fields=["status", "version", "finished_at"])
        if not done:
            said = _("Somebody else entered or confirmed a result at this moment; look at it.")
            raise Stale(match, said)
    result.refresh_from_db(fields=["confirmed_by", "confirmed_at"])
    return result


def store_played(*, plays: Sequence[Played], now: datetime) -> list[Result]:
    """Store what bots have played, as version 1; the results wait for their replay.

    The parts of authors' bots are stored with them. One transaction and a fixed number of queries
    for any number of matches. A match that is no longer open and without result is left out.
    """
    by_match = {play.match_id: play for play in plays}
    with transaction.atomic():
        open_ones = Match.objects.filter(status=Match.Status.OPEN, version=0)
        matches = _hold(open_ones, by_match)
        Match.objects.filter(pk__in=[match.pk for match in matches]).update(
            status=Match.Status.ENTERED, version=1
        )
        for match in matches:
            match.status, match.version = Match.Status.ENTERED, 1
        taken = [by_match[match.pk] for match in matches]
        parts.store(parts=[part for play in taken for part in play.parts], now=now)
        outcomes = [(match, _outcome_of(play)) for match, play in zip(matches, taken, strict=True)]
        return _store(outcomes, by=None, now=now)


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
        taken = [result.match_id for result in results]
        Match.objects.filter(pk__in=taken).update(
            status=Match.Status.FINAL, version=F("version") + 1, finished_at=now
        )
        by_pk = {match.pk: match for match in matches}
        for result in results:
            match = result.match = by_pk[result.match_id]
            match.status, match.finished_at = Match.Status.FINAL, now
            match.version += 1
        _count(results)
        _note(results, "result.final", by, now)
        ratings.rate_finished(
            duplicate_ids={match.duplicate_id for match in by_pk.values() if match.duplicate_id},
            now=now,
        )
    return results


def _check_enterable(match: Match, expected_version: int | None) -> None:
    if match.status == Match.Status.DRAFT:
        raise Conflict(match, _("The draw of this session is not published yet."))
    if match.status in (Match.Status.FINAL, Match.Status.VOID):
        raise Conflict(match, _("This match is closed; its result no longer changes."))
    seasons.require_open(match.season)
    if not match.seats.filter(player__kind=Player.Kind.PERSON).exists():
        raise Conflict(match, _("Bots play this match here; its result comes by itself."))
    if expected_version is None and match.version > 0:
        raise Conflict(
            match, _("A result is already entered; look at it, then confirm or replace it.")
        )
    if expected_version is not None and expected_version != match.version:
        raise Stale(match, _("This match has changed since you saw it; look at it again."))


def _require_entered(match: Match, result: Result | None) -> Result:
    if match.status in (Match.Status.FINAL, Match.Status.VOID):
        raise Conflict(match, _("This match is closed; its result no longer changes."))
    if match.status != Match.Status.ENTERED or result is None:
        raise Conflict(match, _("There is no result to confirm yet; enter it first."))
    seasons.require_open(match.season)
    return result


def _check_record(match: Match, result: Result) -> None:
    """Refuse a result whose record was not found valid."""
    record = Record.objects.filter(result=result).first()
    if record is None or record.status == Record.Status.VALID:
        return
    if record.status == Record.Status.UNCHECKED:
        raise Conflict(match, _("The record is still being replayed; try again in a moment."))
    raise Conflict(match, _("The record was refused; enter the result again."))


def _advance(match: Match, *, to: str) -> None:
    """Change status and add one to the version, unless somebody else did anything meanwhile."""
    try:
        match.change_status(to, version=match.version + 1)
    except StatusConflict:
        match.refresh_from_db()
        said = _("Somebody else entered a result at this moment; look at it first.")
        raise Stale(match, said) from None


def _hold(matches: QuerySet[Match], pks: Iterable[int]) -> list[Match]:
    """Lock those of `matches` that are among `pks`, in one order for all processes."""
    held = matches.filter(pk__in=list(pks)).select_related("season")
    return list(held.select_for_update(of=("self",)).order_by("pk"))


def _outcome_of(play: Played) -> Outcome:
    return Outcome(
        source=Result.Source.PLAYED,
        totals=play.totals,
        places=play.places,
        rounds=play.rounds,
        blob=play.blob,
    )


def _store(
    outcomes: Sequence[tuple[Match, Outcome]], *, by: Account | None, now: datetime
) -> list[Result]:
    """Insert a result, with rounds and record, under the version its match now has."""
    results = Result.objects.bulk_create(
        Result(
            match=match,
            version=match.version,
            source=outcome.source,
            totals=list(outcome.totals),
            places=list(outcome.places),
            entered_by=by,
            entered_at=now,
        )
        for match, outcome in outcomes
    )
    stored = [(result, outcome) for result, (_m, outcome) in zip(results, outcomes, strict=True)]
    Round.objects.bulk_create(
        _round_of(result, number, played)
        for result, outcome in stored
        for number, played in enumerate(outcome.rounds)
    )
    Record.objects.bulk_create(
        Record(result=result, blob=outcome.blob)
        for result, outcome in stored
        if outcome.blob is not None
    )
    _note(results, "result.enter", by, now)
    return results


def _round_of(result: Result, number: int, played: PlayedRound) -> Round:
    return Round(
        result=result,
        number=number,
        dealer=played.dealer,
        scores=list(played.scores),
        sheet=played.sheet,
        redeal=played.redeal,
    )


def _ready(matches: Sequence[Match]) -> list[Result]:
    """Return the results in force that nothing keeps from being final."""
    second_person = Q(source=Result.Source.PLAYED) | Q(confirmed_by__isnull=False)
    replayed = Q(record=None) | Q(record__status=Record.Status.VALID)
    return list(
        Result.objects.filter(second_person, replayed, match__in=matches)
        .filter(version=F("match__version"))
        .order_by("match_id")
    )


def _count(results: Sequence[Result]) -> None:
    """Fill in the seats and add them to the standings."""
    lines = {result.match_id: standings.lines_of(result.match.season, result) for result in results}
    by_match = {result.match_id: result for result in results}
    seats = Seat.objects.filter(match__in=lines).order_by("match_id", "number")
    scored: list[Seat] = []
    added: list[tuple[standings.Key, Line]] = []
    for seat in seats:
        result, line = by_match[seat.match_id], lines[seat.match_id][seat.number]
        scored.append(_scored(seat, line, place=result.places[seat.number]))
        if result.match.season.kind == Season.Kind.EVENTS:
            added.append(((result.match.season_id, seat.player_id), line))
    # An upsert, because the CASEs of bulk_update take most of the time of a whole batch.
    Seat.objects.bulk_create(
        scored,
        update_conflicts=True,
        unique_fields=["match", "number"],
        update_fields=["score", "place", "points"],
    )
    if added:
        standings.count(tally(added))


def _scored(seat: Seat, line: Line, *, place: int) -> Seat:
    return Seat(
        match_id=seat.match_id,
        number=seat.number,
        player_id=seat.player_id,
        score=line.score,
        place=place,
        points=line.points,
    )


def _note(results: Sequence[Result], action: str, by: Account | None, now: datetime) -> None:
    AuditEntry.objects.bulk_create(
        audit.match_entry(by=by, match=result.match, action=action, data=_data_of(result), now=now)
        for result in results
    )


def _data_of(result: Result) -> Mapping[str, Any]:
    return {
        "version": result.version,
        "source": str(result.source),
        "totals": result.totals,
        "places": result.places,
    }
