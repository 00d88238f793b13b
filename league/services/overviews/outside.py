"""What other sites and programs are told of clubs and seasons: what is next, what ended last.

All of it is what visitors may read. Each function stops after a few rows.
"""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from league.models import Club, Event, Match, Season, Seat, Session
from league.services.base import rights

from . import coming

MOST_EVENINGS, MOST_RESULTS, MOST_TABLES, MOST_SESSIONS = 3, 8, 60, 6


def evenings_of(club: Club, *, now: datetime) -> QuerySet[Event]:
    """Return the evenings of a club that go on or are to come, the next one first; one query."""
    return coming.evenings(now=now).filter(season__club=club)[:MOST_EVENINGS]


def results_of(season: Season) -> QuerySet[Match]:
    """Return the matches of a season that became final last, with who sat there; two queries."""
    rows = _final().filter(season=season, session__isnull=False)
    return rows.order_by("-finished_at", "-pk")[:MOST_RESULTS]


def tables_of(session: Session) -> QuerySet[Match]:
    """Return the final matches of a session by table, with who sat there; two queries."""
    return _final().filter(session=session).order_by("table_number", "pk")[:MOST_TABLES]


def drawn_tables(session: Session) -> QuerySet[Match]:
    """Return the tables of a published session with who sits there, by number; two queries."""
    rows = rights.readable_matches(None).filter(session=session).exclude(status=Match.Status.VOID)
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return rows.defer("secret").prefetch_related(seats).order_by("table_number", "pk")


def sessions_of(season: Season) -> QuerySet[Session]:
    """Return the sessions of a season that were published last, with their events; one query."""
    rows = rights.readable_sessions(None).filter(event__season=season)
    rows = rows.exclude(event__draw__in=Event.TABLE_BY_TABLE).select_related("event")
    return rows.defer("explanation").order_by("-published_at", "-pk")[:MOST_SESSIONS]


def _final() -> QuerySet[Any]:
    seats = Seat.objects.select_related("player").order_by("place", "number")
    rows = rights.readable_matches(None).filter(status=Match.Status.FINAL)
    rows = rows.select_related("session__event").defer("secret", "session__explanation")
    return rows.prefetch_related(Prefetch("seats", seats, to_attr="placed"))
