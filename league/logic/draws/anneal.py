"""The search for tables of very many: players change places, ever more choosily.

Chance comes from the engine's generator, and so the result is the same on every machine.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

import numpy as np

from engine.kernels.binding import Bindings
from engine.kernels.marks import rule
from engine.kernels.primitives import random_below

from .arrays import FORBIDDEN, GENERATOR, Ints, Records, types_of_crowd

LUCK: Final = np.array(
    [int(-1024 * (Decimal(2 * i + 1) / 2048).ln()) for i in range(1024)], dtype=np.int64
)
"""How many 1024ths of the temperature a change may cost, for each of 1024 equal chances; the most
comes first."""

NEAR_TABLES: Final = 6
"""How many tables away most changes reach; tables stand in the order of scores."""


@rule
def _entry(pairs: Records, low: int, high: int, other: int) -> int:
    """Return where the entry of a pair is that has one."""
    while low < high:
        middle = (low + high) >> 1
        if pairs[middle].other < other:
            low = middle + 1
        else:
            high = middle
    return low


@rule
def _strangers(one: Any, other: Any, weights: Any) -> int:
    """Return what it costs that two share a table, apart from what was before."""
    cost = 0
    if one.bot == 0 and other.bot == 0:
        cost += abs(one.level - other.level) * weights.gap // 1000
    if one.group >= 0 and one.group == other.group:
        cost += weights.group
    if one.fixed >= 0 and other.fixed >= 0 and one.fixed != other.fixed:
        cost += FORBIDDEN
    return cost


@rule
def sides_apart(
    places: Records, players: Records, weights: Any, at: Ints, first: int, last: int
) -> int:
    """Return what the gaps between the sums of the sides of a table cost."""
    sides = 0
    for place in range(first, last):
        sides = max(sides, places[place].side + 1)
    cost = 0
    for one in range(sides):
        for other in range(one + 1, sides):
            gap = 0
            for place in range(first, last):
                if places[place].side == one:
                    gap += players[at[place]].level
                elif places[place].side == other:
                    gap -= players[at[place]].level
            cost += abs(gap) * weights.side_gap // 1000
    return cost


@rule
def _pairs_cost(
    players: Records, known: Ints, pairs: Records, weights: Any, at: Ints, first: int, last: int
) -> int:
    """Return what it costs that those at a table share it, pair by pair."""
    cost = 0
    for place in range(first, last):
        one = players[at[place]]
        for its in range(place + 1, last):
            other = at[its]
            cost += _strangers(one, players[other], weights)
            if known[at[place]][other >> 6] >> (other & 63) & 1:
                cost += pairs[_entry(pairs, one.start, one.stop, other)].met
    return cost


@rule
def _partners_cost(
    places: Records,
    players: Records,
    known: Ints,
    pairs: Records,
    partnered: Ints,
    at: Ints,
    first: int,
    last: int,
) -> int:
    """Return what it costs beyond that who the partners at a table are."""
    cost = 0
    for place in range(first, last):
        for its in range(place + 1, last):
            if places[place].side == places[its].side:
                one, other = at[place], at[its]
                if len(partnered) > 0:
                    cost += partnered[one][other]
                elif known[one][other >> 6] >> (other & 63) & 1:
                    whole = players[one]
                    cost += pairs[_entry(pairs, whole.start, whole.stop, other)].partnered
    return cost


@rule
def table_cost(
    places: Records,
    players: Records,
    known: Ints,
    pairs: Records,
    weights: Any,
    shared: Ints,
    partnered: Ints,
    at: Ints,
    table: Any,
) -> int:
    """Return what a table costs, apart from who has which seat."""
    cost, first, last = 0, table.first, table.last
    if table.odd > 1:
        for place in range(first, last):
            if players[at[place]].away != table.odd:
                cost += FORBIDDEN
        return cost
    for place in range(first, last):
        one = players[at[place]]
        cost += one.odd if table.odd else one.usual
    if len(shared) > 0:
        for place in range(first, last):
            row = shared[at[place]]
            for its in range(place + 1, last):
                cost += row[at[its]]
    else:
        cost += _pairs_cost(players, known, pairs, weights, at, first, last)
    if places[first].side >= 0:
        cost += _partners_cost(places, players, known, pairs, partnered, at, first, last)
        cost += sides_apart(places, players, weights, at, first, last)
    return cost


@rule
def exchange(
    tables: Records,
    places: Records,
    players: Records,
    at: Ints,
    here: int,
    there: int,
    moved: Ints,
) -> int:
    """Let the unit at `here` change places with as many players of the table of `there`.

    Fills `moved` with the pairs of places, and returns their number; 0 if the unit does not fit.
    """
    size, other = players[at[here]].unit_size, players[at[there]].unit_size
    if size == 1 and other == 1:
        moved[0], moved[1] = here, there
        at[here], at[there] = at[there], at[here]
        return 1
    if places[here].table == places[there].table or other > size:
        return 0
    own, its = players[at[here]].unit, players[at[there]].unit
    table = tables[places[there].table]
    count = 0
    for step in range(table.last - table.first):
        place = table.first + (there - table.first + step) % (table.last - table.first)
        one = players[at[place]]
        if count < size and (one.unit == its or (other == 1 and one.unit_size == 1)):
            moved[2 * count + 1] = place
            count += 1
    if count < size:
        return 0
    table = tables[places[here].table]
    count = 0
    for place in range(table.first, table.last):
        if players[at[place]].unit == own:
            moved[2 * count] = place
            count += 1
    swap(at, moved, count)
    return count


@rule
def swap(at: Ints, moved: Ints, count: int) -> None:
    """Exchange the players of pairs of places."""
    for i in range(count):
        one, other = moved[2 * i], moved[2 * i + 1]
        at[one], at[other] = at[other], at[one]


@rule
def _place_for(generator: Any, tables: Records, places: Records, here: int) -> int:
    """Return a place to change with: mostly near by, where there are sides also at one's table."""
    number = places[here].table
    chance = random_below(generator, 8 * (2 * NEAR_TABLES + 1))
    kind = chance & 7
    if kind == 0:
        number = random_below(generator, len(tables))
    elif not (kind == 1 and places[here].side >= 0):
        number += (chance >> 3) - NEAR_TABLES
        if number < 0 or number >= len(tables):
            number = random_below(generator, len(tables))
    table = tables[number]
    place: int = table.first + random_below(generator, table.last - table.first)
    return place


@rule
def anneal(
    tables: Records,
    places: Records,
    players: Records,
    known: Ints,
    pairs: Records,
    weights: Records,
    shared: Ints,
    partnered: Ints,
    at: Ints,
    generators: Records,
    luck: Ints,
    price: Ints,
    moved: Ints,
    changes: int,
    falling: int,
    heat: int,
    cold: int,
) -> int:
    """Improve who is at which place (`at`, in place) by so many tries; return what it costs then.

    The temperature falls evenly from `heat` to `cold` in the first `falling` tries and is 0 in the
    others. There is room for what each table costs in `price`, for two of each place in `moved`.
    """
    generator, weight = generators[0], weights[0]
    for number in range(len(tables)):
        price[number] = table_cost(
            places, players, known, pairs, weight, shared, partnered, at, tables[number]
        )
    for step in range(changes):
        here = random_below(generator, len(at))
        there = _place_for(generator, tables, places, here)
        count = 0 if here == there else exchange(tables, places, players, at, here, there, moved)
        if count == 0:
            continue
        one, other = places[here].table, places[there].table
        cost = table_cost(places, players, known, pairs, weight, shared, partnered, at, tables[one])
        more, its = cost - price[one], 0
        if other != one:
            its = table_cost(
                places, players, known, pairs, weight, shared, partnered, at, tables[other]
            )
            more += its - price[other]
        warmth = heat - (heat - cold) * step // falling if step < falling else 0
        if more <= 0 or (
            more * 1024 <= warmth * luck[0]
            and more * 1024 <= warmth * luck[random_below(generator, 1024)]
        ):
            price[one] = cost
            if other != one:
                price[other] = its
        else:
            swap(at, moved, count)
    total = 0
    for number in range(len(tables)):
        total += price[number]
    return total


def bound_anneal(k: Bindings) -> Callable[..., int]:
    """Return `anneal`, compiled or plain."""
    return k.bound(
        anneal,
        lambda t: t.int64(
            *types_of_crowd(t),
            t.array(t.int64),
            t.array(GENERATOR),
            *[t.array(t.int64)] * 3,
            *[t.int64] * 4,
        ),
    )
