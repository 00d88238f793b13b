"""The evening that is going on: players are checked in and drawn, some tables have handed in."""

from datetime import datetime, timedelta
from random import Random

from django.db.models import Q

from league.models import Event, Match, Player, Season, Session
from league.services.draws import draws, seating
from league.services.draws.seating import SwapPlayers
from league.services.events import attendance, movements, timers
from league.services.results import disputes

from . import evenings, sheets
from .evenings import Course, luck_of
from .members import Cast

NAME = "Evening 5"
COME, LATE = 28, 2
"""How many are registered, and how many of them have not come yet."""
BEGAN = timedelta(minutes=50)
"""So long ago the session was published."""
DOUBT = "The third game was played with two, not with one. Please look at the sheet again."
FINAL = 2
"""So many tables have handed in and agreed; Bob's is one more."""


def begin(season: Season, course: Course, cast: Cast, *, now: datetime) -> Event:
    """Begin an evening, and leave one table to Bob and Carol, who hand in their own result."""
    luck = luck_of(NAME)
    at = now - BEGAN
    event = evenings.plan(
        season,
        NAME,
        cast,
        at=at,
        draw=Event.Draw.MOVEMENT,
        table_size=course.table_size,
        planned_sessions=course.sessions,
    )
    there = _there(cast, luck)
    evenings.register(event, there, cast, now=at - timedelta(days=3))
    codes = list(event.registrations.order_by("pk").values_list("code", flat=True))
    attendance.check_in_all(event=event, codes=codes[:-LATE], by=cast.owner, now=at)
    session = _drawn(event, cast, now=at)
    timers.start(session=session, minutes=75, by=cast.owner, now=at)
    _play(session, cast, luck, now=now)
    return event


def found(season: Season) -> Event:
    """Return the evening, which an organiser may have given another name since."""
    events = season.events.order_by("pk")
    return events.filter(name=NAME).first() or events.get(draw=Event.Draw.MOVEMENT)


def own_match(event: Event) -> Match | None:
    """Return the match that Bob hands in and Carol confirms, as long as that is to be done."""
    untouched = Q(status=Match.Status.OPEN, version=0)
    handed_in = Q(status=Match.Status.ENTERED, version=1)
    matches = Match.objects.filter(untouched | handed_in, session__event=event, session__number=1)
    for username in ("bob", "carol"):
        matches = matches.filter(seats__player__account__username=username)
    return matches.first()


def own_sheets(match: Match, cast: Cast) -> list[sheets.Sheet]:
    """Return the sheets of that match."""
    seats = match.seats.select_related("player").order_by("number")
    skills = cast.skills([seat.player for seat in seats])
    return sheets.rounds_of(match.season, skills, luck_of(NAME, "own"))


def _there(cast: Cast, luck: Random) -> list[Player]:
    known = [cast.player(name) for name in cast.accounts]
    others = [player for player in cast.players if player not in known]
    # Those without an account come last, of whom two are late.
    return [*known, *luck.sample(others, COME - len(known))]


def _drawn(event: Event, cast: Cast, *, now: datetime) -> Session:
    """Draw both sessions in advance, move Carol to Bob's table, and publish the first.

    A movement is looked up, which takes no time, and nobody meets twice tonight.
    """
    by = cast.owner
    [session, *_later] = movements.make(event=event, checked_in_only=True, seed=1, by=by, now=now)
    bob, carol = cast.player("bob"), cast.player("carol")
    at_his = next(players for players in _tables(session).values() if bob in players)
    if carol not in at_his:
        known = [cast.player(name) for name in cast.accounts]
        gives_way = next(player for player in at_his if player not in known)
        wish = SwapPlayers(carol, gives_way)
        seating.change(session=session, wish=wish, by=by, now=now)
    return draws.publish(session=session, by=by, now=now)


def _play(session: Session, cast: Cast, luck: Random, *, now: datetime) -> None:
    """Have some tables hand in: one is disputed, two agree, one waits for Alice."""
    tables = _tables(session)

    def take(match: Match) -> list[sheets.Sheet]:
        return sheets.rounds_of(match.season, cast.skills(tables.pop(match)), luck)

    doubtful = _table_of(tables, cast.player("yusuf"))
    evenings.enter(doubtful, take(doubtful), cast, now=now - timedelta(minutes=14))
    disputes.dispute(
        match=doubtful,
        reason=DOUBT,
        by=cast.accounts["yusuf"],
        expected_version=doubtful.version,
        now=now - timedelta(minutes=9),
    )
    for match in [*tables][-FINAL:]:
        evenings.score(match, take(match), cast, now=now - timedelta(minutes=6))
    waiting = _table_of(tables, cast.player("alice"))
    evenings.enter(waiting, take(waiting), cast, now=now - timedelta(minutes=3))


def _tables(session: Session) -> dict[Match, list[Player]]:
    """Return who sits where."""
    matches = session.matches.select_related("season__club", "session__event__season__club")
    return {
        match: [seat.player for seat in match.seats.select_related("player").order_by("number")]
        for match in matches.order_by("table_number")
    }


def _table_of(tables: dict[Match, list[Player]], player: Player) -> Match:
    return next(match for match, players in tables.items() if player in players)
