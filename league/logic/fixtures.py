"""The calendar of a team league: who plays whom on which date, and at home of which of the two.

Source: D. de Werra, "Scheduling in sports", in "Studies on Graphs and Discrete Programming",
1981: an order of rounds in which hardly anybody plays twice at home, or away, one after another.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations, pairwise
from typing import Any, Final, Generic, TypeAlias, TypeVar

from .draws.movements import round_robin

Key = TypeVar("Key", int, str)
Closed: TypeAlias = Mapping[Any, frozenset[date]]
"""The dates on which each team cannot play."""
Pairs: TypeAlias = list[tuple[int, int]]
"""The matches of a round, as numbers of the teams at home and away."""

LONGEST_RUN: Final = 2
"""How often a team plays at home, or away, one after another."""

TRIES: Final = 10
"""How many other orders of teams are tried while there are clashes."""


@dataclass(frozen=True, slots=True)
class Fixture(Generic[Key]):
    """A match of two teams."""

    day: date
    home: Key
    away: Key

    @property
    def teams(self) -> tuple[Key, Key]:
        """Both teams, the one at home first."""
        return self.home, self.away


@dataclass(frozen=True, slots=True)
class Calendar(Generic[Key]):
    """The fixtures of a division by date, and those on a day one of the teams cannot play."""

    fixtures: tuple[Fixture[Key], ...]
    clashes: tuple[Fixture[Key], ...] = ()


class TooFewDates(ValueError):
    """Everybody cannot meet everybody on so few dates."""

    def __init__(self, needed: int) -> None:
        super().__init__(f"{needed} dates are needed")
        self.needed = needed


def calendar(
    teams: Sequence[Key],
    *,
    dates: Collection[date],
    blackouts: Mapping[Key, Collection[date]] | None = None,
    legs: int = 1,
    seed: str = "",
) -> Calendar[Key]:
    """Return a calendar in which everybody meets everybody once in each leg.

    Each team is at home as often as away but for one match, and never three times one after
    another at home, or away. A whole round is played on a date; which dates, and which team is
    free when their number is odd, is chosen for few clashes with `blackouts`, then single matches
    move to dates on which both teams are free. What clashes still is no proof that nothing
    better exists, but no single match of it can be moved. Raises TooFewDates, and ValueError when
    a team is named twice or there are fewer than two.
    """
    if len(set(teams)) != len(teams) or len(teams) < 2:
        raise ValueError("name two teams or more, each once")
    rounds = _rounds(len(teams), legs)
    ordered = sorted(set(dates))
    if len(ordered) < len(rounds):
        raise TooFewDates(len(rounds))
    closed = {team: frozenset((blackouts or {}).get(team, ())) for team in teams}
    luck = random.Random(seed)  # noqa: S311 - not for secrets, and reproducible
    best = _plan(luck.sample(list(teams), len(teams)), rounds, ordered, closed)
    for _ in range(TRIES if best.clashes else 0):
        other = _plan(luck.sample(list(teams), len(teams)), rounds, ordered, closed)
        best = min(best, other, key=lambda plan: len(plan.clashes))
    return best


def _plan(
    order: list[Key], rounds: Sequence[Pairs], dates: Sequence[date], closed: Closed
) -> Calendar[Key]:
    """Return the calendar for one order of teams, which may still improve it."""
    order = _best_order(order, rounds, dates, closed)
    _clashes, days = _days(order, rounds, dates, closed)
    fixtures = [
        Fixture(day, order[home], order[away])
        for day, pairs in zip(days, rounds, strict=True)
        for home, away in pairs
    ]
    moved = _postponed(fixtures, dates, closed)
    return Calendar(tuple(moved), tuple(one for one in moved if _is_clash(one, closed)))


def _rounds(teams: int, legs: int) -> list[Pairs]:
    """Return all rounds; each leg begins where no run becomes too long."""
    first = [[(home, away) for home, away in pairs] for pairs in round_robin(teams).sessions]
    rounds: list[Pairs] = []
    for number in range(legs):
        leg = [[pair[::-1] for pair in pairs] if number % 2 else pairs for pairs in first]
        turns = ([*leg[turn:], *leg[:turn]] for turn in range(len(leg)))
        rounds = next(
            longer for longer in ([*rounds, *turned] for turned in turns) if _runs_are_short(longer)
        )
    return rounds


def _runs_are_short(rounds: Sequence[Pairs]) -> bool:
    venues = defaultdict(list)
    for pairs in rounds:
        for home, away in pairs:
            venues[home].append(True)
            venues[away].append(False)
    return all(_is_varied(at_home) for at_home in venues.values())


def _is_varied(at_home: Sequence[bool]) -> bool:
    """Tell whether no run of matches at home, or away, is too long."""
    run = 1
    for one, following in pairwise(at_home):
        run = run + 1 if one == following else 1
        if run > LONGEST_RUN:
            return False
    return True


def _days(
    order: Sequence[Any], rounds: Sequence[Pairs], dates: Sequence[date], closed: Closed
) -> tuple[int, list[date]]:
    """Return the fewest clashes, and the dates of the rounds that have them.

    O(rounds · dates to spare): with so many dates to spare before it, a round has one date.
    """
    crowd = Counter(day for days_off in closed.values() for day in days_off)
    best: list[tuple[int, Any]] = [(0, None)] * (len(dates) - len(rounds) + 1)
    for number, pairs in enumerate(rounds):
        free = _free(order, pairs)
        for spared, (fewest, before) in enumerate(best):
            day = dates[number + spared]
            clashes = fewest + crowd[day] - sum(day in closed[team] for team in free)
            if spared and best[spared - 1][0] <= clashes:
                best[spared] = best[spared - 1]
            else:
                best[spared] = clashes, (before, day)
    fewest, last = best[-1]
    days: list[date] = []
    while last:
        last, day = last
        days.append(day)
    return fewest, days[::-1]


def _free(order: Sequence[Any], pairs: Pairs) -> list[Any]:
    """Return who does not play in a round: one team, if their number is odd."""
    if len(order) == 2 * len(pairs):
        return []
    numbers = sum(range(len(order))) - sum(home + away for home, away in pairs)
    return [order[numbers]]


def _best_order(
    order: list[Any], rounds: Sequence[Pairs], dates: Sequence[date], closed: Closed
) -> list[Any]:
    """Return an order of teams with few clashes: it decides who is free when, and nothing else."""
    cost, _ = _days(order, rounds, dates, closed)
    improved = bool(len(order) % 2 and cost)
    while improved:
        improved = False
        for one, other in combinations(range(len(order)), 2):
            swapped = list(order)
            swapped[one], swapped[other] = order[other], order[one]
            fewer, _ = _days(swapped, rounds, dates, closed)
            if fewer < cost:
                order, cost, improved = swapped, fewer, True
    return order


def _postponed(
    fixtures: Sequence[Fixture[Key]], dates: Sequence[date], closed: Closed
) -> list[Fixture[Key]]:
    """Return the fixtures by date, with those that clash on other dates where possible."""
    kept = list(fixtures)
    moved = True
    while moved:
        moved = False
        for position, one in enumerate(kept):
            if _is_clash(one, closed):
                others = kept[:position] + kept[position + 1 :]
                free = next(_moves(one, others, dates, closed), None)
                if free:
                    kept[position], moved = free, True
    return sorted(kept, key=lambda one: one.day)


def _moves(
    one: Fixture[Any], others: Sequence[Fixture[Any]], dates: Sequence[date], closed: Closed
) -> Iterator[Fixture[Any]]:
    """Yield the fixture on every date on which both teams can play and their runs stay short."""
    theirs = {team: [other for other in others if team in other.teams] for team in one.teams}
    taken = {other.day for team in one.teams for other in theirs[team]}
    for day in dates:
        new = replace(one, day=day)
        is_free = day not in taken and not _is_clash(new, closed)
        if is_free and all(_stays_varied(team, [*theirs[team], new]) for team in one.teams):
            yield new


def _stays_varied(team: Any, fixtures: Iterable[Fixture[Any]]) -> bool:
    in_order = sorted(fixtures, key=lambda fixture: fixture.day)
    return _is_varied([fixture.home == team for fixture in in_order])


def _is_clash(one: Fixture[Any], closed: Closed) -> bool:
    return any(one.day in closed[team] for team in one.teams)
