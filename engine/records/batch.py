"""Whole matches between policies, many in one kernel call, laid out as compact records.

What comes out is what a `Table` and a `Driver` would give, byte for byte. Python is only entered
again after every player has dealt, so that a match costs little more than its moves.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.kernels.marks import rule
from engine.kernels.primitives import write
from engine.play.simulate import Driver, decide
from engine.rules import shuffle
from engine.rules.chance import bound_deal_round
from engine.rules.game import Kernels, Options

from . import packed
from .packed import FINISHED, REDEAL

Seeds: TypeAlias = Callable[[int, int], npt.NDArray[np.uint64]]
"""The seeds of all seats, from the number of a match and that of a round, both from 0."""

BEFORE_DECK = 11
"""Bytes of a round before its deck; see `packed` for the layout."""


@dataclass(frozen=True, slots=True)
class PolicyTable:
    """A table where policies sit: its match secret, and for each seat the number of a policy."""

    secret: bytes
    policies: Sequence[int]


@dataclass(frozen=True, slots=True)
class BatchRound:
    """What a round of a match came to."""

    dealer: int
    scores: list[int]
    redeal: bool


@dataclass(frozen=True, slots=True)
class BatchMatch:
    """A match played to its end, with its record in compact form."""

    totals: list[int]
    places: list[int]
    rounds: list[BatchRound]
    blob: bytes


def play_matches(
    driver: Driver,
    tables: Sequence[PolicyTable],
    seeds: Seeds,
    *,
    native: bool = False,
    cycles: int = 1,
    options: Options | None = None,
) -> list[BatchMatch]:
    """Play matches of one game to their ends, all with the same number of seats and length."""
    if not tables:
        return []
    batch = _Batch(driver, tables, seeds, native, cycles, options or driver.game.options())
    while not batch.is_over():
        batch.play_some()
    return batch.matches()


class _Batch:
    """Matches being played: their states, and one more as room, with what has been laid out."""

    def __init__(
        self,
        driver: Driver,
        tables: Sequence[PolicyTable],
        seeds: Seeds,
        native: bool,
        cycles: int,
        options: Options,
    ) -> None:
        self._driver, self._game, self._seeds = driver, driver.game, seeds
        self._tables, self._players = tables, len(tables[0].policies)
        self._native, self._cycles, self._options = native, cycles, options
        self._pack = self._game.deck(self._players, options)
        self._secrets = np.array([bytearray(table.secret) for table in tables], np.uint8)
        self._policies = np.array([table.policies for table in tables], np.int8)
        self._states = self._first_states()
        self._bodies: list[list[bytes]] = [[] for _ in tables]
        self._rounds: list[list[BatchRound]] = [[] for _ in tables]
        self._number = 0

    def is_over(self) -> bool:
        """Tell whether all the matches are."""
        return bool(self._states["over"][:-1].all())

    def play_some(self) -> None:
        """Play on for as many rounds as there are players."""
        matches, players, k = len(self._tables), self._players, self._game.kernels
        room = BEFORE_DECK + len(self._pack) + 2 + 2 * self._game.max_actions + 4 * players
        data = np.zeros((matches, players * room), np.uint8)
        ends = np.zeros(matches, np.int64)
        told = np.zeros((matches, players, 2 + players), np.int64)
        played = np.zeros(matches, np.int64)
        numbers = [self._number + after for after in range(players)]
        _bound_play(k)(
            self._states,
            self._pack,
            self._secrets,
            self._policies,
            np.array([[self._seeds(match, n) for n in numbers] for match in range(matches)]),
            self._number,
            np.zeros(self._game.room, np.int32),
            data,
            ends,
            told,
            played,
            bound_deal_round(k),
            k.begin_round,
            k.deal,
            k.legal,
            k.apply,
            k.end_round,
            *self._driver.policies(k),
        )
        self._number += players
        for match in range(matches):
            self._bodies[match].append(data[match, : ends[match]].tobytes())
            for dealer, redeal, *scores in told[match, : played[match]].tolist():
                self._rounds[match].append(BatchRound(dealer, scores, bool(redeal)))

    def matches(self) -> list[BatchMatch]:
        """Return the matches, which are over."""
        totals: list[list[int]] = self._states["totals"][:-1, : self._players].tolist()
        return [self._match(match, totals[match]) for match in range(len(self._tables))]

    def _first_states(self) -> npt.NDArray[Any]:
        players = self._players
        rounds = self._game.rounds(players, native=self._native, cycles=self._cycles)
        states = np.zeros(len(self._tables) + 1, self._game.dtype)
        states[:] = self._game.state(
            players=players, rounds=rounds, dealer=0, options=self._options
        )
        dealers = [shuffle.first_dealer(table.secret, players) for table in self._tables]
        states["next_dealer"][:-1] = dealers
        return states

    def _match(self, match: int, totals: list[int]) -> BatchMatch:
        blob = packed.seal(
            self._game,
            self._options,
            native=self._native,
            cycles=self._cycles,
            secret=self._tables[match].secret,
            count=len(self._rounds[match]),
            rounds=b"".join(self._bodies[match]),
            totals=totals,
        )
        return BatchMatch(totals, self._game.place(totals), self._rounds[match], blob)


@rule
def _put_number(data: Any, at: int, number: Any, size: int) -> int:
    """Write a number in `size` bytes, the lowest first; return where it ends."""
    for i in range(size):
        data[at + i] = np.uint8((number >> (8 * i)) & 255)
    return at + size


@rule
def _put_word(data: Any, at: int, word: Any) -> int:
    """Write an unsigned word of 64 bits, the lowest byte first; return where it ends."""
    for i in range(8):
        data[at + i] = np.uint8((word >> np.uint64(8 * i)) & np.uint64(255))
    return at + 8


def _play(
    states: Any,
    pack: Any,
    secrets: Any,
    policies: Any,
    seeds: Any,
    first: int,
    actions: Any,
    data: Any,
    ends: Any,
    told: Any,
    played: Any,
    deal_round: Any,
    begin: Any,
    deal: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
    choose_first: Any,
    choose_second: Any,
) -> None:
    """Play the matches that are not over on, from round `first` for as many as there are seeds.

    Writes the rounds of each, laid out as in a record, to `data` and where they end to `ends`;
    dealer, whether it was thrown in, and scores of each round to `told`; and their number to
    `played`. Shapes: secrets (matches, bytes), policies (matches, seats), seeds (matches, rounds,
    seats), told (matches, rounds, 2 + seats). The last state is room.
    """
    room = len(states) - 1
    deck = pack.copy()
    for match in range(room):
        s = states[match]
        at, count = 0, 0
        while s.over == 0 and count < seeds.shape[1]:
            write(deck, 0, pack)
            s.entropy = deal_round(secrets[match], first + count, deck)
            begin(s)
            start = at
            data[match, at] = s.dealer
            at = _put_word(data[match], at + 2, s.entropy)
            data[match, at] = len(deck)
            write(data[match], at + 1, deck)
            at += 1 + len(deck)
            deal(s, deck)
            length = 0
            while s.phase != s.over_phase:
                n = legal(s, actions)
                action = decide(
                    states,
                    match,
                    room,
                    actions,
                    n,
                    policies[match, s.turn],
                    seeds[match, count, s.turn],
                    length,
                    choose_first,
                    choose_second,
                )
                _put_number(data[match], at + 2 + 2 * length, action, 2)
                length += 1
                apply(s, action)
            at = _put_number(data[match], at, length, 2) + 2 * length
            end_round(s)
            data[match, start + 1] = FINISHED + (REDEAL if s.redeal != 0 else 0)
            told[match, count, 0] = s.dealer
            told[match, count, 1] = s.redeal
            for seat in range(s.seats):
                told[match, count, 2 + seat] = s.scores[seat]
                at = _put_number(data[match], at, s.scores[seat], 4)
            count += 1
        ends[match] = at
        played[match] = count


def _bound_play(k: Kernels) -> Callable[..., None]:
    return k.bound(
        _play,
        lambda t: t.void(
            t.states,
            t.bytes,
            t.array(t.uint8, 2),
            t.array(t.int8, 2),
            t.array(t.uint64, 3),
            t.int64,
            t.actions,
            t.array(t.uint8, 2),
            t.array(t.int64),
            t.array(t.int64, 3),
            t.array(t.int64),
            t.function(t.deal_round),
            t.function(t.change),
            t.function(t.deal),
            t.function(t.legal),
            t.function(t.apply),
            t.function(t.change),
            t.function(t.choose),
            t.function(t.choose),
        ),
    )
