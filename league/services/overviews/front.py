"""What is going on, for the front page: evenings of today, online tables, newest results.

Each function reads along an index and stops after a few rows: it costs the same however much is
stored.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.models import Account, Event, Match, OnlineTable, Season, Seat, Session, TableSeat
from league.services.base import rights

from .desk import ENDED

MOST = 6
LATE = timedelta(hours=12)
"""An evening whose end nobody has said is on the page so long."""
LONGEST = timedelta(days=7)
"""An event that started longer ago is not looked for, whenever it ends."""
_PLAYER = ("player__code", "player__name", "player__builtin", "player__erased_at", "player__kind")


def _of_event(path: str) -> tuple[str, ...]:
    """Return the columns that lists show of an event, which `path` leads to."""
    shown = ("name", "starts_at", "season__game", "season__name", "season__club__name")
    return tuple(f"{path}{name}" for name in (*shown, "code", "draw"))


@dataclass(frozen=True)
class Evening:
    """An event of today, with the session being played or, when none is, the last one drawn."""

    event: Event
    session: Session | None
    is_going: bool


def evenings(by: Account | None, *, now: datetime, until: datetime) -> list[Evening]:
    """Return events that go on or start before `until`, those being played first; three queries."""
    recent = _sessions(by).filter(published_at__gte=now - LATE, published_at__lte=now)
    recent = recent.select_related("event__season__club").order_by("-published_at", "-pk")
    recent = recent.only("published_at", *_of_event("event__"))
    found = {one.event_id: one.event for one in recent[: 4 * MOST]}
    found |= {event.pk: event for event in dated(by, now, until)[: 4 * MOST]}
    unfinished = Match.objects.filter(session=OuterRef("pk")).exclude(status__in=ENDED)
    drawn = Session.objects.filter(event__in=found, status=Session.Status.PUBLISHED)
    drawn = drawn.only("code", "number", "event").annotate(is_going=Exists(unfinished))
    by_event = groupby(drawn.order_by("event", "number"), key=attrgetter("event_id"))
    sessions = {key: _shown(rows) for key, rows in by_event}
    rows = [_evening(event, sessions.get(key)) for key, event in found.items()]
    return sorted(rows, key=_urgency)[:MOST]


def dated(by: Account | None, now: datetime, until: datetime) -> QuerySet[Event]:
    """Return the events that go on, or start before `until`, by their dates."""
    rows = rights.readable_events(by).filter(
        Q(ends_at__gt=now) | Q(ends_at=None, starts_at__gte=now - LATE),
        starts_at__gte=now - LONGEST,
        starts_at__lt=until,
        cancelled_at=None,
    )
    rows = rows.exclude(draw=Event.Draw.ONLINE).select_related("season__club").only(*_of_event(""))
    return rows.order_by("-starts_at", "-pk")


def live_tables(by: Account | None) -> QuerySet[OnlineTable]:
    """Return online tables that wait for players, then those being played; two queries."""
    live = [OnlineTable.Status.GATHERING, OnlineTable.Status.PLAYING]
    # Whoever looks after tables has all of these in an index, and no other.
    rows = rights.readable_tables(by).filter(due_at__isnull=False, status__in=live)
    rows = rows.exclude(status=OnlineTable.Status.GATHERING, is_private=True)
    rows = rows.filter(event__isnull=False)
    seated = TableSeat.objects.select_related("player").only("number", "table", *_PLAYER)
    rows = rows.select_related("event__season__club").prefetch_related(Prefetch("seats", seated))
    rows = rows.only("code", "size", "status", *_of_event("event__"))
    return rows.order_by("status", "-pk")[:MOST]  # in the order of the alphabet, too


def newest_results(by: Account | None) -> QuerySet[Any]:
    """Return the matches of events that became final last, with their `firsts`; two queries."""
    rows = rights.readable_matches(by).filter(
        status=Match.Status.FINAL, session__isnull=False, finished_at__isnull=False
    )
    firsts = Seat.objects.filter(place=1).select_related("player")
    firsts = firsts.only("number", "match", *_PLAYER)
    rows = rows.prefetch_related(Prefetch("seats", firsts, to_attr="firsts"))
    rows = rows.select_related("session__event__season__club")
    rows = rows.only(
        "code",
        "table_number",
        "finished_at",
        "duplicate",
        "session__number",
        *_of_event("session__event__"),
    )
    return rows.order_by("-finished_at", "-pk")[:MOST]


def online_events(by: Account | None, *, now: datetime) -> QuerySet[Any]:
    """Return the events at whose tables one may sit down, with how many are `waiting` there."""
    rows = rights.readable_events(by).filter(
        Q(closes_at=None) | Q(closes_at__gt=now),
        draw=Event.Draw.ONLINE,
        season__status=Season.Status.RUNNING,
        cancelled_at=None,
        is_open=True,
    )
    gathering = OnlineTable.objects.filter(
        event=OuterRef("pk"), status=OnlineTable.Status.GATHERING, due_at__isnull=False
    )
    counted = gathering.order_by().values("event").annotate(number=Count("pk")).values("number")
    rows = rows.annotate(waiting=Coalesce(Subquery(counted), 0))
    return rows.select_related("season__club").order_by("-pk")


def _sessions(by: Account | None) -> QuerySet[Any]:
    """Return the sessions drawn for people to come to; online tables are shown as such."""
    rows = rights.readable_sessions(by).filter(status=Session.Status.PUBLISHED)
    return rows.filter(event__cancelled_at=None).exclude(event__draw__in=Event.TABLE_BY_TABLE)


def _shown(sessions: Iterable[Any]) -> Any:
    """Return the first session that is being played, the last one when none is."""
    rows = list(sessions)
    return next((row for row in rows if row.is_going), rows[-1])


def _evening(event: Event, session: Any) -> Evening:
    return Evening(event, session, is_going=session is not None and session.is_going)


def _urgency(evening: Evening) -> tuple[int, float, int]:
    """Return what evenings are sorted by: being played, to come by time, played.

    Of those being played the last to begin is first: others may go on for weeks.
    """
    starts_at = evening.event.starts_at
    at = starts_at.timestamp() if starts_at else 0.0
    rank = 0 if evening.is_going else 1 if evening.session is None else 2
    return rank, -at if evening.is_going else at, -evening.event.pk
