"""Plans: how events are set up, and what is wrong with that."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from math import ceil
from typing import Any, TypedDict

from django.utils.translation import gettext as _

import games
from league.logic.draws.model import MOST_WEIGHT, WEIGHTS, weight_faults
from league.models import Event, Venue
from league.services.base import formats
from league.services.base.refusals import Invalid

MOST_PLAYERS = 4000
ASSUMED_LENGTH = timedelta(hours=4)
"""How long an event is taken to last whose end nobody has said."""

FILLS_IN_A_ROOM = tuple(choice for choice in Event.Fill.choices if choice[0] != Event.Fill.BOTS)
"""What can be done about players left over where nobody plays a bot's cards."""

FIRST_YEAR, LAST_YEAR = 2000, 2199


class Plan(TypedDict, total=False):
    """The settings of an event; what is absent stays as it is."""

    venue: Venue | None
    starts_at: datetime | None
    ends_at: datetime | None
    is_open: bool
    closes_at: datetime | None
    play_now: bool
    takes_guests: bool
    takes_remote_bots: bool
    guests_enter: bool
    capacity: int | None
    draw: str
    table_size: int | None
    fill: str
    planned_sessions: int | None
    weights: Mapping[str, int]


def end_of(event: Event) -> datetime | None:
    """Return when an event ends, or is taken to; None where it is not known when it starts."""
    if event.starts_at is None or event.ends_at is not None:
        return event.ends_at
    return event.starts_at + ASSUMED_LENGTH


def tables_needed(event: Event) -> int | None:
    """Return at how many tables the players of an event sit at most, None if it may be any."""
    if event.capacity is None:
        return None
    return ceil(event.capacity / (event.table_size or _sizes(event)[0]))


def hold(event: Event) -> Event:
    """Return the event as stored, with season, club and venue, held until the transaction ends.

    Its plan, its registrations and its places then change one at a time.
    """
    rows = Event.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("season__club", "venue").get(pk=event.pk)


def check(event: Event) -> None:
    """Raise Invalid with all that is wrong with the settings of an event, saved or not."""
    found = [
        *_wrong_times(event),
        *_wrong_numbers(event),
        *_wrong_choices(event),
        *_wrong_weights(event),
    ]
    if found:
        raise Invalid({field: [said] for field, said in found})


def no_bots() -> str:
    """Return why bots do not fill tables in a room, and what to choose instead."""
    return _(
        "Nobody can play a bot's cards at a table with people. Choose tables of another size or "
        "byes, or plan an event with online tables."
    )


def to_json(event: Event) -> dict[str, Any]:
    """Return the plan of an event as the audit trail keeps it, with the seed of its lots."""
    fields = [*Plan.__annotations__, "seed"]
    return {field: _as_json(getattr(event, field)) for field in fields}


def _as_json(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    return value.code if isinstance(value, Venue) else value


def _wrong_times(event: Event) -> Iterator[tuple[str, str]]:
    starts_at, ends_at, closes_at = event.starts_at, event.ends_at, event.closes_at
    for field, at in [("starts_at", starts_at), ("ends_at", ends_at), ("closes_at", closes_at)]:
        if at is not None and not FIRST_YEAR <= at.year <= LAST_YEAR:
            said = _("Choose a year from %(first)d to %(last)d.")
            yield field, said % {"first": FIRST_YEAR, "last": LAST_YEAR}
    if ends_at is not None and starts_at is None:
        yield (
            "starts_at",
            _("An event with an end also needs a start. Enter the start, or leave out the end."),
        )
    elif ends_at is not None and starts_at is not None and ends_at <= starts_at:
        yield "ends_at", _("The end must be after the start. Choose a later time.")
    if closes_at is not None and starts_at is not None and closes_at > starts_at:
        yield (
            "closes_at",
            _("Registration must close before the event starts. Choose an earlier time."),
        )


def _wrong_numbers(event: Event) -> Iterator[tuple[str, str]]:
    sizes = _sizes(event)
    if event.table_size is not None and event.table_size not in sizes:
        said = _("A table of this game must have one of these numbers of players: %(sizes)s.")
        yield "table_size", said % {"sizes": ", ".join(map(str, sizes))}
    if event.capacity is not None and not sizes[0] <= event.capacity <= MOST_PLAYERS:
        said = _("Choose a number from %(least)d to %(most)d.")
        yield "capacity", said % {"least": sizes[0], "most": MOST_PLAYERS}
    if (
        event.planned_sessions is not None
        and not 1 <= event.planned_sessions <= Event.MOST_SESSIONS
    ):
        said = _("Choose a number from %(least)d to %(most)d.")
        yield "planned_sessions", said % {"least": 1, "most": Event.MOST_SESSIONS}


def _wrong_choices(event: Event) -> Iterator[tuple[str, str]]:
    for field, choices in [("draw", Event.Draw.values), ("fill", Event.Fill.values)]:
        if getattr(event, field) not in choices:
            yield field, _("Choose one of: %(choice)s.") % {"choice": ", ".join(choices)}
    if event.fill == Event.Fill.BOTS and event.draw != Event.Draw.ONLINE:
        yield "fill", no_bots()
    if event.play_now and not (
        event.draw == Event.Draw.ONLINE and event.is_open and event.capacity is None
    ):
        said = _(
            "Play now needs online tables, players who can register themselves, and places "
            "without a limit."
        )
        yield "play_now", said
    if event.takes_remote_bots and event.draw != Event.Draw.ONLINE:
        yield "takes_remote_bots", _("Remote bots only sit down at online tables.")
    elif event.takes_remote_bots and event.play_now:
        said = _("Remote bots do not sit down where Play now leads. Choose one of the two.")
        yield "takes_remote_bots", said
    if event.venue is not None and event.venue.club_id != event.season.club_id:
        yield "venue", _("Choose a venue of the club.")


def _wrong_weights(event: Event) -> Iterator[tuple[str, str]]:
    for name in weight_faults(event.weights):
        if name in WEIGHTS:
            said = _("Choose a number from %(least)d to %(most)d.")
            yield f"weights.{name}", said % {"least": 0, "most": MOST_WEIGHT}
        else:
            said = _("Choose one of: %(choice)s.") % {"choice": ", ".join(WEIGHTS)}
            yield f"weights.{name}", said


def _sizes(event: Event) -> tuple[int, ...]:
    """Return how many may sit at a table of an event, the fewest first."""
    return formats.sizes(games.get(event.season.game))
