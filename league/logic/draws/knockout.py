"""Knock-out: seeded brackets of tables of any size, from which the best go on to the next round.

Seeds are spread as a snake; at tables of two the first two seeds can only meet in the final. The
best seeds have byes when the tables of the first round would not be full. Keys are players, or
sides.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .model import Draw, NoDraw

Places = Mapping[int, Sequence[int]]
"""For heats that are over, by number: the keys in the order of their places, the winner first."""


@dataclass(frozen=True, slots=True)
class Mode:
    """How many sit at a table, how many of them go on, and whether there is a small final."""

    size: int = 2
    advance: int = 1
    small_final: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.advance < self.size or self.size % self.advance:
            raise ValueError("whole tables of those who go on must make a table")


@dataclass(frozen=True, slots=True)
class Seed:
    """A seat for somebody known from the beginning."""

    key: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat for whoever takes this place, from 1, in that heat."""

    heat: int
    place: int


Source = Seed | Taken


@dataclass(frozen=True, slots=True)
class Heat:
    """A table of the bracket: its number, its round from 1, and where its players come from."""

    number: int
    round: int
    sources: tuple[Source, ...]
    is_small_final: bool = False


@dataclass(frozen=True, slots=True)
class Bye:
    """A place of the first round without a heat, from which all of these go on."""

    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """All heats, numbered from 1 round by round; the final is the last but for a small final."""

    mode: Mode
    heats: tuple[Heat, ...]

    @property
    def final(self) -> Heat:
        """The heat that decides."""
        return next(heat for heat in reversed(self.heats) if not heat.is_small_final)


def bracket_of(seeded: Sequence[int], mode: Mode) -> Bracket:
    """Return the bracket for keys in the order of their seeds; raises NoDraw when too few."""
    if len(seeded) <= mode.advance:
        raise NoDraw("too_few", seeded)
    rounds = 1
    while _room(rounds, mode) < len(seeded):
        rounds += 1
    heats: list[Heat] = []
    places = _first_round(seeded, (mode.size // mode.advance) ** (rounds - 1), mode, heats)
    for number in range(2, rounds + 1):
        semifinal = places
        places = _next_round(places, number, mode, heats)
        if number == rounds and mode.small_final:
            heats.extend(_small_final(semifinal, heats, rounds, mode))
    return Bracket(mode, tuple(heats))


def _room(rounds: int, mode: Mode) -> int:
    """Return how many can enter a bracket of so many rounds."""
    heats: int = (mode.size // mode.advance) ** (rounds - 1)
    return heats * mode.size


def _first_round(
    seeded: Sequence[int], count: int, mode: Mode, heats: list[Heat]
) -> list[list[Source]]:
    """Add the heats of the first round; return who goes on from each place of the bracket.

    A place without a heat is a bye for as many as would go on from it.
    """
    spare = count * mode.size - len(seeded)
    free = min(spare // (mode.size - mode.advance), count - 1)
    onward: list[list[Source]] = []
    for seeds in _snake(seeded[: free * mode.advance], free):
        onward.append([Seed(key) for key in seeds])
    for seeds in _snake(seeded[free * mode.advance :], count - free):
        onward.append(_add_heat(heats, 1, [Seed(key) for key in seeds], mode))
    return onward


def _next_round(
    onward: Sequence[list[Source]], number: int, mode: Mode, heats: list[Heat]
) -> list[list[Source]]:
    """Add the heats of a later round, and return who goes on from them."""
    groups = _snake(range(len(onward)), len(onward) * mode.advance // mode.size)
    return [
        _add_heat(heats, number, [source for place in group for source in onward[place]], mode)
        for group in groups
    ]


def _add_heat(
    heats: list[Heat], number: int, sources: Sequence[Source], mode: Mode
) -> list[Source]:
    heat = Heat(len(heats) + 1, number, tuple(sources))
    heats.append(heat)
    return [Taken(heat.number, place) for place in range(1, mode.advance + 1)]


def _small_final(
    semifinals: Iterable[Iterable[Source]], heats: Sequence[Heat], number: int, mode: Mode
) -> Iterator[Heat]:
    """Yield the heat of the best who missed the final, if there are two of them."""
    numbers = {source.heat for heat in semifinals for source in heat if isinstance(source, Taken)}
    missed = [
        Taken(heat.number, place)
        for place in range(mode.advance + 1, mode.size + 1)
        for heat in heats
        if heat.number in numbers and place <= len(heat.sources)
    ]
    if len(missed) > 1:
        yield Heat(len(heats) + 1, number, tuple(missed[: mode.size]), is_small_final=True)


def _snake(items: Sequence[int], count: int) -> list[list[int]]:
    """Return the items in so many groups: 0 to count - 1, then back again, and so on."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for number, item in enumerate(items):
        lap, step = divmod(number, count)
        groups[count - 1 - step if lap % 2 else step].append(item)
    return groups


def columns(bracket: Bracket) -> list[list[Heat | Bye]]:
    """Return the rounds as they are drawn, without the small final: a tree that ends in the final.

    Those who meet in a heat come from as many neighbours in the column before, in their order, so
    that no two lines cross.
    """
    numbered = {heat.number: heat for heat in bracket.heats}
    column: list[Heat | Bye] = [bracket.final]
    found = [column]
    for _ in range(1, bracket.final.round):
        column = [
            _slot(chunk, numbered) for slot in column for chunk in _chunks(slot, bracket.mode)
        ]
        found.append(column)
    return found[::-1]


def _chunks(slot: Heat | Bye, mode: Mode) -> list[tuple[Source, ...]]:
    """Return the sources of a heat by the place of the round before that they come from."""
    sources = slot.sources
    return [sources[at : at + mode.advance] for at in range(0, len(sources), mode.advance)]


def _slot(chunk: Sequence[Source], numbered: Mapping[int, Heat]) -> Heat | Bye:
    """Return the place from which those of a chunk go on: one heat, or a bye for all of them."""
    first = chunk[0]
    return numbered[first.heat] if isinstance(first, Taken) else Bye(tuple(chunk))


def seated(bracket: Bracket, places: Places) -> dict[int, tuple[int, ...]]:
    """Return who sits in each heat of which that is known, whether it is over or not.

    Raises ValueError when the places of a heat are not those of its players.
    """
    known: dict[int, tuple[int, ...]] = {}
    for heat in bracket.heats:
        keys = [taker(source, known, places) for source in heat.sources]
        if None not in keys:
            known[heat.number] = tuple(key for key in keys if key is not None)
    return known


def taker(source: Source, known: Mapping[int, tuple[int, ...]], places: Places) -> int | None:
    """Return who takes a seat, None while that is open; `known` is who is `seated`."""
    if isinstance(source, Seed):
        return source.key
    if source.heat not in known or source.heat not in places:
        return None
    order = places[source.heat]
    if sorted(order) != sorted(known[source.heat]):
        raise ValueError(f"the places of heat {source.heat} are not those of its players")
    return order[source.place - 1]


def next_draw(bracket: Bracket, places: Places, *, seed: str = "") -> tuple[list[Heat], Draw]:
    """Return the heats that can be played now, and the draw that has them as its tables.

    Whoever is still in and has to wait has a bye.
    """
    known = seated(bracket, places)
    open_heats = [one for one in bracket.heats if one.number in known and one.number not in places]
    tables = tuple(known[heat.number] for heat in open_heats)
    at_table = {key for table in tables for key in table}
    waiting = _still_in(bracket, known, places) - at_table
    return open_heats, Draw(tables, tuple(sorted(waiting)), seed)


def _still_in(bracket: Bracket, known: Mapping[int, tuple[int, ...]], places: Places) -> set[int]:
    """Return who has a seat in a heat that is not over."""
    sources = (s for heat in bracket.heats if heat.number not in places for s in heat.sources)
    return {key for source in sources if (key := taker(source, known, places)) is not None}


def ranking(bracket: Bracket, places: Places) -> list[list[int]]:
    """Return who is out or done, the best first; those in one list share a place.

    The final decides, then the small final; others are behind all who were in a later round, by
    the place they took.
    """
    known = seated(bracket, places)
    last: dict[int, tuple[int, int, int]] = {}
    for heat in bracket.heats:
        if heat.number in known and heat.number in places:
            for place, key in enumerate(places[heat.number], start=1):
                last[key] = (-heat.round, int(heat.is_small_final), place)
    still_in = _still_in(bracket, known, places)
    groups: dict[tuple[int, int, int], list[int]] = {}
    for key in sorted(last.keys() - still_in):
        groups.setdefault(last[key], []).append(key)
    return [groups[rank] for rank in sorted(groups)]
