"""Who has a bye, and tables of like scores, session by session; the first is drawn by lot.

A few players are tried in every way there is; the tables of more are searched by exchanging
players, which finds draws without a repeat where sorting alone makes a hundred. What must hold is
never weighed against what would be nice.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from engine.kernels.binding import Bindings

from . import every
from .anneal import LUCK, bound_anneal
from .arrays import FORBIDDEN, Crowd, Hall, Ints, Records, generator_of, handed, kernels
from .costs import Costs, costs_of, ordered
from .crowd import SQUARE, crowd_of, hall_of, seats_of
from .model import Draw, Entrant, NoDraw, Past, Rules, Table
from .seats import ALL_ORDERS, bound_take_seats
from .sizes import Sizes, split
from .start import start
from .tabu import bound_search
from .turns import Free, byes_had, short_tables_had
from .units import choose, units_of

CHANGES = 1000
"""How many exchanges are tried for each of more than SQUARE players."""

HEAT, COLD = 300, 30
"""The temperature at the beginning and at the end of that search, in the unit of costs."""

TRIES, LOOKS, LEAST_LOOKS = 8, 20_000, 400_000
"""How often the search for SQUARE players and fewer begins anew from disorder; the best is kept. At
how many exchanges these searches together look for each player, and how many at least."""

FEW = 100
"""So many players and fewer make twice as many exchanges as they are, or more; others as many."""

MOST_LOOKS = 64_000_000
"""At how many exchanges they look in all, at most: of many players, fewer searches begin."""

TRIES_TO_KEEP_RULES = 3
"""How often the search begins anew, while a rule is broken."""

NEVER = Fraction(1 << 30)
"""The turns of a bot: it sits at an odd table only where there is nobody else."""


def draw(entrants: Iterable[Entrant], past: Past, rules: Rules, seed: str) -> Draw:
    """Return who sits where; raises NoDraw.

    The same input gives the same draw, in whatever order the entrants come. O(players³), and beyond
    SQUARE players O(players) exchanges, each O(seats² · log sessions). Raises ValueError when
    somebody is entered twice.
    """
    luck = random.Random(seed)  # noqa: S311 - not for secrets, and reproducible
    ranking = _ranking(entrants, past, luck)
    costs = costs_of(ranking, past, rules)
    caught: frozenset[int] = frozenset()
    while True:
        byes, sizes, bots = _byes_and_sizes(ranking, past, rules, caught)
        free = _free(byes, ranking, past, rules)
        held = byes.difference(*(one.taken for one in free))
        players = [one for one in ranking if not one.is_bot and one.key not in held] + bots
        try:
            found, others = _seated(
                players, free=free, sizes=sizes, past=past, rules=rules, costs=costs, seed=seed
            )
        except NoDraw as refusal:
            if not byes or caught.issuperset(refusal.keys):
                raise
            caught = caught.union(refusal.keys)
        else:
            tables = _in_order(found, players, costs)
            return Draw(tables, tuple(sorted(held | others)), seed)


def _byes_and_sizes(
    ranking: Sequence[Entrant], past: Past, rules: Rules, caught: Collection[int]
) -> tuple[set[int], Sizes, list[Entrant]]:
    """Return who has a bye, tables of which sizes there are, and which bots fill them.

    Among those whose turn it is for a bye it goes to who was `caught` at a table with somebody he
    must not meet, and of several to who must not meet most. Raises NoDraw.
    """
    people = [one for one in ranking if not one.is_bot]
    bots = [one for one in ranking if one.is_bot]
    sizes = split(len(people), rules, bots=len(bots))
    strangers = Counter(key for pair in set(rules.apart) for key in pair if key in caught)
    patient = sorted(people, key=lambda one: strangers[one.key])
    byes = _byes(patient, sizes.byes, past, rules)
    homes = {one.key: one.fixed_table or 1 for one in people if one.key not in byes}
    lost = [key for key, table in homes.items() if not 1 <= table <= len(sizes.tables)]
    if lost:
        raise NoDraw("no_such_table", lost)
    return byes, sizes, bots[: sizes.bots]


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


def _free(byes: set[int], ranking: Sequence[Entrant], past: Past, rules: Rules) -> list[Free]:
    """Return the byes that others are as much entitled to as those who have them.

    Those are who have had as many byes and odd tables, stand as high, and can move alone.
    """
    if not byes:
        return []
    people = [one for one in ranking if not one.is_bot]
    had = byes_had((one.key for one in people), past)
    short = short_tables_had((one.key for one in people), past)
    alone = {unit[0] for unit in units_of(people, rules) if len(unit) == 1}
    alike: dict[Any, tuple[list[int], list[int]]] = {}
    for one in people:
        if one.key in alone and one.fixed_table is None:
            standing = one.score if past.sessions else None
            claims = alike.setdefault((had[one.key], short[one.key], standing), ([], []))
            claims[one.key not in byes].append(one.key)
    return [Free(tuple(some), tuple(others)) for some, others in alike.values() if some and others]


def _seated(
    players: Sequence[Entrant],
    *,
    free: Sequence[Free],
    sizes: Sizes,
    past: Past,
    rules: Rules,
    costs: Costs,
    seed: str,
) -> tuple[list[Table], set[int]]:
    """Return tables in the order of seats, not yet numbered, and who of the free byes has one.

    Those who may have one are among the players.
    """
    away = [key for byes in free for key in byes.taken]
    turns = dict(short_tables_had((one.key for one in players), past))
    turns |= {one.key: NEVER for one in players if one.is_bot}
    units = units_of([one for one in players if one.key not in away], rules)
    found = start(units, sizes.tables, rules.size, turns)
    units += [(key,) for key in away]
    k = kernels()
    crowd = crowd_of(
        players, units=units, found=found, turns=turns, costs=costs, rules=rules, free=free
    )
    hall = Hall(*(handed(array, k) for array in hall_of(found.tables, rules, free)))
    crowd = Crowd(*(handed(array, k) for array in crowd))
    seated = handed(seats_of(players, costs, rules), k)
    index = {one.key: number for number, one in enumerate(players)}
    order = [index[key] for table in [*found.tables, away] for key in table]
    at = handed(np.array(order, np.int64), k)
    if len(players) <= every.MOST:
        is_kept = every.seat_best(hall, crowd, seated, at)
    else:
        is_kept = _search(hall, crowd, at, seed, k)
    generators, room = _generators(seed, "seats", k), _room(ALL_ORDERS, k=k)
    bound_take_seats(k)(*hall, *crowd, seated, at, generators, *room)
    keys = [players[number].key for number in at]
    rows = [tuple(keys[one.first : one.last]) for one in hall.tables]
    tables, rest = rows[: len(found.tables)], rows[len(found.tables) :]
    if not is_kept:
        raise NoDraw("apart_crowded", _caught(tables, players, rules))
    return tables, {key for byes in rest for key in byes}


def _search(hall: Hall, crowd: Crowd, at: Any, seed: str, k: Bindings) -> bool:
    """Improve who is at which place, and tell whether all rules are kept.

    Where they are not, the search begins anew; of very many it minds at first nothing else.
    """
    generators = _generators(seed, "tables", k)
    if len(at) <= SQUARE:
        return _best_of_tries(hall, crowd, at, generators, k) < FORBIDDEN
    room = _room(len(hall.tables), 2 * len(at), k=k)
    search: Callable[..., int] = partial(bound_anneal(k), *hall, *crowd)
    rest = generators, handed(LUCK, k), *room
    changes = CHANGES * len(at)
    best = search(at, *rest, changes, changes * 3 // 4, HEAT, COLD)
    for _ in range(TRIES_TO_KEEP_RULES):
        if best < FORBIDDEN:
            break
        again = at.copy()
        search(again, *rest, changes, changes * 3 // 4, FORBIDDEN // 4, FORBIDDEN // 64)
        cost = search(again, *rest, changes, changes * 3 // 4, HEAT, COLD)
        if cost < best:
            best, at[:] = cost, again
    return bool(best < FORBIDDEN)


def _best_of_tries(hall: Hall, crowd: Crowd, at: Any, generators: Records, k: Bindings) -> int:
    """Begin anew from disorder again and again, keep the best, and return what it costs.

    It ends early where nothing costs anything, and goes on for a while where a rule is broken.
    """
    size, tables = len(at), len(hall.tables)
    tries, steps = _tries_and_steps(size)
    lists = _room(tables + 1, tables, tables, 2 * size, size, 3, k=k)
    squares = _room((tables, size), (tables, size), k=k)
    its = crowd.players, crowd.weights, crowd.shared, crowd.partnered
    best, again = FORBIDDEN * FORBIDDEN, at.copy()
    for number in range(tries * (1 + TRIES_TO_KEEP_RULES)):
        if best == 0 or (number >= tries and best < FORBIDDEN):
            break
        cost = int(bound_search(k)(*hall, *its, again, generators, *lists, *squares, steps))
        if cost < best:
            best, at[:] = cost, again
    return best


def _tries_and_steps(size: int) -> tuple[int, int]:
    """Return how often the search for so many players begins, and with how many exchanges."""
    looks = max(LEAST_LOOKS, LOOKS * size) // TRIES
    steps = max(2 * looks // size**2, 2 * size if size <= FEW else size)
    return min(TRIES, 2 * MOST_LOOKS // (steps * size**2)), steps


def _room(*sizes: int | tuple[int, int], k: Bindings) -> list[Ints]:
    """Return room in which kernels take notes."""
    return [handed(np.zeros(size, np.int64), k) for size in sizes]


def _generators(seed: str, purpose: str, k: Bindings) -> Records:
    digest = hashlib.sha256(f"{purpose} {seed}".encode()).digest()
    return generator_of(int.from_bytes(digest[:8], "big"), k)


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
