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
from league.services.base import log, rows
from league.services.base.refusals import Forbidden, Stale
from league.services.bots import reports
from league.services.bots.reports import PlayedPart
from league.services.jobs import jobs
from league.services.ladders import ratings
from league.services.registration import open_evenings
from league.services.seasons import standings
from league.services.seasons.standings import SeatValues

from . import card_guests, disputes, mailing, requirements, states, submissions, waiting
from .card_guests import Writer
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
    "store",
    "store_played",
]


ENTERED = (
    *("match", "version", "source", "totals", "places"),
    *("forfeits", "reason", "entered_by", "entered_at", "entered_seat"),
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
    by: Writer,
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
    account = card_guests.account_of(by)
    sits = seated.player_of(account) is not None
    requirements.require_writer(match, submission, by, sits=sits)
    match.refresh_from_db(fields=states.FIELDS)
    requirements.require_enterable(match, expected_version, seated)
    seats = len(seated.players)
    outcome = submissions.read(submission, season=match.season, players=seats)
    with transaction.atomic():
        evening = open_evenings.hold_for(match)
        seated.consent(match=match, by=account, now=now)
        before = match.version
        states.advance(
            match, to=Match.Status.ENTERED, version=before + 1, result_version=before + 1
        )
        requirements.require_same_seats(match, seated)
        if before:  # there was a result, which may be disputed or wait for somebody
            disputes.settle(match=match, by=account, now=now)
            waiting.settle(match=match, now=now)
        ScorePad.objects.filter(match=match).delete()
        [result] = store([(match, outcome)], by=account, seat=card_guests.seat_of(by), now=now)
        waiting.tell(match=match, account_ids=seated.others(account), now=now)
        mailing.waits(match=match, account_ids=seated.others(account), now=now)
        if outcome.blob is not None:
            jobs.create(
                kind=Job.Kind.VALIDATE_RECORD, matches=[match], version=result.version, now=now
            )
        open_evenings.seat_waiting(evening, now=now)
    return result


def confirm(*, match: Match, by: Writer, expected_version: int | None, now: datetime) -> Result:
    """Make the entered result final and count it; `by` must not have entered it.

    `expected_version` is the version of the match the account has seen and agrees with. Who sits
    in the match agrees by it to play in the club.
    """
    with transaction.atomic():
        found = _hold_in_force(match)
        seated = Seated.at(match)
        account = card_guests.account_of(by)
        sits = seated.player_of(account) is not None
        if not card_guests.may_confirm(match, found, by, sits=sits):
            raise Forbidden(
                _("Another player of the table, or a scorer of the club, must confirm this result.")
            )
        result = requirements.require_entered(match, found)
        if expected_version != match.version:
            raise Stale(match, _("This result has changed since you saw it. Look at it again."))
        requirements.require_valid_record(match, result)
        seated.consent(match=match, by=account, now=now)
        result.confirmed_by, result.confirmed_at = account, now
        result.confirmed_seat = card_guests.seat_of(by)
        result.save(update_fields=["confirmed_by", "confirmed_at", "confirmed_seat"])
        _write_final([result], now=now)
        _count_final([result], by=account, now=now, seated=seated.values)
        waiting.settle(match=match, now=now)
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
    seat: int | None = None,
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
            entered_seat=seat,
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


def _count_final(
    results: Sequence[Result],
    *,
    by: Account | None,
    now: datetime,
    seated: Sequence[SeatValues] | None = None,
) -> None:
    """Count final results, tell of them, rate what is complete with them.

    `seated` are the seats of the only match, for who has read them.
    """
    if not results:
        return
    standings.count([(result.match, result) for result in results], seated=seated, now=now)
    log.note_final(results, by=by, now=now)
    duplicates = {result.match.duplicate_id for result in results}
    ratings.rate_finished(duplicate_ids={pk for pk in duplicates if pk is not None}, now=now)


def _hold(matches: QuerySet[Match], pks: Iterable[int]) -> list[Match]:
    """Lock those of `matches` that are among `pks`, in one order for all processes."""
    held = matches.filter(pk__in=list(pks)).select_related("season", "session")
    return list(held.select_for_update(of=("self",)).order_by("pk"))


def _hold_in_force(match: Match) -> Result | None:
    """Lock a match, read its state into `match`, and return its result in force with the record.

    One query, two where there is no result.
    """
    in_force = Result.objects.filter(match=match.pk, version=F("match__result_version"))
    rows = in_force.select_related("match", "record").defer("record__blob")
    result = rows.select_for_update(of=("match",)).first()
    if result is None:
        match.refresh_from_db(fields=states.FIELDS)
        return None
    for name in states.FIELDS:
        setattr(match, name, getattr(result.match, name))
    result.match = match
    return result


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
    second_person |= Q(confirmed_seat__isnull=False)
    replayed = Q(record=None) | Q(record__status=Record.Status.VALID)
    return list(
        Result.objects.filter(second_person, replayed, match__in=matches)
        .filter(version=F("match__version"))
        .order_by("match_id")
    )
