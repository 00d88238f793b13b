"""What is shown of a knock-out: its bracket and how far each has come, or else what was played."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from league.logic.draws.cup_plans import goes_on
from league.logic.draws.knockout import (
    Bye,
    Heat,
    Seed,
    Source,
    Taken,
    columns,
    expected,
    ranking,
    taker,
)
from league.logic.draws.model import NoDraw
from league.models import Account, Event, Match, Player, Registration, Seat
from league.services.base import rights

from . import cups, draw_settings
from .cups import Cup, Strayed


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat: its player, or the heat and the place from 1 that somebody will come from.

    Score and place are those of a final result. Who `goes_on` has a seat in the next round, or has
    won the final. `is_free` is a seat that nobody will take, because too few went on. A substitute
    plays `instead_of` somebody; who `gave_up` has forfeited the match.
    """

    player: Player | None = None
    seed: int | None = None
    heat: int | None = None
    heat_place: int | None = None
    score: int | None = None
    place: int | None = None
    goes_on: bool = False
    is_free: bool = False
    instead_of: Player | None = None
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class HeatLook:
    """A table, drawn or to come, or a bye: players who go on to the next round without a table.

    `number` is the heat's in the bracket and `table_number` that of its match, or of the heat in
    its round while there is none. A bye has neither. `before` are those of the column before from
    which players come, counted from 0.
    """

    seats: tuple[SeatLook, ...]
    number: int | None = None
    table_number: int | None = None
    match: Match | None = None
    before: tuple[int, ...] = ()

    @property
    def is_bye(self) -> bool:
        """Whether nobody plays there."""
        return self.table_number is None


@dataclass(frozen=True, slots=True)
class Placed:
    """Players who share a place of a cup, by how far they came."""

    place: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """The rounds from the first to the final, and their heats from top to bottom.

    At a table of `size`, `advance` go on as a rule. Where tables were not seated as the bracket
    says, `is_bracket` is false and there is a round for each session, with its tables as they were.
    In a tree each heat leads to one of the next round. `ranks` are of those who are out, or done.
    The small final is for the third place.
    """

    is_bracket: bool
    size: int
    advance: int
    rounds: tuple[tuple[HeatLook, ...], ...]
    is_tree: bool = False
    ranks: tuple[Placed, ...] = ()
    small_final: HeatLook | None = None


def look(event: Event, *, by: Account | None) -> Look:
    """Return what `by` may see of a knock-out, without rounds before its first draw; 8 queries.

    Drafts are for organisers, and so is the seeding while the first session is one.
    """
    rules = draw_settings.rules_of(event, {}, draw_settings.weights_of(event))
    size, advance = rules.size, goes_on(rules.size)
    matches = _matches(event, by)
    sessions = rights.readable_sessions(by).filter(event=event).order_by("number", "pk")
    terms = cups.terms_of(sessions.only("explanation").first())
    try:
        cup = None if terms is None else cups.cup_of(event, terms, matches)
    except (NoDraw, Strayed):
        cup = None
    people = {} if cup is None else _people(event, cup)
    if cup is None or not people:
        return Look(False, size, advance, _as_played(matches))
    drawn = _Drawn(cup, matches, people)
    return Look(
        is_bracket=True,
        size=size,
        advance=advance,
        rounds=drawn.rounds(),
        is_tree=cup.bracket.is_tree,
        ranks=drawn.ranks(),
        small_final=drawn.small_final(),
    )


def _matches(event: Event, by: Account | None) -> list[Match]:
    """Return the tables of all sessions, session by session; three queries."""
    rows = rights.readable_matches(by).filter(session__event=event)
    return list(cups.with_ends(rows.select_related("session").defer("session__explanation")))


def _people(event: Event, cup: Cup) -> dict[int, Player]:
    """Return who holds each place now, nobody where one of them is unknown; two queries.

    That is a substitute who is there, or else who sat there last, or whose place it is.
    """
    owners = {one.code: one for one in Player.objects.filter(code__in=list(cup.keys))}
    if not set(cup.terms.seeding) <= owners.keys():
        return {}
    people = {key: owners[code] for code, key in cup.keys.items() if code in owners} | cup.players
    here = event.registrations.filter(status=Registration.Status.REGISTERED, last_session=None)
    for row in here.select_related("player", "replaces__player"):
        key = cup.keys.get((row.replaces or row).player.code)
        if key is not None:
            people[key] = row.player
    return people


def _as_played(matches: Sequence[Match]) -> tuple[tuple[HeatLook, ...], ...]:
    """Return the tables of each session as they were seated."""
    sessions = groupby(matches, key=lambda match: match.session_id)
    return tuple(tuple(_as_seated(match) for match in rows) for _session, rows in sessions)


def _as_seated(match: Match) -> HeatLook:
    rows = match.seats.all()
    seats = tuple(
        SeatLook(
            row.player,
            score=row.score,
            place=row.place,
            instead_of=row.counts_for,
            gave_up=row.number in match.forfeits,
        )
        for row in rows
    )
    return HeatLook(seats, table_number=match.table_number, match=match)


def _origins(slot: Heat | Bye, before: Sequence[Heat | Bye]) -> tuple[int, ...]:
    """Return from which places of the column before players come to a table or a bye."""
    return tuple(
        at
        for at, one in enumerate(before)
        if any(
            source in one.sources
            if isinstance(one, Bye)
            else isinstance(source, Taken) and source.heat == one.number
            for source in slot.sources
        )
    )


class _Drawn:
    """A cup and its course, from which each table is shown."""

    def __init__(self, cup: Cup, matches: Sequence[Match], people: Mapping[int, Player]) -> None:
        self.cup, self.people = cup, people
        self.bracket, self.ends = cup.bracket, cup.course.ends
        self.known = expected(self.bracket, self.ends)
        tables = [list(rows) for _key, rows in groupby(matches, key=attrgetter("session_id"))]
        self.matches = {
            heat: tables[session][table] for heat, (session, table) in cup.course.seats.items()
        }
        rounds = groupby(self.bracket.heats, key=attrgetter("round"))
        self.in_round = {
            heat.number: number for _, heats in rounds for number, heat in enumerate(heats, start=1)
        }

    def rounds(self) -> tuple[tuple[HeatLook, ...], ...]:
        """Return all rounds, as many as the bracket has whatever of it is played."""
        found: list[tuple[HeatLook, ...]] = []
        before: Sequence[Heat | Bye] = ()
        for column in columns(self.bracket):
            found.append(tuple(self._look(slot, before) for slot in column))
            before = column
        return tuple(found)

    def small_final(self) -> HeatLook | None:
        """Return the table for the third place, None where it is not played for."""
        heats = [heat for heat in self.bracket.heats if heat.is_small_final]
        if not heats:
            return None
        return self._look(heats[0], columns(self.bracket)[-2])

    def ranks(self) -> tuple[Placed, ...]:
        """Return the places of those who are out or done, the best first."""
        return tuple(
            Placed(place, tuple(self.people[key] for key in keys if key in self.people))
            for place, keys in ranking(self.bracket, self.ends)
        )

    def _look(self, slot: Heat | Bye, before: Sequence[Heat | Bye]) -> HeatLook:
        origins = _origins(slot, before)
        if isinstance(slot, Bye):
            return HeatLook(tuple(self._seat(one) for one in slot.sources), before=origins)
        match = self.matches.get(slot.number)
        return HeatLook(
            seats=self._seats(slot, match),
            number=slot.number,
            table_number=match.table_number if match else self.in_round[slot.number],
            match=match,
            before=origins,
        )

    def _seats(self, heat: Heat, match: Match | None) -> tuple[SeatLook, ...]:
        """Return the seats of a heat in the order of the bracket, then those who stepped in."""
        ahead = self._ahead(heat)
        if match is None:
            return tuple(self._seat(one, ahead) for one in heat.sources)
        sat = {cups.key_at(self.cup, seat): seat for seat in match.seats.all()}
        own = [key for key in self.known.get(heat.number, ()) if key in sat]
        others = [key for key in sat if key not in own]
        gave_up = match.forfeits
        return tuple(
            replace(self._held(key, ahead, sat), gave_up=sat[key].number in gave_up)
            for key in (*own, *others)
        )

    def _seat(
        self, source: Source, ahead: Collection[int] = (), sat: Mapping[int, Seat] | None = None
    ) -> SeatLook:
        """Return a seat of a heat, or of whoever has a bye."""
        key = taker(source, self.ends)
        if key is not None:
            return self._held(key, ahead, sat or {})
        if isinstance(source, Seed) or source.heat in self.ends:
            return SeatLook(is_free=True)
        return SeatLook(heat=source.heat, heat_place=source.place)

    def _held(self, key: int, ahead: Collection[int], sat: Mapping[int, Seat]) -> SeatLook:
        """Return the seat of a player who is known."""
        row = sat.get(key)
        return SeatLook(
            player=row.player if row else self.people.get(key),
            seed=key if key <= len(self.cup.terms.seeding) else None,
            score=row.score if row else None,
            place=row.place if row else None,
            goes_on=key in ahead,
            instead_of=row.counts_for if row else None,
        )

    def _ahead(self, heat: Heat) -> Sequence[int]:
        """Return who goes on from a heat that is over; the winner of the final is ahead, too."""
        end = self.ends.get(heat.number)
        return () if end is None or heat.is_small_final else end.onward[: heat.advance]
