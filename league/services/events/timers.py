"""Timers of sessions: started, halted, gone on with, made longer, taken away.

They only tell people how long they still have, so the trail of the club says who set them, and the
log of the event, from which it can be rebuilt, does not.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Role, Session, Timer
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Invalid

MOST_MINUTES = 600


def start(*, session: Session, minutes: int, by: Account, now: datetime) -> Timer:
    """Let a timer run from now on, in place of any other; raises Conflict unless published."""
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    _check(minutes)
    if session.status != Session.Status.PUBLISHED:
        raise Conflict(session, _("This session has no timer before its draw is published."))
    ends_at = now + timedelta(minutes=minutes)
    with transaction.atomic():
        timer, _is_new = Timer.objects.update_or_create(
            session=session, defaults={"ends_at": ends_at, "left_s": None}
        )
        _note(session, "timer.start", by, now)
    return timer


def halt(*, session: Session, by: Account, now: datetime) -> Timer:
    """Stop the timer for a while; raises Conflict unless it runs."""
    with transaction.atomic():
        timer = _hold(session, by)
        if timer.ends_at is None:
            raise Conflict(session, _("The timer is not running."))
        _note(session, "timer.halt", by, now)
        return _store(timer, ends_at=None, left_s=left_s(timer, now=now))


def go_on(*, session: Session, by: Account, now: datetime) -> Timer:
    """Let a timer run that was halted; raises Conflict for one that runs."""
    with transaction.atomic():
        timer = _hold(session, by)
        if timer.left_s is None:
            raise Conflict(session, _("The timer is already running."))
        _note(session, "timer.go_on", by, now)
        return _store(timer, ends_at=now + timedelta(seconds=timer.left_s), left_s=None)


def add(*, session: Session, minutes: int, by: Account, now: datetime) -> Timer:
    """Give everybody some minutes more, from now on where the time was up."""
    _check(minutes)
    with transaction.atomic():
        timer = _hold(session, by)
        left = left_s(timer, now=now) + 60 * minutes
        _note(session, "timer.add", by, now)
        if timer.ends_at is None:
            return _store(timer, ends_at=None, left_s=left)
        ends_at = max(timer.ends_at, now) + timedelta(minutes=minutes)
        return _store(timer, ends_at=ends_at, left_s=None)


def remove(*, session: Session, by: Account, now: datetime) -> None:
    """Take the timer away; without one nothing happens."""
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        deleted, _kinds = Timer.objects.filter(session=session).delete()
        if deleted:
            _note(session, "timer.remove", by, now)


def _note(session: Session, action: str, by: Account, now: datetime) -> None:
    club = session.event.season.club
    audit.note(by=by, club=club, action=action, subject=f"session:{session.code}", now=now)


def left_s(timer: Timer, *, now: datetime) -> int:
    """Return the seconds that are left, 0 when the time is up."""
    if timer.ends_at is None:
        return timer.left_s or 0
    return max(0, round((timer.ends_at - now).total_seconds()))


def _check(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        said = _("Choose a number from %(least)d to %(most)d.")
        raise Invalid({"minutes": [said % {"least": 1, "most": MOST_MINUTES}]})


def _hold(session: Session, by: Account) -> Timer:
    """Return the timer with its row locked, for somebody who organises; raises Conflict."""
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    timer = Timer.objects.select_for_update().filter(session=session).first()
    if timer is None:
        raise Conflict(session, _("This session has no timer."))
    return timer


def _store(timer: Timer, *, ends_at: datetime | None, left_s: int | None) -> Timer:
    timer.ends_at, timer.left_s = ends_at, left_s
    timer.save(update_fields=["ends_at", "left_s"])
    return timer
