"""Players and tables of a draw as the kernels of the search take them: arrays and records.

Players and places are numbered from 0; the places of a table follow each other. Everything is in
integers. Kernels take arrays and records as they are: a tuple of arrays costs them more than the
search. Where they are not compiled they are `handed` lists, in which Python is some ten times as
fast; so they index `rows[i][j]`, and make no arrays of their own.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.kernels.binding import Awaited, Bindings
from engine.kernels.cache import Unit
from engine.kernels.primitives import seed_random

if TYPE_CHECKING:
    from engine.kernels.compiler import Types

Ints = npt.NDArray[np.int64]
Records = npt.NDArray[Any]

FORBIDDEN: Final = 1 << 40
"""What the breach of a rule costs; all that is not forbidden is cheaper."""


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


UNIT: Final = Unit("draws", str(Path(__file__).with_name("anneal.py")))
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


def generator_of(seed: int, k: Bindings) -> Records:
    """Return the engine's generator, as the search wants it, at a point named by 64 bits."""
    generators: Records = handed(np.zeros(1, GENERATOR), k)
    seed_random(generators[0], np.uint64(seed), 0)
    return generators


def types_of_crowd(t: "Types") -> list[Any]:
    """Return the types of a hall and a crowd."""
    hall = [t.array(TABLE), t.array(PLACE)]
    square = t.array(t.int64, 2)
    return [*hall, t.array(PLAYER), square, t.array(ENTRY), t.array(WEIGHTS), square, square]
