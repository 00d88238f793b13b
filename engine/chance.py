"""Chance that can be proven, inside kernels: streams of HMAC-SHA-256, decks, draws in a round.

The numbers are those of `shuffle`, which defines them in plain Python. Compiled, SHA-256 is
computed in place (FIPS 180-4, section 6.2; HMAC: FIPS 198-1), which makes a deck in less than half
the time and lets rules draw inside a round; uncompiled, `shuffle` does it.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from . import shuffle
from .kernel import COMPILED, rule
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
_INNER, _OUTER = np.uint32(0x36363636), np.uint32(0x5C5C5C5C)
_ROUND_LABEL = np.array(bytearray(b"round"))
_DECK_LABEL = np.array(bytearray(b"deck"))
_ENTROPY_LABEL = np.array(bytearray(b"entropy"))


@rule
def _turn(word: Any, bits: int) -> Any:
    """Return a 32-bit word rotated to the right."""
    return np.uint32((word >> np.uint32(bits)) | (word << np.uint32(32 - bits)))


@rule
def _compress(digest: Any, w: Any) -> None:
    """Work the block in the first 16 words of `w` into a digest of 8 words."""
    for t in range(16, 64):
        x, y = w[t - 15], w[t - 2]
        low = _turn(x, 7) ^ _turn(x, 18) ^ (x >> np.uint32(3))
        high = _turn(y, 17) ^ _turn(y, 19) ^ (y >> np.uint32(10))
        w[t] = np.uint32(w[t - 16] + low + w[t - 7] + high)
    a, b, c, d = digest[0], digest[1], digest[2], digest[3]
    e, f, g, h = digest[4], digest[5], digest[6], digest[7]
    for t in range(64):
        mixed = _turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)
        first = np.uint32(h + mixed + ((e & f) ^ (~e & g)) + _ROUND[t] + w[t])
        mixed = _turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)
        second = np.uint32(mixed + ((a & b) ^ (a & c) ^ (b & c)))
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
def _number(inner: Any, outer: Any, label: Any, index: int, w: Any) -> Any:
    """Return the `index`-th number of the stream of a key and a label of at most 47 bytes."""
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
    digest = inner.copy()
    _compress(digest, w)
    for t in range(8):
        w[t] = digest[t]
        w[t + 8] = 0
    w[8] = np.uint32(1 << 31)
    w[15] = np.uint32(8 * 96)
    digest[:] = outer
    _compress(digest, w)
    return (np.uint64(digest[0]) << np.uint64(32)) | np.uint64(digest[1])


@rule
def _is_fair(number: Any, n: Any) -> Any:
    """Tell whether a number of 64 bits lies below the largest multiple of n."""
    rest = (~np.uint64(0)) % n + np.uint64(1)
    return rest == n or number <= ~np.uint64(0) - rest


@rule
def _shuffle(key: Any, label: Any, cards: Any) -> None:
    """Put cards into the order that `shuffle.shuffled` gives them."""
    w = np.zeros(64, np.uint32)
    inner = _keyed(key, _INNER, w)
    outer = _keyed(key, _OUTER, w)
    index = 0
    for i in range(len(cards) - 1, 0, -1):
        n = np.uint64(i + 1)
        number = _number(inner, outer, label, index, w)
        index += 1
        while not _is_fair(number, n):
            number = _number(inner, outer, label, index, w)
            index += 1
        j = np.int64(number % n)
        cards[i], cards[j] = cards[j], cards[i]


@rule
def _numbered(label: Any, number: int) -> Any:
    """Return a label with the number of a round after it, in four bytes."""
    whole = np.empty(len(label) + 4, np.uint8)
    whole[: len(label)] = label
    for i in range(4):
        whole[len(label) + i] = np.uint8((number >> (24 - 8 * i)) & 255)
    return whole


if COMPILED:

    @rule
    def shuffle_round(secret: Any, number: int, deck: Any) -> None:
        """Put a pack in canonical order into the order of round `number`."""
        _shuffle(secret, _numbered(_DECK_LABEL, number), deck)

    @rule
    def entropy_of_round(secret: Any, number: int) -> Any:
        """Return the entropy of round `number` as a word of 64 bits, the first byte highest."""
        w = np.zeros(64, np.uint32)
        inner = _keyed(secret, _INNER, w)
        outer = _keyed(secret, _OUTER, w)
        return _number(inner, outer, _numbered(_ENTROPY_LABEL, number), 0, w)

    @rule
    def draw_below(s: State, n: int) -> Any:
        """Return the next number below n of the round's own stream of chance."""
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

else:

    def shuffle_round(secret: Any, number: int, deck: Any) -> None:
        """Put a pack in canonical order into the order of round `number`."""
        deck[:] = shuffle.deck_of_round(secret.tobytes(), int(number), deck.tolist())

    def entropy_of_round(secret: Any, number: int) -> Any:
        """Return the entropy of round `number` as a word of 64 bits, the first byte highest."""
        entropy = shuffle.entropy_of_round(secret.tobytes(), int(number))
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


def deck_of_round(secret: bytes, number: int, pack: npt.NDArray[np.uint8]) -> Any:
    """Return the deck of round `number`, as `shuffle.deck_of_round` defines it.

    `pack` is the whole pack in canonical order (uint8); so is the result, in dealing order.
    """
    deck = pack.copy()
    shuffle_round(np.array(bytearray(secret)), number, deck)
    return deck
