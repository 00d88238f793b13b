"""What is shown of a knock-out: its bracket and how far each has come, or else what was played."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.db.models import Prefetch

from league.logic.draws.knockout import (
    Bracket,
    Bye,
    Heat,
    Seed,
    Source,
    bracket_of,
    columns,
    seated,
    taker,
)
from league.logic.draws.model import NoDraw
from league.models import Account, Event, Match, Player, Seat
from league.services.base import rights

from . import brackets, draw_settings
from .brackets import Course


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat: its player, or the heat and the place from 1 that somebody will come from.

    Score and place are those of a final result. Who `goes_on` has a seat in the next round, or has
    won the final.
    """

    player: Player | None = None
    seed: int | None = None
    heat: int | None = None
    heat_place: int | None = None
    score: int | None = None
    place: int | None = None
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class HeatLook:
    """A table, drawn or to come, or a bye: a place of the first round from which all go on.

    `number` is the heat's in the bracket and `table_number` that of its match, or of the heat in
    its round while there is none. A bye has neither.
    """

    seats: tuple[SeatLook, ...]
    number: int | None = None
    table_number: int | None = None
    match: Match | None = None

    @property
    def is_bye(self) -> bool:
        """Whether nobody plays there."""
        return self.table_number is None


@dataclass(frozen=True, slots=True)
class Look:
    """The rounds from the first to the final, and their heats from top to bottom.

    At a table of `size`, `advance` go on. Where tables were not seated as the bracket says,
    `is_bracket` is false and there is a round for each session, with its tables as they were.
    """

    is_bracket: bool
    size: int
    advance: int
    rounds: tuple[tuple[HeatLook, ...], ...]


def look(event: Event, *, by: Account | None) -> Look:
    """Return what `by` may see of a knock-out, without rounds before its first draw; four queries.

    Drafts are for organisers, and so is the seeding while the first session is one.
    """
    rules = draw_settings.rules_of(event, {}, draw_settings.weights_of(event))
    mode = brackets.mode_of(rules.size)
    matches, seeded = _matches(event, by), _seeded(event, by)
    try:
        bracket = bracket_of(range(1, len(seeded) + 1), mode)
        course = brackets.follow(bracket, matches, [player.code for player in seeded])
    except (NoDraw, brackets.Strayed):
        return Look(False, mode.size, mode.advance, _as_played(matches))
    return Look(True, mode.size, mode.advance, _Drawn(bracket, course, seeded).rounds())


def _matches(event: Event, by: Account | None) -> list[Match]:
    """Return the tables of all sessions, session by session; two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    rows = rights.readable_matches(by).filter(session__event=event).prefetch_related(seats)
    rows = rows.select_related("session").defer("session__explanation")
    return list(rows.order_by("session__number", "table_number", "pk"))


def _seeded(event: Event, by: Account | None) -> list[Player]:
    """Return the players by their seeds, nobody where one of them is unknown; two queries."""
    sessions = rights.readable_sessions(by).filter(event=event).order_by("number", "pk")
    codes = brackets.seeding_of(sessions.only("explanation").first())
    players = {one.code: one for one in Player.objects.filter(code__in=codes)}
    return [players[code] for code in codes] if players.keys() == set(codes) else []


def _as_played(matches: Sequence[Match]) -> tuple[tuple[HeatLook, ...], ...]:
    """Return the tables of each session as they were seated."""
    sessions = groupby(matches, key=lambda match: match.session_id)
    return tuple(tuple(_as_seated(match) for match in rows) for _session, rows in sessions)


def _as_seated(match: Match) -> HeatLook:
    rows = match.seats.all()
    seats = tuple(SeatLook(row.player, score=row.score, place=row.place) for row in rows)
    return HeatLook(seats, table_number=match.table_number, match=match)


class _Drawn:
    """A bracket and its course, from which each table is shown."""

    def __init__(self, bracket: Bracket, course: Course, seeded: Sequence[Player]) -> None:
        self.bracket, self.course, self.seeded = bracket, course, seeded
        self.known = seated(bracket, course.places)
        rounds = groupby(bracket.heats, key=attrgetter("round"))
        self.in_round = {
            heat.number: number for _, heats in rounds for number, heat in enumerate(heats, start=1)
        }

    def rounds(self) -> tuple[tuple[HeatLook, ...], ...]:
        """Return all rounds, as many as the bracket has whatever of it is played."""
        return tuple(tuple(map(self._look, column)) for column in columns(self.bracket))

    def _look(self, slot: Heat | Bye) -> HeatLook:
        if isinstance(slot, Bye):
            return HeatLook(tuple(self._seat(one) for one in slot.sources))
        match = self.course.matches.get(slot.number)
        return HeatLook(
            seats=tuple(self._seat(one, slot, match) for one in slot.sources),
            number=slot.number,
            table_number=match.table_number if match else self.in_round[slot.number],
            match=match,
        )

    def _seat(
        self, source: Source, heat: Heat | None = None, match: Match | None = None
    ) -> SeatLook:
        """Return a seat of a heat, or of whoever has a bye."""
        if isinstance(source, Seed):
            return self._held(source.key, heat, match)
        seed = taker(source, self.known, self.course.places)
        if seed is None:
            return SeatLook(heat=source.heat, heat_place=source.place)
        return self._held(seed, heat, match)

    def _held(self, seed: int, heat: Heat | None, match: Match | None) -> SeatLook:
        """Return the seat of a player who is known."""
        player = self.seeded[seed - 1]
        rows = [row for row in match.seats.all() if row.player_id == player.pk] if match else []
        score, place = (rows[0].score, rows[0].place) if rows else (None, None)
        goes_on = heat is not None and seed in self._ahead(heat)
        return SeatLook(player, seed, score=score, place=place, goes_on=goes_on)

    def _ahead(self, heat: Heat) -> list[int]:
        """Return who goes on from a heat that is over; the winner of the final is ahead, too."""
        advance = 1 if heat == self.bracket.final else self.bracket.mode.advance
        return self.course.places.get(heat.number, [])[:advance]
