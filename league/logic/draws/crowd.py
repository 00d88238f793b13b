"""The players of a draw and what they cost together, as the arrays of the search."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

import numpy as np

from .arrays import (
    ENTRY,
    FORBIDDEN,
    PLACE,
    PLAYER,
    TABLE,
    WEIGHTS,
    Crowd,
    Hall,
    Ints,
    Records,
)
from .costs import DEVIATION, Costs, ordered
from .model import Entrant, Rules
from .start import Start
from .turns import Free, Turns
from .units import Unit

SQUARE = 400
"""Up to so many players what each pair costs is worked out beforehand."""


def hall_of(tables: Sequence[Sequence[int]], rules: Rules, free: Sequence[Free] = ()) -> Hall:
    """Return the places of tables of these lengths, and the byes that are free to change hands."""
    sizes = [len(table) for table in tables] + [len(byes.taken) for byes in free]
    kinds = [int(len(table) != rules.size) for table in tables] + [*range(2, len(free) + 2)]
    ends = list(accumulate(sizes))
    rows = [(end - size, end, kind) for end, size, kind in zip(ends, sizes, kinds, strict=True)]
    seats = sum(len(table) for table in tables)
    sides = (*(rules.sides * len(tables) or (-1,) * seats), *(-1,) * (sum(sizes) - seats))
    owners = (table for table, size in enumerate(sizes) for _ in range(size))
    return Hall(
        tables=np.array(rows, TABLE),
        places=np.array(list(zip(owners, sides, strict=True)), PLACE),
    )


def crowd_of(
    players: Sequence[Entrant],
    *,
    units: Sequence[Unit],
    found: Start,
    turns: Turns,
    costs: Costs,
    rules: Rules,
    free: Sequence[Free] = (),
) -> Crowd:
    """Return the players, numbered as they are listed."""
    index = {one.key: number for number, one in enumerate(players)}
    start, pairs = _pairs(index, costs, rules)
    rows = np.zeros(len(players), PLAYER)
    rows["level"] = [costs.levels[one.key] for one in players]
    rows["bot"] = [one.is_bot for one in players]
    rows["group"] = _numbered([costs.groups.get(one.key) for one in players])
    rows["fixed"] = _numbered([one.fixed_table for one in players])
    rows["start"], rows["stop"] = start[:-1], start[1:]
    for number, unit in enumerate(units):
        costs_of_sizes = _turn_costs(unit, found, turns)
        for key in unit:
            row = rows[index[key]]
            row.unit, row.unit_size = number, len(unit)
            row.usual, row.odd = costs_of_sizes
    for kind, byes in enumerate(free, start=2):
        for key in (*byes.taken, *byes.others):
            rows[index[key]].away = kind
    weights = rules.weights
    shared, partnered = _squares(rows, start, pairs, rules)
    return Crowd(
        players=rows,
        known=_bits(start, pairs["other"]),
        pairs=pairs,
        weights=np.array([(weights.gap, weights.side_gap, weights.group)], WEIGHTS),
        shared=shared,
        partnered=partnered,
    )


def seats_of(players: Sequence[Entrant], costs: Costs, rules: Rules) -> Ints:
    """Return what it costs that each player has each seat (players × seats)."""
    seats = range(max(rules.sizes))
    rows = [[costs.seated.get((one.key, seat), 0) for seat in seats] for one in players]
    return np.array(rows, np.int64)


def _squares(players: Records, start: Ints, pairs: Records, rules: Rules) -> tuple[Ints, Ints]:
    """Return what each pair costs at a table, and besides as partners; empty for very many."""
    count = len(players)
    if count > SQUARE:
        return np.zeros((0, 0), np.int64), np.zeros((0, 0), np.int64)
    level, group, fixed = (players[name] for name in ("level", "group", "fixed"))
    people = (players["bot"] == 0)[:, None] & (players["bot"] == 0)
    shared = people * (abs(level[:, None] - level) * rules.weights.gap // DEVIATION)
    shared += ((group[:, None] == group) & (group >= 0)) * rules.weights.group
    shared += ((fixed[:, None] != fixed) & (fixed[:, None] >= 0) & (fixed >= 0)) * FORBIDDEN
    np.fill_diagonal(shared, 0)
    partnered = np.zeros((count, count), np.int64)
    owners = np.repeat(np.arange(count), np.diff(start))
    shared[owners, pairs["other"]] += pairs["met"]
    partnered[owners, pairs["other"]] = pairs["partnered"]
    return shared, partnered


def _numbered(values: Sequence[int | None]) -> list[int]:
    """Return small numbers in the place of any others, and -1 for None."""
    known: dict[int, int] = {}
    return [-1 if value is None else known.setdefault(value, len(known)) for value in values]


def _turn_costs(unit: Unit, found: Start, turns: Turns) -> tuple[int, int]:
    """Return what a table of the usual and of an odd size cost a unit: all or nothing."""
    if found.odd is None:
        return 0, 0
    return (
        FORBIDDEN if found.odd.must(unit, turns) else 0,
        0 if found.odd.may(unit, turns) else FORBIDDEN,
    )


def _pairs(index: Mapping[int, int], costs: Costs, rules: Rules) -> tuple[Ints, Records]:
    """Return what pairs cost that have met or must not, and where those of each player start."""
    apart = {ordered(one, other) for one, other in rules.apart}
    pairs = [pair for pair in costs.met.keys() | apart if index.keys() >= set(pair)]
    one = np.array([index[pair[0]] for pair in pairs], np.int64)
    other = np.array([index[pair[1]] for pair in pairs], np.int64)
    met = [costs.met.get(pair, 0) + FORBIDDEN * (pair in apart) for pair in pairs]
    partnered = [costs.partnered.get(pair, 0) for pair in pairs]
    entries = np.zeros(2 * len(pairs), ENTRY)
    entries["other"] = np.concatenate([other, one])
    entries["met"] = met * 2
    entries["partnered"] = partnered * 2
    owner = np.concatenate([one, other])
    order = np.lexsort((entries["other"], owner))
    start = np.searchsorted(owner[order], np.arange(len(index) + 1))
    return start.astype(np.int64), entries[order]


def _bits(start: Ints, others: Ints) -> Ints:
    """Return for each player one bit for every other with whom there is an entry."""
    count = len(start) - 1
    bits = np.zeros((count, count // 64 + 1), np.uint64)
    rows = np.repeat(np.arange(count), np.diff(start))
    np.bitwise_or.at(bits, (rows, others >> 6), np.uint64(1) << (others & 63).astype(np.uint64))
    return bits.view(np.int64)
