"""Events of a season and their sessions."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.models import Account, Event, Role, Season, Session

from . import audit, rights, seasons
from .names import clean_name
from .refusals import Conflict, Invalid


def create_event(*, season: Season, name: str, by: Account, now: datetime) -> Event:
    """Create an event; its sessions come after."""
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    if season.kind == Season.Kind.LADDER:
        raise Conflict(season, _("A ladder has no events; its bots are seated by themselves."))
    seasons.require_open(season)
    name = clean_name(name)
    try:
        with transaction.atomic():
            event = Event.objects.create(season=season, name=name)
            audit.note(
                by=by,
                club=season.club,
                action="event.create",
                subject=f"event:{event.code}",
                data={"name": name, "season": season.code},
                now=now,
            )
    except IntegrityError:
        raise Invalid({"name": [_("The season already has an event of this name.")]}) from None
    return event


def create_session(
    *, event: Event, starts_at: datetime | None = None, by: Account, now: datetime
) -> Session:
    """Create the next session of an event, with an empty draft draw."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(event.season)
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)  # numbers are given one at a time
        last = event.sessions.aggregate(last=Max("number"))["last"] or 0
        session = Session.objects.create(event=event, number=last + 1, starts_at=starts_at)
        audit.note(
            by=by,
            club=event.season.club,
            action="session.create",
            subject=f"session:{session.code}",
            data={"event": event.code, "number": session.number},
            now=now,
        )
    return session
