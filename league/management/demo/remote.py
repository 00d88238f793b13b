"""Where bots play that run at their authors': an event that lets them in, and their ladder."""

from datetime import datetime, timedelta

from league.models import Event, Season
from league.services.events import events
from league.services.ladders import ladders
from league.services.registration import registrations
from league.services.seasons import seasons

from . import evenings
from .evenings import Course
from .members import GUESTS, Cast
from .recorded import GAME, TABLE_SIZE

COURSE = Course(
    name="Skat with remote bots",
    game=GAME,
    evenings=0,
    apart=timedelta(days=1),
    sessions=1,
    table_size=TABLE_SIZE,
    people=(1, 1),
    points_rule="sum",
)
EVENT = "Tables with remote bots"
LADDER = "Remote bots at Skat"
BUILTIN = ("random", "greedy", "easy")


def open_event(cast: Cast, *, now: datetime) -> Event:
    """Create a season with an event at whose tables the four with logins can ask remote bots."""
    event = events.create_event(
        season=evenings.create(COURSE, cast, now=now),
        name=EVENT,
        draw=Event.Draw.ONLINE,
        takes_remote_bots=True,
        by=cast.owner,
        now=now,
    )
    for username in GUESTS:
        by = cast.accounts[username]
        registrations.register(event=event, player=cast.player(username), by=by, now=now)
    return event


def open_ladder(cast: Cast, *, now: datetime) -> Season:
    """Start a ladder with built-in bots, on which nobody plays until an author's bot enters it."""
    season = ladders.create_ladder(
        club=cast.club,
        name=LADDER,
        game=GAME,
        table_size=TABLE_SIZE,
        bots=BUILTIN,
        is_remote=True,
        by=cast.owner,
        now=now,
    )
    return seasons.start_season(season=season, by=cast.owner, now=now)
