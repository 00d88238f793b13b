"""Chance that can be proven, inside kernels: streams of HMAC-SHA-256, decks, draws in a round.

The numbers are those of `shuffle`, which defines them in plain Python. Compiled, SHA-256 is
computed in place (FIPS 180-4, section 6.2; HMAC: FIPS 198-1), for a deck sixteen numbers at a time,
and rules may draw inside a round; uncompiled, `shuffle` does it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels.binding import Bindings
from engine.kernels.marks import compiled_as, rule
from engine.kernels.primitives import write

from . import shuffle
from .state import State

_PRIMES = [n for n in range(2, 312) if all(n % d for d in range(2, n))]


def _fraction(prime: int, root: int) -> int:
    """Return the first 32 bits of the fraction of a prime's square (2) or cube (3) root."""
    scaled = prime << (32 * root)
    low, high = 0, 1 << 40
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**root <= scaled else (low, middle - 1)
    return low & 0xFFFFFFFF


_START = np.array([_fraction(prime, 2) for prime in _PRIMES[:8]], np.uint32)
_ROUND = np.array([_fraction(prime, 3) for prime in _PRIMES[:64]], np.uint32)
LANES = 16
"""So many numbers of a stream are computed side by side: none depends on another."""
_INNER, _OUTER = np.uint32(0x36363636), np.uint32(0x5C5C5C5C)
_ROUND_LABEL = np.array(bytearray(b"round"))
_DECK_LABEL = np.array(bytearray(b"deck"))
_ENTROPY_LABEL = np.array(bytearray(b"entropy"))


@rule
def _turn(word: Any, bits: int) -> Any:
    """Return a 32-bit word rotated to the right."""
    return np.uint32((word >> np.uint32(bits)) | (word << np.uint32(32 - bits)))


@rule
def _low(x: Any) -> Any:
    """Return what the word 15 before it adds to a word of the message schedule."""
    return _turn(x, 7) ^ _turn(x, 18) ^ (x >> np.uint32(3))


@rule
def _high(y: Any) -> Any:
    """Return what the word 2 before it adds to a word of the message schedule."""
    return _turn(y, 17) ^ _turn(y, 19) ^ (y >> np.uint32(10))


@rule
def _first(e: Any, f: Any, g: Any, h: Any, word: Any) -> Any:
    """Return the first of the two sums of a step; `word` is its constant and its message word."""
    mixed = _turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)
    return np.uint32(h + mixed + ((e & f) ^ (~e & g)) + word)


@rule
def _second(a: Any, b: Any, c: Any) -> Any:
    """Return the second of the two sums of a step."""
    mixed = _turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)
    return np.uint32(mixed + ((a & b) ^ (a & c) ^ (b & c)))


@rule
def _compress(digest: Any, w: Any) -> None:
    """Work the block in the first 16 words of `w` into a digest of 8 words."""
    for t in range(16, 64):
        w[t] = np.uint32(w[t - 16] + _low(w[t - 15]) + w[t - 7] + _high(w[t - 2]))
    a, b, c, d = digest[0], digest[1], digest[2], digest[3]
    e, f, g, h = digest[4], digest[5], digest[6], digest[7]
    for t in range(64):
        first = _first(e, f, g, h, np.uint32(_ROUND[t] + w[t]))
        second = _second(a, b, c)
        h, g, f = g, f, e
        e = np.uint32(d + first)
        d, c, b = c, b, a
        a = np.uint32(first + second)
    digest[0] += a
    digest[1] += b
    digest[2] += c
    digest[3] += d
    digest[4] += e
    digest[5] += f
    digest[6] += g
    digest[7] += h


@rule
def _step(  # noqa: PLR0917 - the names of the standard
    v: Any, w: Any, t: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int
) -> None:
    """Take step `t` in all lanes; the words a to h lie in these rows, and one further after it."""
    constant = _ROUND[t]
    for lane in range(LANES):
        word = np.uint32(constant + w[t, lane])
        first = _first(v[e, lane], v[f, lane], v[g, lane], v[h, lane], word)
        second = _second(v[a, lane], v[b, lane], v[c, lane])
        v[d, lane] += first
        v[h, lane] = first + second


@rule
def _compress_lanes(digest: Any, w: Any) -> None:
    """Work a block in each lane of `w` into that lane of `digest`.

    Shapes: digest (8, LANES), w (64, LANES). The compiler turns lanes into vectors.
    """
    for t in range(16, 64):
        for lane in range(LANES):
            low, high = _low(w[t - 15, lane]), _high(w[t - 2, lane])
            w[t, lane] = np.uint32(w[t - 16, lane] + low + w[t - 7, lane] + high)
    v = digest.copy()
    for t in range(0, 64, 8):
        _step(v, w, t, 0, 1, 2, 3, 4, 5, 6, 7)
        _step(v, w, t + 1, 7, 0, 1, 2, 3, 4, 5, 6)
        _step(v, w, t + 2, 6, 7, 0, 1, 2, 3, 4, 5)
        _step(v, w, t + 3, 5, 6, 7, 0, 1, 2, 3, 4)
        _step(v, w, t + 4, 4, 5, 6, 7, 0, 1, 2, 3)
        _step(v, w, t + 5, 3, 4, 5, 6, 7, 0, 1, 2)
        _step(v, w, t + 6, 2, 3, 4, 5, 6, 7, 0, 1)
        _step(v, w, t + 7, 1, 2, 3, 4, 5, 6, 7, 0)
    for i in range(8):
        for lane in range(LANES):
            digest[i, lane] += v[i, lane]


@rule
def _keyed(key: Any, pad: Any, w: Any) -> Any:
    """Return the digest of a key of at most 64 bytes, padded to a block."""
    digest = _START.copy()
    for t in range(16):
        w[t] = pad
    for i in range(len(key)):
        w[i >> 2] ^= np.uint32(key[i]) << np.uint32(24 - 8 * (i & 3))
    _compress(digest, w)
    return digest


@rule
def _write_message(label: Any, index: int, w: Any) -> None:
    """Write the last block of the inner hash, for a label of at most 47 bytes and a number."""
    length = len(label) + 8
    for t in range(16):
        w[t] = 0
    for i in range(len(label)):
        w[i >> 2] |= np.uint32(label[i]) << np.uint32(24 - 8 * (i & 3))
    for i in range(8):
        byte = np.uint32((index >> (56 - 8 * i)) & 255)
        at = len(label) + i
        w[at >> 2] |= byte << np.uint32(24 - 8 * (at & 3))
    w[length >> 2] |= np.uint32(128) << np.uint32(24 - 8 * (length & 3))
    w[15] = np.uint32(8 * (64 + length))


@rule
def _write_outer(digest: Any, w: Any) -> None:
    """Write the block of the outer hash, which is about the digest of the inner one."""
    for i in range(8):
        w[i] = digest[i]
        w[8 + i] = 0
    w[8] = np.uint32(1 << 31)
    w[15] = np.uint32(8 * 96)


@rule
def _number(inner: Any, outer: Any, label: Any, index: int, w: Any) -> Any:
    """Return the `index`-th number of the stream of a key and a label of at most 47 bytes."""
    _write_message(label, index, w)
    digest = inner.copy()
    _compress(digest, w)
    _write_outer(digest, w)
    write(digest, 0, outer)
    _compress(digest, w)
    return (np.uint64(digest[0]) << np.uint64(32)) | np.uint64(digest[1])


@rule
def _write_numbers(  # noqa: PLR0917 - rooms that are used again
    numbers: Any, inner: Any, outer: Any, message: Any, at: int, first: int, digest: Any, w: Any
) -> None:
    """Write LANES numbers of a stream, from its `first` one on, to `numbers`.

    `message` is what `_write_message` gives for number 0, in which `at` bytes come before a
    number's lower half. Digest (8, LANES) and w (64, LANES) are room.
    """
    low, high = np.uint32(8 * (at & 3)), np.uint32(32 - 8 * (at & 3))
    for lane in range(LANES):
        for t in range(16):
            w[t, lane] = message[t]
        index = np.uint32(first + lane)
        w[at >> 2, lane] |= index >> low
        if low > 0:
            w[(at >> 2) + 1, lane] |= index << high
        for i in range(8):
            digest[i, lane] = inner[i]
    _compress_lanes(digest, w)
    for lane in range(LANES):
        for i in range(8):
            w[i, lane] = digest[i, lane]
            w[8 + i, lane] = 0
            digest[i, lane] = outer[i]
        w[8, lane] = np.uint32(1 << 31)
        w[15, lane] = np.uint32(8 * 96)
    _compress_lanes(digest, w)
    for lane in range(LANES):
        numbers[lane] = (np.uint64(digest[0, lane]) << np.uint64(32)) | np.uint64(digest[1, lane])


@rule
def _is_fair(number: Any, n: Any) -> Any:
    """Tell whether a number of 64 bits lies below the largest multiple of n."""
    rest = (~np.uint64(0)) % n + np.uint64(1)
    return rest == n or number <= ~np.uint64(0) - rest


@rule
def _shuffle(inner: Any, outer: Any, label: Any, cards: Any) -> None:
    """Put cards into the order that `shuffle.shuffled` gives them."""
    digest, w = np.empty((8, LANES), np.uint32), np.empty((64, LANES), np.uint32)
    message = np.empty(16, np.uint32)
    numbers = np.empty(LANES, np.uint64)
    _write_message(label, 0, message)
    index = 0
    for i in range(len(cards) - 1, 0, -1):
        n = np.uint64(i + 1)
        is_drawn = False
        while not is_drawn:
            if index % LANES == 0:
                _write_numbers(numbers, inner, outer, message, len(label) + 4, index, digest, w)
            number = numbers[index % LANES]
            is_drawn = _is_fair(number, n)
            index += 1
        j = np.int64(number % n)
        cards[i], cards[j] = cards[j], cards[i]


@rule
def _numbered(label: Any, number: int) -> Any:
    """Return a label with the number of a round after it, in four bytes."""
    whole = np.empty(len(label) + 4, np.uint8)
    write(whole, 0, label)
    for i in range(4):
        whole[len(label) + i] = np.uint8((number >> (24 - 8 * i)) & 255)
    return whole


def deal_round(key: Any, number: int, deck: Any) -> Any:
    """Put a pack in canonical order into the order of round `number`; return its entropy.

    That is a word of 64 bits, the first byte highest.
    """
    deck[:] = shuffle.deck_of_round(key.tobytes(), int(number), deck.tolist())
    entropy = shuffle.entropy_of_round(key.tobytes(), int(number))
    return np.uint64(int.from_bytes(entropy, "big"))


def draw_below(s: State, n: int) -> Any:
    """Return the next number below n of the round's own stream of chance."""
    numbers = shuffle.stream(int(s.entropy).to_bytes(8, "big"), b"round")
    for _ in range(int(s.draws)):
        next(numbers)
    fair = (1 << 64) // int(n) * int(n)
    for number in numbers:
        s.draws += 1
        if number < fair:
            return number % int(n)
    raise AssertionError  # a stream does not end


@compiled_as(deal_round)
def _deal_round(key: Any, number: int, deck: Any) -> Any:
    w = np.zeros(64, np.uint32)
    inner = _keyed(key, _INNER, w)
    outer = _keyed(key, _OUTER, w)
    _shuffle(inner, outer, _numbered(_DECK_LABEL, number), deck)
    return _number(inner, outer, _numbered(_ENTROPY_LABEL, number), 0, w)


@compiled_as(draw_below)
def _draw_below(s: State, n: int) -> Any:
    key = np.zeros(8, np.uint8)
    for i in range(8):
        key[i] = np.uint8((s.entropy >> np.uint64(56 - 8 * i)) & np.uint64(255))
    w = np.zeros(64, np.uint32)
    inner = _keyed(key, _INNER, w)
    outer = _keyed(key, _OUTER, w)
    number = _number(inner, outer, _ROUND_LABEL, s.draws, w)
    s.draws += 1
    while not _is_fair(number, np.uint64(n)):
        number = _number(inner, outer, _ROUND_LABEL, s.draws, w)
        s.draws += 1
    return np.int64(number % np.uint64(n))


def bound_deal_round(k: Bindings) -> Callable[..., Any]:
    """Return `deal_round`: the same for all games, compiled once."""
    return k.bound(deal_round, lambda t: t.deal_round)


def deal_rounds(
    key: bytes, first: int, count: int, pack: npt.NDArray[np.uint8], k: Bindings
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint64]]:
    """Return decks and entropies of `count` rounds, from round `first` on, as `shuffle` defines.

    `pack` is the whole pack in canonical order. Shapes: (count, cards), in dealing order; (count,),
    the first byte highest.
    """
    decks, entropies = np.empty((count, len(pack)), np.uint8), np.empty(count, np.uint64)
    decks[:] = pack
    bits, deal = np.frombuffer(bytearray(key), np.uint8), bound_deal_round(k)
    for row in range(count):
        entropies[row] = deal(bits, first + row, decks[row])
    return decks, entropies
