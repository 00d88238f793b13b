"""Void matches: they count for nothing, and an organiser can take that back."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Job, Match, Role
from league.services.base import log, rights
from league.services.base.names import clean_reason
from league.services.base.refusals import Conflict
from league.services.draws import brackets
from league.services.jobs import jobs
from league.services.play import table_play
from league.services.results import disputes, results, states, waiting
from league.services.seasons import standings


def void(
    *, match: Match, reason: str, by: Account, expected_version: int | None, now: datetime
) -> Match:
    """Let a published match count for nothing; its result and all versions of it are kept.

    Raises Stale when it is no longer as the account has seen it, Conflict when it is void, in
    draft, or of a ladder.
    """
    rights.require_role(club=match.season.club, account=by, role=Role.ORGANISER)
    reason = clean_reason(reason)
    states.refresh(match, expected_version)
    states.require_session(match)
    if match.status == Match.Status.VOID:
        raise Conflict(match, _("This match is already void."))
    if match.status == Match.Status.DRAFT:
        raise Conflict(match, _("The draw of this session is not published yet."))
    before = match.status
    with transaction.atomic(), brackets.keeping_rounds(match):
        table_play.stop(match, now=now)
        states.advance(
            match,
            to=Match.Status.VOID,
            voided_from=before,
            proposed_version=None,
            finished_at=now,
        )
        disputes.settle(match=match, text=disputes.VOID, by=by, now=now)
        waiting.settle(match=match, now=now)
        if before == Match.Status.FINAL:
            standings.count([(match, None)], now=now)
        data = {"reason": reason, "was": before}
        log.note(match=match, action="match.void", data=data, by=by, now=now)
    return match


def reopen(*, match: Match, reason: str, by: Account, now: datetime) -> Match:
    """Take back that a match is void: it is again what it was before, and counts if it did.

    A result that was disputed then waits for confirmation; bots play what they had not played.
    """
    rights.require_role(club=match.season.club, account=by, role=Role.ORGANISER)
    reason = clean_reason(reason)
    states.refresh(match, None)
    states.require_session(match)
    if match.status != Match.Status.VOID:
        raise Conflict(match, _("This match is not void."))
    to = match.voided_from or Match.Status.OPEN
    if to == Match.Status.DISPUTED:
        to = Match.Status.ENTERED
    with transaction.atomic(), brackets.keeping_rounds(match):
        finished_at = now if to == Match.Status.FINAL else None
        states.advance(match, to=to, voided_from="", finished_at=finished_at)
        _resume(match, now)
        data = {"reason": reason, "to": to}
        log.note(match=match, action="match.reopen", data=data, by=by, now=now)
    return match


def _resume(match: Match, now: datetime) -> None:
    """Count the result of a match that is final again; let workers go on with one of bots."""
    if match.status == Match.Status.FINAL:
        result = match.results.filter(version=match.result_version).first()
        standings.count([(match, result)], now=now)
    elif match.status == Match.Status.OPEN:
        jobs.redo(kind=Job.Kind.PLAY_MATCH, matches=[match])
        table_play.resume_all([match], now=now)
    else:
        results.finalise(match_ids=[match.pk], now=now)  # if its replay has come meanwhile
