"""Tie-breaks: who is before whom in the standings, by a chain of criteria, each with its values.

A criterion splits those who are still tied into groups, better ones first; the next criterion of
the chain looks at each group alone. What is compared is what is shown: means are rounded first.

Who met whom is asked only of those whose rows are wanted, and of those tied with them until then.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import combinations, groupby, takewhile
from typing import Any, Final, Generic, TypeAlias, TypeVar

from .points import EXACT
from .standings import EVERYTHING, Counting, Tallied

Key = TypeVar("Key", int, str)
Value: TypeAlias = tuple[Decimal, ...]
"""What is compared, number by number from the left."""

CHAIN: Final = ("points", "wins", "score")
"""The chain of a season that has chosen none."""

DIRECT: Final = "direct"
"""The criterion that asks how those who are tied did against each other."""

ATTENDANCE: Final = "attendance"
"""Why those who have played too few matches are behind all others; no part of a chain."""


@dataclass(frozen=True, slots=True)
class Seated(Generic[Key]):
    """Who sat at a table, the points he had from it, and his side; alone if it has no number."""

    key: Key
    points: Decimal
    side: int | None = None

    def is_opponent_of(self, other: "Seated[Key]") -> bool:
        """Tell whether two of a table played against each other."""
        partners = self.side is not None and self.side == other.side
        return self.key != other.key and not partners


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Key]):
    """A row of the standings, the `number`-th from 1.

    `rank` is shared by those whom the whole chain leaves equal, and None for who has played too
    few matches. `values` holds what each criterion saw, direct comparison only of those who came
    to it tied, with a number more for each time it was applied again. `behind_by` names the
    criterion that put this row behind the one before, None for the first and for a shared rank.
    """

    key: Key
    number: int
    rank: int | None
    values: Mapping[str, Value]
    behind_by: str | None


def rank(
    collected: Mapping[Key, Tallied],
    *,
    chain: Sequence[str] = CHAIN,
    counting: Counting = EVERYTHING,
    tables: Iterable[Sequence[Seated[Key]]] = (),
    higher_wins: bool = True,
    seed: str = "",
) -> list[Ranked[Key]]:
    """Return the standings, best first, in a total order: rows that are equal in all by key.

    `tables` are the matches that count, for criteria that ask who met whom. Raises LookupError
    for an unknown criterion. O(n log n) for n players and O(seats²) for each table, as often as
    direct comparison is applied to some of its players.
    """
    order = Order.of(collected, chain=chain, counting=counting, higher_wins=higher_wins, seed=seed)
    return order.rows(order.keys, tables=tables)


@dataclass(frozen=True)
class Order(Generic[Key]):
    """The standings by what asks nobody whom he met; `left` of the chain decides ties of `groups`.

    What is left is asked row by row, so that a page costs what is on it and what is tied with it.
    """

    hall: "_Hall"
    groups: "Sequence[_Group]"
    left: Sequence[str]

    @classmethod
    def of(
        cls,
        collected: Mapping[Key, Tallied],
        *,
        chain: Sequence[str] = CHAIN,
        counting: Counting = EVERYTHING,
        higher_wins: bool = True,
        seed: str = "",
        listed_by: Callable[[Key], Any] | None = None,
    ) -> "Order[Key]":
        """Return the order of players; those who are equal in all as `listed_by`, or by key.

        Raises LookupError for an unknown criterion. O(n log n) for n players.
        """
        hall = _Hall(collected, counting, higher_wins, seed)
        keys = sorted(collected, key=listed_by)
        ranked = [key for key in keys if collected[key].is_ranked(counting)]
        others = [key for key in keys if not collected[key].is_ranked(counting)]
        first = list(takewhile(lambda name: name not in NEED_MEETINGS, chain))
        groups = hall.split([_Group(ranked, None)], first)
        behind = _Group(others, ATTENDANCE if ranked else None, 1 + len(ranked), is_ranked=False)
        groups += hall.split([behind], first)
        return cls(hall, groups, chain[len(first) :])

    @property
    def keys(self) -> list[Key]:
        """All players, those tied by what has been asked so far as they are listed."""
        return [key for group in self.groups for key in group.keys]

    @property
    def asks_each_other(self) -> bool:
        """Tell whether all that matters is how those who are asked met each other."""
        return NEED_MEETINGS.intersection(self.left) == {DIRECT}

    def asked(self, keys: Collection[Key]) -> list[Key]:
        """Return who has to be asked whom he met, so that the rows of `keys` are known."""
        if not self.left:
            return []
        groups = self._with(keys)
        if self.asks_each_other:
            groups = [group for group in groups if len(group.keys) > 1]
        return [key for group in groups for key in group.keys]

    def rows(
        self, keys: Collection[Key], *, tables: Iterable[Sequence[Seated[Key]]]
    ) -> list[Ranked[Key]]:
        """Return the rows of `keys` and of all tied with them, in order.

        `tables` are the matches that count of those who are `asked`; there may be more. O(seats²)
        for each table, as often as direct comparison is applied to some of its players.
        """
        hall = replace(self.hall, tables=_tables_of(tables), seen=dict(self.hall.seen))
        groups = hall.split(self._with(keys), self.left)
        return [row for group in groups for row in hall.rows(group)]

    def _with(self, keys: Collection[Key]) -> "list[_Group]":
        wanted = frozenset(keys)
        return [group for group in self.groups if not wanted.isdisjoint(group.keys)]


def chain_faults(chain: Sequence[str]) -> list[tuple[int, str]]:
    """Return what is wrong with a chain: the positions and `unknown`, `twice` or `after-lot`."""
    faults = []
    for position, name in enumerate(chain):
        if name not in CRITERIA:
            faults.append((position, "unknown"))
        elif name in chain[:position]:
            faults.append((position, "twice"))
        elif "lot" in chain[:position]:
            faults.append((position, "after-lot"))
    return faults


def lot(seed: str, key: int | str) -> int:
    """Return the lot of a player, the higher the better; it depends on nobody else's.

    Source: the first 8 bytes of the SHA-256 of seed, line feed and key, as a big-endian number.
    Anybody can draw it again. Two are equal once in 10¹⁹ pairs, and then share the rank.
    """
    digest = hashlib.sha256(f"{seed}\n{key}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


@dataclass
class _Hall:
    """All players, and what criteria saw when they looked at them."""

    collected: Mapping[Any, Tallied]
    counting: Counting
    higher_wins: bool
    seed: str
    tables: Mapping[Any, Sequence[Sequence[Seated[Any]]]] = field(default_factory=dict)
    points: dict[Any, Decimal] = field(default_factory=dict)
    seen: dict[str, dict[Any, Value]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.points = {key: own.points(self.counting) for key, own in self.collected.items()}

    def split(self, groups: "Sequence[_Group]", chain: Sequence[str]) -> "list[_Group]":
        """Return the groups that `chain` leaves tied of these, in order."""
        for name in chain:
            self._look(name, [key for group in groups for key in group.keys])
        done: list[_Group] = []
        left = [(group, 0) for group in reversed(groups)]
        while left:
            group, at = left.pop()
            if len(group.keys) <= 1 or at == len(chain):
                done.append(group)
                continue
            parts = self._parts(group, chain[at])
            again = chain[at] == DIRECT and len(parts) > 1
            left.extend((part, at + 1 - again) for part in reversed(parts))
        return [group for group in done if group.keys]

    def rows(self, group: "_Group") -> list[Ranked[Any]]:
        """Return the rows of those whom the chain leaves equal."""
        return [
            Ranked(
                key,
                group.number + position,
                rank=group.number if group.is_ranked else None,
                values={name: seen[key] for name, seen in self.seen.items() if key in seen},
                behind_by=None if position else group.behind_by,
            )
            for position, key in enumerate(group.keys)
        ]

    def opponents(self, key: Any) -> list[Decimal]:
        """Return the points of all whom a player has met, worst first, once for each meeting."""
        return sorted(
            self.points.get(other.key, Decimal(0))
            for table in self.tables.get(key, ())
            for own in table
            if own.key == key
            for other in table
            if own.is_opponent_of(other)
        )

    def _look(self, name: str, keys: Sequence[Any]) -> None:
        if name != DIRECT:
            criterion = ALONE[name]
            self.seen.setdefault(name, {}).update((key, criterion(self, key)) for key in keys)

    def _parts(self, group: "_Group", name: str) -> "list[_Group]":
        if name == DIRECT:
            before = self.seen.setdefault(name, {})
            for key, value in _duels(self, group.keys).items():
                before[key] = (*before.get(key, ()), *value)
        seen = self.seen[name]
        ordered = sorted(group.keys, key=lambda key: seen[key], reverse=name not in FEWER)
        parts: list[_Group] = []
        number = group.number
        for _value, part in groupby(ordered, key=lambda key: seen[key]):
            keys, why = list(part), name if parts else group.behind_by
            parts.append(_Group(keys, why, number, group.is_ranked))
            number += len(keys)
        return parts


@dataclass(frozen=True, slots=True)
class _Group:
    """Players who are still tied, as they are listed; the first is the `number`-th of all."""

    keys: Sequence[Any]
    behind_by: str | None
    number: int = 1
    is_ranked: bool = True


def _own(value: Callable[[_Hall, Tallied], Decimal | int]) -> "Criterion":
    """Return a criterion that goes by what a player has collected."""
    return lambda hall, key: (Decimal(value(hall, hall.collected[key])),)


def _places(hall: _Hall, key: Any) -> Value:
    """Return how often each place was reached, from the first to the player's worst."""
    own = hall.collected[key]
    return tuple(Decimal(own.at_place(place)) for place in range(1, 1 + own.worst_place))


def _best(hall: _Hall, key: Any) -> Value:
    """Return the points of the best match; who has played none is behind all who have."""
    best = hall.collected[key].best
    return () if best is None else (best,)


def _opponents(hall: _Hall, key: Any) -> Value:
    return (sum(hall.opponents(key), Decimal(0)),)


def _opponents_mean(hall: _Hall, key: Any) -> Value:
    met = hall.opponents(key)
    return ((sum(met, Decimal(0)) / len(met)).quantize(EXACT) if met else Decimal(0),)


def _opponents_median(hall: _Hall, key: Any) -> Value:
    """Return the sum of the opponents' points without the best and the worst of them."""
    return (sum(hall.opponents(key)[1:-1], Decimal(0)),)


def _duels(hall: _Hall, tied: Sequence[Any]) -> dict[Any, Value]:
    """Return the duels won less the duels lost against those who are tied.

    Opponents at a table fight a duel: who has more points from it wins. Who has met nobody of
    them has won and lost none.
    """
    among = set(tied)
    balance = dict.fromkeys(tied, 0)
    tables = {id(table): table for key in tied for table in hall.tables.get(key, ())}
    for table in tables.values():
        for one, other in combinations([seat for seat in table if seat.key in among], 2):
            if one.is_opponent_of(other):
                won = (one.points > other.points) - (one.points < other.points)
                balance[one.key] += won
                balance[other.key] -= won
    return {key: (Decimal(duels),) for key, duels in balance.items()}


Criterion: TypeAlias = Callable[[_Hall, Any], Value]

ALONE: Final[Mapping[str, Criterion]] = {
    "points": lambda hall, key: (hall.points[key],),
    "wins": _own(lambda hall, own: own.at_place(1)),
    "seconds": _own(lambda hall, own: own.at_place(2)),
    "thirds": _own(lambda hall, own: own.at_place(3)),
    "places": _places,
    "best": _best,
    "score": _own(lambda hall, own: own.score if hall.higher_wins else -own.score),
    "opponents": _opponents,
    "opponents-mean": _opponents_mean,
    "opponents-median": _opponents_median,
    "games-won": _own(lambda hall, own: own.won),
    "games-lost": _own(lambda hall, own: own.lost),
    "lot": lambda hall, key: (Decimal(lot(hall.seed, key)),),
}
"""The criteria that look at each player alone; higher values are better, but for `FEWER`."""

CRITERIA: Final = (*ALONE, DIRECT)
"""What a chain may be made of."""

NEED_MEETINGS: Final = frozenset({"direct", "opponents", "opponents-mean", "opponents-median"})
"""The criteria that ask who met whom."""

FEWER: Final = frozenset({"games-lost"})
"""The criteria under which fewer are better."""


def _tables_of(tables: Iterable[Sequence[Seated[Key]]]) -> dict[Key, list[Sequence[Seated[Key]]]]:
    """Return the tables at which each player sat."""
    found: dict[Key, list[Sequence[Seated[Key]]]] = defaultdict(list)
    for table in tables:
        for key in {seat.key for seat in table}:
            found[key].append(table)
    return found
