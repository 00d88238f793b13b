"""What it costs that players share a table or a seat falls to somebody: whole numbers, in pairs.

The search reads these numbers as arrays, explanations read them one by one. All arithmetic is in
integers, so that a draw is the same on every machine.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import isqrt, lcm

from .model import Entrant, Pair, Past, Rules, Table, Weights

DEVIATION = 1000
"""A level is how far a score is above the mean, in thousandths of a standard deviation."""


BOTS = -1
"""The group of all bots: they are kept apart."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of one session's draw; pairs stand with the smaller key first.

    `levels` are 0 before the first session, which is drawn by lot, and for strangers. `met` is what
    it costs that two meet again, `partnered` what it costs beyond that if they do so as partners,
    `seated` what it costs that a player has a seat again. `times` is how often two have met, and
    `times_partnered` how often as partners.
    """

    weights: Weights
    sides: tuple[int, ...]
    levels: Mapping[int, int]
    bots: frozenset[int]
    groups: Mapping[int, int]
    met: Mapping[Pair, int]
    partnered: Mapping[Pair, int]
    seated: Mapping[tuple[int, int], int]
    times: Mapping[Pair, int]
    times_partnered: Mapping[Pair, int]

    def gap(self, one: int, other: int) -> int:
        """Return what the gap between two scores costs; a bot fits anywhere."""
        if one in self.bots or other in self.bots:
            return 0
        levels = self.levels.get(one, 0), self.levels.get(other, 0)
        return abs(levels[0] - levels[1]) * self.weights.gap // DEVIATION

    def group(self, one: int, other: int) -> int:
        """Return what it costs that two of one group meet."""
        its = self.groups.get(one)
        return self.weights.group if its is not None and its == self.groups.get(other) else 0

    def partners(self, table: Table) -> list[Pair]:
        """Return the pairs at a table that are on the same side."""
        if not self.sides:
            return []
        seats = combinations(zip(table, self.sides, strict=False), 2)
        return [ordered(one, other) for (one, side), (other, its) in seats if side == its]

    def side_gap(self, table: Table) -> int:
        """Return what the gaps between the sums of the sides cost."""
        sums: Counter[int] = Counter()
        for key, side in zip(table, self.sides, strict=False):
            sums[side] += self.levels.get(key, 0)
        gaps = (abs(sums[one] - sums[other]) for one, other in combinations(sorted(sums), 2))
        return sum(gap * self.weights.side_gap // DEVIATION for gap in gaps)


def costs_of(entrants: Sequence[Entrant], past: Past, rules: Rules) -> Costs:
    """Return the costs among all who are there; O(sessions · players · seats of a table)."""
    here = {one.key for one in entrants}
    met, times, times_partnered = _meetings(here, past, rules)
    partner = rules.weights.partner
    return Costs(
        weights=rules.weights,
        sides=rules.sides,
        levels=_levels(entrants) if past.sessions else dict.fromkeys(here, 0),
        bots=frozenset(one.key for one in entrants if one.is_bot),
        groups=_groups(entrants),
        met=met,
        partnered={pair: count * partner for pair, count in times_partnered.items()},
        seated=_seats(here, past, rules.weights),
        times=times,
        times_partnered=times_partnered,
    )


def ordered(one: int, other: int) -> Pair:
    """Return two keys as a pair, the smaller one first."""
    return (one, other) if one < other else (other, one)


def _levels(entrants: Iterable[Entrant]) -> dict[int, int]:
    """Return how far each score is above the mean of the people's; bots are at the mean."""
    scores = {one.key: Fraction(one.score) for one in entrants if not one.is_bot}
    unit = lcm(*(score.denominator for score in scores.values()))
    whole = {key: int(score * unit) for key, score in scores.items()}
    n, total = len(whole), sum(whole.values())
    variance = n * sum(score * score for score in whole.values()) - total * total
    levels = dict.fromkeys((one.key for one in entrants), 0)
    if variance:
        levels |= {key: _level(n * score - total, variance) for key, score in whole.items()}
    return levels


def _level(above: int, variance: int) -> int:
    """Return the whole number nearest to DEVIATION · above / √variance."""
    twice = isqrt((2 * DEVIATION * above) ** 2 // variance)
    return (twice + 1) // 2 if above > 0 else -((twice + 1) // 2)


def _groups(entrants: Iterable[Entrant]) -> dict[int, int]:
    groups = {one.key: BOTS if one.is_bot else one.group for one in entrants}
    return {key: group for key, group in groups.items() if group is not None}


def _meetings(
    here: set[int], past: Past, rules: Rules
) -> tuple[Counter[Pair], Counter[Pair], Counter[Pair]]:
    """Return what it costs that pairs meet again, how often they met, and how often as partners."""
    met: Counter[Pair] = Counter()
    times: Counter[Pair] = Counter()
    partnered: Counter[Pair] = Counter()
    for ago, session in enumerate(reversed(past.sessions), start=1):
        cost = rules.weights.repeat + rules.weights.recent // ago
        for table in session.tables:
            sides = rules.sides if len(table) == len(rules.sides) else ()
            for (seat, one), (place, other) in combinations(enumerate(table), 2):
                if one in here and other in here:
                    pair = ordered(one, other)
                    met[pair] += cost
                    times[pair] += 1
                    if sides and sides[seat] == sides[place]:
                        partnered[pair] += 1
    return met, times, partnered


def _seats(here: set[int], past: Past, weights: Weights) -> Counter[tuple[int, int]]:
    seated: Counter[tuple[int, int]] = Counter()
    for session in past.sessions:
        for table in session.tables:
            for seat, key in enumerate(table):
                if key in here:
                    seated[key, seat] += weights.seat + (0 if seat else weights.dealer)
    return seated
