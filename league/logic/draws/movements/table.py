"""What the movements reach, as a page: sessions beside the bound."""

from collections.abc import Callable

from .choice import bound, reach
from .howell import howell
from .whist import whist

SIZES = (3, 4, 5, 6)
MOST = 64

HEAD = """\
# Movements

A movement is a set of draws for all sessions of an event, made in advance so that no two players
meet twice. `league.logic.draws.movements` makes them:

- `best(players, table_size, sessions)` returns a movement or None.
- `obstacle` says why there is none.
- `longest` returns the longest movement.
- `breaches` lists what is wrong with a movement. It does not know how the movement was made.
- `whist`, `howell` and `round_robin` make movements of their own kinds.

Movements come from three sources: finite fields (nets and affine planes, and products of a movement
with a net); base tables that are developed around a circle; and larger movements in which some
places stay empty. A seeded search found the base tables, and `catalogue.json` stores them.
`python -m league.logic.draws.movements search` finds every entry of the catalogue again.
`show --players 40` prints a movement. If tables differ by one place, a search looks for all
sessions at once. `mixed.json` stores these movements, and `mixed` finds them again.

Every player gets each seat equally often, or once more or less. If tables differ in size, or in a
whist movement, it may be twice. Nobody sits out or plays at a short table again before everybody
has done so.

`python -m league.logic.draws.movements table` prints this page, and a test compares it.

## Full tables
The number of sessions in which no two players meet twice. If the bound (n − 1) / (k − 1) is higher,
it follows after *of*. If n players do not fill tables of k, the rest sit out. The bound is then one
on pairs.
"""

SHORT_HEAD = """
## Short tables
The same with tables of k and k − 1 places, where nobody sits out. A dash means that tables of k
come out even, or that the players cannot be split this way. With fewer than k − 1 full tables there
is at most one session. Those who had the full tables need short ones next, and there are too few
short tables to keep them apart.
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
        "A round robin of two works for any number of players.\n\n"
        f"Whist, for these numbers of players: {', '.join(whists)}.\n\n"
        f"Howell, for these numbers of players: {', '.join(howells)}.\n"
    )
