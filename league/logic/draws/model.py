"""What draws are made of: who is there, what was before, what must hold, and the draw itself.

Players are known by a number, their key. Tables are numbered from 1 in the order they are listed;
the keys of a table stand in the order of seats, and seat 0 deals first.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any, Final, Literal

Pair = tuple[int, int]
Table = tuple[int, ...]

Fill = Literal["sizes", "bots", "byes"]
"""What is done when tables of the preferred size do not come out even."""

Turn = Literal["turns", "bracket"]
"""What decides whose turn a bye is: who had it before, or a bracket."""


MOST_WEIGHT: Final = 200_000
"""The largest weight: all that can come together in an event of thousands of players and a hundred
sessions then still costs less than the breach of a rule."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody to be seated. Those of one `group`, such as a club, are kept apart.

    A bot takes a place that would stay empty, and otherwise sits out without having a bye.
    """

    key: int
    score: Decimal = Decimal(0)
    group: int | None = None
    fixed_table: int | None = None
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """A session that was played or published; `short` had a table of other than the usual size."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    short: tuple[int, ...] = ()

    def present(self) -> Iterator[int]:
        """Yield everybody who was there."""
        for table in self.tables:
            yield from table
        yield from self.byes


@dataclass(frozen=True, slots=True)
class Past:
    """The sessions of the event so far, the first one first."""

    sessions: tuple[Session, ...] = ()


@dataclass(frozen=True, slots=True)
class Weights:
    """What each thing that is not wanted costs; whole numbers, 0 to ignore it.

    `gap` is for two players at a table whose scores are a standard deviation apart, `side_gap` for
    two sides whose sums are; `repeat` for each time two have met, and `recent` more divided by how
    many sessions ago; `partner` for each time they were partners; `group` for two of one group;
    `seat` for each time a player had the seat, `dealer` for each time he dealt first.
    """

    gap: int = 1000
    side_gap: int = 300
    repeat: int = 60_000
    recent: int = 20_000
    partner: int = 120_000
    group: int = 20_000
    seat: int = 20
    dealer: int = 30


WEIGHTS: Final = tuple(field.name for field in fields(Weights))


def weight_faults(given: Mapping[str, Any]) -> list[str]:
    """Return the names of weights that there are not, or that are no whole number in bounds."""
    return [
        name
        for name, weight in given.items()
        if name not in WEIGHTS or type(weight) is not int or not 0 <= weight <= MOST_WEIGHT
    ]


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for the tables of an event.

    `sizes` are the allowed table sizes, `size` the preferred one. `sides` is the side of each seat,
    empty where everybody plays alone. Pairs of `together` must share a table, those of `apart` must
    not. With `sitting_out` the dealer of a full table sits out: a table with one player fewer is
    then complete too, and comes before any bot or bye. `byes_by` is what decides about byes.
    `heats` are who share a table if a bracket goes on; None where there is none. Raises ValueError
    when that contradicts itself.
    """

    sizes: tuple[int, ...]
    size: int
    sides: tuple[int, ...] = ()
    weights: Weights = Weights()
    together: tuple[Pair, ...] = ()
    apart: tuple[Pair, ...] = ()
    fill: Fill = "sizes"
    sitting_out: bool = False
    byes_by: Turn = "turns"
    heats: frozenset[frozenset[int]] | None = None

    def __post_init__(self) -> None:
        if self.size not in self.sizes or min(self.sizes) < 2:
            raise ValueError("the preferred size is one of the sizes, all of them 2 or more")
        if self.sides and (self.sizes != (self.size,) or len(self.sides) != self.size):
            raise ValueError("where there are sides, all tables have a seat for each of them")


@dataclass(frozen=True, slots=True)
class Draw:
    """Who sits where in a session; the same seed and input give the same draw."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    seed: str = ""

    def as_session(self, rules: Rules) -> Session:
        """Return what later draws remember of this one."""
        short = (key for table in self.tables if len(table) != rules.size for key in table)
        return Session(tables=self.tables, byes=self.byes, short=tuple(short))


class NoDraw(Exception):
    """No draw keeps all rules: `reason` is a code, `keys` are those caught in the contradiction.

    | reason | what to lift |
    |---|---|
    | `too_few` | there are fewer players than the smallest table has seats |
    | `together_apart` | the keys must be together and must not |
    | `together_fixed` | the keys must be together and are fixed to different tables |
    | `together_many` | more must be together than a table has seats |
    | `together_crowded` | those who must be together do not fit into the tables there are |
    | `no_such_table` | the keys are fixed to tables that there are not |
    | `apart_crowded` | so many must not meet that no tables were found that keep them apart |
    """

    def __init__(self, reason: str, keys: Iterable[int] = ()) -> None:
        self.reason = reason
        self.keys = tuple(sorted(keys))
        super().__init__(f"{reason}: {', '.join(map(str, self.keys))}" if self.keys else reason)
