"""Tables for spreadsheets: what a club would otherwise copy from its pages.

Each is streamed: however long it is, a few hundred rows are in memory at a time. Columns keep
their names and order; new ones are added at the end. Values are those of the database, not of a
language: statuses by their names, times in UTC.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import F, QuerySet

from league.logic import spreadsheets
from league.logic.spreadsheets import Cell
from league.models import (
    AuditEntry,
    Club,
    Event,
    Rating,
    Registration,
    Role,
    Round,
    Season,
    Seat,
    Session,
)
from league.services.base import rights
from league.services.base.rights import Asking
from league.services.books import payments
from league.services.seasons import club_rankings, rankings

CHUNK = 500
BOM = "\ufeff"


@dataclass(frozen=True)
class Table:
    """One table: a column's name and where its value lies, and the rows of what it is about.

    Whoever may read the thing itself may have the table; some need a role in its club.
    """

    columns: Mapping[str, str | Callable[[Any], Cell]]
    rows: Callable[[Any, Asking], QuerySet[Any] | Sequence[Any]]
    role: Role | None = None


def lines(name: str, about: Any, *, account: Asking, has_bom: bool = False) -> Iterator[str]:
    """Return the lines of the table `name` about a club, season, event or session.

    `about` is one that `account` may know of; raises Forbidden where that is not enough.
    """
    table = TABLES[type(about)][name]
    if table.role is not None:
        rights.require_role(club=_club_of(about), account=account, role=table.role)
    found = table.rows(about, account)
    rows = found.iterator(chunk_size=CHUNK) if isinstance(found, QuerySet) else found
    cells = ([_value(row, source) for source in table.columns.values()] for row in rows)
    text = spreadsheets.lines(list(table.columns), cells)
    return _after(BOM, text) if has_bom else text


def names_of(model: type[Any]) -> list[str]:
    """Return the names of the tables there are about a model."""
    return list(TABLES[model])


def _after(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _value(row: Any, source: str | Callable[[Any], Cell]) -> Cell:
    if callable(source):
        return source(row)
    for step in source.split("."):
        row = None if row is None else getattr(row, step)
    found: Cell = row
    return found


def _club_of(about: Any) -> Club:
    match about:
        case Club():
            return about
        case Season():
            return about.club
        case Event():
            return about.season.club
    club: Club = about.event.season.club
    return club


def _members(club: Club, _account: Asking) -> QuerySet[Any]:
    return club.memberships.select_related("player").order_by("player__name", "pk")


def _audit(club: Club, _account: Asking) -> QuerySet[Any]:
    return AuditEntry.objects.filter(club=club).select_related("account").order_by("pk")


def _registrations(event: Event, _account: Asking) -> QuerySet[Any]:
    rows = Registration.objects.filter(event=event).select_related("player", "replaces__player")
    return rows.order_by("registered_at", "pk")


def _books(event: Event, _account: Asking) -> Sequence[Any]:
    return payments.lines(event, payments.rows_of(event))


def _cents(amount: int) -> Cell:
    return Decimal(amount) / 100


def _of_paid(row: payments.Line, source: str) -> Cell:
    """Return what was noted when somebody paid last."""
    return _value(row.paid[-1], source) if row.paid else None


def _draw(session: Session, _account: Asking) -> QuerySet[Any]:
    seats = Seat.objects.filter(match__session=session).select_related("match", "player")
    return seats.order_by("match__table_number", "match", "number")


def _matches(season: Season, account: Asking) -> QuerySet[Any]:
    seats = Seat.objects.filter(match__in=rights.readable_matches(account), match__season=season)
    return seats.select_related("player", "match__session__event", "match__duplicate").order_by(
        "match", "number"
    )


def _results(season: Season, account: Asking) -> QuerySet[Any]:
    """Return the rounds of the results in force, a row for each."""
    rounds = Round.objects.filter(
        result__match__season=season,
        result__match__in=rights.readable_matches(account),
        result__version=F("result__match__result_version"),
    )
    return rounds.select_related("result__match__session__event").order_by(
        "result__match", "number"
    )


def _standings(season: Season, _account: Asking) -> Sequence[Any]:
    return rankings.table(season)


def _clubs(season: Season, _account: Asking) -> Sequence[Any]:
    return club_rankings.places(season)


def _ratings(season: Season, _account: Asking) -> QuerySet[Any]:
    rows = Rating.objects.filter(season=season).select_related("player")
    return rows.order_by("-ordinal", "pk")


def _score(number: int) -> Callable[[Round], Cell]:
    """Return what reads the score of a seat, nothing where the table has fewer."""
    return lambda row: row.scores[number] if number < len(row.scores) else None


def _seat(row: Seat) -> Cell:
    return row.number + 1


SEATS: Sequence[int] = range(10)
_PLAYER = {"player": "player.code", "name": "player.shown_name", "kind": "player.kind"}
_MATCH = {
    "match": "match.code",
    "event": "match.session.event.name",
    "session": "match.session.number",
    "table": "match.table_number",
    "status": "match.status",
}
TABLES: Mapping[type[Any], Mapping[str, Table]] = {
    Club: {
        "members": Table({**_PLAYER, "role": "role", "joined_at": "joined_at"}, _members),
        "audit": Table(
            {
                "at": "at",
                "account": "account.username",
                "action": "action",
                "subject": "subject",
                "data": lambda row: spreadsheets.compact(row.data),
            },
            _audit,
            role=Role.ORGANISER,
        ),
    },
    Season: {
        "matches": Table(
            {
                **_MATCH,
                "seat": _seat,
                **_PLAYER,
                "score": "score",
                "place": "place",
                "points": "points",
            },
            _matches,
        ),
        "results": Table(
            {
                "match": "result.match.code",
                "event": "result.match.session.event.name",
                "session": "result.match.session.number",
                "table": "result.match.table_number",
                "status": "result.match.status",
                "version": "result.version",
                "source": "result.source",
                "round": lambda row: row.number + 1,
                "dealer": lambda row: row.dealer + 1,
                "redeal": "redeal",
                **{f"score_{seat + 1}": _score(seat) for seat in SEATS},
            },
            _results,
        ),
        "standings": Table(
            {
                "rank": "rank",
                **_PLAYER,
                "points": "points",
                "score": "score",
                "matches": "matches",
                "wins": "wins",
                "handicap": "handicap",
            },
            _standings,
        ),
        "ratings": Table(
            {
                **_PLAYER,
                "mu": "mu",
                "sigma": "sigma",
                "ordinal": "ordinal",
                "contests": "duplicates",
                "is_active": "is_active",
            },
            _ratings,
        ),
        "clubs": Table(
            {
                "rank": "rank",
                "club": "key.slug",
                "name": "key.name",
                "points": "points",
                "counted": "counted",
                "players": "players",
            },
            _clubs,
        ),
    },
    Event: {
        "registrations": Table(
            {
                **_PLAYER,
                "status": "status",
                "registered_at": "registered_at",
                "checked_in_at": "checked_in_at",
                "first_session": "first_session",
                "last_session": "last_session",
                "fixed_table": "fixed_table",
                "group": "group",
                "replaces": "replaces.player.code",
            },
            _registrations,
            role=Role.SCORER,
        ),
        "books": Table(
            {
                "player": "registration.player.code",
                "name": "registration.player.shown_name",
                "status": "registration.status",
                "due": lambda row: _cents(row.due),
                "paid": lambda row: _cents(row.amount) if row.paid else None,
                "currency": "registration.event.season.club.currency",
                "way": lambda row: _of_paid(row, "way"),
                "noted_at": lambda row: _of_paid(row, "noted_at"),
                "noted_by": lambda row: _of_paid(row, "noted_by.username"),
            },
            _books,
            role=Role.SCORER,
        ),
    },
    Session: {
        "draw": Table(
            {"table": "match.table_number", "match": "match.code", "seat": _seat, **_PLAYER},
            _draw,
        ),
    },
}
"""Every table, by what it is about."""
