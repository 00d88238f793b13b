"""Evenings of the demo club: held, seated by hand, scored and closed, one after another."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from random import Random

from django.utils import timezone

import games
from league.logic.sitting_out import table_sizes
from league.models import Event, Match, Player, Season, Session
from league.services.draws import draws
from league.services.events import events, sessions
from league.services.registration import rosters
from league.services.registration.plans import Plan
from league.services.results import results
from league.services.seasons import seasons

from . import sheets
from .members import Cast
from .sheets import Sheet

SEED = "Stammtisch zur Linde"
LENGTH = timedelta(minutes=75)
"""How long a session takes."""
ATTEMPTS = 40
"""Ways to seat a session that are looked at for the one in which fewest meet again."""

FAITHFUL = 0.85
"""How likely somebody who has a login comes to an evening."""

Tell = Callable[[str], object]
"""Is told what is being made."""


@dataclass(frozen=True)
class Course:
    """A season of evenings: how many, how often, and how many sessions each has."""

    name: str
    game: str
    evenings: int
    apart: timedelta
    sessions: int
    table_size: int
    people: tuple[int, int]
    """How many come at least and at most."""
    points_rule: str
    cycles: int = 1
    drop_worst: int = 0
    min_attendance: int = 0


def luck_of(*words: object) -> Random:
    """Return lots that are the same for the same words."""
    return Random(" ".join([SEED, *map(str, words)]))  # noqa: S311 - not for secrets


def create(course: Course, cast: Cast, *, now: datetime) -> Season:
    """Create a season and start it."""
    season = seasons.create_season(
        club=cast.club,
        name=course.name,
        game=course.game,
        cycles=course.cycles,
        points_rule=course.points_rule,
        drop_worst=course.drop_worst,
        min_attendance=course.min_attendance,
        by=cast.owner,
        now=now,
    )
    return seasons.start_season(season=season, by=cast.owner, now=now)


def hold_all(
    season: Season, course: Course, cast: Cast, *, first: datetime, tell: Tell
) -> datetime:
    """Hold all evenings of a season, the first at a time; return when the next one would be."""
    met: Counter[frozenset[int]] = Counter()
    at = first
    for number in range(1, course.evenings + 1):
        tell(f"evening {number}")
        hold(season, course, cast, number=number, met=met, at=at)
        at += course.apart
    return at


def hold(
    season: Season,
    course: Course,
    cast: Cast,
    *,
    number: int,
    met: Counter[frozenset[int]],
    at: datetime,
) -> Event:
    """Hold one evening: who comes is a matter of luck, who sits where of who met before."""
    luck = luck_of(season.name, number)
    there = who_comes(course, cast, luck)
    event = plan(
        season,
        f"Evening {number}",
        cast,
        at=at,
        draw=Event.Draw.FREE,
        table_size=course.table_size,
        planned_sessions=course.sessions,
    )
    register(event, there, cast, now=at - timedelta(days=2))
    for _ in range(course.sessions):
        tables = seated(there, course, luck, met)
        play_session(event, tables, cast, luck, at=at)
        at += LENGTH
    return event


def who_comes(course: Course, cast: Cast, luck: Random) -> list[Player]:
    """Return who comes to an evening: nearly always those who have a login, others as it is."""
    faithful = [cast.player(name) for name in cast.accounts if luck.random() < FAITHFUL]
    others = [player for player in cast.players if player.account_id is None]
    return [*faithful, *luck.sample(others, luck.randint(*course.people) - len(faithful))]


def half_past_seven(day: datetime) -> datetime:
    """Return the time at which evenings begin, on the day of a time."""
    return timezone.localtime(day).replace(hour=19, minute=30, second=0, microsecond=0)


def plan(season: Season, name: str, cast: Cast, *, at: datetime, **wanted: object) -> Event:
    """Plan an event at the club's own place."""
    shape: Plan = {"venue": cast.venue, "starts_at": at, **wanted}  # type: ignore[typeddict-item]
    made = at - timedelta(days=14)
    return events.create_event(season=season, name=name, by=cast.owner, now=made, **shape)


def register(event: Event, players: Iterable[Player], cast: Cast, *, now: datetime) -> None:
    """Register all of these at once, from a list as clubs have it in a spreadsheet."""
    lines = ["name,code", *(f"{player.name},{player.code}" for player in players)]
    content = "\n".join(lines).encode()
    rosters.import_roster(event=event, content=content, force=True, by=cast.owner, now=now)


def play_session(
    event: Event,
    tables: Sequence[Sequence[Player]],
    cast: Cast,
    luck: Random,
    *,
    at: datetime,
) -> Session:
    """Seat a session, have all its tables hand in what they played, and close it."""
    by = cast.owner
    session = events.create_session(event=event, starts_at=at, by=by, now=at)
    matches = draws.seat_players(session=session, tables=tables, by=by, now=at)
    draws.publish(session=session, by=by, now=at)
    for minute, (match, players) in enumerate(zip(matches, tables, strict=True)):
        rounds = sheets.rounds_of(match.season, cast.skills(players), luck)
        score(match, rounds, cast, now=at + timedelta(minutes=55 + minute))
    return sessions.close(session=session, by=by, now=at + LENGTH)


def score(match: Match, rounds: Sequence[Sheet], cast: Cast, *, now: datetime) -> None:
    """Have a table's result entered by whoever writes them down, and confirmed."""
    enter(match, rounds, cast, now=now)
    results.confirm(match=match, by=cast.owner, expected_version=match.version, now=now)


def enter(match: Match, rounds: Sequence[Sheet], cast: Cast, *, now: datetime) -> None:
    """Have a table's result entered."""
    submission = results.Sheets(rounds)
    results.enter(
        match=match, submission=submission, by=cast.scorer, expected_version=None, now=now
    )


def seated(
    players: Sequence[Player], course: Course, luck: Random, met: Counter[frozenset[int]]
) -> list[list[Player]]:
    """Return tables at which as few as possible meet again, and note who meets now."""
    ways = [_dealt(players, course, luck) for _ in range(ATTEMPTS)]
    best = min(ways, key=lambda tables: sum(met[pair] ** 2 for pair in _pairs(tables)))
    met.update(_pairs(best))
    return best


def _dealt(players: Sequence[Player], course: Course, luck: Random) -> list[list[Player]]:
    """Return tables of the usual size and, as many as must be, of one fewer."""
    order = luck.sample(players, len(players))
    smaller = -len(order) % course.table_size
    allowed = table_sizes(games.get(course.game))
    if smaller and course.table_size - 1 not in allowed:
        order = order[: len(order) - len(order) % course.table_size]
        smaller = 0
    tables = []
    while order:
        size = course.table_size - (len(order) <= smaller * (course.table_size - 1))
        tables.append(order[:size])
        order = order[size:]
    return tables


def _pairs(tables: Sequence[Sequence[Player]]) -> Iterator[frozenset[int]]:
    for table in tables:
        for one, other in combinations(table, 2):
            yield frozenset({one.pk, other.pk})
