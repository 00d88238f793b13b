"""The arithmetic of standings: what matches, penalties and handicaps add, and what counts of it.

A player's `Collected` is kept by adding and removing entries one by one, without reading other
matches, and is then equal to what all entries give at once. A corrected result is the removal of
its old entries and the addition of new ones.
"""

from bisect import bisect_left, insort
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Protocol, TypeAlias, TypeVar

from .points import NEED_ROUNDS, RULES_OWN, ForfeitTerms, Outcome, award

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Line:
    """What a player has collected; a bot that holds two seats of a match has played twice."""

    points: Decimal = Decimal(0)
    score: int = 0
    matches: int = 0
    wins: int = 0

    @classmethod
    def of_seat(cls, *, points: Decimal, score: int, place: int) -> "Line":
        """Return what one seat of one match adds; sharing the first place is a win."""
        return cls(points=points, score=score, matches=1, wins=int(place == 1))

    def __add__(self, other: "Line") -> "Line":
        return Line(
            points=self.points + other.points,
            score=self.score + other.score,
            matches=self.matches + other.matches,
            wins=self.wins + other.wins,
        )


@dataclass(frozen=True, slots=True)
class Counting:
    """What of a season counts.

    Of each player's matches so far the `drop_worst` worst are left out, but one always counts.
    Who has played fewer than `least_matches` is listed after all others and has no rank.
    """

    drop_worst: int = 0
    least_matches: int = 0


EVERYTHING = Counting()


@dataclass(frozen=True, slots=True)
class Entry:
    """What one seat of one match adds; `won` and `lost` count games as declarer."""

    points: Decimal
    score: int = 0
    place: int = 1
    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from a player for a reason; never dropped, and no match."""

    points: Decimal
    reason: str


@dataclass(frozen=True, slots=True)
class Handicap:
    """Points that a player has from the start of an event; never dropped, and no match."""

    points: Decimal


Change: TypeAlias = Entry | Penalty | Handicap


@dataclass(frozen=True, slots=True)
class Collected:
    """What a player has collected, in full: enough to add to it, take from it and rank by it."""

    results: tuple[Decimal, ...] = ()
    """The points of every match, worst first."""
    places: tuple[int, ...] = ()
    """The place in every match, best first."""
    score: int = 0
    won: int = 0
    lost: int = 0
    penalty: Decimal = Decimal(0)
    handicap: Decimal = Decimal(0)

    @property
    def matches(self) -> int:
        """How many matches have been played, dropped ones too."""
        return len(self.results)

    @property
    def best(self) -> Decimal | None:
        """The points of the best match, if there is one."""
        return self.results[-1] if self.results else None

    @property
    def worst_place(self) -> int:
        """The worst place, 0 without a match."""
        return max(self.places, default=0)

    def at_place(self, place: int) -> int:
        """Return how often a place was reached."""
        return self.places.count(place)

    def dropped(self, counting: Counting) -> tuple[Decimal, ...]:
        """Return the points of the matches that do not count."""
        return self.results[: dropped_of(self.matches, counting)]

    def points(self, counting: Counting = EVERYTHING) -> Decimal:
        """Return what counts of all matches, less penalties, with handicaps."""
        counted = self.results[dropped_of(self.matches, counting) :]
        return sum(counted, Decimal(0)) - self.penalty + self.handicap

    def is_ranked(self, counting: Counting) -> bool:
        """Tell whether enough matches have been played for a rank."""
        return self.matches >= counting.least_matches

    def line(self, counting: Counting = EVERYTHING) -> Line:
        """Return what the standings list."""
        return Line(self.points(counting), self.score, self.matches, self.at_place(1))

    def add(self, change: Change) -> "Collected":
        """Return what it is with an entry, a penalty or a handicap more; O(matches)."""
        if isinstance(change, Penalty):
            return replace(self, penalty=self.penalty + change.points)
        if isinstance(change, Handicap):
            return replace(self, handicap=self.handicap + change.points)
        return replace(
            self,
            results=_with(self.results, change.points),
            places=_with(self.places, change.place),
            score=self.score + change.score,
            won=self.won + change.won,
            lost=self.lost + change.lost,
        )

    def remove(self, change: Change) -> "Collected":
        """Return what it was without an entry, a penalty or a handicap; O(matches).

        Raises LookupError for an entry that was never added, as far as that can be seen.
        """
        if isinstance(change, Penalty):
            return replace(self, penalty=self.penalty - change.points)
        if isinstance(change, Handicap):
            return replace(self, handicap=self.handicap - change.points)
        return replace(
            self,
            results=_without(self.results, change.points),
            places=_without(self.places, change.place),
            score=self.score - change.score,
            won=self.won - change.won,
            lost=self.lost - change.lost,
        )


NOTHING = Collected()


class Tallied(Protocol):
    """What a rank is made of."""

    @property
    def matches(self) -> int: ...
    @property
    def best(self) -> Decimal | None: ...
    @property
    def worst_place(self) -> int: ...
    @property
    def score(self) -> int: ...
    @property
    def won(self) -> int: ...
    @property
    def lost(self) -> int: ...
    def at_place(self, place: int) -> int: ...
    def points(self, counting: Counting) -> Decimal: ...
    def is_ranked(self, counting: Counting) -> bool: ...


@dataclass(frozen=True, slots=True)
class Summary:
    """What of `Collected` is stored: its size does not grow with the matches played.

    Only where `keeps_results`, because some are dropped or the best decides, are the points of
    every match with it.
    """

    gross: Decimal = Decimal(0)
    """The points of all matches, dropped ones too."""
    counts: tuple[int, ...] = ()
    """How often first, second, third …, as far as the worst place."""
    score: int = 0
    won: int = 0
    lost: int = 0
    penalty: Decimal = Decimal(0)
    handicap: Decimal = Decimal(0)
    results: tuple[Decimal, ...] = ()
    """The points of every match, worst first, where they are kept."""
    keeps_results: bool = False

    @property
    def matches(self) -> int:
        """How many matches have been played, dropped ones too."""
        return sum(self.counts)

    @property
    def best(self) -> Decimal | None:
        """The points of the best match, where they are kept and there is one."""
        return self.results[-1] if self.results else None

    @property
    def worst_place(self) -> int:
        """The worst place, 0 without a match."""
        return len(self.counts)

    def at_place(self, place: int) -> int:
        """Return how often a place was reached."""
        return self.counts[place - 1] if 0 < place <= len(self.counts) else 0

    def points(self, counting: Counting = EVERYTHING) -> Decimal:
        """Return what counts of all matches, less penalties, with handicaps."""
        dropped = self.results[: dropped_of(self.matches, counting)]
        return self.gross - sum(dropped, Decimal(0)) - self.penalty + self.handicap

    def is_ranked(self, counting: Counting) -> bool:
        """Tell whether enough matches have been played for a rank."""
        return self.matches >= counting.least_matches

    def add(self, change: Change) -> "Summary":
        """Return what it is with an entry, a penalty or a handicap more."""
        return self._moved(change, 1)

    def remove(self, change: Change) -> "Summary":
        """Return what it was without an entry, a penalty or a handicap."""
        return self._moved(change, -1)

    def _moved(self, change: Change, by: int) -> "Summary":
        if isinstance(change, Penalty):
            return replace(self, penalty=self.penalty + by * change.points)
        if isinstance(change, Handicap):
            return replace(self, handicap=self.handicap + by * change.points)
        results = self.results
        if self.keeps_results:
            results = (_with if by > 0 else _without)(results, change.points)
        return Summary(
            gross=self.gross + by * change.points,
            counts=_counted(self.counts, change.place, by),
            score=self.score + by * change.score,
            won=self.won + by * change.won,
            lost=self.lost + by * change.lost,
            penalty=self.penalty,
            handicap=self.handicap,
            results=results,
            keeps_results=self.keeps_results,
        )


def entries_of(rule: str, outcome: Outcome, *, terms: ForfeitTerms = RULES_OWN) -> list[Entry]:
    """Return what each seat of a match adds by a points rule; raises what `award` raises.

    Where a game's own scoring counts more than the scores, places follow the points.
    """
    awarded = award(rule, outcome, terms=terms)
    by_points = rule in NEED_ROUNDS and not outcome.forfeits
    places = _places_by(awarded) if by_points else outcome.final_places
    rows = zip(awarded, outcome.totals, places, strict=True)
    return [
        Entry(share, score, place, *outcome.declared(seat))
        for seat, (share, score, place) in enumerate(rows)
    ]


def _places_by(points: Sequence[Decimal]) -> list[int]:
    return [1 + sum(other > own for other in points) for own in points]


def tally(lines: Iterable[tuple[Key, Line]]) -> dict[Key, Line]:
    """Return the sum of the lines of each key."""
    totals: dict[Key, Line] = {}
    for key, line in lines:
        totals[key] = totals.get(key, Line()) + line
    return totals


def collect(changes: Iterable[tuple[Key, Change]]) -> dict[Key, Collected]:
    """Return what all entries, penalties and handicaps give at once; O(n log n)."""
    by_key: dict[Key, list[Change]] = {}
    for key, change in changes:
        by_key.setdefault(key, []).append(change)
    return {key: _collect_one(own) for key, own in by_key.items()}


def amend(
    collected: Mapping[Key, Collected],
    *,
    added: Iterable[tuple[Key, Change]] = (),
    removed: Iterable[tuple[Key, Change]] = (),
) -> dict[Key, Collected]:
    """Return the new state of those whom the changes concern; `NOTHING` if nothing is left.

    A correction removes and adds, a voided match removes, a pardon removes a penalty. Keys that
    are not in `collected` start with nothing.
    """
    new: dict[Key, Collected] = {}
    for key, change in added:
        new[key] = new.get(key, collected.get(key, NOTHING)).add(change)
    for key, change in removed:
        new[key] = new.get(key, collected.get(key, NOTHING)).remove(change)
    return new


def summarise(changes: Iterable[tuple[Key, Change]], *, keeps_results: bool) -> dict[Key, Summary]:
    """Return what all that was given and taken comes to, as it is stored; O(n log n)."""
    return {
        key: Summary(
            gross=sum(own.results, Decimal(0)),
            counts=tuple(own.at_place(place) for place in range(1, own.worst_place + 1)),
            score=own.score,
            won=own.won,
            lost=own.lost,
            penalty=own.penalty,
            handicap=own.handicap,
            results=own.results if keeps_results else (),
            keeps_results=keeps_results,
        )
        for key, own in collect(changes).items()
    }


def dropped_of(matches: int, counting: Counting) -> int:
    """Return how many of so many matches do not count."""
    return max(0, min(counting.drop_worst, matches - 1))


def _collect_one(changes: Iterable[Change]) -> Collected:
    entries: list[Entry] = []
    penalty = handicap = Decimal(0)
    for change in changes:
        if isinstance(change, Entry):
            entries.append(change)
        elif isinstance(change, Penalty):
            penalty += change.points
        else:
            handicap += change.points
    return Collected(
        results=tuple(sorted(entry.points for entry in entries)),
        places=tuple(sorted(entry.place for entry in entries)),
        score=sum(entry.score for entry in entries),
        won=sum(entry.won for entry in entries),
        lost=sum(entry.lost for entry in entries),
        penalty=penalty,
        handicap=handicap,
    )


def _counted(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """Return the counts with one more or less at a place, without zeros at their end."""
    new = [*counts, *([0] * (place - len(counts)))]
    new[place - 1] += by
    while new and new[-1] == 0:
        new.pop()
    return tuple(new)


Number = TypeVar("Number", int, Decimal)


def _with(numbers: tuple[Number, ...], number: Number) -> tuple[Number, ...]:
    longer = list(numbers)
    insort(longer, number)
    return tuple(longer)


def _without(numbers: tuple[Number, ...], number: Number) -> tuple[Number, ...]:
    at = bisect_left(numbers, number)
    if at == len(numbers) or numbers[at] != number:
        raise LookupError(f"no match has given {number}")
    return numbers[:at] + numbers[at + 1 :]
