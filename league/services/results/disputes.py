"""Disputes: somebody of the table says that a result is wrong.

A result that waits for confirmation is not confirmed while it is disputed; a final one goes on
counting until it is corrected or void. A new result settles the dispute.
"""

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.models import Account, Dispute, Match, Role
from league.services.accounts import notices
from league.services.base import log, rights
from league.services.base.names import clean_reason
from league.services.base.refusals import Conflict, Forbidden, change_status

from . import card_guests, mailing, states
from .card_guests import Guest, Writer

CHANGED: Final = "%(event)s, table %(table)d: the result that you disputed has been changed."
VOID: Final = "%(event)s, table %(table)d: the match whose result you disputed is void."
REFUSED: Final = (
    "%(event)s, table %(table)d: your dispute was dismissed, the result stands: %(why)s"
)
"""What a notice says to who has disputed a result."""

DISPUTABLE = frozenset({Match.Status.ENTERED, Match.Status.FINAL})


def dispute(
    *, match: Match, reason: str, by: Writer, expected_version: int | None, now: datetime
) -> Dispute:
    """Say that the result of `match` is wrong; whoever may enter it may dispute it.

    A guest does so until it is final. Raises Stale when the result is another than the one seen,
    Conflict when there is nothing to dispute or somebody was faster.
    """
    if not card_guests.may_write(match, by):
        raise Forbidden(
            _("Only players of this match and scorers of the club can dispute its result.")
        )
    reason = clean_reason(reason)
    states.refresh(match, expected_version)
    states.require_session(match)
    if match.status == Match.Status.DISPUTED:
        raise Conflict(match, _("This result is already disputed."))
    if match.status not in DISPUTABLE:
        raise Conflict(match, _("There is no result that you can dispute."))
    is_final = match.status == Match.Status.FINAL
    if is_final and isinstance(by, Guest):
        raise Conflict(match, _("This result is final. Ask a scorer of the club."))
    account = card_guests.account_of(by)
    with transaction.atomic():
        states.advance(match, to=Match.Status.FINAL if is_final else Match.Status.DISPUTED)
        row = _open(match, reason, account, now)
        data = {"dispute": row.code, "reason": reason, **card_guests.said_by(by)}
        log.note(match=match, action="match.dispute", data=data, by=account, now=now)
        mailing.disputed(dispute=row, by=account, now=now)
    return row


def withdraw(*, dispute: Dispute, by: Account, now: datetime) -> Dispute:
    """Take back a dispute one has opened; the result stands as it was."""
    if dispute.opened_by_id != by.pk:
        raise Forbidden(
            _("Only the player who opened a dispute can withdraw it. An organiser can dismiss it.")
        )
    return _close(dispute, Dispute.Status.WITHDRAWN, answer="", by=by, now=now)


def dismiss(*, dispute: Dispute, reason: str, by: Account, now: datetime) -> Dispute:
    """Answer a dispute as an organiser: the result stands as it was."""
    rights.require_role(club=dispute.match.season.club, account=by, role=Role.ORGANISER)
    reason = clean_reason(reason)
    return _close(dispute, Dispute.Status.DISMISSED, answer=reason, by=by, now=now)


def settle(*, match: Match, text: str = CHANGED, by: Account | None, now: datetime) -> None:
    """Close the open dispute of `match`, if any, in the transaction that changes the result.

    Who opened it is told so by a notice, unless it is who acts; `text` says what has become of it.
    """
    rows = Dispute.objects.filter(match=match, status=Dispute.Status.OPEN)
    closed = {"status": Dispute.Status.SETTLED, "closed_by": by, "closed_at": now}
    for row in rows.select_for_update(of=("self",)):
        Dispute.objects.filter(pk=row.pk).update(**closed)
        _tell(match, row, text, by=by, now=now)


def _tell(
    match: Match, row: Dispute, text: str, *, by: Account | None, now: datetime, **words: str
) -> None:
    """Leave a notice to who opened a dispute; who has closed it knows."""
    if row.opened_by_id is None or (by is not None and row.opened_by_id == by.pk):
        return
    event = match.session.event.name if match.session else match.season.name
    told = text % {"event": event, "table": match.table_number, **words}
    notices.tell_accounts(account_ids=[row.opened_by_id], text=told, now=now)


def _open(match: Match, reason: str, by: Account | None, now: datetime) -> Dispute:
    try:
        with transaction.atomic():
            return Dispute.objects.create(match=match, reason=reason, opened_by=by, opened_at=now)
    except IntegrityError:
        raise Conflict(match, _("This result is already disputed.")) from None


def _close(dispute: Dispute, to: str, *, answer: str, by: Account, now: datetime) -> Dispute:
    match = dispute.match
    states.require_session(match)
    with transaction.atomic():
        # The match first, as everybody locks it who settles disputes.
        Match.objects.filter(pk=match.pk, status=Match.Status.DISPUTED).update(
            status=Match.Status.ENTERED
        )
        refusal = _("This dispute is already closed.")
        change_status(dispute, to, refusal=refusal, closed_by=by, closed_at=now, answer=answer)
        data = {"dispute": dispute.code, "status": to, "answer": answer}
        log.note(match=match, action="match.undispute", data=data, by=by, now=now)
        if to == Dispute.Status.DISMISSED:
            _tell(match, dispute, REFUSED, why=answer, by=by, now=now)
    match.refresh_from_db(fields=states.FIELDS)
    return dispute
