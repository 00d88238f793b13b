"""Knock-out: the bracket of a cup, heat by heat, and who may come to each of its seats.

Seats are for seeds, numbers from 1, the best first; who holds a seed is not known here. The first
round is dealt as a snake, so that at tables of two the first two seeds can only meet in the final.
Later rounds are dealt the same way by the seeds that are expected, but so that as few as can be of
a heat come from one heat before: who just met does not meet again while that can be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from .cup_plans import Plan
from .dealing import dealt


@dataclass(frozen=True, slots=True)
class Seed:
    """A seat for somebody known from the beginning."""

    key: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat for whoever takes this place, from 1, in that heat."""

    heat: int
    place: int


Source: TypeAlias = Seed | Taken


@dataclass(frozen=True, slots=True)
class Heat:
    """A table of the bracket: its number, its round from 1, and where its players come from.

    So many of it go on; of the final it is the winner.
    """

    number: int
    round: int
    sources: tuple[Source, ...]
    advance: int = 1
    is_small_final: bool = False


@dataclass(frozen=True, slots=True)
class Bye:
    """Somebody who goes on from a round without a heat."""

    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """All heats, numbered from 1 round by round; the final is the last but for a small final."""

    heats: tuple[Heat, ...]

    @property
    def final(self) -> Heat:
        """The heat that decides."""
        return next(heat for heat in reversed(self.heats) if not heat.is_small_final)

    @property
    def is_tree(self) -> bool:
        """Whether lines can be drawn: one goes on from each heat, and byes are in round 1 only."""
        return all(
            heat.advance == 1
            and all(source.heat in self._in_round(heat.round - 1) for source in _taken(heat))
            for heat in self.heats
        )

    def _in_round(self, number: int) -> set[int]:
        return {heat.number for heat in self.heats if heat.round == number}


@dataclass(frozen=True, slots=True)
class Over:
    """How a heat ended: its players in the order of their places, and who of them gave up.

    Who gave up does not go on, however few the others are. Who had nobody to play against is over,
    too.
    """

    order: tuple[int, ...] = ()
    gave_up: frozenset[int] = frozenset()

    @property
    def onward(self) -> tuple[int, ...]:
        """Those who may go on, the winner first."""
        return tuple(key for key in self.order if key not in self.gave_up)


Ends: TypeAlias = Mapping[int, Over]
"""The heats that are over, by number."""


@dataclass(slots=True)
class _Drawing:
    """A bracket while it is made: its heats, and who enters the next round, the best first."""

    heats: list[Heat] = field(default_factory=list)
    entries: list[tuple[int, Source]] = field(default_factory=list)


def bracket_of(players: int, plan: Plan, *, small_final: bool = False) -> Bracket:
    """Return the bracket of seeds 1 to `players`, with a heat for the third place if wanted.

    Raises ValueError for a plan that is not one for so many.
    """
    drawing = _Drawing(entries=[(seed, Seed(seed)) for seed in range(1, players + 1)])
    for number, lots in enumerate(plan, start=1):
        seats = sum(size for size, _advance in lots)
        resting = len(drawing.entries) - seats
        if not lots or resting < 0 or not all(0 < advance < size for size, advance in lots):
            raise ValueError("a round of the plan does not fit")
        _add_round(drawing, number, resting, lots)
    if len(drawing.entries) != 1:
        raise ValueError("the plan does not end with a winner")
    if small_final:
        drawing.heats.extend(_small_final(drawing.heats))
    return Bracket(tuple(drawing.heats))


def _add_round(
    drawing: _Drawing, number: int, resting: int, lots: Sequence[tuple[int, int]]
) -> None:
    """Add the heats of a round; the best entries rest, and go on with those who do from heats."""
    playing = drawing.entries[resting:]
    onward = drawing.entries[:resting]
    heats = [source.heat if isinstance(source, Taken) else None for _rank, source in playing]
    tables = dealt(heats, [size for size, _advance in lots])
    for table, (_size, advance) in zip(tables, lots, strict=True):
        ranks = [playing[at][0] for at in table]
        sources = tuple(playing[at][1] for at in table)
        heat = Heat(len(drawing.heats) + 1, number, sources, advance)
        drawing.heats.append(heat)
        onward += [
            (rank, Taken(heat.number, place))
            for place, rank in enumerate(sorted(ranks)[:advance], start=1)
        ]
    drawing.entries = sorted(onward, key=lambda entry: entry[0])


def _small_final(heats: Sequence[Heat]) -> Iterator[Heat]:
    """Yield the heat of those who just missed a final of two, if they come from two heats."""
    final = heats[-1]
    missed = [Taken(source.heat, source.place + 1) for source in _taken(final)]
    if len(missed) == len(final.sources) == 2:
        yield Heat(len(heats) + 1, final.round, tuple(missed), is_small_final=True)


def _taken(heat: Heat) -> list[Taken]:
    return [source for source in heat.sources if isinstance(source, Taken)]


def columns(bracket: Bracket) -> list[list[Heat | Bye]]:
    """Return the rounds as they are drawn, without the small final; the last is the final.

    Those who meet in a heat come from neighbours in the column before as far as that can be; in a
    tree no two lines cross.
    """
    numbered = {heat.number: heat for heat in bracket.heats}
    column: list[Heat | Bye] = [bracket.final]
    found = [column]
    for number in range(bracket.final.round - 1, 0, -1):
        column = list(_before(column, number, numbered))
        found.append(column)
    return found[::-1]


def _before(
    column: Sequence[Heat | Bye], number: int, numbered: Mapping[int, Heat]
) -> Iterator[Heat | Bye]:
    """Yield the heats of a round and its byes, in the order in which the next one seats them."""
    seen: set[int] = set()
    for source in (source for slot in column for source in slot.sources):
        if isinstance(source, Seed) or numbered[source.heat].round < number:
            yield Bye((source,))
        elif source.heat not in seen:
            seen.add(source.heat)
            yield numbered[source.heat]


def expected(bracket: Bracket, ends: Ends) -> dict[int, tuple[int, ...]]:
    """Return who comes to each heat of which that is known, whether it is over or not.

    A seat that nobody takes, because too few went on, is left out.
    """
    known: dict[int, tuple[int, ...]] = {}
    for heat in bracket.heats:
        if all(isinstance(one, Seed) or one.heat in ends for one in heat.sources):
            keys = [taker(source, ends) for source in heat.sources]
            known[heat.number] = tuple(key for key in keys if key is not None)
    return known


def taker(source: Source, ends: Ends) -> int | None:
    """Return who takes a seat, None while that is open and where nobody does."""
    if isinstance(source, Seed):
        return source.key
    onward = ends[source.heat].onward if source.heat in ends else ()
    return onward[source.place - 1] if source.place <= len(onward) else None


def still_in(bracket: Bracket, ends: Ends) -> set[int]:
    """Return who has a seat in a heat that is not over."""
    sources = (s for heat in bracket.heats if heat.number not in ends for s in heat.sources)
    return {key for source in sources if (key := taker(source, ends)) is not None}


def ranking(bracket: Bracket, ends: Ends) -> list[tuple[int, list[int]]]:
    """Return who is out or done by the place that is theirs now, the best first.

    The final decides, then the small final; others are behind all who were in a later round, by
    the place they took there, and last in it if they gave up or did not come. Those who are still
    in come first, and have no place yet; nobody has the first where all have given the final up.
    """
    known = expected(bracket, ends)
    last: dict[int, tuple[int, int, int]] = {}
    for heat in bracket.heats:
        if heat.number in ends:
            own, behind = ends[heat.number], len(heat.sources) + 1
            places = {key: place for place, key in enumerate(own.onward, start=1)}
            for key in (*known[heat.number], *own.order):
                last[key] = (-heat.round, int(heat.is_small_final), places.get(key, behind))
    final = ends.get(bracket.final.number)
    ahead = len(still_in(bracket, ends)) + (final is not None and not final.onward)
    groups: dict[tuple[int, int, int], list[int]] = {}
    for key in sorted(last.keys() - still_in(bracket, ends)):
        groups.setdefault(last[key], []).append(key)
    found = []
    for rank in sorted(groups):
        found.append((ahead + 1, groups[rank]))
        ahead += len(groups[rank])
    return found
