"""Games that anybody plays in the browser at once: a season of each, with an event for Play now."""

from datetime import datetime, timedelta

import games
from league.models import Event, Season
from league.services.accounts import counting
from league.services.base.refusals import Conflict
from league.services.events import events

from . import evenings, members
from .evenings import Course
from .members import Cast

OFFERED = ("skat", "briscola", "truco", "gong-zhu", "loo")
"""Beside the game of the online tables."""
NAME = "Play now"


def course_of(game: str) -> Course:
    """Return the season in which a game is played at any time."""
    return Course(
        name=f"{games.get(game).name} at any time",
        game=game,
        evenings=0,
        apart=timedelta(days=1),
        sessions=1,
        table_size=games.get(game).players[0],
        people=(1, 1),
        points_rule="sum",
    )


def open_event(course: Course, cast: Cast, *, now: datetime) -> Event:
    """Create the season of a course with its event; the site's staff trusts the club by then."""
    season = evenings.create(course, cast, now=now)
    trust(cast, now=now)
    return offer(season, NAME, cast, now=now)


def offer(season: Season, name: str, cast: Cast, *, now: datetime) -> Event:
    """Create an event of a season whose tables Play now fills."""
    online = Event.Draw.ONLINE
    return events.create_event(
        season=season,
        name=name,
        draw=online,
        play_now=True,
        takes_guests=True,
        by=cast.owner,
        now=now,
    )


def trust(cast: Cast, *, now: datetime) -> None:
    """Have the site's staff trust the club, unless it does."""
    try:
        counting.trust(club=cast.club, by=members.admin(), now=now)
    except Conflict:
        return
