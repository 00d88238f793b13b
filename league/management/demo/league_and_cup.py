"""What the demo club plays at Briscola: a league of two divisions, and a cup."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from league.models import Division, Event, Fixture, League, Match, Player, Session
from league.services.draws import drawing, draws
from league.services.events import events, sessions
from league.services.leagues import fixtures, league_days, leagues
from league.services.leagues.leagues import NewDivision

from . import evenings, sheets
from .evenings import Course, Tell, half_past_seven, luck_of
from .members import Cast

LEAGUE = Course(
    name="Briscola league",
    game="briscola",
    evenings=5,
    apart=timedelta(days=7),
    sessions=1,
    table_size=2,
    people=(2, 2),
    points_rule="placing",
    cycles=2,
)
DIVISIONS = (
    NewDivision("First division", relegated=1),
    NewDivision("Second division", promoted=1),
)
IN_DIVISION = 6
DAYS_PLAYED = 3

CUP = Course(
    name="Linden Cup",
    game="briscola",
    evenings=1,
    apart=timedelta(days=7),
    sessions=4,
    table_size=2,
    people=(16, 16),
    points_rule="placing",
    cycles=2,
)
ROUNDS_PLAYED = 2
"""Eighth-finals and quarter-finals; of the semi-finals one is still being played."""


def begin_league(cast: Cast, *, now: datetime, tell: Tell) -> League:
    """Begin a league, and play the fixtures of its first days."""
    began = half_past_seven(now - LEAGUE.apart * (DAYS_PLAYED - 1) - timedelta(days=3))
    season = evenings.create(LEAGUE, cast, now=began - timedelta(days=10))
    league = leagues.create_league(
        club=cast.club,
        season=season,
        name="Linden League",
        divisions=DIVISIONS,
        by=cast.owner,
        now=began - timedelta(days=10),
    )
    dates = [(began + LEAGUE.apart * day).date() for day in range(LEAGUE.evenings)]
    for number, division in enumerate(league.divisions.order_by("level")):
        entrants = cast.players[number : 2 * IN_DIVISION : 2]
        leagues.enter(
            division=division, players=entrants, by=cast.owner, now=began - timedelta(days=9)
        )
        calendar = fixtures.draw_calendar(
            division=division,
            dates=dates,
            seed=division.name,
            by=cast.owner,
            now=began - timedelta(days=8),
        )
        tell(f"league, {division.name.lower()}")
        for fixture in calendar:
            if fixture.day <= dates[DAYS_PLAYED - 1]:
                _hold(division, fixture, cast, at=_at(fixture, dates, began))
    return league


def begin_cup(cast: Cast, *, now: datetime, tell: Tell) -> Event:
    """Play a knock-out as far as the semi-finals, one of which is still being played."""
    began = half_past_seven(now - CUP.apart * ROUNDS_PLAYED - timedelta(days=1))
    luck = luck_of(CUP.name)
    season = evenings.create(CUP, cast, now=began - timedelta(days=20))
    event = evenings.plan(
        season,
        "Knock-out",
        cast,
        at=began,
        ends_at=began + CUP.apart * CUP.sessions,
        draw=Event.Draw.KNOCKOUT,
        table_size=CUP.table_size,
        planned_sessions=CUP.sessions,
        venue=None,
    )
    players = [*cast.players[:4], *luck.sample(cast.players[4:], CUP.people[0] - 4)]
    evenings.register(event, players, cast, now=began - timedelta(days=2))
    for number in range(ROUNDS_PLAYED):
        tell(f"cup, round {number + 1}")
        at = began + CUP.apart * number
        session = _drawn(event, cast, at=at)
        for match in _matches(session):
            _score(match, cast, now=at + timedelta(hours=1))
        sessions.close(session=session, by=cast.owner, now=at + timedelta(hours=2))
    last = _drawn(event, cast, at=began + CUP.apart * ROUNDS_PLAYED)
    _score(_matches(last)[0], cast, now=now - timedelta(hours=2))
    return event


def _hold(division: Division, fixture: Fixture, cast: Cast, *, at: datetime) -> None:
    """Have the two of a fixture meet."""
    event = league_days.hold(
        division=division,
        name=f"{fixture.home} – {fixture.away}",
        sessions=1,
        fixture=fixture,
        starts_at=at,
        by=cast.owner,
        now=at - timedelta(days=1),
    )
    session = event.sessions.get()
    session.event = event
    draws.publish(session=session, by=cast.owner, now=at)
    for match in _matches(session):
        _score(match, cast, now=at + timedelta(hours=1))
    sessions.close(session=session, by=cast.owner, now=at + timedelta(hours=2))


def _at(fixture: Fixture, dates: Sequence[object], began: datetime) -> datetime:
    return began + LEAGUE.apart * dates.index(fixture.day)


def _drawn(event: Event, cast: Cast, *, at: datetime) -> Session:
    session = events.create_session(event=event, starts_at=at, by=cast.owner, now=at)
    drawing.draw(session=session, seed=1, by=cast.owner, now=at)
    return draws.publish(session=session, by=cast.owner, now=at)


def _matches(session: Session) -> list[Match]:
    rows = session.matches.select_related("season__club", "session__event__season__club")
    return list(rows.order_by("table_number"))


def _score(match: Match, cast: Cast, *, now: datetime) -> None:
    """Have a result handed in that is the same whoever of the two sits first."""
    players = _players(match)
    ordered = sorted(players, key=lambda player: player.name)
    luck = luck_of(match.season.name, *ordered)
    rounds = sheets.briscola(cast.skills(ordered), luck, cycles=match.season.cycles)
    if players != ordered:
        for one in rounds:
            one["sheet"]["points"].reverse()
    evenings.score(match, rounds, cast, now=now)


def _players(match: Match) -> list[Player]:
    return [seat.player for seat in match.seats.select_related("player").order_by("number")]
