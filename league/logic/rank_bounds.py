"""The final ranks that are still possible for every player of a season.

Sound: whatever the matches that are left give, the final rank lies within the bounds, unless a
result is corrected, a penalty or a handicap given, or somebody joins. Monotone: what happens, a
match played, missed or drawn, never widens them. Not always the narrowest: points are looked at
player by player, except that those at one table cannot all have the most of it; they can all have
the least, by forfeits; and any tie in points may go either way until nobody has a match left. Where
a rule sets no end to the points of a match (`sum`, `margin`, `seeger-fabian`), whoever has one left
is `is_open`; and so is everybody while nobody knows how much is still to come.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Generic, TypeAlias, TypeVar

from .points import Span
from .standings import EVERYTHING, Counting, dropped_of

Key = TypeVar("Key", bound=Hashable)
Level: TypeAlias = tuple[bool, Decimal]
"""How somebody ends: whether with enough matches for a rank, and with how many points."""


@dataclass(frozen=True, slots=True)
class Contender(Generic[Key]):
    """A player: what he has collected, and how many matches he will still play.

    Count a published table as surely played only if it cannot become void.
    """

    key: Key
    points: Decimal = Decimal(0)
    """Of all matches, dropped ones too, less penalties, with handicaps."""
    matches: int = 0
    """How many have been played, dropped ones too."""
    results: tuple[Decimal, ...] = ()
    """The points of every match, worst first, where some are dropped."""
    least_left: int = 0
    most_left: int = 0


@dataclass(frozen=True, slots=True)
class OpenTable(Generic[Key]):
    """A published table that waits for its result, and what its match can give."""

    players: tuple[Key, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Bounds:
    """The best and the worst final position still possible; who has no rank is behind all others.

    `can_be_ranked` tells whether enough matches can still be played. `is_open` tells that there is
    no end to what this player's matches can still give: the rule sets none, or how many are to come
    `is_unplanned`; then no rank is certain or impossible.
    """

    best: int
    worst: int
    can_be_ranked: bool = True
    is_open: bool = False
    is_unplanned: bool = False

    @property
    def is_certain(self) -> bool:
        """Tell whether the rank is certain."""
        return self.best == self.worst and not self.is_unplanned

    def has_clinched(self, rank: int) -> bool:
        """Tell whether the player will have at least this rank, whatever happens."""
        return self.can_be_ranked and self.worst <= rank and not self.is_unplanned

    def can_reach(self, rank: int) -> bool:
        """Tell whether the player may still have this rank or a better one."""
        return self.can_be_ranked and self.best <= rank


def rank_bounds(
    contenders: Iterable[Contender[Key]],
    *,
    span: Span,
    counting: Counting = EVERYTHING,
    tables: Sequence[OpenTable[Key]] = (),
    ranks: Mapping[Key, tuple[int, int]] | None = None,
    wanted: Collection[Key] | None = None,
    is_planned: bool = True,
) -> dict[Key, Bounds]:
    """Return the bounds of everybody, or of those of `wanted` who are among them.

    `span` is what any match can give that has no table yet. `tables` come in the order of their
    sessions, and are counted in what their players have left. `ranks` are the best and the worst
    positions by the whole chain of tie-breaks as things stand, of those whose bounds are wanted:
    they are final once nobody has a match left. Unless it `is_planned` how many matches are to come
    anybody may end anywhere, whatever they have left. O(n log n + n · seats²) for n players, apart
    from counting each one's matches.
    """
    contenders = list(contenders)
    if not is_planned:
        everywhere = Bounds(1, len(contenders), is_open=True, is_unplanned=True)
        return {one.key: everywhere for one in contenders if wanted is None or one.key in wanted}
    race = _Race.of(contenders, span, counting, tables)
    if ranks is not None and not any(one.contender.most_left for one in race.ranges.values()):
        return {
            key: Bounds(best, worst, can_be_ranked=race.ranges[key].high[0])
            for key, (best, worst) in ranks.items()
            if key in race.ranges
        }
    shown = race.ranges if wanted is None else race.ranges.keys() & wanted
    return {key: race.bounds(key) for key in shown}


@dataclass(frozen=True, slots=True)
class _Range:
    """How somebody may end at worst and at best."""

    contender: Contender[Any]
    low: Level
    high: Level

    @classmethod
    def of(cls, one: Contender[Any], span: Span, counting: Counting) -> "_Range":
        return cls(
            contender=one,
            low=(
                one.matches + one.least_left >= counting.least_matches,
                min(_ends(one, span.least, counting)),
            ),
            high=(
                one.matches + one.most_left >= counting.least_matches,
                max(_ends(one, span.most, counting)),
            ),
        )


def _ends(one: Contender[Any], each: Decimal, counting: Counting) -> list[Decimal]:
    """Return the points at the end for numbers of matches left, if each gives `each`.

    For every number where one more may be dropped, else for the first and the last.
    """
    if not counting.drop_worst:
        return [one.points + (each * n if n else 0) for n in (one.least_left, one.most_left)]
    besides = one.points - sum(one.results, Decimal(0))
    ends = []
    for count in range(one.least_left, one.most_left + 1):
        results = sorted((*one.results, *[each] * count))
        ends.append(sum(results[dropped_of(len(results), counting) :], besides))
    return ends


@dataclass
class _Race:
    """Everybody, each in a group whose members cannot all have the most: a table, or alone.

    `steps` holds the levels of all groups: as many players can end at a level or above as there
    are steps at it or above.
    """

    ranges: dict[Any, _Range]
    groups: dict[Any, "_Group"] = field(default_factory=dict)
    steps: list[Level] = field(default_factory=list)
    lows: list[Level] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        contenders: Sequence[Contender[Any]],
        span: Span,
        counting: Counting,
        tables: Sequence[OpenTable[Any]],
    ) -> "_Race":
        made = cls({one.key: _Range.of(one, span, counting) for one in contenders})
        if not counting.drop_worst:
            for table in tables:
                made._seat(table, span, counting)
        for key, one in made.ranges.items():
            made.groups.setdefault(key, _Group((key,), {key: one.high}))
        groups = {id(group): group for group in made.groups.values()}
        made.steps = sorted(step for group in groups.values() for step in group.steps())
        made.lows = sorted(one.low for one in made.ranges.values())
        return made

    def bounds(self, key: Any) -> Bounds:
        one, group = self.ranges[key], self.groups[key]
        behind = len(self.lows) - bisect_right(self.lows, one.high)
        others = len(self.steps) - bisect_left(self.steps, one.low)
        others -= sum(step >= one.low for step in group.steps())
        others += sum(step >= one.low for step in group.steps(without=key))
        is_open = not (one.low[1].is_finite() and one.high[1].is_finite())
        return Bounds(1 + behind, 1 + others, can_be_ranked=one.high[0], is_open=is_open)

    def _seat(self, table: OpenTable[Any], span: Span, counting: Counting) -> None:
        """Group those for whom this is the next table; the others' next one is earlier.

        Who has two seats at it is in the group with one; the other may give as much as any match.
        """
        if not table.span.together:
            return
        before = {}
        for key in table.players:
            one = self.ranges.get(key)
            if one and one.contender.most_left and key not in self.groups:
                least, most = one.contender.least_left, one.contender.most_left - 1
                rest = replace(one.contender, least_left=min(least, most), most_left=most)
                before[key] = (one.high[0], max(_ends(rest, span.most, counting)))
        group = _Group(tuple(before), before, table.span.together)
        self.groups.update(dict.fromkeys(before, group))


@dataclass(frozen=True, slots=True)
class _Group:
    """Players, how they may end but for one table, and what they can have together from it."""

    keys: tuple[Any, ...]
    before: Mapping[Any, Level]
    together: tuple[Decimal, ...] = ()

    def steps(self, *, without: Any = None) -> list[Level]:
        """Return for one, two, three … of the players the highest level they can reach at once."""
        found = []
        for is_ranked in (True, False):
            most = sorted(
                (
                    self.before[key][1]
                    for key in self.keys
                    if key != without and self.before[key][0] == is_ranked
                ),
                reverse=True,
            )
            found += [(is_ranked, self._reached(most[:count])) for count in range(1, 1 + len(most))]
        return found

    def _reached(self, most: Sequence[Decimal]) -> Decimal:
        """Return the highest number of points that all of these can reach.

        Any of them share at most what so many players can have together; the poorest need most.
        """
        if not self.together:
            return most[-1]
        return min(
            (have + sum(most[len(most) - count :], Decimal(0))) / count
            for count, have in enumerate(self.together[: len(most)], 1)
        )
