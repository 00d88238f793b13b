"""Tables of players with like scores, session by session; the first session is drawn by lot.

Tables are searched by exchanging players at a low temperature, which finds draws without a repeat
where sorting alone makes a hundred. What must hold is never weighed against what would be nice.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from .anneal import FORBIDDEN, LUCK, Crowd, Hall, Ints, Records, anneal, generator_of, take_seats
from .costs import Costs, costs_of, ordered
from .crowd import crowd_of, hall_of, seats_of
from .model import Draw, Entrant, NoDraw, Past, Rules, Table
from .sizes import Sizes, split
from .start import start
from .turns import byes_had, short_tables_had
from .units import choose, units_of

CHANGES, LEAST_CHANGES = 1000, 8000
"""How many exchanges are tried for each player, and how many at least."""

HEAT, COLD = 300, 30
"""The temperature at the beginning and at the end of the search, in the unit of costs."""

TRIES = 3
"""How often the search begins anew from disorder, when it breaks a rule or repeats a pair."""

CROWDED = 400
"""With more players it does not begin anew for a repeat: disorder would cost them more."""

NEVER = Fraction(1 << 30)
"""The turns of a bot: it sits at an odd table only where there is nobody else."""


def draw(entrants: Iterable[Entrant], past: Past, rules: Rules, seed: str) -> Draw:
    """Return who sits where; raises NoDraw.

    The same input gives the same draw, in whatever order the entrants come. O(players) exchanges,
    each O(seats² · log sessions). Raises ValueError when somebody is entered twice.
    """
    luck = random.Random(seed)  # noqa: S311 - not for secrets, and reproducible
    ranking = _ranking(entrants, past, luck)
    costs = costs_of(ranking, past, rules)
    caught: frozenset[int] = frozenset()
    while True:
        byes, players, sizes = _present(ranking, past, rules, caught)
        try:
            tables = _seated(players, sizes=sizes, past=past, rules=rules, costs=costs, seed=seed)
        except NoDraw as refusal:
            if not byes or caught.issuperset(refusal.keys):
                raise
            caught = caught.union(refusal.keys)
        else:
            return Draw(_in_order(tables, players, costs), tuple(sorted(byes)), seed)


def _present(
    ranking: Sequence[Entrant], past: Past, rules: Rules, caught: Collection[int]
) -> tuple[set[int], list[Entrant], Sizes]:
    """Return who has a bye, who is seated, and at tables of which sizes; raises NoDraw.

    Among those whose turn it is for a bye it goes to who was `caught` at a table with somebody he
    must not meet, and of several to who must not meet most.
    """
    people = [one for one in ranking if not one.is_bot]
    bots = [one for one in ranking if one.is_bot]
    sizes = split(len(people), rules, bots=len(bots))
    strangers = Counter(key for pair in set(rules.apart) for key in pair if key in caught)
    patient = sorted(people, key=lambda one: strangers[one.key])
    byes = _byes(patient, sizes.byes, past, rules)
    players = [one for one in people if one.key not in byes] + bots[: sizes.bots]
    lost = [one.key for one in players if not 1 <= (one.fixed_table or 1) <= len(sizes.tables)]
    if lost:
        raise NoDraw("no_such_table", lost)
    return byes, players, sizes


def _ranking(entrants: Iterable[Entrant], past: Past, luck: random.Random) -> list[Entrant]:
    """Return everybody in the order of scores and then by lot, before the first session by lot."""
    lots = sorted(entrants, key=lambda one: one.key)
    if len({one.key for one in lots}) < len(lots):
        raise ValueError("somebody is entered twice")
    luck.shuffle(lots)
    return sorted(lots, key=lambda one: -one.score) if past.sessions else lots


def _byes(people: Sequence[Entrant], count: int, past: Past, rules: Rules) -> set[int]:
    """Return who has a bye: those with the fewest so far, and of them the last in the standings."""
    units = units_of(people, rules)
    turns = byes_had((one.key for one in people), past)
    choice = choose(units[::-1], count, turns, most_joined=count)
    if choice is None:
        raise NoDraw("together_crowded", (key for unit in units if len(unit) > 1 for key in unit))
    return {key for unit in choice.taken for key in unit}


def _seated(
    players: Sequence[Entrant], *, sizes: Sizes, past: Past, rules: Rules, costs: Costs, seed: str
) -> list[Table]:
    """Return tables in the order of seats, not yet numbered."""
    units = units_of(players, rules)
    turns = dict(short_tables_had((one.key for one in players), past))
    turns |= {one.key: NEVER for one in players if one.is_bot}
    found = start(units, sizes.tables, rules.size, turns)
    hall = hall_of(found.tables, rules)
    crowd = crowd_of(players, units=units, found=found, turns=turns, costs=costs, rules=rules)
    index = {one.key: number for number, one in enumerate(players)}
    at = np.array([index[key] for table in found.tables for key in table], np.int64)
    is_kept = _search(hall, crowd, at, seed, rules.weights.repeat)
    take_seats(*hall, *crowd, seats_of(players, costs, rules), at, _generators(seed, "seats"))
    keys = [players[number].key for number in at]
    tables = [tuple(keys[first:last]) for first, last in hall.tables[["first", "last"]].tolist()]
    if not is_kept:
        raise NoDraw("apart_crowded", _caught(tables, players, rules))
    return tables


def _search(hall: Hall, crowd: Crowd, at: Ints, seed: str, repeat: int) -> bool:
    """Improve who is at which place, and tell whether all rules are kept.

    `repeat` is what the cheapest repeat costs.
    """
    changes = max(LEAST_CHANGES, CHANGES * len(at))
    generators = _generators(seed, "tables")
    best = anneal(*hall, *crowd, at, generators, LUCK, changes, HEAT, COLD)
    lawful = crowd._replace(weights=np.zeros_like(crowd.weights))
    enough = repeat if repeat and len(at) <= CROWDED else FORBIDDEN
    for _ in range(TRIES):
        if best < enough:
            break
        again = at.copy()
        if best >= FORBIDDEN:
            heat = FORBIDDEN // 4
            anneal(*hall, *lawful, again, generators, LUCK, changes, heat, heat // 16)
        else:
            heat = max(repeat // 2, HEAT)
            anneal(*hall, *crowd, again, generators, LUCK, 2 * changes, heat, HEAT)
        cost = anneal(*hall, *crowd, again, generators, LUCK, changes, HEAT, COLD)
        if cost < best:
            best, at[:] = cost, again
    return bool(best < FORBIDDEN)


def _generators(seed: str, purpose: str) -> Records:
    digest = hashlib.sha256(f"{purpose} {seed}".encode()).digest()
    return generator_of(int.from_bytes(digest[:8], "big"))


def _caught(tables: Iterable[Table], players: Iterable[Entrant], rules: Rules) -> set[int]:
    """Return those who share a table and must not."""
    apart = {ordered(one, other) for one, other in rules.apart}
    fixed = {one.key: one.fixed_table for one in players if one.fixed_table is not None}
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return {
        key
        for one, other in pairs
        if ordered(one, other) in apart
        or (one in fixed and fixed[one] != fixed.get(other, fixed[one]))
        for key in (one, other)
    }


def _in_order(
    tables: Iterable[Table], players: Iterable[Entrant], costs: Costs
) -> tuple[Table, ...]:
    """Return the tables by number: who is fixed at theirs, and of the others the best first."""
    home = {one.key: one.fixed_table for one in players if one.fixed_table is not None}
    best = sorted(
        tables, key=lambda table: -Fraction(sum(costs.levels[key] for key in table), len(table))
    )
    fixed = {home[key]: table for table in best for key in table if key in home}
    rest = iter([table for table in best if not home.keys() & set(table)])
    return tuple(fixed.get(number) or next(rest) for number in range(1, len(best) + 1))
