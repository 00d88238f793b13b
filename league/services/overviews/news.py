"""News of a club or a season, for programs that read feeds: events, draws, results, the end.

They are what visitors may read, the newest first, and bounded: of a club its newest seasons are
looked at, of a season its newest events and sessions. What a piece of news says of a session grows
with its results, so it also tells when it changed last.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from django.db.models import Count, F, Max, Min, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat, Greatest

from league.models import AuditEntry, Club, Event, Match, Result, Season, Seat, Session
from league.services.base import rights

MOST, MOST_SEASONS, MOST_TABLES = 30, 6, 12


class Kind(Enum):
    """What has happened."""

    EVENT = "event"
    CANCELLED = "cancelled"
    DRAW = "draw"
    RESULTS = "results"
    END = "end"


@dataclass(frozen=True, slots=True)
class News:
    """Something that has happened; `about` is the row it is about, which `code` names.

    Of results, `tables` are the first final matches with their `firsts`, `played` of `drawn` are
    final.
    """

    kind: Kind
    about: Any
    at: datetime
    changed_at: datetime
    tables: Sequence[Match] = ()
    played: int = 0
    drawn: int = 0


def of_club(club: Club) -> list[News]:
    """Return the news of a club's newest seasons; seven queries."""
    rows = rights.readable_seasons(None).filter(club=club, kind=Season.Kind.EVENTS)
    return _of(rows.order_by("-created_at", "-pk")[:MOST_SEASONS])


def of_season(season: Season) -> list[News]:
    """Return the news of a season; seven queries."""
    rows = rights.readable_seasons(None).filter(pk=season.pk, kind=Season.Kind.EVENTS)
    return _of(rows)


def _of(seasons: QuerySet[Season]) -> list[News]:
    found = list(seasons.annotate(closed_at=_closed_at()).select_related("club"))
    events = rights.readable_events(None).filter(season__in=found)
    events = events.select_related("season", "venue").order_by("-created_at", "-pk")[:MOST]
    sessions = _sessions(_published(found))
    news = [*_ends(found), *_of_events(events), *_of_sessions(sessions)]
    return sorted(news, key=_newest, reverse=True)[:MOST]


def _newest(news: News) -> tuple[datetime, int]:
    return news.at, news.about.pk


def _closed_at() -> Subquery:
    """Return when a season was closed last, as the trail of its club has it."""
    subject = Concat(Value("season:"), OuterRef("code"))
    closed = AuditEntry.objects.filter(action="season.close", subject=subject)
    return Subquery(closed.order_by("-pk").values("at")[:1])


def _ends(seasons: Iterable[Any]) -> list[News]:
    return [
        News(Kind.END, season, season.closed_at, season.closed_at)
        for season in seasons
        if season.status == Season.Status.CLOSED and season.closed_at
    ]


def _of_events(events: Iterable[Event]) -> list[News]:
    found = []
    for event in events:
        found.append(News(Kind.EVENT, event, event.created_at, event.created_at))
        if event.cancelled_at:
            found.append(News(Kind.CANCELLED, event, event.cancelled_at, event.cancelled_at))
    return found


def _published(seasons: Sequence[Season]) -> list[int]:
    """Return the keys of the sessions published last."""
    rows = rights.readable_sessions(None).filter(
        event__season__in=seasons, published_at__isnull=False
    )
    rows = rows.exclude(event__draw__in=Event.TABLE_BY_TABLE).order_by("-published_at", "-pk")
    return list(rows.values_list("pk", flat=True)[:MOST])


def _sessions(keys: Sequence[int]) -> QuerySet[Any]:
    """Return sessions, each with its first tables that are final, and how many are."""
    firsts = Seat.objects.filter(place=1).select_related("player")
    tables = Match.objects.filter(status=Match.Status.FINAL).defer("secret")
    tables = tables.prefetch_related(Prefetch("seats", firsts, to_attr="firsts"))
    ended = Prefetch("matches", tables.order_by("table_number")[:MOST_TABLES], to_attr="ended")
    rows = Session.objects.filter(pk__in=keys).defer("explanation")
    rows = rows.select_related("event__season").prefetch_related(ended)
    return rows.annotate(**_progress())


def _progress() -> dict[str, Any]:
    is_final = Q(matches__status=Match.Status.FINAL)
    undrawn = [Match.Status.DRAFT, Match.Status.VOID]
    entered = Result.objects.filter(match__session=OuterRef("pk"), match__status="final")
    last = entered.order_by().values("match__session").annotate(last=Max("entered_at"))
    return {
        "drawn": Count("matches", filter=~Q(matches__status__in=undrawn)),
        "played": Count("matches", filter=is_final),
        "first_at": Min("matches__finished_at", filter=is_final),
        "last_at": Greatest(
            Max("matches__finished_at", filter=is_final),
            Coalesce(Subquery(last.values("last")), F("published_at")),
        ),
    }


def _of_sessions(sessions: Iterable[Any]) -> list[News]:
    found = []
    for session in sessions:
        found.append(News(Kind.DRAW, session, session.published_at, session.published_at))
        if session.first_at:
            found.append(
                News(
                    Kind.RESULTS,
                    session,
                    session.first_at,
                    max(session.first_at, session.last_at),
                    tables=session.ended,
                    played=session.played,
                    drawn=session.drawn,
                )
            )
    return found
