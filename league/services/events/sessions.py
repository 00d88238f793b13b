"""What becomes of a session after its draw: published at a time, undone, closed, opened again.

The draw itself is made in `draws` and `drawing`.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Event, Job, Match, Role, ScorePad, Session
from league.models.pads import BEGUN
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Invalid, Refused, change_status
from league.services.draws import draws
from league.services.mail import evenings
from league.services.seasons import seasons

MOST_PUBLISHED = 100
"""Draws that one sweep publishes at the most; the next one goes on."""


def schedule(
    *, session: Session, publish_at: datetime | None, by: Account, now: datetime
) -> Session:
    """Have a draft published by itself at a time, or with None no longer."""
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    if publish_at is not None and publish_at <= now:
        raise Invalid(
            {
                "publish_at": [
                    _("This time is in the past. Choose a later time, or publish the draw now.")
                ]
            }
        )
    with transaction.atomic():
        drafts = Session.objects.filter(pk=session.pk, status=Session.Status.DRAFT)
        if not drafts.update(publish_at=publish_at):
            session.refresh_from_db()
            raise Conflict(session, _("This draw is already published."))
        at = publish_at.isoformat() if publish_at else None
        audit.note_session(session, "draw.schedule", {"publish_at": at}, by=by, now=now)
    session.publish_at = publish_at
    return session


def publish_due(*, now: datetime) -> list[Session]:
    """Publish the drafts whose time has come; one that cannot be waits for the next sweep.

    Where more are due than one sweep takes it is those with the latest time: drafts that can
    never be published would keep others waiting.
    """
    due = Session.objects.filter(status=Session.Status.DRAFT, publish_at__lte=now)
    rows = due.select_related("event__season__club").order_by("-publish_at", "-pk")
    return [session for session in reversed(rows[:MOST_PUBLISHED]) if _publish_due(session, now)]


def why_not_published(session: Session) -> str:
    """Return what keeps a draft from being published, in a sentence; nothing if nothing does."""
    try:
        draws.check_publishable(session, session.event.season)
    except Refused as refusal:
        return refusal.message
    return ""


def undo(*, session: Session, by: Account, now: datetime) -> Session:
    """Take a published draw back into draft; its seats may be changed then.

    Only the latest published session of an event, and only while no match of it has a result or
    a deal on its pad.
    What workers were to play is called off; what they are playing at this moment is not stored.
    """
    season = session.event.season
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(season)
    if session.event.draw == Event.Draw.ONLINE:
        said = _("A session of online tables has no draw to undo. Void single matches instead.")
        raise Conflict(session, said)
    if session.event.draw == Event.Draw.OPEN:
        said = _("An open evening has no draw to undo. Take single tables back instead.")
        raise Conflict(session, said)
    with transaction.atomic():
        later = session.event.sessions.filter(number__gt=session.number)
        published = later.exclude(status=Session.Status.DRAFT).order_by("number").first()
        if published is not None:
            said = _("Session %(number)d was drawn after this one. Unpublish that draw first.")
            raise Conflict(published, said % {"number": published.number})
        refusal = _("You can only unpublish a draw that is published.")
        change_status(
            session, Session.Status.DRAFT, refusal=refusal, published_at=None, publish_at=None
        )
        matches = list(session.matches.select_for_update().order_by("pk"))
        _check_without_results(session, matches)
        Job.objects.filter(match__in=matches, kind=Job.Kind.PLAY_MATCH).delete()
        session.matches.update(status=Match.Status.DRAFT, voided_from="", finished_at=None)
        audit.note_session(session, "draw.undo", by=by, now=now)
    return session


def close(*, session: Session, by: Account, now: datetime) -> Session:
    """End a session whose matches all are final or void."""
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        refusal = _("You can only close a session whose draw is published.")
        change_status(session, Session.Status.CLOSED, refusal=refusal)
        ended = (Match.Status.FINAL, Match.Status.VOID)
        unfinished = session.matches.exclude(status__in=ended).order_by("table_number")
        if numbers := list(unfinished.values_list("table_number", flat=True)):
            said = _(
                "These tables have no final result yet: %(tables)s. Enter or void their results "
                "first."
            )
            raise Conflict(session, said % {"tables": _listed(numbers)})
        audit.note_session(session, "session.close", by=by, now=now)
        evenings.tell_if_over(session.event, now=now)
    return session


def reopen(*, session: Session, by: Account, now: datetime) -> Session:
    """Open a closed session again, to correct its results."""
    season = session.event.season
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(season)
    refusal = _("You can only reopen a session that is closed.")
    if session.status != Session.Status.CLOSED:
        raise Conflict(session, refusal)
    with transaction.atomic():
        change_status(session, Session.Status.PUBLISHED, refusal=refusal)
        audit.note_session(session, "session.reopen", by=by, now=now)
    return session


def _publish_due(session: Session, now: datetime) -> bool:
    try:
        draws.publish_draft(session=session, by=None, now=now)
    except Refused:  # `why_not_published` tells who looks
        return False
    return True


def _check_without_results(session: Session, matches: Iterable[Match]) -> None:
    if numbers := [match.table_number for match in matches if match.version > 0]:
        said = _(
            "These tables already have results: %(tables)s. You can no longer unpublish the draw."
        )
        raise Conflict(session, said % {"tables": _listed(numbers)})
    begun = ScorePad.objects.filter(BEGUN, match__session=session)
    if numbers := list(begun.values_list("match__table_number", flat=True)):
        said = _(
            "These tables have begun to write their score: %(tables)s. Take their deals away on "
            "the score pad before you unpublish the draw."
        )
        raise Conflict(session, said % {"tables": _listed(numbers)})


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))
