"""The course of a cup: how far its bracket has come by the sessions that were seated, and on.

A cup follows places in its bracket. A place belongs to a key: of a seed, or of somebody who was
seated later. Whether a player, a substitute or nobody holds it in a session is for the caller,
who says which keys are there. What is free then has one rule each:

- Where no more are there than would go on, they go on without a table.
- Where those who are there make no table that the game has, others step in: those who are out, the
  one who came furthest first and whom nobody there has just met if that can be, then latecomers.
- Where nobody can step in there is no draw.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from .knockout import Bracket, Heat, Over, expected, ranking, still_in
from .model import NoDraw, Table


@dataclass(frozen=True, slots=True)
class Seated:
    """A table as it was seated, by keys; `end` is how it ended, None while that is open or void."""

    keys: tuple[int, ...]
    end: Over | None = None
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class Sitting:
    """A session of a cup: its tables, and who had a bye."""

    tables: tuple[Seated, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """What has become of a bracket: which heats are over, and where each heat was seated.

    `seats` has, for heats that were seated, the last session and table, both counted from 0.
    """

    bracket: Bracket
    ends: dict[int, Over] = field(default_factory=dict)
    seats: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def winner(self) -> int | None:
        """Who has won the cup, None while it is open, or when all have given the final up."""
        final = self.ends.get(self.bracket.final.number, Over())
        return next(iter(final.onward), None)

    @property
    def is_over(self) -> bool:
        """Whether all heats are over."""
        return len(self.ends) == len(self.bracket.heats)

    def open_heats(self) -> list[Heat]:
        """Return the heats that can be played now."""
        known = expected(self.bracket, self.ends)
        heats = self.bracket.heats
        return [one for one in heats if one.number in known and one.number not in self.ends]


@dataclass(frozen=True, slots=True)
class Round:
    """The tables that come next, by the numbers of their heats, and who has a bye."""

    tables: dict[int, Table]
    byes: tuple[int, ...]


class Strayed(Exception):
    """A session, counted from 0, whose tables are not those of the bracket."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def follow(bracket: Bracket, sittings: Sequence[Sitting]) -> Course:
    """Return how far a bracket has come by these sessions; raises Strayed.

    A table is that of a heat if somebody sits there who belongs to it, and nobody who is in
    another; whoever else sits there takes a free place of it. A void table may be that of none: a
    result that it was drawn from has changed since.
    """
    course = Course(bracket)
    for number, sitting in enumerate(sittings):
        _sit(course, number, sitting)
    return course


def _sit(course: Course, number: int, sitting: Sitting) -> None:
    here = {key for table in sitting.tables for key in table.keys} | set(sitting.byes)
    found: dict[int, int] = {}
    has_changed = True
    while has_changed:
        new = _tables_of_heats(course, sitting, found)
        found |= new
        open_heats = _left_to_seat(course, sitting, found)
        has_changed = bool(_walk_over(course, open_heats, here) or new)
    others = [seated for table, seated in enumerate(sitting.tables) if table not in found.values()]
    if open_heats or not all(seated.is_void for seated in others):
        raise Strayed(number)
    for heat, table in found.items():
        course.seats[heat] = (number, table)
        end = sitting.tables[table].end
        if end is not None:
            course.ends[heat] = end


def _left_to_seat(course: Course, sitting: Sitting, found: dict[int, int]) -> list[Heat]:
    """Return the heats that can be played and have no table in a session.

    One whose table became void waits if its players only have void tables there: these were
    drawn from the result that it had.
    """
    known = expected(course.bracket, course.ends)
    playing = {key for table in sitting.tables if not table.is_void for key in table.keys}
    playing.update(sitting.byes)
    return [
        heat
        for heat in course.open_heats()
        if heat.number not in found
        and (heat.number not in course.seats or playing & set(known[heat.number]))
    ]


def _tables_of_heats(course: Course, sitting: Sitting, found: dict[int, int]) -> dict[int, int]:
    """Return the tables of heats that have none yet, by the numbers of these."""
    known = expected(course.bracket, course.ends)
    staying = still_in(course.bracket, course.ends)
    new: dict[int, int] = {}
    for heat in course.open_heats():
        own = set(known[heat.number])
        for table, seated in enumerate(sitting.tables):
            keys = set(seated.keys)
            is_taken = table in found.values() or table in new.values() or heat.number in found
            is_its = keys & own and not keys & (staying - own)
            if is_its and not is_taken:
                new[heat.number] = table
                break
    return new


def _walk_over(course: Course, heats: Collection[Heat], here: Collection[int]) -> list[int]:
    """End the heats of which no more are there than would go on; return their numbers."""
    known = expected(course.bracket, course.ends)
    ended = []
    for heat in heats:
        present = [key for key in known[heat.number] if key in here]
        if len(present) <= heat.advance:
            course.ends[heat.number] = Over(tuple(sorted(present)))
            ended.append(heat.number)
    return ended


def walked(course: Course, here: Collection[int]) -> Course:
    """Return the course once all have gone on who have nobody to play against."""
    further = Course(course.bracket, dict(course.ends), dict(course.seats))
    while _walk_over(further, further.open_heats(), here):
        pass
    return further


def next_round(
    course: Course, *, here: Collection[int], sizes: Collection[int], late: Sequence[int] = ()
) -> Round:
    """Return the tables of the heats that can be played, if `here` are there and `late` came late.

    No table where the cup is over. Raises NoDraw("too_few") with those who are too few at a table
    that nobody can complete.
    """
    course = walked(course, here)
    known = expected(course.bracket, course.ends)
    staying = still_in(course.bracket, course.ends)
    spare = list(_stand_ins(course, here, staying)) + [key for key in late if key not in staying]
    tables: dict[int, Table] = {}
    for heat in course.open_heats():
        present = tuple(key for key in known[heat.number] if key in here)
        tables[heat.number] = _completed(present, course, spare, sizes)
    seated = {key for table in tables.values() for key in table}
    byes = tuple(sorted(key for key in staying - seated if key in here))
    return Round(tables, byes)


def _completed(present: Table, course: Course, spare: list[int], sizes: Collection[int]) -> Table:
    """Return a table of a size that the game has, with those taken from `spare` who step in."""
    size = min((one for one in sizes if one >= len(present)), default=0)
    table = present
    while len(table) < size:
        if not spare:
            raise NoDraw("too_few", present)
        met = _just_met(course, present)
        one = next((key for key in spare if key not in met), spare[0])
        spare.remove(one)
        table = (*table, one)
    if len(table) != size:
        raise NoDraw("too_few", present)
    return table


def _stand_ins(course: Course, here: Collection[int], staying: Collection[int]) -> Iterator[int]:
    """Yield who is out but there, those who came furthest first; nobody who gave up."""
    gave_up = {key for end in course.ends.values() for key in end.gave_up}
    for _place, keys in ranking(course.bracket, course.ends):
        yield from (key for key in keys if key in here and key not in {*staying, *gave_up})


def _just_met(course: Course, keys: Collection[int]) -> set[int]:
    """Return whom these have met in the heat that they come from."""
    last: dict[int, Over] = {}
    for number in sorted(course.ends):
        last.update(dict.fromkeys(course.ends[number].order, course.ends[number]))
    return {key for one in keys if one in last for key in last[one].order}
