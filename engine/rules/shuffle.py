"""Decks and entropy from a match secret, its commitment, and the proof that no deal was chosen.

A stream's k-th number is the first 8 bytes of HMAC-SHA-256(key, label ‖ k). Numbers below n are
drawn by rejection, so every order of a pack is possible and all are equally likely.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

SECRET_BYTES = 32
ENTROPY_BYTES = 8
_WORDS = 1 << 64


def new_secret() -> bytes:
    """Return a fresh match secret of 32 bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a match secret in lower-case hex, published with the match."""
    return hashlib.sha256(secret).hexdigest()


def stream(key: bytes, label: bytes) -> Iterator[int]:
    """Yield the 64-bit numbers of the stream of `key` and `label`."""
    seeded = hmac.new(key, label, hashlib.sha256)
    counter = 0
    while True:
        step = seeded.copy()
        step.update(counter.to_bytes(8, "big"))
        yield int.from_bytes(step.digest()[:8], "big")
        counter += 1


def draw_below(numbers: Iterator[int], n: int) -> int:
    """Return a uniform number from 0 to n - 1 from a stream of 64-bit numbers."""
    fair = _WORDS // n * n
    while (number := next(numbers)) >= fair:
        pass
    return number % n


def shuffled(numbers: Iterator[int], items: Sequence[int]) -> list[int]:
    """Return the items in an order drawn from a stream of 64-bit numbers (Fisher–Yates)."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = draw_below(numbers, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def first_dealer(secret: bytes, seats: int) -> int:
    """Return the seat that deals the first round of the match with this secret."""
    return draw_below(stream(secret, b"dealer"), seats)


def deck_of_round(secret: bytes, number: int, pack: Sequence[int]) -> list[int]:
    """Return the deck of round `number` (from 0, thrown-in ones counted), in dealing order.

    `pack` is the whole pack in canonical order.
    """
    return shuffled(stream(secret, b"deck" + number.to_bytes(4, "big")), pack)


def entropy_of_round(secret: bytes, number: int) -> bytes:
    """Return the 8 bytes behind every chance inside round `number`."""
    word = next(stream(secret, b"entropy" + number.to_bytes(4, "big")))
    return word.to_bytes(ENTROPY_BYTES, "big")
