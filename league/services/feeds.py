"""Calendars that phones subscribe to: events of a club or season, and the tables of a player.

They show what anybody may read, so they need no login. An event that is over within a day is one
entry; of any other, each session is. Entries keep their UIDs; their sequence number counts what
the audit trail knows of them, so that it grows with every change.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.utils.translation import gettext as _
from icalendar import Calendar
from icalendar import Event as Entry

from league.models import AuditEntry, Club, Event, Match, Player, Season, Seat, Session

from . import counting, rights

PAST, AHEAD = timedelta(days=90), timedelta(days=365)
MOST = 1000
LENGTH = timedelta(hours=3)
"""How long something lasts of which nobody has said it."""
DAY = timedelta(days=1)
PRODUCT = "-//Stammtisch//Stammtisch//EN"


def of_club(club: Club, *, site: str, now: datetime) -> bytes:
    """Return the calendar of all events of a club; `site` is what addresses begin with."""
    events = rights.readable_events(None).filter(season__club=club)
    return _calendar(club.name, _entries(events, site=site, now=now))


def of_season(season: Season, *, site: str, now: datetime) -> bytes:
    """Return the calendar of the events of a season."""
    events = rights.readable_events(None).filter(season=season)
    return _calendar(f"{season.club.name}: {season.name}", _entries(events, site=site, now=now))


def of_player(player: Player, *, site: str, now: datetime) -> bytes:
    """Return the calendar of the tables at which a player sits, once they are published."""
    rows = (
        rights.readable_matches(None)
        .filter(pk__in=_seats_of(player).values("match"), session__isnull=False)
        .annotate(begins=Coalesce("session__starts_at", "session__event__starts_at"))
        .filter(begins__range=(now - PAST, now + AHEAD))
        .annotate(**OF_MATCH)
        .select_related("session__event__season__club", "session__event__venue")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))
        .distinct()
        .order_by("begins", "pk")[:MOST]
    )
    return _calendar(player.shown_name, [_table(match, site) for match in rows])


def _seats_of(player: Player) -> QuerySet[Seat]:
    """Return the seats of a player that count for them."""
    rows = Seat.objects.filter(player=player)
    return rows if player.account_id is None else rows.filter(counting.counted())


def _calendar(name: str, entries: Iterable[Entry]) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", timedelta(hours=1), parameters={"value": "DURATION"})
    for entry in entries:
        calendar.add_component(entry)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _entries(events: QuerySet[Event], *, site: str, now: datetime) -> list[Entry]:
    window = (now - PAST, now + AHEAD)
    sessions = Session.objects.filter(pk__in=rights.readable_sessions(None).values("pk"))
    near = sessions.filter(starts_at__range=window).order_by("starts_at", "pk")
    rows = (
        events.filter(Q(starts_at__range=window) | Q(sessions__in=near))
        .annotate(**OF_EVENT)
        .select_related("season__club", "venue")
        .prefetch_related(Prefetch("sessions", near.annotate(**OF_SESSION), to_attr="near"))
        .distinct()
        .order_by("pk")[:MOST]
    )
    found = [entry for event in rows for entry in _of_event(event, site)]
    return found[:MOST]


def _of_event(event: Any, site: str) -> list[Entry]:
    if (
        event.starts_at is not None
        and _end(event.starts_at, event.ends_at) <= event.starts_at + DAY
    ):
        text = "\n".join(
            _("Session %(number)s at %(time)s")
            % {"number": one.number, "time": _local(one.starts_at).strftime("%H:%M")}
            for one in event.near
        )
        return [
            _entry(
                event,
                event,
                times=(event.starts_at, event.ends_at),
                uid=f"event-{event.code}",
                title=event.name,
                text=text,
                url=f"{site}/events/{event.code}/",
            )
        ]
    return [
        _entry(
            one,
            event,
            times=(one.starts_at, one.ends_at),
            uid=f"session-{one.code}",
            title=f"{event.name}, {_('Session %(number)s') % {'number': one.number}}",
            text="",
            url=f"{site}/sessions/{one.code}/",
        )
        for one in event.near
    ]


def _table(match: Any, site: str) -> Entry:
    session = match.session
    names = ", ".join(seat.player.shown_name for seat in match.seats.all())
    table = _("Table %(number)s") % {"number": match.table_number}
    return _entry(
        match,
        session.event,
        times=(match.begins, session.ends_at or session.event.ends_at),
        uid=f"match-{match.code}",
        title=f"{session.event.name}: {table}",
        text=names,
        url=f"{site}/matches/{match.code}/",
        place=table,
        is_cancelled=match.status == Match.Status.VOID,
    )


def _entry(
    row: Any,
    event: Event,
    *,
    times: tuple[datetime, datetime | None],
    uid: str,
    title: str,
    text: str,
    url: str,
    place: str = "",
    is_cancelled: bool = False,
) -> Entry:
    """Return one entry; `row` has what the audit trail knows of it."""
    entry = Entry()
    entry.add("uid", f"{uid}@stammtisch")
    entry.add("summary", title)
    entry.add("dtstart", _local(times[0]))
    entry.add("dtend", _local(_end(*times)))
    # The same calendar has the same bytes until something changes.
    entry.add("dtstamp", row.changed_at)
    entry.add("last-modified", row.changed_at)
    entry.add("sequence", row.sequence)
    is_cancelled = is_cancelled or event.cancelled_at is not None
    entry.add("status", "CANCELLED" if is_cancelled else "CONFIRMED")
    if text:
        entry.add("description", text)
    if where := ", ".join(filter(None, [place, _place(event)])):
        entry.add("location", where)
    entry.add("url", url)
    return entry


def _place(event: Event) -> str:
    if event.venue is None:
        return ""
    return ", ".join([event.venue.name, *event.venue.address.split("\n")]).rstrip(", ")


def _end(start: datetime, end: datetime | None) -> datetime:
    return end if end is not None and end > start else start + LENGTH


def _local(at: datetime) -> datetime:
    return at.astimezone(ZoneInfo(settings.TIME_ZONE))


def _history(*subjects: tuple[str, str], made: str) -> dict[str, Any]:
    """Return the annotations `sequence` and `changed_at` of rows with these subjects.

    A subject is its kind and the path to its code; `made` is the time that counts before the
    audit trail knows of any.
    """
    named = [Concat(Value(f"{kind}:"), OuterRef(code)) for kind, code in subjects]
    told = AuditEntry.objects.filter(subject__in=named).order_by().values(one=Value(1))
    return {
        "sequence": Coalesce(Subquery(told.annotate(n=Count("pk")).values("n")), 0),
        "changed_at": Coalesce(Subquery(told.annotate(last=Max("at")).values("last")), F(made)),
    }


OF_EVENT = _history(("event", "code"), made="created_at")
OF_SESSION = _history(("session", "code"), ("event", "event__code"), made="event__created_at")
OF_MATCH = _history(
    ("match", "code"),
    ("session", "session__code"),
    ("event", "session__event__code"),
    made="created_at",
)
