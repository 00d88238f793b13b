"""What webhooks are told: who asked for it, and the facts, which are public ones.

Announced in the transaction in which it happens, as a row for each webhook, so that nothing is lost
when a worker or the broker is. The standings of a season are told of at most once in a few seconds:
while a row about them waits, it stands for the next change, too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from league import queue
from league.models import Delivery, Match, Result, Season, Seat, Session, Version, Webhook

GATHER = timedelta(seconds=5)
"""How long changes of standings are gathered."""

Event = Webhook.Event
Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Told:
    """One thing that happened: whose webhooks hear of it, about what it is, and the facts."""

    subject: str
    facts: Facts
    club_id: int | None = None
    author_id: int | None = None


def announce(
    *, event: str, pks: Iterable[int], held: Sequence[Webhook] | None = None, now: datetime
) -> None:
    """Tell the webhooks that asked for `event` that it happened to the rows `pks`.

    Rows are sessions, results, seasons or versions, as the event says; `held` are the webhooks that
    may hear of them, for who holds them. Called in the transaction that made it happen. A fixed
    number of queries for any number of rows, one or two if nobody asked.
    """
    kind = KINDS[Event(event)]
    happened = kind.rows.filter(pk__in=list(pks))
    with transaction.atomic(savepoint=False):
        hearing = _hold(_near(happened, kind)) if held is None else held
        hooks = [hook for hook in hearing if event in hook.events]
        told = [kind.tell(row) for row in happened] if hooks else []
        pairs = [(hook, one) for one in told for hook in hooks if _hears(hook, one)]
        if event == Event.STANDINGS_CHANGED:
            _gather(pairs, now=now)
        else:
            rows = Delivery.objects.bulk_create(_delivery(event, *pair, now=now) for pair in pairs)
            queue.deliver([row.pk for row in rows])


def announce_results(changed: Iterable[tuple[Match, Result | None]], *, now: datetime) -> None:
    """Tell of results of events that count from now on, and of the standings they move.

    Without a result a match has stopped to count. Results from a list are of the past, so only
    their standings are told of. Seasons are loaded. One query if nobody asked.
    """
    told = [(match, result) for match, result in changed if match.season.kind == Season.Kind.EVENTS]
    if told:
        results = [result for _match, result in told if result is not None]
        final = [result.pk for result in results if result.source != Result.Source.LIST]
        clubs = {match.season.club_id for match, _result in told}
        held = _hold(Webhook.objects.filter(club__in=clubs))
        announce(event=Event.RESULT_FINAL, pks=final, held=held, now=now)
        seasons = {match.season_id for match, _result in told}
        announce(event=Event.STANDINGS_CHANGED, pks=seasons, held=held, now=now)


def _hears(hook: Webhook, told: Told) -> bool:
    if hook.club_id is None:
        return hook.owner_id == told.author_id
    return hook.club_id == told.club_id


def _gather(pairs: Sequence[tuple[Webhook, Told]], *, now: datetime) -> None:
    """Have one row for each pair that gathers changes, and hold it until the commit.

    A row that another transaction has made is only right to stand for this change as long as no
    worker takes it before this one is committed; so it is locked, and made again if it was taken.
    """
    missing = {(hook.pk, told.subject): (hook, told) for hook, told in sorted(pairs, key=_order)}
    while missing:
        gathering = Delivery.objects.filter(
            is_gathering=True,
            webhook__in={hook for hook, _subject in missing},
            subject__in={subject for _hook, subject in missing},
        )
        held = gathering.order_by("pk").select_for_update().values_list("webhook_id", "subject")
        for key in list(held):
            missing.pop(key, None)
        Delivery.objects.bulk_create(
            [
                _delivery(Event.STANDINGS_CHANGED, *pair, now=now, gathers=True)
                for pair in missing.values()
            ],
            ignore_conflicts=True,
        )


def _order(pair: tuple[Webhook, Told]) -> tuple[int, str]:
    hook, told = pair
    return hook.pk, told.subject


def _delivery(
    event: str, hook: Webhook, told: Told, *, now: datetime, gathers: bool = False
) -> Delivery:
    return Delivery(
        webhook=hook,
        event=event,
        subject=told.subject,
        facts=dict(told.facts),
        due_at=now + GATHER if gathers else now,
        is_gathering=gathers,
        created_at=now,
    )


@dataclass(frozen=True)
class Kind:
    """What one event is about: its rows, as they are to be loaded, and what is told of each.

    `club` and `author` are the paths from a row to whose webhooks hear of it.
    """

    rows: QuerySet[Any]
    tell: Callable[[Any], Told]
    club: str = ""
    author: str = ""


def _near(happened: QuerySet[Any], kind: Kind) -> QuerySet[Webhook]:
    """Return the webhooks that may hear of any of the rows."""
    if kind.club:
        return Webhook.objects.filter(club__in=happened.order_by().values(kind.club))
    return Webhook.objects.filter(club=None, owner__in=happened.order_by().values(kind.author))


def _hold(webhooks: QuerySet[Webhook]) -> list[Webhook]:
    """Return those of the webhooks that are active, held until the commit; one query.

    Whoever removes one waits, for nothing can be committed that was to be told to a row gone.
    """
    active = webhooks.filter(is_active=True).order_by("pk")
    return list(active.select_for_update(no_key=True))


def _tell_session(session: Session) -> Told:
    season = session.event.season
    tables = [
        {"match": match.code, "table": match.table_number, "seats": _seats(match)}
        for match in session.matches.all()
    ]
    facts = {"session": session.code, "number": session.number, "event": session.event.code}
    return Told(
        subject=f"session:{session.code}",
        facts={**facts, "season": season.code, "club": season.club.slug, "tables": tables},
        club_id=season.club_id,
    )


def _tell_result(result: Result) -> Told:
    match = result.match
    session, season = match.session, match.season
    facts = {
        "match": match.code,
        "table": match.table_number,
        "session": session and session.code,
        "event": session and session.event.code,
        "season": season.code,
        "club": season.club.slug,
        "version": result.version,
        "source": result.source,
        "seats": _seats(match),
        "totals": result.totals,
        "places": result.places,
    }
    return Told(subject=f"match:{match.code}", facts=facts, club_id=season.club_id)


def _tell_season(season: Season) -> Told:
    facts = {"season": season.code, "club": season.club.slug}
    return Told(subject=f"season:{season.code}", facts=facts, club_id=season.club_id)


def _tell_version(version: Version) -> Told:
    facts = {
        "version": version.code,
        "number": version.number,
        "bot": version.bot.code,
        "name": version.bot.name,
        "status": version.status,
    }
    author = version.bot.owner_id
    return Told(subject=f"version:{version.code}", facts=facts, author_id=author)


def _seats(match: Match) -> list[dict[str, str]]:
    return [{"player": seat.player.code, "name": seat.player.name} for seat in match.seats.all()]


_SEATS = Prefetch("seats", Seat.objects.select_related("player"))
_TABLES = Prefetch("matches", Match.objects.order_by("table_number").prefetch_related(_SEATS))
_MATCH_SEATS = Prefetch("match__seats", Seat.objects.select_related("player"))
KINDS = {
    Event.DRAW_PUBLISHED: Kind(
        Session.objects.select_related("event__season__club").prefetch_related(_TABLES),
        _tell_session,
        club="event__season__club",
    ),
    Event.RESULT_FINAL: Kind(
        Result.objects.filter(match__season__kind=Season.Kind.EVENTS)
        .select_related("match__season__club", "match__session__event")
        .prefetch_related(_MATCH_SEATS)
        .order_by("pk"),
        _tell_result,
        club="match__season__club",
    ),
    Event.STANDINGS_CHANGED: Kind(
        Season.objects.filter(kind=Season.Kind.EVENTS).select_related("club").order_by("pk"),
        _tell_season,
        club="club",
    ),
    Event.VERSION_CHECKED: Kind(
        Version.objects.select_related("bot").order_by("pk"), _tell_version, author="bot__owner"
    ),
}
"""What is told of each event."""
