"""The search for tables and seats: players change places, ever more choosily.

Players and places are numbered from 0; the places of a table follow each other. Everything is in
integers, chance comes from the engine's generator, and so the result is the same on every machine.
Bindings take arrays and records as they are: a tuple of arrays costs them more than the search.
Where they are not compiled they are `handed` lists, in which Python is some ten times as fast; so
they index `rows[i][j]`, and make no arrays of their own.
"""

from collections.abc import Callable
from decimal import Decimal
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.cache import Unit
from engine.kernel import Awaited, Bindings, random_below, rule, seed_random

if TYPE_CHECKING:
    from engine.compiled import Types

Ints = npt.NDArray[np.int64]
Records = npt.NDArray[Any]

FORBIDDEN: Final = 1 << 40
"""What the breach of a rule costs; all that is not forbidden is cheaper."""

LUCK: Final = np.array(
    [int(-1024 * (Decimal(2 * i + 1) / 2048).ln()) for i in range(1024)], dtype=np.int64
)
"""How many 1024ths of the temperature a change may cost, for each of 1024 equal chances; the most
comes first."""

NEAR_TABLES: Final = 6
"""How many tables away most changes reach; tables stand in the order of scores."""

ALL_ORDERS: Final = 6
"""Up to this size all orders around a table are tried."""


def _record(*fields: str) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype([(field, np.int64) for field in fields])))


TABLE: Final = _record("first", "last", "odd")
"""The first place of a table, the one after its last, and whether (0 or 1) its size is odd.

From 2 up it is no table: those who are equally entitled to some byes sit there who have one.
"""

PLACE: Final = _record("table", "side")
"""The table of a place, and its side; -1 where everybody plays alone."""

PLAYER: Final = _record(
    "level",
    "bot",
    "group",
    "fixed",
    "unit",
    "unit_size",
    "usual",
    "odd",
    "away",
    "start",
    "stop",
)
"""A player: group and fixed table are -1 if there are none, `usual` and `odd` is what tables of
the usual and of another size cost, `away` which byes may be had, as TABLE counts them, 0 if none,
`start` and `stop` where the pairs begin and end."""

ENTRY: Final = _record("other", "met", "partnered")
"""What it costs that a player meets another, and beyond that as a partner; by rising numbers."""

WEIGHTS: Final = _record("gap", "side_gap", "group")

GENERATOR: Final = np.dtype((np.record, np.dtype([("rng", np.uint64)])))


UNIT: Final = Unit("draws", __file__)
_AWAITED: Final = Awaited(UNIT)
_COMPILED, _PLAIN = Bindings(is_compiled=True), Bindings(is_compiled=False)


def kernels() -> Bindings:
    """Return the kernels of draws, compiled if they are; take them once for a draw."""
    return _COMPILED if _AWAITED.is_there() else _PLAIN


class Hall(NamedTuple):
    """The tables and their places, as records of TABLE and PLACE."""

    tables: Records
    places: Records


class Crowd(NamedTuple):
    """The players (PLAYER), their pairs (ENTRY), the weights (one of WEIGHTS).

    `known` has for each player one bit for every other with whom there is an entry. `shared` is
    what it costs that two share a table (players × players), `partnered` what it costs beyond that
    as partners; both are empty, and worked out from the others, where that would be too large.
    """

    players: Records
    known: Ints
    pairs: Records
    weights: Records
    shared: Ints
    partnered: Ints


def handed(array: Any, k: Bindings) -> Any:
    """Return an array or records as these kernels want them: as they are, or as lists."""
    if k.is_compiled:
        return array
    names = array.dtype.names
    rows = array.tolist()
    return (
        [SimpleNamespace(**dict(zip(names, row, strict=True))) for row in rows] if names else rows
    )


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
def _sides_apart(
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
        cost += _sides_apart(places, players, weights, at, first, last)
    return cost


@rule
def _exchange(
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
    _swap(at, moved, count)
    return count


@rule
def _swap(at: Ints, moved: Ints, count: int) -> None:
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
        count = 0 if here == there else _exchange(tables, places, players, at, here, there, moved)
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
            _swap(at, moved, count)
    total = 0
    for number in range(len(tables)):
        total += price[number]
    return total


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


def bound_anneal(k: Bindings) -> Callable[..., int]:
    """Return `anneal`, compiled or plain."""
    return k.bound(
        anneal,
        lambda t: t.int64(
            *_crowded(t),
            t.array(t.int64),
            t.array(GENERATOR),
            *[t.array(t.int64)] * 3,
            *[t.int64] * 4,
        ),
    )


def bound_take_seats(k: Bindings) -> Callable[..., None]:
    """Return `take_seats`, compiled or plain."""
    return k.bound(
        take_seats,
        lambda t: t.void(
            *_crowded(t),
            t.array(t.int64, 2),
            t.array(t.int64),
            t.array(GENERATOR),
            t.array(t.int64),
        ),
    )


def _crowded(t: "Types") -> list[Any]:
    """Return the types of a hall and a crowd."""
    hall = [t.array(TABLE), t.array(PLACE)]
    square = t.array(t.int64, 2)
    return [*hall, t.array(PLAYER), square, t.array(ENTRY), t.array(WEIGHTS), square, square]


def generator_of(seed: int, k: Bindings) -> Records:
    """Return the engine's generator, as the search wants it, at a point named by 64 bits."""
    generators: Records = handed(np.zeros(1, GENERATOR), k)
    seed_random(generators[0], np.uint64(seed), 0)
    return generators
