"""Corrections of results that are there: at once by organisers, by agreement by anybody else.

A correction is a version of its own; the old one is kept. Standings are moved by the difference in
the transaction that puts it in force. A forfeit is a correction of a kind of its own.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import games
from league.logic import points
from league.logic.outcomes import Outcome, PlayedRound
from league.models import Account, Match, Player, Record, Result, Role
from league.services.base import log, rights
from league.services.base.names import clean_reason
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.draws import brackets
from league.services.results import disputes, mailing, results, states, submissions, waiting
from league.services.results.submissions import Submission
from league.services.seasons import scoring, standings

CORRECTABLE = frozenset({Match.Status.ENTERED, Match.Status.DISPUTED, Match.Status.FINAL})
FORFEITABLE = CORRECTABLE | {Match.Status.OPEN}


def correct(
    *,
    match: Match,
    submission: Submission,
    reason: str,
    by: Account,
    expected_version: int | None,
    now: datetime,
) -> Result:
    """Put another result in force at once, as an organiser; it is final and counts.

    Raises Stale unless `expected_version` is the version stored, Conflict when there is nothing
    to correct, Invalid with the fields at fault.
    """
    rights.require_role(club=match.season.club, account=by, role=Role.ORGANISER)
    reason = clean_reason(reason)
    _require_correctable(match, expected_version)
    outcome = _read(match, submission)
    with transaction.atomic():
        result = _put_in_force(match, outcome, "result.correct", reason=reason, by=by, now=now)
        mailing.corrected(match=match, by=by, now=now)
    return result


def finish_alone(
    *, match: Match, reason: str, by: Account, expected_version: int | None, now: datetime
) -> Result:
    """Put the entered result in force without a second person, as an organiser; it is final.

    It is a version of its own, which says why. Raises Conflict for one that does not wait for
    confirmation, and until its record, if it has one, was replayed. Refusals as of `correct`.
    """
    rights.require_role(club=match.season.club, account=by, role=Role.ORGANISER)
    reason = clean_reason(reason)
    _require_correctable(match, expected_version)
    if match.status != Match.Status.ENTERED:
        raise Conflict(match, _("This result does not wait for confirmation."))
    old = match.results.select_related("record").get(version=match.result_version)
    record = getattr(old, "record", None)
    if record is not None and record.status != Record.Status.VALID:
        raise Conflict(match, _("The record is still being replayed. Try again in a moment."))
    outcome = Outcome(
        source=old.source,
        totals=old.totals,
        places=old.places,
        rounds=_rounds_of(old),
        blob=bytes(record.blob) if record else None,
        forfeits=old.forfeits,
    )
    return _put_in_force(match, outcome, "result.correct", reason=reason, by=by, now=now)


def propose(
    *,
    match: Match,
    submission: Submission,
    reason: str,
    by: Account,
    expected_version: int | None,
    now: datetime,
) -> Result:
    """Propose another result instead of a final one; it counts when a second person agrees.

    A later proposal takes the place of an earlier one. Refusals as those of `correct`.
    """
    if not rights.may_enter(match, by):
        said = _("Only players of this match and scorers of the club can propose a correction.")
        raise Forbidden(said)
    reason = clean_reason(reason)
    _require_correctable(match, expected_version)
    if match.status != Match.Status.FINAL:
        raise Conflict(match, _("This result is not final. Enter it again instead."))
    outcome = _read(match, submission)
    with transaction.atomic():
        version = match.version + 1
        states.advance(match, to=Match.Status.FINAL, version=version, proposed_version=version)
        return _store(match, outcome, "result.propose", reason=reason, by=by, now=now)


def agree(*, match: Match, by: Account, expected_version: int | None, now: datetime) -> Result:
    """Put the proposed correction in force; `by` must not have proposed it."""
    match.refresh_from_db(fields=states.FIELDS)
    result = match.results.filter(version=match.proposed_version or 0).first()
    if not rights.may_confirm(match, result, by):
        raise Forbidden(
            _("Another player of the table, or a scorer, must agree to this correction.")
        )
    if result is None:
        raise Conflict(match, _("No correction is proposed."))
    _require_correctable(match, expected_version)
    with transaction.atomic(), brackets.keeping_rounds(match):
        states.advance(
            match,
            to=Match.Status.FINAL,
            version=match.version + 1,
            result_version=result.version,
            proposed_version=None,
        )
        disputes.settle(match=match, by=by, now=now)
        match.results.filter(pk=result.pk).update(confirmed_by=by, confirmed_at=now)
        standings.count([(match, result)], now=now)
        log.note(
            match=match, action="result.agree", data={"result": result.version}, by=by, now=now
        )
        mailing.corrected(match=match, by=by, now=now)
    result.refresh_from_db(fields=["confirmed_by", "confirmed_at"])
    return result


def decline(
    *, match: Match, reason: str, by: Account, expected_version: int | None, now: datetime
) -> Match:
    """Put a proposed correction aside: as an organiser, another of the table, or who made it."""
    if not rights.may_enter(match, by):
        said = _("Only players of this match and scorers of the club can decline a correction.")
        raise Forbidden(said)
    reason = clean_reason(reason)
    _require_correctable(match, expected_version)
    if match.proposed_version is None:
        raise Conflict(match, _("No correction is proposed."))
    data = {"result": match.proposed_version, "reason": reason}
    with transaction.atomic():
        states.advance(
            match, to=Match.Status.FINAL, version=match.version + 1, proposed_version=None
        )
        log.note(match=match, action="result.decline", data=data, by=by, now=now)
    return match


def forfeit(
    *,
    match: Match,
    seats: Sequence[int],
    reason: str,
    by: Account,
    expected_version: int | None,
    now: datetime,
) -> Result:
    """Count `match` as given up by the players at `seats`; it is final at once.

    What was scored until then is kept. Their sides lose with them. Counts in the standings, as
    the season has it, never in ratings. Refusals as those of `correct`, but a match without
    result needs no version.
    """
    rights.require_role(club=match.season.club, account=by, role=Role.ORGANISER)
    reason = clean_reason(reason)
    if match.version:
        states.require_seen(match, expected_version)
    states.refresh(match, expected_version)
    states.require_session(match)
    if match.status not in FORFEITABLE:
        raise Conflict(match, _not_now(match))
    states.require_offline(match)
    players = match.seats.count()
    if not seats or not all(0 <= seat < players for seat in seats):
        said = _("Name seats from 0 to %(last)d, at least one.") % {"last": players - 1}
        raise Invalid({"seats": [said]})
    outcome = _forfeited(match, set(seats), players)
    return _put_in_force(match, outcome, "result.forfeit", reason=reason, by=by, now=now)


def _read(match: Match, submission: Submission) -> Outcome:
    """Return what another result of a match comes to; raises Invalid."""
    in_force = match.results.filter(version=match.result_version)
    return submissions.read(
        submission,
        season=match.season,
        players=match.seats.count(),
        is_from_list=in_force.filter(source=Result.Source.LIST).exists(),
    )


def _require_correctable(match: Match, expected_version: int | None) -> None:
    states.require_seen(match, expected_version)
    states.require_session(match)
    if match.status not in CORRECTABLE:
        raise Conflict(match, _not_now(match))
    if not match.seats.filter(player__kind=Player.Kind.PERSON).exists():
        said = _("Bots have played this match, and its record proves the result.")
        raise Conflict(match, said)


def _not_now(match: Match) -> str:
    """Say why the result of `match` cannot be corrected now."""
    if match.status == Match.Status.VOID:
        return _("This match is void. An organiser can reopen it.")
    if match.status == Match.Status.DRAFT:
        return _("The draw of this session is not published yet.")
    return _("There is no result yet. Enter it first.")


def _put_in_force(
    match: Match, outcome: Outcome, action: str, *, reason: str, by: Account, now: datetime
) -> Result:
    """Store `outcome` as the newest version, final and counted, in one transaction."""
    with transaction.atomic(), brackets.keeping_rounds(match):
        version = match.version + 1
        states.advance(
            match,
            to=Match.Status.FINAL,
            version=version,
            result_version=version,
            proposed_version=None,
            finished_at=match.finished_at or now,
        )
        disputes.settle(match=match, by=by, now=now)
        waiting.settle(match=match, now=now)
        result = _store(match, outcome, action, reason=reason, by=by, now=now)
        standings.count([(match, result)], now=now)
    return result


def _store(
    match: Match, outcome: Outcome, action: str, *, reason: str, by: Account, now: datetime
) -> Result:
    [result] = results.store([(match, outcome)], by=by, reason=reason, action=action, now=now)
    # It has been replayed when it was read.
    Record.objects.filter(result=result).update(status=Record.Status.VALID, checked_at=now)
    return result


def _forfeited(match: Match, seats: set[int], players: int) -> Outcome:
    """Return what a match comes to that the players at `seats`, and their sides, have given up."""
    game = games.get(match.season.game)
    sides = scoring.sides_of(game, players)
    lost = {sides[seat] for seat in seats}
    forfeits = [seat for seat in range(players) if sides[seat] in lost]
    old = match.results.filter(version=match.result_version).first()
    totals = tuple(old.totals if old else [0] * players)
    places = tuple(game.place(totals))
    outcome = points.Outcome(totals=totals, places=places, forfeits=frozenset(forfeits))
    return Outcome(
        source=Result.Source.FORFEIT,
        totals=totals,
        places=outcome.final_places,
        rounds=_rounds_of(old) if old else (),
        forfeits=forfeits,
    )


def _rounds_of(result: Result) -> list[PlayedRound]:
    return [
        PlayedRound(
            dealer=row.dealer,
            scores=row.scores,
            sheet=row.sheet,
            redeal=row.redeal,
            declarer=row.declarer,
            won=row.won,
        )
        for row in result.rounds.all()
    ]
