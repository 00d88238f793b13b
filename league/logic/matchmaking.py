"""Whom a ladder brings together next: tables whose result tells most, and nobody forgotten.

Each table is opened by whoever has waited longest; nobody therefore waits for longer than there
are bots to be seated before it. The others are chosen one by one for what their result tells: how
uncertain their skill is, how open the outcome against those already seated, and how little they
have played and how long waited. Where players form sides, partners change. Bots of one
author, who could tell each other their cards, do not meet.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations, islice, permutations
from typing import Any, Final

from .ratings import NEW, Skill, chances

SHORTLIST = 24
"""How many of the nearest in skill are weighed for a seat, and as many who have waited longest."""

ORDERS = 120
"""How many orders around the table are weighed: all of them up to six players."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What limits tables: the side of each seat, and how many tables one bot may have open."""

    sides: tuple[int, ...]
    most_open: int = 3

    @property
    def size(self) -> int:
        """How many players sit at a table."""
        return len(self.sides)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot to be seated: `waited` since it last was, in any unit; `played` counts its contests.

    It may have fewer tables open than others, `most_open`. Two of one `author` do not sit at one
    table. One that does not open a table waits until another bot does.
    """

    key: int
    skill: Skill
    waited: float
    played: int = 0
    open: int = 0
    most_open: int | None = None
    author: int | None = None
    opens: bool = True

    def has_time(self, setting: Setting) -> bool:
        """Tell whether it may take one more table."""
        most = setting.most_open if self.most_open is None else self.most_open
        return self.open < min(most, setting.most_open)

    def may_meet(self, other: "Candidate") -> bool:
        """Tell whether the two may sit at one table."""
        is_same = self.author is not None and self.author == other.author
        return self.key != other.key and not is_same


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each reason counts; every reason is a number from 0 to 1."""

    uncertainty: float = 3.0
    closeness: float = 3.0
    fairness: float = 1.0
    waiting: float = 1.0
    luck: float = 0.5


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a player was taken, in points; `opens` tells that it had waited longest."""

    uncertainty: float
    closeness: float
    fairness: float
    waiting: float
    luck: float
    opens: bool = False

    @property
    def total(self) -> float:
        """What the choice went by."""
        return self.uncertainty + self.closeness + self.fairness + self.waiting + self.luck


@dataclass(frozen=True, slots=True)
class Pick:
    """A table: players in the order of seats, why each, and how likely each side wins."""

    players: tuple[int, ...]
    reasons: tuple[Reasons, ...]
    chances: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        """Return why these players, as JSON-able values."""
        reasons = [
            {name: round(value, 3) for name, value in asdict(one).items()} | {"opens": one.opens}
            for one in self.reasons
        ]
        return {"reasons": reasons, "chances": [round(chance, 4) for chance in self.chances]}


Partners = Mapping[frozenset[int], int]
"""How often pairs of players were partners of late."""


def pick_tables(
    candidates: Iterable[Candidate],
    setting: Setting,
    *,
    count: int,
    partners: Partners | None = None,
    seed: str,
) -> list[Pick]:
    """Return up to `count` tables, the most urgent first; the same input gives the same tables.

    Fewer when too few bots have time. O(count · seats · SHORTLIST) predictions.
    """
    hall = _Hall(setting, random.Random(seed))  # noqa: S311 - not for secrets, and reproducible
    hall.waiting = {one.key: one for one in sorted(candidates, key=lambda one: one.key)}
    hall.partners = Counter(partners or {})
    picks = []
    for _ in range(count):
        pick = hall.next_table()
        if pick is None:
            break
        picks.append(pick)
    return picks


@dataclass
class _Hall:
    """The bots while tables are filled one after another."""

    setting: Setting
    luck: random.Random
    waiting: dict[int, Candidate] = field(default_factory=dict)
    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    even: dict[tuple[int, int], float] = field(default_factory=dict)

    def next_table(self) -> Pick | None:
        free = [one for one in self.waiting.values() if one.has_time(self.setting)]
        openers = [one for one in free if one.opens]
        # Whoever sits down takes one author's place and no other, so the rest can still be filled.
        if not openers or len(_apart(free)) < self.setting.size:
            return None
        luck = {one.key: self.luck.random() for one in free}
        table = [max(openers, key=lambda one: (one.waited, luck[one.key]))]
        reasons = [replace(self._reasons(table[0], table, luck), opens=True)]
        while len(table) < self.setting.size:
            rated = [(self._reasons(one, table, luck), one) for one in self._shortlist(free, table)]
            best, one = max(rated, key=lambda row: (row[0].total, -row[1].key))
            table.append(one)
            reasons.append(best)
        order = self._order(table)
        self._seat(order)
        why = {one.key: reason for one, reason in zip(table, reasons, strict=True)}
        return Pick(
            players=tuple(one.key for one in order),
            reasons=tuple(why[one.key] for one in order),
            chances=tuple(chances([one.skill for one in order], sides=self.setting.sides)),
        )

    def _shortlist(
        self, free: Sequence[Candidate], table: Sequence[Candidate]
    ) -> Iterable[Candidate]:
        """Return who may sit down: those nearest in skill, and those who have waited longest."""
        left = [one for one in free if all(one.may_meet(other) for other in table)]
        mean = sum(one.skill.mu for one in table) / len(table)
        near = sorted(left, key=lambda one: abs(one.skill.mu - mean))[:SHORTLIST]
        patient = sorted(left, key=lambda one: -one.waited)[:SHORTLIST]
        return {one.key: one for one in (*near, *patient)}.values()

    def _reasons(
        self, one: Candidate, table: Sequence[Candidate], luck: Mapping[int, float]
    ) -> Reasons:
        others = [other for other in table if other.key != one.key]
        everybody = self.waiting.values()
        most_played = max(other.played + other.open for other in everybody)
        longest = max(other.waited for other in everybody)
        open_ended = [self._evenness(one, other) for other in others]
        return Reasons(
            uncertainty=WEIGHTS.uncertainty * min(1.0, one.skill.sigma / NEW.sigma),
            closeness=WEIGHTS.closeness * (sum(open_ended) / len(open_ended) if others else 0.0),
            fairness=WEIGHTS.fairness * (1 - (one.played + one.open) / max(1, most_played)),
            waiting=WEIGHTS.waiting * (max(0.0, one.waited) / longest if longest > 0 else 0.0),
            luck=WEIGHTS.luck * luck[one.key],
        )

    def _evenness(self, one: Candidate, other: Candidate) -> float:
        """Return how open it is who of two wins: 1 when even, 0 when certain."""
        pair = (min(one.key, other.key), max(one.key, other.key))
        if pair not in self.even:
            chance, _ = chances([one.skill, other.skill], sides=(0, 1))
            self.even[pair] = 4 * chance * (1 - chance)
        return self.even[pair]

    def _order(self, table: Sequence[Candidate]) -> list[Candidate]:
        """Return the players in the order of seats: by lot, and with new and even sides."""
        shuffled = self.luck.sample(list(table), len(table))
        if len(set(self.setting.sides)) == len(self.setting.sides):
            return shuffled
        orders = [[shuffled[0], *rest] for rest in islice(permutations(shuffled[1:]), ORDERS)]
        return min(orders, key=self._staleness)

    def _staleness(self, order: Sequence[Candidate]) -> tuple[int, float]:
        """Return how often these partners have been partners, and how uneven the sides are."""
        often = sum(
            self.partners[pair] for pair in partners_of([c.key for c in order], self.setting)
        )
        won = chances([one.skill for one in order], sides=self.setting.sides)
        return often, round(max(won) - min(won), 9)

    def _seat(self, order: Sequence[Candidate]) -> None:
        """Note that these have a table more, and have waited least."""
        least = min(one.waited for one in self.waiting.values())
        for one in order:
            self.waiting[one.key] = replace(one, open=one.open + 1, waited=least - 1)
        self.partners.update(partners_of([one.key for one in order], self.setting))


def _apart(candidates: Iterable[Candidate]) -> set[tuple[int | None, int | None]]:
    """Return who could sit at one table: each author once, and whoever has none."""
    return {(one.author, one.key if one.author is None else None) for one in candidates}


def partners_of(players: Sequence[int], setting: Setting) -> list[frozenset[int]]:
    """Return the pairs that are on the same side, given the players in the order of seats."""
    pairs = combinations(zip(players, setting.sides, strict=True), 2)
    return [frozenset((one, other)) for (one, side), (other, its) in pairs if side == its]
