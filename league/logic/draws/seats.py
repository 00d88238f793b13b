"""Who has which seat at a table, once it is known who sits there."""

from collections.abc import Callable
from typing import Any, Final

from engine.kernels.binding import Bindings
from engine.kernels.marks import rule
from engine.kernels.primitives import random_below

from .anneal import table_cost
from .arrays import GENERATOR, Ints, Records, types_of_crowd

ALL_ORDERS: Final = 6
"""Up to this size all orders around a table are tried."""


@rule
def _seats_cost(
    places: Records,
    players: Records,
    known: Ints,
    pairs: Records,
    weights: Any,
    shared: Ints,
    partnered: Ints,
    seated: Ints,
    at: Ints,
    table: Any,
) -> int:
    """Return what the seats of a table cost, and its partners."""
    cost = 0
    for place in range(table.first, table.last):
        cost += seated[at[place]][place - table.first]
    if places[table.first].side >= 0:
        cost += table_cost(places, players, known, pairs, weights, shared, partnered, at, table)
    return cost


@rule
def _try_all(
    places: Records,
    players: Records,
    known: Ints,
    pairs: Records,
    weights: Any,
    shared: Ints,
    partnered: Ints,
    seated: Ints,
    at: Ints,
    table: Any,
    counts: Ints,
) -> None:
    """Seat a table in the best of all orders. Source: Heap, Permutations by Interchanges (1963)."""
    first, size = table.first, table.last - table.first
    best = at[first : first + size].copy()
    least = _seats_cost(
        places, players, known, pairs, weights, shared, partnered, seated, at, table
    )
    for i in range(size):
        counts[i] = 0
    i = 1
    while i < size:
        if counts[i] == i:
            counts[i] = 0
            i += 1
            continue
        one, other = first + (counts[i] if i % 2 else 0), first + i
        at[one], at[other] = at[other], at[one]
        cost = _seats_cost(
            places, players, known, pairs, weights, shared, partnered, seated, at, table
        )
        if cost < least:
            least = cost
            for place in range(size):
                best[place] = at[first + place]
        counts[i] += 1
        i = 1
    for place in range(size):
        at[first + place] = best[place]


@rule
def _try_pairs(
    places: Records,
    players: Records,
    known: Ints,
    pairs: Records,
    weights: Any,
    shared: Ints,
    partnered: Ints,
    seated: Ints,
    at: Ints,
    table: Any,
) -> None:
    """Seat a table so that no two could change seats with profit."""
    least = _seats_cost(
        places, players, known, pairs, weights, shared, partnered, seated, at, table
    )
    is_better = True
    while is_better:
        is_better = False
        for one in range(table.first, table.last):
            for other in range(one + 1, table.last):
                at[one], at[other] = at[other], at[one]
                cost = _seats_cost(
                    places, players, known, pairs, weights, shared, partnered, seated, at, table
                )
                if cost < least:
                    least, is_better = cost, True
                else:
                    at[one], at[other] = at[other], at[one]


@rule
def take_seats(
    tables: Records,
    places: Records,
    players: Records,
    known: Ints,
    pairs: Records,
    weights: Records,
    shared: Ints,
    partnered: Ints,
    seated: Ints,
    at: Ints,
    generators: Records,
    counts: Ints,
) -> None:
    """Give those of each table their seats, by lot where all is equal.

    `seated` (players × seats) is what it costs that a player has a seat. Up to ALL_ORDERS players
    sit in the best order there is; there is room for as many numbers in `counts`.
    """
    generator = generators[0]
    for number in range(len(tables)):
        table = tables[number]
        if table.odd > 1:
            continue
        for place in range(table.last - 1, table.first, -1):
            other = table.first + random_below(generator, place - table.first + 1)
            at[place], at[other] = at[other], at[place]
        if table.last - table.first <= ALL_ORDERS:
            _try_all(
                places,
                players,
                known,
                pairs,
                weights[0],
                shared,
                partnered,
                seated,
                at,
                table,
                counts,
            )
        else:
            _try_pairs(
                places, players, known, pairs, weights[0], shared, partnered, seated, at, table
            )


def bound_take_seats(k: Bindings) -> Callable[..., None]:
    """Return `take_seats`, compiled or plain."""
    return k.bound(
        take_seats,
        lambda t: t.void(
            *types_of_crowd(t),
            t.array(t.int64, 2),
            t.array(t.int64),
            t.array(GENERATOR),
            t.array(t.int64),
        ),
    )
