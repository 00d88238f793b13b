"""The search for the tables of up to some hundreds: the best of all exchanges, ever again.

Also where it makes the draw dearer; whoever has left a table then may not come back for a while.
What an exchange costs more is a sum of a few numbers, kept up to date for each player and table.
Source: Glover, Tabu Search, Part I (1989).
"""

from collections.abc import Callable
from typing import Any, Final

from engine.kernels.binding import Bindings
from engine.kernels.marks import rule
from engine.kernels.primitives import random_below

from .anneal import exchange, sides_apart, swap
from .arrays import FORBIDDEN, GENERATOR, PLACE, PLAYER, TABLE, WEIGHTS, Ints, Records

BANNED: Final = 6
BANNED_MORE: Final = 10
"""A player may not come back for BANNED exchanges, and by chance up to BANNED_MORE more."""

UNITS_EVERY: Final = 16
"""Those who must sit together are looked at after so many exchanges of others."""

WORST: Final = 1 << 60


@rule
def _sum_up(
    tables: Records, players: Records, shared: Ints, at: Ints, ends: Ints, pairs_at: Ints, sums: Any
) -> int:
    """Note what each player costs at each table, or would; return what all do, sides apart.

    Notes also where tables end, and whether (0 or 1) pairs count there, which they do not in byes.
    """
    twice = 0
    for number in range(len(tables)):
        table, row = tables[number], sums[number]
        ends[number + 1] = table.last
        pairs_at[number] = 1 if table.odd <= 1 else 0
        for one in range(len(at)):
            alone = players[one].odd if table.odd else players[one].usual
            if table.odd > 1:
                alone = 0 if players[one].away == table.odd else FORBIDDEN
            row[one], is_here = alone, False
            for place in range(table.first, table.last):
                row[one] += pairs_at[number] * shared[at[place]][one]
                is_here = is_here or at[place] == one
            if is_here:
                twice += row[one] + alone
    return twice // 2


@rule
def _sides_cost(
    places: Records, players: Records, weights: Any, partnered: Ints, at: Ints, table: Any
) -> int:
    """Return what it costs at a table who is on which side."""
    if places[table.first].side < 0:
        return 0
    cost: int = sides_apart(places, players, weights, at, table.first, table.last)
    for place in range(table.first, table.last):
        for its in range(place + 1, table.last):
            if places[place].side == places[its].side:
                cost += partnered[at[place]][at[its]]
    return cost


@rule
def _changed(
    places: Records, shared: Ints, pairs_at: Ints, sums: Any, at: Ints, moved: Ints, count: int
) -> int:
    """Return what it costs more, sides apart, that those in `moved` have changed places."""
    here, there = places[moved[0]].table, places[moved[1]].table
    more: int = 0
    joint = 0
    for i in range(count):
        came, went = at[moved[2 * i]], at[moved[2 * i + 1]]
        more += sums[there][went] - sums[here][went] + sums[here][came] - sums[there][came]
        for j in range(count):
            joint -= shared[went][at[moved[2 * j]]]
            if j < i:
                joint += shared[came][at[moved[2 * j]]] + shared[went][at[moved[2 * j + 1]]]
    more += (pairs_at[here] + pairs_at[there]) * joint
    return more


@rule
def _sides_changed(
    tables: Records,
    places: Records,
    players: Records,
    weights: Any,
    partnered: Ints,
    at: Ints,
    aside: Ints,
    here: int,
    there: int,
) -> int:
    """Return what the sides of two tables cost more, or of one, than was noted of them."""
    more: int = _sides_cost(places, players, weights, partnered, at, tables[here]) - aside[here]
    if here != there:
        more += _sides_cost(places, players, weights, partnered, at, tables[there]) - aside[there]
    return more


@rule
def _look_at_singles(
    tables: Records,
    places: Records,
    players: Records,
    weights: Any,
    shared: Ints,
    partnered: Ints,
    at: Ints,
    ends: Ints,
    pairs_at: Ints,
    sums: Any,
    aside: Ints,
    banned: Any,
    step: int,
    enough: int,
    found: Ints,
) -> None:
    """Find the exchange of two players at different tables that costs least more.

    `found` gets what it costs more and the two places. It may be banned where it costs less than
    `enough`, for then the draw is the best so far.
    """
    least, has_sides = found[0], places[0].side >= 0
    for one in range(len(tables)):
        own, away = sums[one], banned[one]
        for here in range(ends[one], ends[one + 1]):
            player = at[here]
            if players[player].unit_size > 1:
                continue
            costs = shared[player]
            for other in range(one + 1, len(tables)):
                its, count = sums[other], pairs_at[one] + pairs_at[other]
                base = its[player] - own[player]
                if has_sides:
                    base -= aside[one] + aside[other]
                for there in range(ends[other], ends[other + 1]):
                    with_whom = at[there]
                    more = base + own[with_whom] - its[with_whom] - count * costs[with_whom]
                    if more >= least or players[with_whom].unit_size > 1:
                        continue
                    if has_sides:
                        at[here], at[there] = with_whom, player
                        more += aside[one] + aside[other]
                        more += _sides_changed(
                            tables, places, players, weights, partnered, at, aside, one, other
                        )
                        at[here], at[there] = player, with_whom
                        if more >= least:
                            continue
                    if more < enough or (banned[other][player] <= step and away[with_whom] <= step):
                        least = found[0] = more
                        found[1], found[2] = here, there


@rule
def _look_from(
    tables: Records,
    places: Records,
    players: Records,
    weights: Any,
    shared: Ints,
    partnered: Ints,
    at: Ints,
    pairs_at: Ints,
    sums: Any,
    aside: Ints,
    banned: Any,
    moved: Ints,
    here: int,
    first: int,
    last: int,
    step: int,
    enough: int,
    found: Ints,
) -> None:
    """Find what is better still among all exchanges of one place with those from first to last."""
    for there in range(first, last):
        one, other = places[here].table, places[there].table
        if one == other and places[here].side == places[there].side:
            continue
        count = exchange(tables, places, players, at, here, there, moved)
        if count == 0:
            continue
        more = _sides_changed(tables, places, players, weights, partnered, at, aside, one, other)
        if one != other:
            more += _changed(places, shared, pairs_at, sums, at, moved, count)
        swap(at, moved, count)
        is_free = banned[other][at[here]] <= step and banned[one][at[there]] <= step
        if more < found[0] and (more < enough or is_free):
            found[0], found[1], found[2] = more, here, there


@rule
def _look_at_others(
    tables: Records,
    places: Records,
    players: Records,
    weights: Any,
    shared: Ints,
    partnered: Ints,
    at: Ints,
    pairs_at: Ints,
    sums: Any,
    aside: Ints,
    banned: Any,
    moved: Ints,
    step: int,
    enough: int,
    found: Ints,
) -> None:
    """Find what is better among exchanges of units, now and then, and of sides at one table."""
    for here in range(len(at)):
        one = players[at[here]]
        first, last = 0, 0
        if one.unit_size > 1:
            if (one.unit + step) % UNITS_EVERY == 0:
                last = len(at)
        elif places[here].side >= 0 and (places[here].table + step) % len(tables) == 0:
            first, last = here + 1, tables[places[here].table].last
        if first < last:
            _look_from(
                tables,
                places,
                players,
                weights,
                shared,
                partnered,
                at,
                pairs_at,
                sums,
                aside,
                banned,
                moved,
                here,
                first,
                last,
                step,
                enough,
                found,
            )


@rule
def _make(
    tables: Records,
    places: Records,
    players: Records,
    weights: Any,
    shared: Ints,
    partnered: Ints,
    at: Ints,
    generator: Any,
    pairs_at: Ints,
    sums: Any,
    aside: Ints,
    banned: Any,
    moved: Ints,
    step: int,
    found: Ints,
) -> None:
    """Make the exchange that was found, and ban the way back."""
    here, there = places[found[1]].table, places[found[2]].table
    count = exchange(tables, places, players, at, found[1], found[2], moved)
    for i in range(count):
        came, went = at[moved[2 * i]], at[moved[2 * i + 1]]
        until = step + BANNED + random_below(generator, BANNED_MORE)
        banned[here][went] = banned[there][came] = until
        if here != there:
            its, theirs = shared[came], shared[went]
            own, other = sums[here], sums[there]
            for one in range(len(at)):
                more = its[one] - theirs[one]
                own[one] += pairs_at[here] * more
                other[one] -= pairs_at[there] * more
    for number in (here, there):
        aside[number] = _sides_cost(places, players, weights, partnered, at, tables[number])


@rule
def search(
    tables: Records,
    places: Records,
    players: Records,
    weights: Records,
    shared: Ints,
    partnered: Ints,
    at: Ints,
    generators: Records,
    ends: Ints,
    pairs_at: Ints,
    aside: Ints,
    moved: Ints,
    best: Ints,
    found: Ints,
    sums: Ints,
    banned: Ints,
    steps: int,
) -> int:
    """Put into `at` the best that so many exchanges come by from disorder; return what it costs.

    There is room for one number of each table, one more in `ends`; for two of each place in
    `moved`, one in `best`, three in `found`; for tables × players in `sums` and `banned`. It stops
    where nothing costs anything.
    """
    generator, weight, size = generators[0], weights[0], len(at)
    for _ in range(size):
        here, there = random_below(generator, size), random_below(generator, size)
        if here != there:
            exchange(tables, places, players, at, here, there, moved)
    cost = _sum_up(tables, players, shared, at, ends, pairs_at, sums)
    for number in range(len(tables)):
        aside[number] = _sides_cost(places, players, weight, partnered, at, tables[number])
        cost += aside[number]
        for one in range(size):
            banned[number][one] = 0
    least = cost
    for place in range(size):
        best[place] = at[place]
    for step in range(1, steps + 1):
        if least == 0:
            break
        found[0] = WORST
        enough = least - cost
        _look_at_singles(
            tables,
            places,
            players,
            weight,
            shared,
            partnered,
            at,
            ends,
            pairs_at,
            sums,
            aside,
            banned,
            step,
            enough,
            found,
        )
        _look_at_others(
            tables,
            places,
            players,
            weight,
            shared,
            partnered,
            at,
            pairs_at,
            sums,
            aside,
            banned,
            moved,
            step,
            enough,
            found,
        )
        if found[0] == WORST:
            continue
        _make(
            tables,
            places,
            players,
            weight,
            shared,
            partnered,
            at,
            generator,
            pairs_at,
            sums,
            aside,
            banned,
            moved,
            step,
            found,
        )
        cost += found[0]
        if cost < least:
            least = cost
            for place in range(size):
                best[place] = at[place]
    for place in range(size):
        at[place] = best[place]
    return least


def bound_search(k: Bindings) -> Callable[..., int]:
    """Return `search`, compiled or plain."""
    return k.bound(
        search,
        lambda t: t.int64(
            *[t.array(record) for record in (TABLE, PLACE, PLAYER, WEIGHTS)],
            *[t.array(t.int64, 2)] * 2,
            t.array(t.int64),
            t.array(GENERATOR),
            *[t.array(t.int64)] * 6,
            *[t.array(t.int64, 2)] * 2,
            t.int64,
        ),
    )
