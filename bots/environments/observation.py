"""What an observation is: what a seat knows of the record, a whole number for each thing.

It says what nets of `bots.learned` are told (see `encoder` there): where each card of the pack is
as this seat knows it, or who cannot hold it, then the numbers of the record, read as values, as
seats and as sets of seats, counted from one's own. Each slot holds a code of its own, from 0.
What is looked up for each position there is worked out once here, which takes a
tenth of the time; a test holds the two against each other.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bots.learned.encoder import (
    AXIS,
    BY_SEAT,
    BY_SIDE,
    CODES,
    LARGEST,
    NOT_KNOWN,
    OFFSET,
    OUT_OF_PLAY,
    RAW_OF,
    RULED_OUT,
    SEAT,
    SET,
    SIZE,
    STEP,
    VALUE,
    WAY,
    raw_encoding,
)
from engine.kernels.marks import inlined
from engine.kernels.primitives import lowest
from engine.rules.cards import card_of
from engine.rules.game import Game
from engine.rules.state import ABSENT, MAX_SEATS, STOCK, UNKNOWN, State

WORDS, BYTES, SEATS, SETS, OTHERS = range(5)
"""Runs of numbers: values of eight bytes and of one, those of eight bytes that are read as seats
and as sets. Others, which no game here has, are not observed."""


@inlined
def write_cards(s: State, me: int, cards: Any, codes: Any, slots: Any, out: Any) -> None:
    """Write where each card is; `codes` leads from places to codes, `slots` from cards to slots."""
    for i in range(len(cards)):
        out[i] = codes[s.place[cards[i]]]
    seat = me
    for ahead in range(1, min(int(s.seats), RULED_OUT + 1)):
        seat = seat + 1 if seat + 1 < s.seats else 0
        for suit in range(s.hand.shape[1]):
            left = int(s.lacks[seat, suit]) if s.since[seat, suit] == 0 else 0
            while left:
                card = card_of(suit, lowest(left))
                left &= left - 1
                if s.place[card] == UNKNOWN:
                    out[slots[card]] += 1 << (ahead - 1)


@inlined
def write_numbers(words: Any, bytes_: Any, me: int, n: int, runs: Any, at: Any, out: Any) -> None:
    """Write the codes of the numbers, given the record as words and as bytes."""
    for k in range(runs[WORDS]):
        out[k] = min(max(words[at[k]], -1), LARGEST) + 1
    for k in range(runs[WORDS], runs[BYTES]):
        out[k] = int(bytes_[at[k]]) + 1
    for k in range(runs[BYTES], runs[SEATS]):
        value = words[at[k]]
        ahead = value - me if value >= me else value - me + n
        out[k] = 1 + ahead if (value >= 0) & (value < n) else 0
    for k in range(runs[SEATS], runs[SETS]):
        value = words[at[k]]
        is_set = (value >= 0) & (value < 1 << n)
        members = value if is_set else 0
        turned = ((members | members << n) >> me) & ((1 << n) - 1)
        out[k] = 1 + turned if is_set else 0


@inlined
def observe(s: State, words: Any, bytes_: Any, me: int, observed: Any, out: Any) -> None:
    """Write what a record shows to seat `me`; it is concealed, unless all may be shown.

    `words` and `bytes_` are those of the record, `observed` is `Observed.arrays`.
    """
    cards, slots, codes, runs, at = observed
    write_cards(s, me, cards, codes[me], slots, out)
    write_numbers(words, bytes_, me, int(s.seats), runs, at[me], out[len(cards) :])


@dataclass(frozen=True, eq=False)
class Observed:
    """How records are observed at a table of a game.

    `cards` (uint8) are those of the packs, `slots` (int64) leads from a card to its slot; `codes`
    (int16) leads from seat and place to a code; `runs` (int64) tells where runs of numbers end;
    `at` (uint64, unsigned so that no index is looked at twice) tells which word or byte of the
    record each number is, a row for each seat; `sizes` (int64) tells how many codes each slot may
    hold.
    """

    cards: npt.NDArray[np.uint8]
    slots: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int16]
    runs: npt.NDArray[np.int64]
    at: npt.NDArray[np.uint64]
    sizes: npt.NDArray[np.int64]

    @property
    def width(self) -> int:
        """The number of slots."""
        return len(self.sizes)

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What kernels take."""
        return self.cards, self.slots, self.codes, self.runs, self.at

    def columns(self, observations: npt.NDArray[np.int16]) -> npt.NDArray[np.int64]:
        """Return a column for each slot of observations, no two slots having one in common.

        For nets whose first layer is a sum of columns: there are `sum(sizes)`.
        """
        first = np.cumsum(self.sizes) - self.sizes
        columns: npt.NDArray[np.int64] = first + observations
        return columns


@cache
def observed(game: Game, players: int) -> Observed:
    """Return what is observed at a table of so many players."""
    raw = raw_encoding(game)
    there = [spec for spec in raw.reads.tolist() if spec[AXIS] != BY_SEAT or spec[STEP] < players]
    reads = sorted((spec for spec in there if _run(spec) != OTHERS), key=_run)
    ends = [sum(_run(spec) <= run for spec in reads) for run in range(OTHERS)]
    slots = np.zeros(int(raw.cards.max()) + 1, np.int64)
    slots[raw.cards] = np.arange(len(raw.cards))
    return Observed(
        raw.cards,
        slots,
        np.array([_codes(seat, players) for seat in range(players)], np.int16),
        np.array(ends, np.int64),
        np.array(
            [[_at(spec, seat, players) for spec in reads] for seat in range(players)], np.uint64
        ),
        np.array([CODES] * len(raw.cards) + [RAW_OF[spec[WAY]] for spec in reads], np.int64),
    )


def _run(spec: list[int]) -> int:
    """Return the run that a row of `reads` belongs to."""
    if spec[SIZE] == 8 and spec[OFFSET] % 8 == 0:
        return {VALUE: WORDS, SEAT: SEATS, SET: SETS}[spec[WAY]]
    return BYTES if spec[SIZE] == 1 and spec[WAY] == VALUE else OTHERS


def _codes(me: int, players: int) -> list[int]:
    """Return the code of a card at each place, for a seat."""
    codes = list(range(256))
    for seat in range(players):
        for place in range(0, STOCK, MAX_SEATS):
            codes[place + seat] = place + (seat - me) % players
    codes[ABSENT], codes[UNKNOWN] = OUT_OF_PLAY, NOT_KNOWN
    return codes


def _at(spec: list[int], me: int, players: int) -> int:
    """Return which word or byte of a record the number of a row of `reads` is for a seat."""
    around = {BY_SEAT: players, BY_SIDE: 2}.get(spec[AXIS])
    ahead = (me + spec[STEP]) % around if around else 0
    return (spec[OFFSET] + spec[SIZE] * ahead) // (1 if _run(spec) == BYTES else 8)


def observed_type(t: Any) -> Any:
    """Return the compiler's type of `Observed.arrays`."""
    numbers = t.array(t.int64)
    return t.tuple(t.bytes, numbers, t.array(t.int16, 2), numbers, t.array(t.uint64, 2))
