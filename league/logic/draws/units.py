"""Who must sit together, and which of those who do are taken for a bye or an odd table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .model import Entrant, NoDraw, Pair, Rules
from .turns import Turns

Unit = tuple[int, ...]
"""Keys that must share a table: one key as a rule; the first one is the best placed."""


def units_of(ranking: Sequence[Entrant], rules: Rules) -> list[Unit]:
    """Return everybody, the best placed first, with those who must share a table in one unit.

    These are the pairs of `rules.together`, and who is fixed to the same table. Raises NoDraw.
    """
    fixed = {one.key: one.fixed_table for one in ranking if one.fixed_table is not None}
    leader = {one.key: one.key for one in ranking}
    for one, other in [*rules.together, *_neighbours(fixed)]:
        if one in leader and other in leader:
            leader[_root(leader, one)] = _root(leader, other)
    units: dict[int, list[int]] = {}
    for entrant in ranking:
        units.setdefault(_root(leader, entrant.key), []).append(entrant.key)
    found = [tuple(unit) for unit in units.values()]
    _refuse_contradictions(found, fixed, rules)
    return found


def _root(leader: dict[int, int], key: int) -> int:
    while leader[key] != key:
        leader[key] = key = leader[leader[key]]
    return key


def _neighbours(fixed: dict[int, int]) -> Iterable[Pair]:
    """Yield pairs that join all who are fixed to the same table."""
    last: dict[int, int] = {}
    for key, table in fixed.items():
        if table in last:
            yield last[table], key
        last[table] = key


def _refuse_contradictions(units: Iterable[Unit], fixed: dict[int, int], rules: Rules) -> None:
    unit_of = {key: unit for unit in units for key in unit}
    for one, other in rules.apart:
        if one != other and other in unit_of.get(one, ()):
            raise NoDraw("together_apart", (one, other))
    for unit in unit_of.values():
        if len({fixed[key] for key in unit if key in fixed}) > 1:
            raise NoDraw("together_fixed", (key for key in unit if key in fixed))
        if len(unit) > max(rules.sizes):
            raise NoDraw("together_many", unit)


@dataclass(frozen=True, slots=True)
class Choice:
    """The units taken, and for units of each size the turns up to which they may be taken."""

    taken: tuple[Unit, ...]
    last: dict[int, Fraction]

    def must(self, unit: Unit, turns: Turns) -> bool:
        """Tell whether the unit comes before others of its size that may be taken."""
        return turn_of(unit, turns) < self.last[len(unit)]

    def may(self, unit: Unit, turns: Turns) -> bool:
        """Tell whether no unit of its size that is not taken comes before it."""
        return turn_of(unit, turns) <= self.last[len(unit)]


def turn_of(unit: Unit, turns: Turns) -> Fraction:
    """Return how often a unit has had it: as often as whoever of it had it most."""
    return max(turns[key] for key in unit)


def choose(units: Sequence[Unit], places: int, turns: Turns, *, most_joined: int) -> Choice | None:
    """Return who takes so many places, those with the fewest turns first, or None if none fit.

    Among units of one size nobody is taken before somebody with fewer turns; among those with
    equal turns, whoever comes first in `units`. At most `most_joined` have more than one member.
    """
    ordered = sorted(units, key=lambda unit: turn_of(unit, turns))
    single = [unit for unit in ordered if len(unit) == 1]
    sums = [Fraction(0)]
    for unit in single[:places]:
        sums.append(sums[-1] + turn_of(unit, turns))
    best: tuple[Fraction, tuple[Unit, ...]] | None = None
    for (_, size), (cost, taken) in _joined(ordered, places, turns, most_joined).items():
        rest = places - size
        if rest < len(sums):
            whole = cost + sums[rest]
            if best is None or whole < best[0]:
                best = whole, (*single[:rest], *taken)
    return None if best is None else Choice(best[1], _last(best[1], ordered, turns))


def _joined(
    ordered: Sequence[Unit], places: int, turns: Turns, most: int
) -> dict[tuple[int, int], tuple[Fraction, tuple[Unit, ...]]]:
    """Return for (units, members) the choice of joined units with the fewest turns."""
    best: dict[tuple[int, int], tuple[Fraction, tuple[Unit, ...]]] = {(0, 0): (Fraction(0), ())}
    for unit in ordered:
        if len(unit) == 1:
            continue
        for (count, size), (cost, taken) in list(best.items()):
            more = (count + 1, size + len(unit))
            price = cost + turn_of(unit, turns) * len(unit)
            if more[0] <= most and more[1] <= places and price < best.get(more, (price + 1,))[0]:
                best[more] = price, (*taken, unit)
    return best


def _last(taken: Iterable[Unit], ordered: Sequence[Unit], turns: Turns) -> dict[int, Fraction]:
    """Return the most turns of those taken, by size; the fewest there are if none was."""
    last: dict[int, Fraction] = {}
    for unit in ordered:
        last.setdefault(len(unit), turn_of(unit, turns))
    for unit in taken:
        last[len(unit)] = max(last[len(unit)], turn_of(unit, turns))
    return last
