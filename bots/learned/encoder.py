"""What a net is told of a position: what a seat knows of the record, as columns of the first layer.

The same for every game. Each card has a slot, which says where it is as this seat knows it, or who
cannot hold it; each number of the record has one for every way to read it: as a value, as a seat
counted from the one that thinks, as a set of such seats. A slot holds the number of a column, or
-1, so that the first layer is a sum of columns, and an action changes a few of them. The last slot
tells whether the rule of thumb would do the same.

Which columns there are is found by playing: `met` keeps those that occur.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels.marks import rule
from engine.rules.cards import rank_of, suit_of
from engine.rules.game import Game
from engine.rules.state import ABSENT, MAX_SEATS, PLACES, STOCK, UNKNOWN, WON, State, state_dtype

CODES = 64
"""Codes of a card: its place, seats counted from one's own, or that it is not known."""
NOT_KNOWN = PLACES
"""The code of a card that is not known; added are those seats, in bits, that cannot hold it."""
RULED_OUT = 3
"""So many seats after one's own are looked at for that."""
OUT_OF_PLAY = CODES - 1

VALUE, SEAT, SET = range(3)
"""Ways to read a number: as it is, as a seat, as a set of seats."""
LARGEST = 256
"""Larger values are read as this one, those below -1 as -1."""
SETS_OF = 6
"""Sets of more seats than these are read as values alone."""
RAW_OF = (LARGEST + 2, 1 + MAX_SEATS, 1 + (1 << SETS_OF))
"""Raw numbers for each way to read."""

ALONE, BY_SEAT, BY_SIDE = range(3)
"""What a number of the record is one of: of itself, of one for each seat, or for each side."""
OFFSET, SIZE, STEP, AXIS, WAY, FIRST = range(6)
"""Columns of `reads`: where in the record, bytes, how many seats (sides) after one's own, what it
is one of, how it is read, and the first of its raw numbers."""

MOST_NUMBERS = 24
"""Fields of more numbers than these are not read."""

SAME, OTHER = range(2)
"""The first two columns: the rule of thumb would do this, or something else."""
COMMON = 1 / 400
"""A value is told apart from its neighbours if so large a share of all positions has it."""

HEADER = ("seats", "dealer", "turn", "phase", "trick", "leader", "on_table")
"""What a net is told of the fields that all games share, besides cards and their numbers."""
_SHARED = frozenset(state_dtype(seats=1, suits=1, fields=[]).names or ())


@rule
def read(bytes_: Any, at: int, size: int) -> Any:
    """Return a whole number of a record, given the record's bytes."""
    word = np.uint64(0)
    for i in range(size):
        word |= np.uint64(bytes_[at + i]) << np.uint64(8 * i)
    return np.int64(word)


@rule
def place_code(s: State, mind: State, me: int, card: int) -> int:
    """Return where a card of `s` is, as seat `me` knows it."""
    n = int(s.seats)
    place = int(s.place[card])
    if mind.place[card] == UNKNOWN:
        code = NOT_KNOWN
        for ahead in range(1, min(n, RULED_OUT + 1)):
            seat = me + ahead if me + ahead < n else me + ahead - n
            if s.since[seat, suit_of(card)] == 0:
                code += ((int(s.lacks[seat, suit_of(card)]) >> rank_of(card)) & 1) << (ahead - 1)
        return code
    if place == ABSENT:
        return OUT_OF_PLAY
    if place < STOCK:
        ahead = place % MAX_SEATS - me
        return place - place % MAX_SEATS + (ahead if ahead >= 0 else ahead + n)
    return place


@rule
def number_code(bytes_: Any, spec: Any, me: int, n: int) -> int:
    """Return the raw number of a row of `reads` for seat `me` of `n`, -1 if it has none."""
    offset, ahead = spec[OFFSET], spec[STEP]
    if spec[AXIS] == BY_SEAT:
        if ahead >= n:
            return -1
        offset += spec[SIZE] * ((me + ahead) % n)
    elif spec[AXIS] == BY_SIDE:
        offset += spec[SIZE] * ((me + ahead) % 2)
    value = read(bytes_, offset, spec[SIZE])
    code = 0
    if spec[WAY] == VALUE:
        code = min(max(value, -1), LARGEST) + 1
    elif spec[WAY] == SEAT:
        if 0 <= value < n:
            code = 1 + (value - me if value >= me else value - me + n)
    elif 0 <= value < 1 << n:
        code = 1 + (((value | value << n) >> me) & ((1 << n) - 1))
    return int(spec[FIRST] + code)


@rule
def encode(s: State, bytes_: Any, mind: State, me: int, encoding: Any, slots: Any) -> None:
    """Write the columns of what seat `me` knows of `s` to `slots`, all but the last.

    `bytes_` are those of `s`. What the concealed record `mind`, the position before, does not tell
    of cards stays unknown, wherever `s` has them. `encoding` is `Encoding.arrays`.
    """
    cards, reads, columns = encoding
    for i in range(len(cards)):
        slots[i] = columns[i * CODES + place_code(s, mind, me, int(cards[i]))]
    for i in range(len(reads)):
        code = number_code(bytes_, reads[i], me, int(s.seats))
        slots[len(cards) + i] = columns[code] if code >= 0 else -1


def record_of(game: Game) -> str:
    """Return what tells the record of a game from what it was when its fields were others."""
    return hashlib.sha256(repr(game.dtype.descr).encode()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class Encoding:
    """How records of a game are read.

    `cards` (uint8) are those of its packs, `reads` (int32, a row for each number and way to read
    it) see above, `columns` (int16) leads from raw numbers to columns, of which there are `width`.
    """

    cards: npt.NDArray[np.uint8]
    reads: npt.NDArray[np.int32]
    columns: npt.NDArray[np.int16]
    width: int

    @property
    def slots(self) -> int:
        """The number of slots of a position."""
        return len(self.cards) + len(self.reads) + 1

    @property
    def arrays(self) -> tuple[Any, Any, Any]:
        """What kernels take."""
        return self.cards, self.reads, self.columns


def raw_encoding(game: Game) -> Encoding:
    """Return the encoding of a game that has a column for all that could be read."""
    packs = [game.deck(players, game.options()) for players in game.players]
    cards = np.unique(np.concatenate(packs))
    reads = []
    first = len(cards) * CODES
    for size, offset, axis, step, way in _numbers(game):
        reads.append((offset, size, step, axis, way, first))
        first += RAW_OF[way]
    columns = np.arange(first).astype(np.int16)
    return Encoding(cards, np.array(reads, np.int32), columns, first)


def _numbers(game: Game) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield bytes, offset, axis, step and way for all that is read of the numbers of a record."""
    fields: Any = game.dtype.fields
    seats = max(game.players)
    for name in (*HEADER, *(name for name in fields if name not in _SHARED)):
        dtype, offset = fields[name][:2]
        base, shape = dtype.subdtype or (dtype, ())
        count = int(np.prod(shape))
        if base.itemsize == 4 or count > MOST_NUMBERS:  # sets of cards, and lists of what was
            continue
        axis = BY_SEAT if shape == (seats,) else BY_SIDE if shape == (2,) else ALONE
        for i in range(count):
            if axis == ALONE:
                for way in (VALUE,) if name == "seats" else (VALUE, SEAT, SET):
                    if way != SET or seats <= SETS_OF:
                        yield base.itemsize, offset + i * base.itemsize, axis, 0, way
            else:
                yield base.itemsize, offset, axis, i, VALUE
    for place in (0, WON):
        for ahead in range(seats):
            yield 1, fields["count"][1] + place, BY_SEAT, ahead, VALUE


def met(raw: Encoding, counts: npt.NDArray[np.int64], *, least: int) -> Encoding:
    """Return an encoding with columns for those raw numbers that were met at least so often.

    Values share a column with their neighbours until it is met often enough. A number that is
    always the same is not read.
    """
    columns = np.full(len(counts), -1)
    width = OTHER + 1
    for start in range(0, len(raw.cards) * CODES, CODES):
        width = _give_columns(columns[start : start + CODES], counts[start:], width, least)
    common = max(least, int(counts[: len(raw.cards) * CODES].sum() / len(raw.cards) * COMMON))
    kept = []
    for spec in raw.reads:
        part = slice(spec[FIRST], spec[FIRST] + RAW_OF[spec[WAY]])
        give = _give_ranges if spec[WAY] == VALUE else _give_columns
        before, width = width, give(columns[part], counts[part], width, common)
        if width > before:
            kept.append(spec)
    return Encoding(raw.cards, np.array(kept), columns.astype(np.int16), width)


def _give_columns(columns: Any, counts: Any, width: int, least: int) -> int:
    """Give what was met often enough columns from `width` on, if there is more than one."""
    often = np.flatnonzero(counts[: len(columns)] >= least)
    if len(often) < 2:
        return width
    columns[often] = width + np.arange(len(often))
    return width + len(often)


def _give_ranges(columns: Any, counts: Any, width: int, least: int) -> int:
    """Give ranges of values that were met often enough columns from `width` on."""
    given = np.cumsum(counts)
    ends = []
    last = 0
    for value in range(len(counts)):
        if given[value] - last >= least:
            ends.append(value)
            last = given[value]
    if len(ends) < 2:
        return width
    ends[-1] = len(counts) - 1
    columns[:] = width + np.searchsorted(ends, np.arange(len(counts)))
    return width + len(ends)
