"""The compact form of a record: bytes for the database, which `validation` replays in kernels.

Layout, little-endian, then compressed with zlib:

    head    magic `STM1` · length and text of the game's slug · length (u16) and JSON of the
            options · players, native, cycles, 1 if there is a secret, 2 if seats have added
            numbers to it (a byte each) · secret (32 bytes, if any) · numbers: a bit (u16) for each
            seat that has added one, and its 32 bytes (if any) · number of rounds (u16)
    round   dealer, flags (1 thrown in, 2 finished) · entropy (u64) · number of cards and the
            cards, a byte each · number of actions (u16) · actions (u16 each) · scores (i32 each)
    tail    totals (i32 each) · places (a byte each)
"""

import json
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from engine.play.table import Table
from engine.rules import chance, shuffle
from engine.rules.errors import InvalidRecord
from engine.rules.game import MAX_CYCLES, Game, Options, find_game

MAGIC = b"STM1"
LIMIT_BYTES = 1 << 20
"""Largest record that is unpacked; the longest match of any game stays far below."""
MAX_ROUNDS = 1000
"""Rounds of the longest record that is read, compact or not."""

REDEAL, FINISHED = 1, 2
SECRET, NUMBERS = 1, 2
"""What deals follow from: nothing that is known (0), the secret, or the secret and numbers."""

CUT_SHORT = "the record ends too early"


@dataclass(frozen=True)
class Packed:
    """The head of a compact record; `body` are its unpacked bytes, rounds from `start` on."""

    game: Game
    options: Options
    players: int
    native: bool
    cycles: int
    secret: bytes | None
    numbers: tuple[bytes | None, ...]
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


def pack(table: Table) -> bytes:
    """Return the compact record of a table so far, for the database."""
    numbers = struct.Struct(f"<{table.players}i")
    parts = []
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
    return seal(
        table.game,
        table.options,
        native=table.native,
        cycles=table.cycles,
        secret=table.secret,
        numbers=table.numbers,
        count=len(table.rounds),
        rounds=b"".join(parts),
        totals=table.totals,
    )


def seal(
    game: Game,
    options: Options,
    *,
    native: bool,
    cycles: int,
    secret: bytes | None,
    numbers: Sequence[bytes | None] = (),
    count: int,
    rounds: bytes,
    totals: Sequence[int],
) -> bytes:
    """Return the compact record of `count` rounds that are laid out already."""
    parts = [
        _front(game, options, len(totals), native, cycles),
        _origin(secret, numbers),
        struct.pack("<H", count),
        rounds,
        struct.pack(f"<{len(totals)}i", *totals),
        bytes(game.place(totals)),
    ]
    return zlib.compress(b"".join(parts), 6)


def _origin(secret: bytes | None, numbers: Sequence[bytes | None]) -> bytes:
    """Return what the head says of where deals come from."""
    if secret is None:
        return bytes([0])
    if not numbers:
        return bytes([SECRET]) + secret
    seats = sum(1 << seat for seat, number in enumerate(numbers) if number is not None)
    added = b"".join(number for number in numbers if number is not None)
    return bytes([NUMBERS]) + secret + struct.pack("<H", seats) + added


@lru_cache(maxsize=256)
def _front(game: Game, options: Options, players: int, native: bool, cycles: int) -> bytes:
    """Return the head as far as it is the same for all matches of a season at such a table."""
    slug = game.slug.encode()
    text = json.dumps(options.model_dump(), sort_keys=True).encode()
    return b"".join(
        [
            MAGIC,
            struct.pack("<B", len(slug)),
            slug,
            struct.pack("<H", len(text)),
            text,
            struct.pack("<3B", players, native, cycles),
        ]
    )


def unpack(blob: bytes) -> Packed:
    """Return the head of a compact record; raises InvalidRecord for what is none."""
    try:
        inflater = zlib.decompressobj()
        body = inflater.decompress(blob, LIMIT_BYTES)
        if not inflater.eof:
            raise InvalidRecord("the record is cut off or too large")
        if inflater.unused_data:
            raise InvalidRecord("there is something after the record")
        return _read_head(body)
    except (zlib.error, struct.error, UnicodeDecodeError) as error:
        raise InvalidRecord("this is not a compact record") from error


def _read_head(body: bytes) -> Packed:
    if body[:4] != MAGIC:
        raise InvalidRecord("this is not a compact record")
    slug_end = 5 + body[4] if len(body) > 4 else 0
    (options_length,) = struct.unpack_from("<H", body, slug_end)
    options_end = slug_end + 2 + options_length
    players, native, cycles, origin = struct.unpack_from("<4B", body, options_end)
    start = options_end + 4 + (shuffle.SECRET_BYTES if origin else 0)
    secret = body[options_end + 4 : start] if origin else None
    numbers: tuple[bytes | None, ...] = ()
    if origin == NUMBERS:
        numbers, start = _read_numbers(body, start, players)
    (rounds,) = struct.unpack_from("<H", body, start)
    game, options = _game_and_options(body[5:slug_end], body[slug_end + 2 : options_end])
    if players not in game.players:
        raise InvalidRecord(f"{game.name} is not for {players} players")
    if native > 1 or origin > NUMBERS or not 1 <= cycles <= MAX_CYCLES:
        raise InvalidRecord("the length of the match is told wrongly")
    if rounds > MAX_ROUNDS:
        raise InvalidRecord(f"a record has at most {MAX_ROUNDS} rounds, not {rounds}")
    return Packed(
        game,
        options,
        players,
        native=bool(native),
        cycles=cycles,
        secret=secret,
        numbers=numbers,
        rounds=rounds,
        body=body,
        start=start + 2,
    )


def _read_numbers(body: bytes, at: int, players: int) -> tuple[tuple[bytes | None, ...], int]:
    """Return what the seats have added, as it lies there, and where it ends."""
    (seats,) = struct.unpack_from("<H", body, at)
    at += 2
    if not 0 < seats < 1 << players:
        raise InvalidRecord("it is told wrongly which seats have added a number")
    numbers: list[bytes | None] = []
    for seat in range(players):
        is_added = bool(seats >> seat & 1)
        numbers.append(body[at : at + shuffle.NUMBER_BYTES] if is_added else None)
        at += shuffle.NUMBER_BYTES * is_added
    return tuple(numbers), at


@lru_cache(maxsize=256)
def _game_and_options(slug: bytes, options: bytes) -> tuple[Game, Options]:
    try:
        game = find_game(slug.decode())
        said = json.loads(options)
        if not isinstance(said, dict):
            raise InvalidRecord("the options are no object")
        return game, game.parse_options(said)
    except ValidationError as error:
        raise InvalidRecord(f"no such options: {error.errors()[0]['msg']}") from None
    except RecursionError:
        raise InvalidRecord("the options are nested too deeply") from None
    except (LookupError, ValueError) as error:
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
        raise InvalidRecord(CUT_SHORT) from None
    return rounds


def actions_of(head: Packed) -> list[npt.NDArray[np.uint16]]:
    """Return the actions of each round by number; InvalidRecord if it ends too early."""
    return [actions for _dealer, _entropy, _deck, actions in _rounds_of(head)]


def check_deals(head: Packed) -> None:
    """Derive every deal from the secret, if the record names it; raises InvalidRecord."""
    if head.secret is None:
        return
    rounds = _rounds_of(head)
    key = shuffle.key_of(head.secret, head.numbers)
    if rounds and rounds[0][0] != shuffle.first_dealer(key, head.players):
        raise InvalidRecord("the first dealer does not follow from the secret")
    cards = _cards(head.game, head.players, head.options)
    decks, entropies = chance.deal_rounds(key, 0, len(rounds), cards, head.game.kernels)
    for number, (_, entropy, deck, _) in enumerate(rounds):
        if entropy != entropies[number].byteswap().tobytes():
            raise InvalidRecord(f"round {number}: the entropy does not follow from the secret")
        if deck != decks[number].tobytes():
            raise InvalidRecord(f"round {number}: the deck does not follow from the secret")


@lru_cache(maxsize=256)
def _cards(game: Game, players: int, options: Options) -> npt.NDArray[np.uint8]:
    """Return the pack of a table, in canonical order; nobody may change it."""
    return game.deck(players, options)


def table_of(head: Packed) -> Table:
    """Return the table at the end of a compact record that is known to be valid."""
    rounds = _rounds_of(head)
    dealer = rounds[0][0] if rounds and head.secret is None else None
    table = Table(
        head.game,
        head.players,
        secret=head.secret,
        numbers=head.numbers,
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
