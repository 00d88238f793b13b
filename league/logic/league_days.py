"""League days: every table has one player of each team, and opponents change from round to round.

Source: the tables are those of orthogonal squares made from a finite field, R. C. Bose, "On the
application of the properties of Galois fields to the problem of construction of hyper-Graeco-
Latin squares", Sankhyā 3 (1938). Where there is no such field, a search.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias, TypeVar

from .field import factors, field

Key = TypeVar("Key", int, str)
Place: TypeAlias = tuple[int, int]
"""A player by the numbers of his team and in it, whether there is one or not."""

STARTS: Final = 20
"""From how many random beginnings the tables of a round are searched."""


def league_day(
    teams: Sequence[Sequence[Key]], *, rounds: int, seed: str = ""
) -> list[list[tuple[Key | None, ...]]]:
    """Return the tables of each round: as many as the largest team has players.

    The seats of a table are in the order of teams, each round from another one; a seat is None
    where an incomplete team has nobody, for a bot or to be left empty.
    Nobody meets an opponent twice before all if that number is a power of a prime and there are
    no more teams than tables; otherwise repeats are as few as a search finds. Two
    absent players share a table as late as possible. Raises ValueError when somebody is named
    twice or there are fewer than two teams.
    """
    _check(teams)
    order = max(len(team) for team in teams)
    if len(teams) <= order and order > 1 and len(factors(order)) == 1:
        cycle = [_tables_of_field(len(teams), order, number) for number in range(order)]
        cycle.sort(key=lambda tables: _most_absent(tables, teams))
    else:
        cycle = _searched(teams, order, rounds, seed)
    return [
        [
            _turned([_player(teams, place) for place in table], number + position)
            for position, table in enumerate(cycle[number % len(cycle)])
        ]
        for number in range(rounds)
    ]


def meetings(day: Iterable[Sequence[tuple[Key | None, ...]]]) -> Counter[frozenset[Key]]:
    """Return how often each pair of players sits together."""
    return Counter(
        frozenset(pair)
        for tables in day
        for table in tables
        for pair in combinations([key for key in table if key is not None], 2)
    )


def _tables_of_field(teams: int, order: int, number: int) -> list[list[Place]]:
    """Return the tables of a round: each team moves on by its number times that of the round.

    Two players of two teams meet when their numbers differ by the difference of their teams
    times the round: in a field that is so in exactly one round.
    """
    ring = field(order)
    shifts = [int(ring.times[team, number]) for team in range(teams)]
    return [
        [(team, int(ring.plus[table, shift])) for team, shift in enumerate(shifts)]
        for table in range(order)
    ]


def _searched(
    teams: Sequence[Sequence[Any]], order: int, rounds: int, seed: str
) -> list[list[list[Place]]]:
    """Return rounds in which as few as possible meet again, each the best that swaps have found."""
    luck = random.Random(seed)  # noqa: S311 - not for secrets, and reproducible
    met: Counter[tuple[Place, ...]] = Counter()
    found = []
    for _ in range(rounds):
        starts = ([luck.sample(range(order), order) for _team in teams] for _start in range(STARTS))
        best = min((_improved(start, met, teams) for start in starts), key=lambda tried: tried[0])
        tables = [
            [(team, line[table]) for team, line in enumerate(best[1])] for table in range(order)
        ]
        met.update(pair for table in tables for pair in combinations(table, 2))
        found.append(tables)
    return found


def _improved(
    lines: list[list[int]], met: Counter[tuple[Place, ...]], teams: Sequence[Sequence[Any]]
) -> tuple[int, list[list[int]]]:
    """Swap players of a team between tables while fewer meet again; return how many still do.

    `lines` holds for each team the number of its player at each table.
    """

    def cost(table: int) -> int:
        seats = [(team, line[table]) for team, line in enumerate(lines)]
        absent = sum(_player(teams, place) is None for place in seats)
        again = sum(2 * met[pair] for pair in combinations(seats, 2))
        return again + max(0, absent - 1)

    costs = [cost(table) for table in range(len(lines[0]))]
    better = True
    while better:
        better = False
        for line in lines[1:]:
            for one, other in combinations(range(len(line)), 2):
                before = costs[one] + costs[other]
                line[one], line[other] = line[other], line[one]
                after = cost(one), cost(other)
                if sum(after) < before:
                    costs[one], costs[other] = after
                    better = True
                else:
                    line[one], line[other] = line[other], line[one]
    return sum(costs), lines


def _player(teams: Sequence[Sequence[Any]], place: Place) -> Any:
    team, number = place
    return teams[team][number] if number < len(teams[team]) else None


def _most_absent(tables: Sequence[Sequence[Place]], teams: Sequence[Sequence[Any]]) -> list[int]:
    """Return how many are absent from each table, the emptiest first."""
    absent = ([_player(teams, place) for place in table].count(None) for table in tables)
    return sorted(absent, reverse=True)


def _turned(table: Sequence[Any], by: int) -> tuple[Any, ...]:
    """Return the same table from another seat."""
    by %= len(table)
    return (*table[by:], *table[:by])


def _check(teams: Sequence[Sequence[Any]]) -> None:
    players = [player for team in teams for player in team]
    if len(players) != len(set(players)):
        raise ValueError("somebody is named twice")
    if len(teams) < 2 or not players:
        raise ValueError("a league day has two teams or more, and players")
