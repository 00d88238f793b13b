"""Brackets of cups that were begun before plans were kept with them, so that they can go on.

Their first round may have tables of sizes that the game does not have, and those who go on from a
table of four stay together.
"""

from collections.abc import Sequence

from .cup_plans import goes_on
from .knockout import Bracket, Heat, Seed, Source, Taken
from .model import NoDraw


def old_bracket(players: int, size: int) -> Bracket:
    """Return the bracket of seeds 1 to `players`; raises NoDraw("too_few")."""
    advance = goes_on(size)
    if players <= advance:
        raise NoDraw("too_few")
    count = 1
    while count * size < players:
        count *= size // advance
    heats: list[Heat] = []
    places = _first_round(players, count, size, heats)
    number = 1
    while len(places) > 1:
        number += 1
        groups = _snake(range(len(places)), len(places) * advance // size)
        tables = [[source for place in group for source in places[place]] for group in groups]
        places = [_add_heat(heats, number, table, advance) for table in tables]
    return Bracket((*heats[:-1], Heat(len(heats), number, heats[-1].sources)))


def _first_round(players: int, count: int, size: int, heats: list[Heat]) -> list[list[Source]]:
    """Add the heats of the first round; return who goes on from each place of the bracket."""
    advance = goes_on(size)
    free = min((count * size - players) // (size - advance), count - 1)
    seeds = range(1, players + 1)
    byes = _snake(seeds[: free * advance], free)
    tables = _snake(seeds[free * advance :], count - free)
    onward: list[list[Source]] = [[Seed(key) for key in some] for some in byes]
    return onward + [_add_heat(heats, 1, [Seed(key) for key in some], advance) for some in tables]


def _add_heat(
    heats: list[Heat], number: int, sources: Sequence[Source], advance: int
) -> list[Source]:
    heats.append(Heat(len(heats) + 1, number, tuple(sources), advance))
    return [Taken(len(heats), place) for place in range(1, advance + 1)]


def _snake(items: Sequence[int], count: int) -> list[list[int]]:
    """Return the items in so many groups: 0 to count - 1, then back again, and so on."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for number, item in enumerate(items):
        lap, step = divmod(number, count)
        groups[count - 1 - step if lap % 2 else step].append(item)
    return groups
