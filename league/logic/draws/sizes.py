"""How any number of players is split into tables of the allowed sizes."""

from dataclasses import dataclass

from .model import NoDraw, Rules

Odd = tuple[int, ...]
"""Sizes of the tables that have not the preferred size."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of all tables, largest first, how many have a bye, and how many bots fill up."""

    tables: tuple[int, ...]
    byes: int = 0
    bots: int = 0


def split(players: int, rules: Rules, *, bots: int = 0) -> Sizes:
    """Return the sizes of tables for so many people, with so many bots at hand; raises NoDraw.

    What comes first depends on `rules.fill`; then no table is further from the preferred size than
    one has to be, as few as possible are, and they are larger rather than smaller.
    """
    most_bots = min(bots, rules.size - 1) if rules.fill == "bots" else 0
    largest = max(rules.sizes)
    odd = _odd_tables(rules)
    splits = [
        (_order(sizes, players, rules), sizes)
        for byes in range(min(players, largest))
        for filling in range(most_bots + 1)
        for sizes in _exact(players - byes + filling, odd, rules, byes=byes, bots=filling)
    ]
    if not splits:
        raise NoDraw("too_few")
    return min(splits, key=lambda split: split[0])[1]


def _exact(seats: int, odd: dict[int, Odd], rules: Rules, *, byes: int, bots: int) -> list[Sizes]:
    """Return the best split without a remainder, if there is one."""
    splits = []
    for total, tables in odd.items():
        full, rest = divmod(seats - total, rules.size)
        if full >= 0 and rest == 0:
            sizes = sorted((rules.size,) * full + tables, reverse=True)
            splits.append(Sizes(tables=tuple(sizes), byes=byes, bots=bots))
    return sorted(splits, key=lambda sizes: _oddness(sizes, rules))[:1] if seats else []


def _odd_tables(rules: Rules) -> dict[int, Odd]:
    """Return the best odd tables for each number of players at them."""
    best: dict[int, Odd] = {}
    for away in sorted({abs(size - rules.size) for size in rules.sizes}):
        for total, tables in _fewest_tables(rules, away).items():
            best.setdefault(total, tables)
    return best


def _fewest_tables(rules: Rules, away: int) -> dict[int, Odd]:
    """Return the fewest odd tables for each number of players, none further away than so many.

    There are always fewer odd tables than the preferred size: some of more would add up to a
    multiple of it.
    """
    sizes = [size for size in rules.sizes if 0 < abs(size - rules.size) <= away]
    fewest: dict[int, Odd] = {0: ()}
    for _ in range(rules.size - 1):
        for tables in list(fewest.values()):
            for size in sizes:
                more = (*tables, size)
                known = fewest.setdefault(sum(more), more)
                if _far(more, rules)[1:] < _far(known, rules)[1:]:
                    fewest[sum(more)] = more
    return fewest


def _far(odd: Odd, rules: Rules) -> tuple[int, int, int]:
    """Return how far from the preferred size a table is at most, how many are, and too few by."""
    away = [abs(size - rules.size) for size in odd]
    missing = sum(max(0, rules.size - size) for size in odd)
    return max(away, default=0), len(odd), missing


def _oddness(sizes: Sizes, rules: Rules) -> tuple[int, int, int]:
    return _far(tuple(size for size in sizes.tables if size != rules.size), rules)


def _order(sizes: Sizes, players: int, rules: Rules) -> tuple[int, ...]:
    """Return what makes one split better than another, by what fills up; the least is best."""
    oddness = _oddness(sizes, rules)
    if rules.fill == "bots" and rules.sitting_out:
        return sizes.byes, sizes.bots, *oddness
    if rules.fill == "bots":
        return sizes.byes, *oddness, sizes.bots
    if rules.fill == "byes" and players >= rules.size and not rules.sitting_out:
        return *oddness, sizes.byes
    return sizes.byes, *oddness
