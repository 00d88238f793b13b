"""Leagues: who plays in which division next season, and why.

Division 0 is the highest. The promise comes first: whoever ends a season among the `up` best of
a division, those who leave not counted, plays strictly higher in the next. Sizes come second: a
division that would be too full sends down more than its `down` last, one with gaps first keeps
the best of those and then takes the next best from below. The last division takes everybody who
is left. Nobody moves by more than a division unless his own is no longer played, and nobody ends
up below a player of his division whom he has beaten.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from typing import Any, Generic, TypeVar

from .tiebreaks import lot

Key = TypeVar("Key", int, str)


class Reason(StrEnum):
    """Why a player or team is in a division next season, in the order in which they are listed."""

    DISPLACED = "displaced"
    """Went down though not among the `down` last, because the division above was full."""
    RELEGATED = "relegated"
    """Among the `down` last of the division above."""
    STAYS = "stays"
    SPARED = "spared"
    """Among the `down` last, but there was room."""
    PROMOTED = "promoted"
    RAISED = "raised"
    """Went up though not among the `up` best, because the division above had a gap."""
    MERGED = "merged"
    """The division before is no longer played."""
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Finish(Generic[Key]):
    """Where a player or team has ended in its division; None, behind all others, for no rank."""

    key: Key
    rank: int | None


@dataclass(frozen=True, slots=True)
class Division(Generic[Key]):
    """How a division has ended, and how many of it go up and down. The highest has no `up`."""

    finishes: Sequence[Finish[Key]]
    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class Move(Generic[Key]):
    """From which division to which, and why; `by_lot` if others of the same rank do otherwise."""

    key: Key
    before: int | None
    after: int
    reason: Reason
    by_lot: bool = False


def next_season(
    divisions: Sequence[Division[Key]],
    *,
    sizes: Sequence[int],
    withdrawn: AbstractSet[Key] = frozenset(),
    entrants: Sequence[Key] = (),
    seed: str = "",
) -> list[list[Move[Key]]]:
    """Return the divisions of next season, the highest first, each with the reasons.

    There will be as many as there are `sizes`. Entrants begin where there was a last division.
    Ties that decide something are broken by the lots of `seed`. Raises ValueError when somebody
    is named twice or there is no division. O(n log n).
    """
    _check(divisions, sizes, entrants)
    pools = [
        _Pool.of(division, number, withdrawn, seed) for number, division in enumerate(divisions)
    ]
    planned = _Plan(pools, list(entrants))
    for number, size in enumerate(sizes):
        planned.fill(number, size, is_last=number == len(sizes) - 1)
    by_lot = {key for pool in pools for key in pool.parted(planned.after)}
    order = {reason: position for position, reason in enumerate(Reason)}
    return [
        sorted(
            (replace(move, by_lot=move.key in by_lot) for move in moves),
            key=lambda move: order[move.reason],
        )
        for moves in planned.moves
    ]


@dataclass
class _Pool:
    """Those of a division who play on, best first, while they are being placed."""

    number: int
    promoted: list[Any]
    rest: list[Any]
    down: int
    ties: list[list[Any]]

    @classmethod
    def of(
        cls, division: Division[Any], number: int, withdrawn: AbstractSet[Any], seed: str
    ) -> "_Pool":
        staying = [finish for finish in division.finishes if finish.key not in withdrawn]
        staying.sort(key=lambda finish: (_level(finish), -lot(seed, finish.key)))
        keys = [finish.key for finish in staying]
        up = division.up if number else 0
        return cls(
            number=number,
            promoted=keys[:up],
            rest=keys[up:],
            down=division.down,
            ties=[[one.key for one in tied] for _rank, tied in groupby(staying, key=_level)],
        )

    def parted(self, after: dict[Any, int]) -> list[Any]:
        """Return those who shared a rank with others that are placed elsewhere."""
        return [key for tied in self.ties if len({after[one] for one in tied}) > 1 for key in tied]


@dataclass
class _Plan:
    """The divisions of next season, filled from the highest down."""

    pools: list[_Pool]
    entrants: list[Any]
    moves: list[list[Move[Any]]] = field(default_factory=list)
    after: dict[Any, int] = field(default_factory=dict)
    falling: list[tuple[Any, Reason]] = field(default_factory=list)

    def fill(self, number: int, size: int, *, is_last: bool) -> None:
        """Place who comes from above, who stays, and who comes from below, in this order."""
        self.moves.append([])
        own, below = self._pool(number), self._pool(number + 1)
        room = size - len(self.falling) - len(below.promoted)
        for key, reason in self.falling:
            self._place(key, number - 1, reason)
        if is_last:
            own.down, room = 0, len(own.rest)
        self._keep(own, room)
        for key in below.promoted:
            self._place(key, below.number, Reason.PROMOTED)
        if is_last:
            self._merge(number + 1)
        else:
            raised = max(0, size - len(self.moves[-1]))
            for key in below.rest[:raised]:
                self._place(key, below.number, Reason.RAISED)
            del below.rest[:raised]
        if is_last or number + 1 >= len(self.pools):
            self._enter(len(self.entrants) if is_last else size - len(self.moves[-1]))

    def _keep(self, own: _Pool, room: int) -> None:
        """Keep as many of a division as there is room for; the others fall."""
        safe = max(0, len(own.rest) - own.down)
        kept = max(0, min(room, len(own.rest)))
        self.falling = []
        for position, key in enumerate(own.rest):
            if position < kept:
                reason = Reason.STAYS if position < safe else Reason.SPARED
                self._place(key, own.number, reason)
            else:
                reason = Reason.DISPLACED if position < safe else Reason.RELEGATED
                self.falling.append((key, reason))

    def _merge(self, first: int) -> None:
        """Place those of divisions that are no longer played; the best of the first are placed."""
        for pool in self.pools[first:]:
            for key in pool.promoted if pool.number > first else ():
                self._place(key, pool.number, Reason.PROMOTED)
            for key in pool.rest:
                self._place(key, pool.number, Reason.MERGED)

    def _enter(self, count: int) -> None:
        for key in self.entrants[: max(0, count)]:
            self._place(key, None, Reason.NEW)
        del self.entrants[: max(0, count)]

    def _pool(self, number: int) -> _Pool:
        empty = _Pool(number, promoted=[], rest=[], down=0, ties=[])
        return self.pools[number] if number < len(self.pools) else empty

    def _place(self, key: Any, before: int | None, reason: Reason) -> None:
        after = len(self.moves) - 1
        self.after[key] = after
        self.moves[-1].append(Move(key, before, after, reason))


def _level(finish: Finish[Any]) -> tuple[bool, int]:
    return finish.rank is None, finish.rank or 0


def _check(divisions: Sequence[Division[Any]], sizes: Sequence[int], new: Iterable[Any]) -> None:
    keys = [finish.key for division in divisions for finish in division.finishes] + list(new)
    if len(keys) != len(set(keys)):
        raise ValueError("somebody is named twice")
    if not sizes:
        raise ValueError("a league has a division")
