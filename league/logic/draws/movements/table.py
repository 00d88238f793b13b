"""What the movements reach, as a page: sessions beside the bound."""

from collections.abc import Callable

from .choice import bound, reach
from .howell import howell
from .whist import whist

SIZES = (3, 4, 5, 6)
MOST = 64

HEAD = """\
# Movements

A movement is the draws of all sessions of an event, made in advance so that nobody meets twice.
`league.logic.draws.movements` has them: `best(players, table_size, sessions)` returns one or None,
`obstacle` why there is none, `longest` the longest, `breaches` what is wrong with one, without
knowing how it was made. `whist`, `howell` and `round_robin` are movements of their own kinds.

They come from finite fields (nets and affine planes, products of a movement with a net), from base
tables developed around a circle, which a seeded search found and `catalogue.json` keeps, and from
larger movements with some places left empty. `python -m league.logic.draws.movements search` finds
every entry of the catalogue again, `show --players 40` prints a movement. Where tables differ by
one place, all sessions are searched for at once; `mixed.json` keeps them, `mixed` finds them again.

Everybody has each seat equally often, or once more or less; where tables differ in size, or in a
whist, it may be twice. Nobody sits out or has a short table again before everybody has.

This page is printed by `python -m league.logic.draws.movements table`; a test compares.

## Full tables
How many sessions nobody meets anybody twice in, and the bound (n − 1) / (k − 1) where that is more.
Where n players do not fill tables of k, those left over sit out; a bound is then on pairs.
"""

SHORT_HEAD = """
## One place less where tables do not fill
The same with tables of k and k − 1, and nobody sitting out. A dash where tables of k come out even,
or players cannot be split so. With fewer than k − 1 full tables there is one session at most: those
who had them are due for short ones, and at these there is no room for them apart.
"""


def page() -> str:
    """Return the text of `docs/draws-movements.md`."""
    return f"{HEAD}\n{_rows(_full)}{SHORT_HEAD}\n{_rows(_short)}{_others()}"


def _rows(cell: Callable[[int, int], str]) -> str:
    """Return a table with a line for each number of players."""
    head = "".join(f" k = {size} |" for size in SIZES)
    lines = [f"| n |{head}", "|---" * (len(SIZES) + 1) + "|"]
    for players in range(SIZES[0] + 1, MOST + 1):
        lines.append(f"| {players} |" + "".join(f" {cell(players, size)} |" for size in SIZES))
    return "\n".join(lines) + "\n"


def _full(players: int, size: int) -> str:
    return _reached(players, size, ()) if players >= size else "–"


def _short(players: int, size: int) -> str:
    is_split = players % size and -players % size <= -(-players // size)
    return _reached(players, size, (size - 1,)) if is_split and players > size else "–"


def _reached(players: int, size: int, short: tuple[int, ...]) -> str:
    reached, most = (count(players, size, short=short) for count in (reach, bound))
    return f"{reached}" if reached == most else f"{reached} of {most}"


def _others() -> str:
    """Return of how many players there are movements of other kinds."""
    whists = [str(players) for players in range(4, MOST + 1) if whist(players)]
    howells = [str(players) for players in range(4, MOST + 1) if howell(players)]
    return (
        "\n## Other kinds\n"
        "A round robin of two: any number of players.\n\n"
        f"Whist, of players: {', '.join(whists)}.\n\n"
        f"Howell, of players: {', '.join(howells)}.\n"
    )
