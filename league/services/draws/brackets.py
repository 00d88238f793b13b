"""Knock-out: the next round of an event from the results of the rounds before.

The seeding is made with the first session, by rating and then by lot, and kept in its explanation.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.logic.draws.knockout import Bracket, Mode, bracket_of, next_draw
from league.logic.draws.model import Draw, NoDraw
from league.models import Event, GameRating, Match, Session
from league.services.base.refusals import Conflict

from .draw_settings import Setting


@dataclass(frozen=True, slots=True)
class Course:
    """What was seated of a bracket whose keys are seeds from 1, by the numbers of its heats.

    `places` are those of heats that are over: the seeds in the order of their places.
    """

    matches: dict[int, Match] = field(default_factory=dict)
    places: dict[int, list[int]] = field(default_factory=dict)


class Strayed(Exception):
    """A session whose tables are not those of the bracket."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session


def next_round(session: Session, setting: Setting, seed: str) -> tuple[Draw, list[str]]:
    """Return the draw of a session and the seeding, as codes of players, the best first.

    A table that was declared void is drawn again. Raises Conflict where rounds before are not over,
    or their tables are not the bracket's.
    """
    event = session.event
    if setting.rules.sides:
        said = _(
            "A knock-out needs a game in which everybody plays alone. Draw by standings instead."
        )
        raise Conflict(event, said)
    if setting.still_open:
        said = _("An earlier round is not finished. Enter its results first.")
        raise Conflict(event, said)
    earlier = event.sessions.filter(number__lt=session.number)
    seeding = seeding_of(earlier.order_by("number").first()) or _seeding(event, setting, seed)
    keys = {player.code: key for key, player in setting.players.items()}
    if unknown := [code for code in seeding if code not in keys]:
        raise Conflict(event, _gone(unknown))
    try:
        bracket = bracket_of(range(1, len(seeding) + 1), mode_of(setting.rules.size))
        course = follow(bracket, _matches(earlier), seeding)
    except NoDraw:
        said = _("A table needs %(size)d players. Register more players.")
        raise Conflict(event, said % {"size": setting.rules.size}) from None
    except Strayed as strayed:
        said = _("Session %(number)d did not follow the bracket. Seat the players by hand.")
        raise Conflict(strayed.session, said % {"number": strayed.session.number}) from None
    _heats, draw = next_draw(bracket, course.places)
    if not draw.tables:
        raise Conflict(event, _("The final has been played, so there is no further round."))
    order = [keys[code] for code in seeding]
    tables = tuple(tuple(order[one - 1] for one in table) for table in draw.tables)
    return Draw(tables, tuple(sorted(order[one - 1] for one in draw.byes)), seed), seeding


def heats_of(session: Session, setting: Setting) -> frozenset[frozenset[int]] | None:
    """Return the keys of those who share a table in a session if the bracket goes on; two queries.

    A key is 0 where `setting` has none. None where no bracket was drawn or it was left before.
    """
    sessions = session.event.sessions.filter(number__lte=session.number)
    seeding = seeding_of(sessions.order_by("number").first())
    keys = {player.code: key for key, player in setting.players.items()}
    try:
        bracket = bracket_of(range(1, len(seeding) + 1), mode_of(setting.rules.size))
        course = follow(bracket, _matches(sessions.exclude(pk=session.pk)), seeding)
    except (NoDraw, Strayed):
        return None
    _heats, draw = next_draw(bracket, course.places)
    return frozenset(
        frozenset(keys.get(seeding[seed - 1], 0) for seed in table) for table in draw.tables
    )


def mode_of(size: int) -> Mode:
    """Return how tables of a size are played: the better half goes on, of three the first."""
    return Mode(size=size, advance=size // 2 if size % 2 == 0 else 1)


def seeding_of(first: Session | None) -> list[str]:
    """Return the seeding that the first session was drawn with, none if it was not drawn so."""
    explanation = first.explanation if first else None
    return list((explanation or {}).get("seeding") or ())


def follow(bracket: Bracket, matches: Iterable[Match], seeding: Sequence[str]) -> Course:
    """Return how far a bracket has come by these matches, session by session, with their seats.

    Raises Strayed at the first session whose tables are not those that it has next.
    """
    seeds = {code: number for number, code in enumerate(seeding, start=1)}
    course = Course()
    for session, rows in groupby(matches, key=attrgetter("session")):
        heats, draw = next_draw(bracket, course.places)
        numbers = {
            frozenset(table): heat.number for heat, table in zip(heats, draw.tables, strict=True)
        }
        found = {numbers.get(_seeds_at(match, seeds), 0): match for match in rows}
        if found.keys() != set(numbers.values()):
            raise Strayed(session)
        course.matches.update(found)
        final = {key: one for key, one in found.items() if one.status == Match.Status.FINAL}
        course.places.update((key, _placed(one, seeds)) for key, one in final.items())
    return course


def _matches(sessions: QuerySet[Session]) -> QuerySet[Match]:
    rows = Match.objects.filter(session__in=sessions).select_related("session")
    return rows.order_by("session__number", "table_number").prefetch_related("seats__player")


def _seeds_at(match: Match, seeds: Mapping[str, int]) -> frozenset[int]:
    """Return who sits at a table, with 0 for whoever was not seeded."""
    return frozenset(seeds.get(seat.player.code, 0) for seat in match.seats.all())


def _placed(match: Match, seeds: Mapping[str, int]) -> list[int]:
    """Return those at a table in the order of their places, the better seed before ties."""
    taken = {seeds[seat.player.code]: seat.place or 0 for seat in match.seats.all()}
    return sorted(taken, key=lambda seed: (taken[seed], seed))


def _seeding(event: Event, setting: Setting, seed: str) -> list[str]:
    """Return everybody who is there, the best rated first; lots decide between the others."""
    ratings = GameRating.objects.filter(
        pool__game=event.season.game, player__in=[one.pk for one in setting.players.values()]
    )
    ordinals = dict(ratings.values_list("player", "ordinal"))
    lots = sorted(one.key for one in setting.entrants if not one.is_bot)
    random.Random(seed).shuffle(lots)  # noqa: S311 - not for secrets, and reproducible
    best = sorted(lots, key=lambda key: -ordinals.get(setting.players[key].pk, 0.0))
    return [setting.players[key].code for key in best]


def _gone(codes: Sequence[str]) -> str:
    said = _("These seeded players are missing: %(codes)s. Register them again.")
    return said % {"codes": ", ".join(codes)}
