"""The compact form of a record: bytes for the database, replayed inside kernels.

Layout, little-endian, then compressed with zlib:

    head    magic `STM1` · length and text of the game's slug · length (u16) and JSON of the
            options · players, native, cycles, 1 if there is a secret (a byte each) · secret
            (32 bytes, if any) · number of rounds (u16)
    round   dealer, flags (1 thrown in, 2 finished) · entropy (u64) · number of cards and the
            cards, a byte each · number of actions (u16) · actions (u16 each) · scores (i32 each)
    tail    totals (i32 each) · places (a byte each)
"""

import json
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import types
from pydantic import ValidationError

from . import chance, shuffle
from .errors import InvalidRecord
from .game import MAX_CYCLES, Game, Options, find_game
from .kernel import ACTIONS, BYTES, bind, function_type, rule
from .state import State

if TYPE_CHECKING:
    from .match import Table

MAGIC = b"STM1"
LIMIT_BYTES = 1 << 20
"""Largest record that is unpacked; the longest match of any game stays far below."""

REDEAL, FINISHED = 1, 2

OK, TRUNCATED, DEALER, DECK, ILLEGAL, PAST_END = range(6)
UNFINISHED, SCORES, REDEALT, TOTALS, AFTER, TRAILING = range(6, 12)
REASONS = {
    TRUNCATED: "the record ends too early",
    DEALER: "another seat is to deal",
    DECK: "the deck is not this game's pack",
    ILLEGAL: "the action is not legal",
    PAST_END: "the round was over before this action",
    UNFINISHED: "the round is not played to its end",
    SCORES: "the scores are not what was played",
    REDEALT: "whether the round was thrown in is told wrongly",
    TOTALS: "the totals are not the sum of the rounds",
    AFTER: "the match was over before this round",
    TRAILING: "there is something after the record",
}


@dataclass(frozen=True)
class Packed:
    """The head of a compact record; `body` are its unpacked bytes, rounds from `start` on."""

    game: Game
    options: Options
    players: int
    native: bool
    cycles: int
    secret: bytes | None
    rounds: int
    body: bytes
    start: int

    @property
    def totals(self) -> list[int]:
        """The totals that the record claims; replay it before believing them."""
        return self._tail()[: self.players]

    @property
    def places(self) -> list[int]:
        """The places that the record claims; replay it before believing them."""
        return self._tail()[self.players :]

    def _tail(self) -> list[int]:
        shape = f"<{self.players}i{self.players}B"
        return list(struct.unpack(shape, self.body[-struct.calcsize(shape) :]))


@dataclass(frozen=True)
class Outcome:
    """What a kernel found: no reason if the record replays, otherwise where it does not."""

    complete: bool
    reason: str
    round: int | None
    action: int | None


def pack(table: "Table") -> bytes:
    """Return the compact record of a table so far."""
    slug = table.game.slug.encode()
    options = json.dumps(table.options.model_dump(), sort_keys=True).encode()
    secret = table.secret or b""
    parts = [
        MAGIC,
        struct.pack("<B", len(slug)),
        slug,
        struct.pack("<H", len(options)),
        options,
        struct.pack("<4B", table.players, table.native, table.cycles, bool(secret)),
        secret,
        struct.pack("<H", len(table.rounds)),
    ]
    numbers = struct.Struct(f"<{table.players}i")
    for done in table.rounds:
        flags = REDEAL * done.redeal + FINISHED * (done.scores is not None)
        parts += [
            struct.pack("<BB", done.dealer, flags),
            done.entropy[::-1],
            struct.pack("<B", len(done.deck)),
            done.deck.tobytes(),
            struct.pack("<H", len(done.actions)),
            np.array(done.actions, "<u2").tobytes(),
            numbers.pack(*(done.scores or [0] * table.players)),
        ]
    parts += [numbers.pack(*table.totals), bytes(table.ranking())]
    return zlib.compress(b"".join(parts), 6)


def unpack(blob: bytes) -> Packed:
    """Return the head of a compact record; raises InvalidRecord for what is none."""
    try:
        inflater = zlib.decompressobj()
        body = inflater.decompress(blob, LIMIT_BYTES)
        if not inflater.eof:
            raise InvalidRecord("the record is cut off or too large")
        return _read_head(body)
    except (zlib.error, struct.error, UnicodeDecodeError) as error:
        raise InvalidRecord("this is not a compact record") from error


def _read_head(body: bytes) -> Packed:
    if body[:4] != MAGIC:
        raise InvalidRecord("this is not a compact record")
    slug_end = 5 + body[4] if len(body) > 4 else 0
    (options_length,) = struct.unpack_from("<H", body, slug_end)
    options_end = slug_end + 2 + options_length
    players, native, cycles, has_secret = struct.unpack_from("<4B", body, options_end)
    start = options_end + 4 + (shuffle.SECRET_BYTES if has_secret else 0)
    (rounds,) = struct.unpack_from("<H", body, start)
    game, options = _game_and_options(body[5:slug_end], body[slug_end + 2 : options_end])
    if players not in game.players:
        raise InvalidRecord(f"{game.name} is not for {players} players")
    if native > 1 or has_secret > 1 or not 1 <= cycles <= MAX_CYCLES:
        raise InvalidRecord("the length of the match is told wrongly")
    secret = body[options_end + 4 : start] if has_secret else None
    return Packed(game, options, players, bool(native), cycles, secret, rounds, body, start + 2)


@lru_cache(maxsize=256)
def _game_and_options(slug: bytes, options: bytes) -> tuple[Game, Options]:
    try:
        game = find_game(slug.decode())
        return game, game.parse_options(json.loads(options))
    except (LookupError, ValidationError, ValueError) as error:
        raise InvalidRecord(f"no such game or options: {error}") from None


def _rounds_of(head: Packed) -> list[tuple[int, bytes, bytes, npt.NDArray[np.uint16]]]:
    """Return dealer, entropy, deck and actions of each round."""
    body, at = head.body, head.start
    rounds = []
    try:
        for _ in range(head.rounds):
            dealer, entropy, cards = body[at], body[at + 2 : at + 10][::-1], body[at + 10]
            deck = body[at + 11 : at + 11 + cards]
            at += 11 + cards
            (length,) = struct.unpack_from("<H", body, at)
            actions = np.frombuffer(body, "<u2", length, at + 2)
            rounds.append((dealer, entropy, deck, actions))
            at += 2 + 2 * length + 4 * head.players
    except (IndexError, ValueError, struct.error):
        raise InvalidRecord(REASONS[TRUNCATED]) from None
    return rounds


def check_deals(head: Packed) -> None:
    """Derive every deal from the secret, if the record names it; raises InvalidRecord."""
    if head.secret is None:
        return
    pack_ = head.game.deck(head.players, head.options)
    for number, (dealer, entropy, deck, _) in enumerate(_rounds_of(head)):
        if number == 0 and dealer != shuffle.first_dealer(head.secret, head.players):
            raise InvalidRecord("the first dealer does not follow from the secret")
        if entropy != shuffle.entropy_of_round(head.secret, number):
            raise InvalidRecord(f"round {number}: the entropy does not follow from the secret")
        if deck != chance.deck_of_round(head.secret, number, pack_).tobytes():
            raise InvalidRecord(f"round {number}: the deck does not follow from the secret")


def table_of(head: Packed) -> "Table":
    """Return the table at the end of a compact record that is known to be valid."""
    rounds = _rounds_of(head)
    dealer = rounds[0][0] if rounds and head.secret is None else None
    table = head.game.table(
        head.players,
        secret=head.secret,
        native=head.native,
        cycles=head.cycles,
        options=head.options,
        dealer=dealer,
    )
    for _, entropy, deck, actions in rounds:
        if head.secret is None:
            table.deal(deck=head.game.pack.format_cards(deck), entropy=entropy)
        else:
            table.deal()
        table.play_actions(actions.tolist())
    return table


def replay(game: Game, heads: Sequence[Packed]) -> list[Outcome]:
    """Replay records of one game in one kernel call."""
    setups: dict[tuple[Any, ...], int] = {}
    which = np.array(
        [setups.setdefault((h.players, h.native, h.cycles, h.options), len(setups)) for h in heads]
    )
    states = np.zeros(len(setups) + 1, game.dtype)
    packs = np.full((len(setups), 256), 255, np.uint8)
    for (players, native, cycles, options), index in setups.items():
        rounds = game.rounds(players, native=native, cycles=cycles)
        states[index] = game.state(players=players, rounds=rounds, dealer=0, options=options)
        deck = game.deck(players, options)
        packs[index, : len(deck)] = deck
    lengths = np.array([len(h.body) for h in heads])
    ends = np.cumsum(lengths)
    found = np.zeros((len(heads), 4), np.int64)
    k = game.kernels
    _bound_replay(game)(
        states,
        packs,
        which,
        np.frombuffer(bytearray().join(h.body for h in heads), np.uint8),
        ends - lengths + np.array([h.start for h in heads]),
        ends,
        np.array([h.rounds for h in heads]),
        np.zeros(game.max_legal, np.int32),
        found,
        k.begin_round,
        k.deal,
        k.legal,
        k.apply,
        k.end_round,
    )
    return [_outcome(head, row) for head, row in zip(heads, found.tolist(), strict=True)]


def _outcome(head: Packed, row: list[int]) -> Outcome:
    code, number, action, complete = row
    reason = REASONS.get(code, "")
    if not reason and head.game.place(head.totals) != head.places:
        reason = "the ranking does not follow from the totals"
    return Outcome(
        complete=bool(complete),
        reason=reason,
        round=number if reason and number < head.rounds else None,
        action=action if reason and action >= 0 else None,
    )


@rule
def _word(data: Any, at: int) -> Any:
    return np.int64(data[at]) | (np.int64(data[at + 1]) << 8)


@rule
def _number(data: Any, at: int) -> Any:
    """Return a signed number of 32 bits."""
    low = _word(data, at) | (_word(data, at + 2) << 16)
    return low - (1 << 32) if low >= 1 << 31 else low


@rule
def _is_pack(deck: Any, pack_: Any) -> bool:
    """Tell whether a deck holds each card of a pack once; a pack ends with 255."""
    low = np.uint64(0)
    mid = np.uint64(0)
    high = np.uint64(0)
    for card in deck:
        bit = np.uint64(1) << np.uint64(card & 63)
        if card < 64:
            low |= bit
        elif card < 128:
            mid |= bit
        else:
            high |= bit
    size = 0
    for card in pack_:
        if card == 255:
            break
        size += 1
        word = low if card < 64 else (mid if card < 128 else high)
        if (word >> np.uint64(card & 63)) & np.uint64(1) == 0:
            return False
    return size == len(deck)


@rule
def _deal_fault(s: State, data: Any, at: int, end: int, number: int, pack_: Any) -> int:
    """Check the dealer and the deck of the round that starts at `at`; set the entropy."""
    if at + 11 > end or at + 13 + data[at + 10] > end:
        return TRUNCATED
    if s.over != 0:
        return AFTER
    if number == 0:
        s.next_dealer = data[at]
    if data[at] != s.next_dealer or data[at] >= s.seats:
        return DEALER
    if not _is_pack(data[at + 11 : at + 11 + data[at + 10]], pack_):
        return DECK
    low = np.uint64(_number(data, at + 2) & 0xFFFFFFFF)
    high = np.uint64(_number(data, at + 6) & 0xFFFFFFFF)
    s.entropy = low | (high << np.uint64(32))
    return OK


@rule
def _scores_fault(s: State, data: Any, at: int, flags: int) -> int:
    """Compare what a round that is over scored with what the record says."""
    if flags & FINISHED == 0:
        return UNFINISHED
    if (flags & REDEAL != 0) != (s.redeal != 0):
        return REDEALT
    for seat in range(s.seats):
        if s.scores[seat] != _number(data, at + 4 * seat):
            return SCORES
    return OK


@rule
def _tail_fault(s: State, data: Any, at: int, end: int) -> int:
    """Compare the totals, and see that the record ends where it should."""
    if at + 5 * s.seats != end:
        return TRUNCATED if at + 5 * s.seats > end else TRAILING
    for seat in range(s.seats):
        if s.totals[seat] != _number(data, at + 4 * seat):
            return TOTALS
    return OK


def _replay(
    states: Any,
    packs: Any,
    which: Any,
    data: Any,
    starts: Any,
    ends: Any,
    rounds: Any,
    actions: Any,
    found: Any,
    begin: Any,
    deal: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
) -> None:
    """Replay each record; write its code, round, action and whether it is complete to `found`.

    The loop over rounds and actions stays in one function, because functions that take rule
    functions as arguments are compiled for one game only (see `kernel.bind`).
    """
    scratch = len(states) - 1
    s = states[scratch]
    for match in range(len(starts)):
        states[scratch] = states[which[match]]
        at, end, last = starts[match], ends[match], rounds[match] - 1
        code, number, index = OK, 0, -1
        while number <= last:
            index = -1
            code = _deal_fault(s, data, at, end, number, packs[which[match]])
            if code != OK:
                break
            flags = data[at + 1]
            deck = data[at + 11 : at + 11 + data[at + 10]]
            at += 11 + len(deck)
            length = _word(data, at)
            at += 2
            if at + 2 * length + 4 * s.seats > end:
                code = TRUNCATED
                break
            begin(s)
            deal(s, deck)
            while index + 1 < length and code == OK:
                index += 1
                action = _word(data, at + 2 * index)
                n = legal(s, actions)
                i = 0
                while i < n and actions[i] != action:
                    i += 1
                if i == n:
                    code = ILLEGAL if n else PAST_END
                else:
                    apply(s, action)
            if code != OK:
                break
            index = -1
            at += 2 * length
            if s.phase == s.over_phase:
                end_round(s)
                code = _scores_fault(s, data, at, flags)
            elif flags & FINISHED != 0 or number < last:
                code = UNFINISHED
            if code != OK:
                break
            at += 4 * s.seats
            number += 1
        if code == OK:
            code = _tail_fault(s, data, at, end)
        found[match, 0] = code
        found[match, 1] = number
        found[match, 2] = index
        found[match, 3] = s.over


@cache
def _bound_replay(game: Game) -> Callable[..., None]:
    return bind(
        _replay,
        game.dtype,
        lambda t: types.void(
            t.states,
            types.uint8[:, ::1],
            types.int64[::1],
            BYTES,
            types.int64[::1],
            types.int64[::1],
            types.int64[::1],
            ACTIONS,
            types.int64[:, ::1],
            function_type(t.change),
            function_type(t.deal),
            function_type(t.legal),
            function_type(t.apply),
            function_type(t.change),
        ),
    )
