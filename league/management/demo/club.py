"""The demo club: made on the first run, found on later ones.

Every part is made in one transaction and known by its row: a club that was filled in half is made
whole by the next start, and nothing is made twice. The same seed makes the same club.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from league.models import Event, Match, Season
from league.services.seasons import game_ratings, seasons

from . import (
    ahead,
    carols_bot,
    evenings,
    ladder,
    league_and_cup,
    members,
    play_now,
    remote,
    sheets,
    tonight,
)
from .evenings import Course, Tell, half_past_seven
from .members import Cast

FORTNIGHT = timedelta(days=14)
BEFORE = Course(
    name="Skat, first season",
    game="skat",
    evenings=6,
    apart=FORTNIGHT,
    sessions=2,
    table_size=4,
    people=(21, 26),
    points_rule="seeger-fabian",
    cycles=2,
)
SUMMER = Course(
    name="Gong Zhu by the stove",
    game="gong-zhu",
    evenings=6,
    apart=timedelta(days=21),
    sessions=1,
    table_size=4,
    people=(20, 24),
    points_rule="margin",
    cycles=2,
    min_attendance=3,
)
PAST = (BEFORE, SUMMER)
RUNNING = Course(
    name="Skat, second season",
    game="skat",
    evenings=4,
    apart=FORTNIGHT,
    sessions=2,
    table_size=4,
    people=(22, 27),
    points_rule="seeger-fabian",
    cycles=2,
    drop_worst=1,
)
ONLINE = Course(
    name="Mit List und Tücke online",
    game="mit-list-und-tuecke",
    evenings=0,
    apart=FORTNIGHT,
    sessions=1,
    table_size=4,
    people=(4, 4),
    points_rule="sum",
)

PARTS = 41
"""How many parts `fill` tells of when it makes them all."""


@dataclass(frozen=True)
class Demo:
    """What the demo shows: seasons with the running one last, and where to look first."""

    cast: Cast
    seasons: tuple[Season, ...]
    evening: Event
    ladder: Season
    watched: Match
    human_match: Match | None

    @property
    def human_sheets(self) -> list[sheets.Sheet]:
        """The sheets of the match that Bob hands in."""
        return tonight.own_sheets(self.human_match, self.cast) if self.human_match else []


def fill(*, now: datetime, tell: Tell = lambda part: None) -> Demo:
    """Return the demo club; makes what is missing of it, and tells which part it makes."""
    members.admin()
    if not members.has_club():
        tell("members")
    with transaction.atomic():
        cast = members.cast(now=now - FORTNIGHT * 28)
    before = _season(cast, BEFORE, lambda: _past(1, cast, now - FORTNIGHT * 26, tell))
    summer = _season(cast, SUMMER, lambda: _past(2, cast, now - FORTNIGHT * 15, tell))
    skat_bots = _ladder(cast, now, tell)
    online = _season(cast, ONLINE, lambda: _online(cast, now, tell))
    _keep_gathering(online, cast, now)
    for course in map(play_now.course_of, play_now.OFFERED):
        _season(cast, course, partial(_play_now, course, cast, now, tell))
    _season(cast, remote.COURSE, lambda: _remote(cast, now, tell))
    _season(cast, league_and_cup.CUP, lambda: league_and_cup.begin_cup(cast, now=now, tell=tell))
    begin = partial(league_and_cup.begin_league, cast, now=now, tell=tell)
    _season(cast, league_and_cup.LEAGUE, begin)
    is_new = not cast.club.seasons.filter(name=RUNNING.name).exists()
    running = _season(cast, RUNNING, lambda: _running(cast, now, tell))
    if is_new:  # later ones are for the worker
        tell("ratings")
        game_ratings.rate_waiting()
    evening = tonight.found(running)
    return Demo(
        cast=cast,
        seasons=(before, summer, running),
        evening=evening,
        ladder=skat_bots,
        watched=ladder.watched(skat_bots),
        human_match=tonight.own_match(evening),
    )


def _season(cast: Cast, course: Course, make: Callable[[], object]) -> Season:
    """Return the season of a course; made, with all that belongs to it, on the first run."""
    known = cast.club.seasons.filter(name=course.name)
    if not known.exists():
        with transaction.atomic():
            make()
    return known.select_related("club").get()


def _past(number: int, cast: Cast, first: datetime, tell: Tell) -> None:
    course, first = PAST[number - 1], half_past_seven(first)
    season = evenings.create(course, cast, now=first - FORTNIGHT)
    following = evenings.hold_all(
        season, course, cast, first=first, tell=_within(f"season {number} of 3", tell)
    )
    seasons.close_season(season=season, by=cast.owner, now=following)


def _running(cast: Cast, now: datetime, tell: Tell) -> None:
    """Hold the evenings before tonight's, begin that, and plan what is to come."""
    first = half_past_seven(now - RUNNING.apart * RUNNING.evenings)
    season = evenings.create(RUNNING, cast, now=first - FORTNIGHT)
    told = _within("season 3 of 3", tell)
    evenings.hold_all(season, RUNNING, cast, first=first, tell=told)
    told("tonight")
    tonight.begin(season, RUNNING, cast, now=now)
    ahead.fill_up(season, cast, now=now)


def _online(cast: Cast, now: datetime, tell: Tell) -> None:
    tell("online tables")
    season = evenings.create(ONLINE, cast, now=now - FORTNIGHT)
    ahead.open_online(season, cast, now=now - FORTNIGHT)


def _play_now(course: Course, cast: Cast, now: datetime, tell: Tell) -> None:
    tell(f"Play now, {course.game}")
    play_now.open_event(course, cast, now=now - FORTNIGHT)


def _remote(cast: Cast, now: datetime, tell: Tell) -> None:
    tell("remote bots")
    remote.open_event(cast, now=now - FORTNIGHT)
    remote.open_ladder(cast, now=now - FORTNIGHT)


def _keep_gathering(season: Season, cast: Cast, now: datetime) -> None:
    """Have a table wait for players, also when the one of an earlier day was called off."""
    event = season.events.filter(name=ahead.ONLINE).first()
    if event is not None and season.status == Season.Status.RUNNING:
        ahead.gather(event, cast, now=now)


def _ladder(cast: Cast, now: datetime, tell: Tell) -> Season:
    """Return the ladder; made on the first run with Carol's bot, its check and its comparison."""
    known = cast.club.seasons.filter(name=ladder.NAME)
    if not known.exists():
        with transaction.atomic():
            tell("Carol's bot")
            older, newer = carols_bot.upload_all(cast, now=now - FORTNIGHT)
            carols_bot.compare(older, newer, cast, now=now - timedelta(days=9))
            season = ladder.create(newer, cast, now=now - timedelta(days=3))
            ladder.play_all(season, newer, now=now, tell=tell)
    return known.select_related("club").get()


def _within(part: str, tell: Tell) -> Tell:
    """Return who is told of something within a part."""
    return lambda what: tell(f"{part}, {what}")
