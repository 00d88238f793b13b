"""Repeats: club evenings that come again, each an ordinary event named with its date."""

from collections.abc import Collection
from datetime import date, datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.logic.calendar import RHYTHMS, dates_after, moved
from league.models import Account, Event, Role
from league.services.base import rights
from league.services.base.refusals import Conflict, Invalid
from league.services.registration import plans
from league.services.registration.plans import Plan

from . import events

MOST_REPEATS = 104
LONGEST_NAME = 120


def repeat_event(
    *,
    event: Event,
    rhythm: str,
    times: int | None = None,
    until: date | None = None,
    skip: Collection[date] = (),
    by: Account,
    now: datetime,
) -> list[Event]:
    """Create events like this one on later dates: `times` of them or `until` a date, or both.

    Clocks are those of the site, also over daylight saving. All are created or none: raises
    Conflict where a venue is taken on one of the dates, Invalid where a name is.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    zone = timezone.get_default_timezone()
    with transaction.atomic():
        held = plans.hold(event)
        if held.starts_at is None:
            raise Conflict(
                held, _("This event has no start. Enter it before you repeat the event.")
            )
        first = held.starts_at.astimezone(zone).date()
        _check(first, rhythm, times, until)
        dates = dates_after(
            first, rhythm, times=times, until=until, skip=skip, most=MOST_REPEATS + 1
        )
        if not 1 <= len(dates) <= MOST_REPEATS:
            said = _("This would create %(count)d events. Choose dates for 1 to %(most)d events.")
            words = {"count": len(dates), "most": MOST_REPEATS}
            raise Invalid({"times" if until is None else "until": [said % words]})
        bots = list(held.bots.all())
        made = [_create_on(held, first, day, by=by, now=now) for day in dates]
        for one in made if bots else ():
            events.choose_bots(event=one, bots=bots, by=by, now=now)
    return made


def name_on(event: Event, first: date, day: date) -> str:
    """Return the name of the event on another day; a date at the end of its own name gives way."""
    name = event.name.removesuffix(f" {first.isoformat()}")
    return f"{name[: LONGEST_NAME - 11].rstrip()} {day.isoformat()}"


def _create_on(event: Event, first: date, day: date, *, by: Account, now: datetime) -> Event:
    name = name_on(event, first, day)
    try:
        plan = _plan_on(event, (day - first).days)
        return events.create_event(season=event.season, name=name, by=by, now=now, **plan)
    except Invalid as refusal:
        if "name" not in refusal.errors:
            raise
        said = _("An event “%(name)s” already exists. Skip this date.") % {"name": name}
        raise Invalid({"skip": [said]}) from None


def _plan_on(event: Event, days: int) -> Plan:
    """Return the plan of an event moved by some days."""
    zone = timezone.get_default_timezone()

    def later(moment: datetime | None) -> datetime | None:
        return moved(moment, days, zone) if moment is not None else None

    return Plan(
        venue=event.venue,
        starts_at=later(event.starts_at),
        ends_at=later(event.ends_at),
        is_open=event.is_open,
        closes_at=later(event.closes_at),
        play_now=event.play_now,
        takes_guests=event.takes_guests,
        takes_remote_bots=event.takes_remote_bots,
        guests_enter=event.guests_enter,
        capacity=event.capacity,
        draw=event.draw,
        table_size=event.table_size,
        fill=event.fill,
        planned_sessions=event.planned_sessions,
        weights=event.weights,
    )


def _check(first: date, rhythm: str, times: int | None, until: date | None) -> None:
    errors = {}
    if rhythm not in RHYTHMS:
        errors["rhythm"] = [_("Choose one of: %(choice)s.") % {"choice": ", ".join(RHYTHMS)}]
    if times is None and until is None:
        errors["times"] = [_("Enter how many times, or until when.")]
    if times is not None and not 1 <= times <= MOST_REPEATS:
        said = _("Choose a number from %(least)d to %(most)d.")
        errors["times"] = [said % {"least": 1, "most": MOST_REPEATS}]
    if until is not None and until <= first:
        errors["until"] = [_("Choose a date after this event.")]
    if errors:
        raise Invalid(errors)
