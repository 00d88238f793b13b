"""What a draw costs, part by part and table by table, and what a change by hand would cost more.

Codes and numbers only: whoever shows them finds the words.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from . import check
from .changes import Change, change_draw
from .check import Breach
from .costs import Costs, costs_of, ordered
from .model import Draw, Entrant, Pair, Past, Rules, Table

PARTS: Final = ("gap", "side_gap", "repeats", "partners", "groups", "seats")
"""The parts of a table's cost: scores apart, sums of sides apart, pairs that met, pairs that were
partners, pairs of one group, and seats (the dealer's among them) that players had before."""


class Severity(StrEnum):
    """How bad a change is: it breaks a rule, costs more, or neither."""

    BREACH = "breach"
    COSTS = "costs"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Cause:
    """Two players, one alone or a table, and what is due to them.

    `times` is how often they have met before, or were partners; 0 for what is of another kind.
    """

    keys: tuple[int, ...]
    cost: int
    times: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """One reason why a table costs something; the causes that cost most come first."""

    name: str
    cost: int
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCost:
    """What a table costs: a part for each of PARTS, in that order, and the rules it breaks."""

    table: int
    parts: tuple[Part, ...]
    breaches: tuple[Breach, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(part.cost for part in self.parts)


@dataclass(frozen=True, slots=True)
class Price:
    """What a change does: the draw after it, what each part then costs more (or less, negative).

    The causes of a part are what it adds and what it takes away; they add up to it.
    `breaches` are those that the change makes, `mended` those that it removes.
    """

    draw: Draw
    parts: tuple[Part, ...]
    breaches: tuple[Breach, ...]
    mended: tuple[Breach, ...]

    @property
    def total(self) -> int:
        """What the draw costs more, or less if negative."""
        return sum(part.cost for part in self.parts)

    @property
    def severity(self) -> Severity:
        """How loud the organiser is to be warned."""
        if self.breaches:
            return Severity.BREACH
        return Severity.COSTS if self.total > 0 else Severity.FREE


def explain(draw: Draw, entrants: Collection[Entrant], past: Past, rules: Rules) -> list[TableCost]:
    """Return what each table costs; O(players · seats)."""
    costs = costs_of(list(entrants), past, rules)
    found = check.breaches(draw, entrants, past, rules)
    return [
        TableCost(
            table=number,
            parts=_parts(table, costs),
            breaches=tuple(breach for breach in found if breach.table == number),
        )
        for number, table in enumerate(draw.tables, start=1)
    ]


def price(
    draw: Draw, change: Change, entrants: Collection[Entrant], past: Past, rules: Rules
) -> Price:
    """Return what a change of a draw would do; raises LookupError as `change_draw` does."""
    after = change_draw(draw, change)
    costs = costs_of(list(entrants), past, rules)
    old = Counter(check.breaches(draw, entrants, past, rules))
    new = Counter(check.breaches(after, entrants, past, rules))
    before, then = _all_causes(draw, after, costs), _all_causes(after, draw, costs)
    return Price(
        draw=after,
        parts=tuple(_part(name, _difference(before[name], then[name])) for name in PARTS),
        breaches=tuple(sorted((new - old).elements(), key=_order)),
        mended=tuple(sorted((old - new).elements(), key=_order)),
    )


def _order(breach: Breach) -> tuple[str, tuple[int, ...]]:
    return breach.code, breach.keys


def _all_causes(draw: Draw, other: Draw, costs: Costs) -> dict[str, list[Cause]]:
    """Return the causes of each part over the tables that another draw has not."""
    same = set(other.tables)
    causes: dict[str, list[Cause]] = {name: [] for name in PARTS}
    for table in draw.tables:
        if table not in same:
            for part in _parts(table, costs):
                causes[part.name] += part.causes
    return causes


def _difference(before: Iterable[Cause], then: Iterable[Cause]) -> list[Cause]:
    """Return what the same players cost more then than before, or less."""
    more: Counter[tuple[int, ...]] = Counter()
    times: dict[tuple[int, ...], int] = {}
    for causes, sign in ((before, -1), (then, 1)):
        for cause in causes:
            more[cause.keys] += sign * cause.cost
            times[cause.keys] = cause.times
    return [Cause(keys, cost, times[keys]) for keys, cost in more.items()]


def _parts(table: Table, costs: Costs) -> tuple[Part, ...]:
    pairs = [ordered(one, other) for one, other in combinations(table, 2)]
    side_gap = costs.side_gap(table)
    seats = [Cause((key,), costs.seated.get((key, seat), 0)) for seat, key in enumerate(table)]
    causes = (
        _causes(pairs, lambda pair: costs.gap(*pair)),
        [Cause(tuple(sorted(table)), side_gap)],
        _causes(pairs, lambda pair: costs.met.get(pair, 0), costs.times),
        _causes(
            costs.partners(table),
            lambda pair: costs.partnered.get(pair, 0),
            costs.times_partnered,
        ),
        _causes(pairs, lambda pair: costs.group(*pair)),
        seats,
    )
    return tuple(_part(name, its) for name, its in zip(PARTS, causes, strict=True))


def _causes(
    pairs: Sequence[Pair], cost: Callable[[Pair], int], times: Mapping[Pair, int] | None = None
) -> list[Cause]:
    return [Cause(pair, cost(pair), (times or {}).get(pair, 0)) for pair in pairs]


def _part(name: str, causes: Sequence[Cause]) -> Part:
    """Return a part with the causes that cost anything."""
    costly = sorted(
        (cause for cause in causes if cause.cost), key=lambda cause: (-abs(cause.cost), cause.keys)
    )
    return Part(name, sum(cause.cost for cause in costly), tuple(costly))
