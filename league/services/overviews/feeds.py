"""Calendars that phones subscribe to: events of a club or season, and the tables of a player.

They show what anybody may read, so they need no login. An event that is over within a day is one
entry; of any other, each session with a time is, or the event where none has one. A player has an
entry for each table and each bye, at the part of the event that is its session's. At online tables
people sit down when they like, so that of them only the time of their event is told, which keeps
nobody busy. Entries keep their UIDs; their sequence number counts what the audit trail knows of
them, so that it grows with every change.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import (
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce, Concat
from django.utils.translation import gettext as _
from icalendar import Calendar
from icalendar import Event as Entry

from league.logic.timetable import DAY, LENGTH, Said, Span, timetable
from league.models import AuditEntry, Bye, Club, Event, Match, Player, Season, Seat, Session
from league.services.accounts import counting
from league.services.base import rights
from league.services.registration import plans

from . import coming

PAST, AHEAD = timedelta(days=90), timedelta(days=365)
MOST = 1000
PRODUCT = "-//Stammtisch//Stammtisch//EN"


def of_club(club: Club, *, site: str, now: datetime) -> bytes:
    """Return the calendar of all events of a club; `site` is what addresses begin with."""
    events = rights.readable_events(None).filter(season__club=club)
    return _calendar(club.name, _entries(events, site=site, now=now))


def of_place(place: str, *, site: str, now: datetime) -> bytes:
    """Return the calendar of what all clubs have planned, at a place or anywhere."""
    keys = coming.evenings(place=place, now=now).values_list("pk", flat=True)
    events = rights.readable_events(None).filter(pk__in=list(keys[: coming.IN_CALENDAR]))
    name = f"Stammtisch: {place}" if place else "Stammtisch"
    return _calendar(name, _entries(events, site=site, now=now))


def of_season(season: Season, *, site: str, now: datetime) -> bytes:
    """Return the calendar of the events of a season."""
    events = rights.readable_events(None).filter(season=season)
    return _calendar(f"{season.club.name}: {season.name}", _entries(events, site=site, now=now))


def of_player(player: Player, *, session: Session | None = None, site: str, now: datetime) -> bytes:
    """Return the calendar of the tables and byes of a player, once they are published.

    With a `session` those in it alone.
    """
    seated = rights.readable_matches(None).filter(
        pk__in=_seats_of(player).values("match"), session__isnull=False
    )
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    tables = _near(seated, now).annotate(**OF_MATCH).prefetch_related(seats).distinct()
    byes = Bye.objects.filter(
        player=player,
        session__in=rights.readable_sessions(None),
        session__event__season__in=Season.objects.filter(counting.counted_seasons(player)),
    )
    free = _near(byes, now).annotate(**OF_BYE).select_related("player")
    if session is not None:
        tables, free = tables.filter(session=session), free.filter(session=session)
    rows: list[Any] = [*tables[:MOST], *free[:MOST]]
    rows.sort(key=lambda row: (row.session.event_id, row.session.number, row.pk))
    parts = [list(part) for _pk, part in groupby(rows, attrgetter("session.event_id"))]
    found = [entry for part in parts for entry in _of_player_in(part, site)]
    return _calendar(player.shown_name, found[:MOST])


def of_event(event: Event, *, site: str, now: datetime) -> bytes:
    """Return the calendar of an event, once it may be known."""
    events = rights.readable_events(None).filter(pk=event.pk)
    return _calendar(event.name, _entries(events, site=site, now=now))


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


def _window(now: datetime) -> Span:
    return (now - PAST, now + AHEAD)


def _entries(events: QuerySet[Event], *, site: str, now: datetime) -> list[Entry]:
    """Return the entries of events that begin, or have a session that begins, near `now`."""
    sessions = rights.readable_sessions(None).exclude(event__draw__in=Event.TABLE_BY_TABLE)
    near = sessions.filter(starts_at__range=_window(now))
    rows = (
        events.filter(Q(starts_at__range=_window(now)) | Q(sessions__in=near))
        .annotate(**OF_EVENT)
        .select_related("season__club", "venue")
        .prefetch_related(Prefetch("sessions", _sessions(), to_attr="held"))
        .distinct()
        .order_by("pk")[:MOST]
    )
    found = [entry for event in rows for entry in _of_event(event, site, _window(now))]
    return found[:MOST]


def _near(rows: QuerySet[Any], now: datetime) -> QuerySet[Any]:
    """Return what of matches or byes begins near `now`, with its event and all sessions of that."""
    begins = Coalesce("session__starts_at", "session__event__starts_at")
    near = (
        rows.exclude(session__event__draw__in=Event.TABLE_BY_TABLE)
        .annotate(begins=begins)
        .filter(begins__range=_window(now))
    )
    sessions = Prefetch("session__event__sessions", _sessions(), to_attr="held")
    shown: QuerySet[Any] = near.select_related(
        "session__event__season__club", "session__event__venue"
    )
    return shown.prefetch_related(sessions).order_by("begins", "pk")


def _sessions() -> QuerySet[Session]:
    """Return all sessions, whether anybody may know of them, and what the trail knows of them."""
    told = rights.readable_sessions(None).filter(pk=OuterRef("pk"))
    return Session.objects.annotate(is_told=Exists(told), **OF_SESSION).order_by("number")


def _told(event: Any) -> list[Any]:
    return [one for one in event.held if one.is_told]


def _spans(event: Any) -> dict[int, Span]:
    """Return by their numbers when sessions of an event are, as far as that is known."""
    if event.draw in Event.TABLE_BY_TABLE:
        return {}
    said = [Said(one.number, one.starts_at, one.ends_at) for one in _told(event)]
    planned = event.planned_sessions or 0
    return timetable(said, start=event.starts_at, end=_end(event), planned=planned)


def _end(event: Any) -> datetime | None:
    """Return when an event ends; one whose end nobody has said holds all its sessions."""
    if event.ends_at is not None or event.draw == Event.Draw.ONLINE:
        return plans.end_of(event)
    usual = [plans.end_of(event)] if event.starts_at is not None else []
    own = [one.starts_at + LENGTH for one in _told(event) if one.starts_at is not None]
    return max((at for at in [*usual, *own] if at is not None), default=None)


def _is_short(event: Any) -> bool:
    """Return whether an event is over within a day."""
    end = _end(event)
    return event.starts_at is not None and end is not None and end <= event.starts_at + DAY


def _of_event(event: Any, site: str, window: Span) -> list[Entry]:
    spans = _spans(event)
    if _is_short(event) or not spans:
        timed = [one for one in _told(event) if spans and one.starts_at is not None]
        texts = [
            _("Session %(number)s at %(time)s")
            % {"number": one.number, "time": _local(one.starts_at).strftime("%H:%M")}
            for one in timed
        ]
        return _whole(event, event, site, texts, keeps_busy=_is_short(event))
    return [
        _entry(
            one,
            event,
            times=spans[one.number],
            uid=f"session-{one.code}",
            title=f"{event.name}, {_('Session %(number)s') % {'number': one.number}}",
            url=f"{site}/sessions/{one.code}/",
        )
        for one in _told(event)
        if one.number in spans and window[0] <= spans[one.number][0] <= window[1]
    ]


def _of_player_in(rows: Sequence[Any], site: str) -> list[Entry]:
    """Return the entries of a player in one event, for tables and byes in their order."""
    event = rows[0].session.event
    spans = _spans(event)
    timed = [row for row in rows if row.session.number in spans]
    if not timed:
        texts = [f"{_session(row)}: {_what(row)}" for row in rows]
        latest = max(rows, key=attrgetter("sequence"))
        return _whole(latest, event, site, texts, keeps_busy=False)
    return [_of_row(row, spans[row.session.number], site) for row in timed]


def _whole(
    row: Any, event: Event, site: str, texts: Sequence[str], *, keeps_busy: bool
) -> list[Entry]:
    """Return the entry of an event as a whole, none where nobody has said when it is."""
    end = _end(event)
    if event.starts_at is None or end is None:
        return []
    entry = _entry(
        row,
        event,
        times=(event.starts_at, end),
        uid=f"event-{event.code}",
        title=event.name,
        text="\n".join(texts),
        url=f"{site}/events/{event.code}/",
        keeps_busy=keeps_busy,
    )
    return [entry]


def _of_row(row: Any, times: Span, site: str) -> Entry:
    """Return the entry of a player's table or bye."""
    session, title = row.session, f"{row.session.event.name}: {_what(row)}"
    if isinstance(row, Bye):
        return _entry(
            row,
            session.event,
            times=times,
            uid=f"bye-{session.code}-{row.player.code}",
            title=title,
            text=_session(row),
            url=f"{site}/sessions/{session.code}/",
            keeps_busy=False,
        )
    return _entry(
        row,
        session.event,
        times=times,
        uid=f"match-{row.code}",
        title=title,
        text=", ".join(seat.player.shown_name for seat in row.seats.all()),
        url=f"{site}/matches/{row.code}/",
        place=_what(row),
        is_cancelled=row.status == Match.Status.VOID,
    )


def _what(row: Any) -> str:
    """Return what a player has in a session."""
    if isinstance(row, Bye):
        return _("free (bye)")
    return _("Table %(number)s") % {"number": row.table_number}


def _session(row: Any) -> str:
    return _("Session %(number)s") % {"number": row.session.number}


def _entry(
    row: Any,
    event: Any,
    *,
    times: Span,
    uid: str,
    title: str,
    url: str,
    text: str = "",
    place: str = "",
    is_cancelled: bool = False,
    keeps_busy: bool = True,
) -> Entry:
    """Return one entry; `row` and the sessions of `event` have what the audit trail knows."""
    entry = Entry()
    entry.add("uid", f"{uid}@stammtisch")
    entry.add("summary", title)
    entry.add("dtstart", _local(times[0]))
    entry.add("dtend", _local(times[1]))
    # The same calendar has the same bytes until something changes.
    changed_at = max([row.changed_at, *(one.moved_at for one in event.held)])
    entry.add("dtstamp", changed_at)
    entry.add("last-modified", changed_at)
    entry.add("sequence", row.sequence + sum(one.moves for one in event.held))
    entry.add("status", _status(event, is_cancelled=is_cancelled))
    if not keeps_busy or event.draw == Event.Draw.ONLINE:
        entry.add("transp", "TRANSPARENT")
    if text:
        entry.add("description", text)
    if where := ", ".join(filter(None, [place, _place(event)])):
        entry.add("location", where)
    entry.add("url", url)
    return entry


def _status(event: Event, *, is_cancelled: bool) -> str:
    if is_cancelled or event.cancelled_at is not None:
        return "CANCELLED"
    return "TENTATIVE" if event.draw == Event.Draw.ONLINE else "CONFIRMED"


def _place(event: Event) -> str:
    if event.venue is None:
        return ""
    return ", ".join([event.venue.name, *event.venue.address.split("\n")]).rstrip(", ")


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


def _moves() -> dict[str, Any]:
    """Return how often sessions were published or undone, which moves the others, and when last.

    Nothing else of a draft is told.
    """
    subject = Concat(Value("session:"), OuterRef("code"))
    moving = AuditEntry.objects.filter(subject=subject, action__in=MOVING)
    told = moving.order_by().values(one=Value(1))
    return {
        "moves": Coalesce(Subquery(told.annotate(n=Count("pk")).values("n")), 0),
        "moved_at": Coalesce(
            Subquery(told.annotate(last=Max("at")).values("last")), F("event__created_at")
        ),
    }


MOVING = ("draw.publish", "draw.undo")
OF_EVENT = _history(("event", "code"), made="created_at")
OF_SESSION = {
    **_history(("session", "code"), ("event", "event__code"), made="event__created_at"),
    **_moves(),
}
OF_MATCH = _history(
    ("match", "code"),
    ("session", "session__code"),
    ("event", "session__event__code"),
    made="created_at",
)
OF_BYE = _history(
    ("session", "session__code"),
    ("event", "session__event__code"),
    made="session__event__created_at",
)
