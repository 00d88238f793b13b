"""Evenings of a past season, made of the lines of a list: read, checked, and stored as events.

Whoever stores them holds the season, and counts the matches afterwards.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

import games
from league.logic import past_results
from league.logic.list_columns import Column
from league.logic.outcomes import Outcome
from league.models import (
    Account,
    AuditEntry,
    Event,
    Match,
    Player,
    Registration,
    Result,
    Season,
    Seat,
    Session,
)
from league.services.base import formats
from league.services.base.refusals import Invalid
from league.services.clubs.lists import Row
from league.services.draws.draws import MOST_TABLES
from league.services.registration import places, plans
from league.services.results import results, submissions
from league.services.results.submissions import Totals

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A line that can be read: somebody at a table, and the score of the match."""

    row: Row
    starts: datetime
    session: int
    table: int
    score: int

    @property
    def player(self) -> Player:
        """Who sat there, unsaved if nobody knew them; only of lines that are not wrong."""
        assert self.row.player is not None  # noqa: S101 - rows without are wrong or left out
        return self.row.player


Table = list[Sitting]


@dataclass(slots=True)
class Evening:
    """What was played on one day: tables by their numbers, in sessions by theirs."""

    starts: datetime
    sessions: dict[int, dict[int, Table]] = field(default_factory=dict)
    event: Event = field(init=False)

    @property
    def day(self) -> date:
        """The day at the site's place."""
        return timezone.localdate(self.starts, timezone.get_default_timezone())

    @property
    def tables(self) -> list[Table]:
        """All tables of all sessions."""
        return [table for tables in self.sessions.values() for table in tables.values()]

    @property
    def sittings(self) -> list[Sitting]:
        """Everybody at all of them."""
        return [one for table in self.tables for one in table]

    @property
    def first(self) -> Row:
        """The line that first tells of the evening."""
        return min((one.row for one in self.sittings), key=lambda row: row.line.number)


def read(rows: Iterable[Row], columns: Collection[Column]) -> list[Sitting]:
    """Return the lines that can be read; of the others their rows say what is wrong."""
    found = []
    for row in rows:
        if row.is_left_out:
            continue
        given, has_sessions = row.given, Column.SESSION in columns
        starts = _told(row, Column.DATE, given.date, _start)
        session = _told(row, Column.SESSION, given.session if has_sessions else "1", _session)
        table = _told(row, Column.TABLE, given.table, _table)
        score = _told(row, Column.SCORE, given.score, _score)
        if starts is not None and session and table and score is not None:
            found.append(Sitting(row, starts, session, table, score))
    return found


def gathered(sittings: Iterable[Sitting]) -> list[Evening]:
    """Return the evenings that lines tell of, by day; seats are in the order of the lines."""
    found: dict[date, Evening] = {}
    for one in sittings:
        evening = Evening(one.starts)
        evening = found.setdefault(evening.day, evening)
        evening.starts = min(evening.starts, one.starts)
        evening.sessions.setdefault(one.session, {}).setdefault(one.table, []).append(one)
    return [found[day] for day in sorted(found)]


def check(season: Season, evenings: Sequence[Evening], *, now: datetime) -> None:
    """Add to the rows which days cannot be, and who sits at two tables. One query."""
    there = {
        timezone.localdate(event.starts_at, timezone.get_default_timezone()): event
        for event in season.events.filter(cancelled_at=None, starts_at__isnull=False)
        if event.starts_at
    }
    for evening in evenings:
        if evening.starts > now:
            said = _("This day is still to come. A list brings results of the past.")
            evening.first.errors.setdefault("date", [said])
        if other := there.get(evening.day):
            said = _(
                "The season already has an event on this day: “%(name)s”. Take these lines out "
                "of the list, or cancel that event first."
            )
            evening.first.errors.setdefault("date", [said % {"name": other.name}])
        for tables in evening.sessions.values():
            _check_seats(tables.values())


def check_sizes(season: Season, evenings: Iterable[Evening]) -> None:
    """Add to the rows which tables have a wrong size; for lists without a line that is wrong."""
    sizes = formats.sizes(games.get(season.game))
    said = _("A table of this game must have one of these numbers of players: %(sizes)s.")
    for evening in evenings:
        for table in evening.tables:
            if len(table) not in sizes:
                told = said % {"sizes": ", ".join(map(str, sizes))}
                table[0].row.errors["table"] = [told]


def store(
    season: Season, evenings: Sequence[Evening], *, code: str, by: Account, now: datetime
) -> list[tuple[Match, Result]]:
    """Store evenings as events, and return their matches with their results, which count not yet.

    The `code` of the list stands in the log of each. A fixed number of queries.
    """
    taken = set(season.events.values_list("name", flat=True))
    for evening in evenings:
        evening.event = _event(season, evening, taken)
    Event.objects.bulk_create(evening.event for evening in evenings)
    seated = [
        (session, [(_match(session, number), table) for number, table in tables])
        for evening in evenings
        for session, tables in _sessions(evening)
    ]
    Session.objects.bulk_create(session for session, _tables in seated)
    tables = [pair for _session, pairs in seated for pair in pairs]
    Match.objects.bulk_create(match for match, _table in tables)
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=one.player)
        for match, table in tables
        for number, one in enumerate(table)
    )
    registered = {evening.event: _registrations(evening, by, now) for evening in evenings}
    Registration.objects.bulk_create(row for rows in registered.values() for row in rows)
    log = _Log(season, by, now)
    for event, rows in registered.items():
        log.add_event(event, code)
        data = {"registrations": [places.to_json(row) for row in rows]}
        log.add(event, "registration.enter", event, data)
    for session, pairs in seated:
        log.add_session(session, pairs)
    log.write()
    outcomes = [(match, _outcome(match, table)) for match, table in tables]
    stored = results.store(outcomes, by=by, action="result.import", now=now)
    for session, _pairs in seated:
        log.add(session.event, "session.close", session, {})
    log.write()
    return [(result.match, result) for result in stored]


def _told(row: Row, column: Column, text: str, read: Callable[[str], Any]) -> Any:
    """Return what a cell says, None where it cannot be read, which its row then says."""
    try:
        return read(text)
    except Invalid as refusal:
        row.errors[column.value] = refusal.errors[""]
        return None


def _start(text: str) -> datetime:
    try:
        starts = past_results.parse_start(text, timezone.get_default_timezone())
    except past_results.Unclear:
        raise _wrong(_("Write the date as 2026-03-15 or 15.03.2026.")) from None
    if not plans.FIRST_YEAR <= starts.year <= plans.LAST_YEAR:
        said = _("Choose a year from %(first)d to %(last)d.")
        raise _wrong(said % {"first": plans.FIRST_YEAR, "last": plans.LAST_YEAR})
    return starts.astimezone(UTC)


def _session(text: str) -> int:
    return _number(text, Event.MOST_SESSIONS)


def _table(text: str) -> int:
    return _number(text, MOST_TABLES)


def _number(text: str, most: int) -> int:
    try:
        number = past_results.parse_number(text)
    except past_results.Unclear:
        number = 0
    if not 1 <= number <= most:
        said = _("Choose a number from %(least)d to %(most)d.")
        raise _wrong(said % {"least": 1, "most": most})
    return number


def _score(text: str) -> int:
    try:
        score = past_results.parse_score(text)
    except past_results.Unclear:
        score = submissions.LARGEST_SCORE + 1
    if abs(score) > submissions.LARGEST_SCORE:
        said = _(
            "Write the score of the match as a whole number of at most six digits, without dots "
            "and commas."
        )
        raise _wrong(said)
    return score


def _wrong(said: str) -> Invalid:
    return Invalid({"": [said]})


def _check_seats(tables: Iterable[Table]) -> None:
    """Add to the rows of a session who has a seat twice."""
    seen: set[object] = set()
    for one in (one for table in tables for one in table):
        player = one.row.player
        if player is None:
            continue
        if (key := player.pk or id(player)) in seen:
            said = _("%(name)s already has a seat in this session.")
            one.row.errors["name"] = [said % {"name": player.shown_name}]
        seen.add(key)


def _event(season: Season, evening: Evening, taken: set[str]) -> Event:
    """Return the event of an evening, unsaved, under a name that is not `taken`, and take it."""
    day = evening.day.isoformat()
    names = (day, *(f"{day} ({number})" for number in range(2, len(taken) + 3)))
    name = next(name for name in names if name not in taken)
    taken.add(name)
    return Event(
        season=season,
        name=name,
        starts_at=evening.starts,
        is_open=False,
        draw=Event.Draw.FREE,
        planned_sessions=max(evening.sessions),
    )


def _sessions(evening: Evening) -> Iterator[tuple[Session, list[tuple[int, Table]]]]:
    """Yield the sessions of an evening, unsaved, each with its tables by their numbers."""
    for number, tables in sorted(evening.sessions.items()):
        session = Session(
            event=evening.event,
            number=number,
            status=Session.Status.CLOSED,
            published_at=evening.starts,
        )
        yield session, sorted(tables.items())


def _registrations(evening: Evening, by: Account, now: datetime) -> list[Registration]:
    """Return that everybody who played was registered from their first session on, unsaved."""
    first: dict[int, int] = {}
    players = {one.player.pk: one.player for one in evening.sittings}
    for one in evening.sittings:
        first[one.player.pk] = min(one.session, first.get(one.player.pk, one.session))
    return [
        Registration(
            event=evening.event,
            player=players[pk],
            registered_at=now,
            registered_by=by,
            first_session=session,
        )
        for pk, session in first.items()
    ]


def _match(session: Session, table_number: int) -> Match:
    """Return a match, unsaved, whose result is final since it was played."""
    return Match(
        season=session.event.season,
        session=session,
        table_number=table_number,
        status=Match.Status.FINAL,
        version=1,
        result_version=1,
        finished_at=session.published_at,
    )


def _outcome(match: Match, table: Table) -> Outcome:
    totals = Totals([one.score for one in table])
    outcome = submissions.read(totals, season=match.season, players=len(table), is_from_list=True)
    return replace(outcome, played_at=match.finished_at)


class _Log:
    """Entries of the log about events of one season, written together; one query each time."""

    def __init__(self, season: Season, by: Account, now: datetime) -> None:
        self.common = {"club": season.club, "account": by, "at": now}
        self.entries: list[AuditEntry] = []

    def add_event(self, event: Event, code: str) -> None:
        """Add that an event was made by a list of this code."""
        data = {"name": event.name, "season": event.season.code, "list": code}
        self.add(event, "event.create", event, data | plans.to_json(event))

    def add(self, event: Event, action: str, about: Event | Session, data: Data) -> None:
        """Add an entry about an event or one of its sessions."""
        subject = f"{about._meta.model_name}:{about.code}"
        self.entries.append(
            AuditEntry(**self.common, event=event, action=action, subject=subject, data=data)
        )

    def add_session(self, session: Session, tables: Sequence[tuple[Match, Table]]) -> None:
        """Add that a session was made, who sat where, and that this was published."""
        data = {"event": session.event.code, "number": session.number, "starts_at": None}
        self.add(session.event, "session.create", session, data)
        seated = [
            {
                "match": match.code,
                "number": match.table_number,
                "seats": [one.player.code for one in table],
                "counts_for": [None] * len(table),
            }
            for match, table in tables
        ]
        self.add(session.event, "draw.seat", session, {"tables": seated})
        self.add(session.event, "draw.publish", session, {})

    def write(self) -> None:
        """Store the entries added so far."""
        AuditEntry.objects.bulk_create(self.entries)
        self.entries = []
