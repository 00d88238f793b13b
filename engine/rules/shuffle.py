"""Decks and entropy from a match secret, its commitment, and the proof that no deal was chosen.

A stream's k-th number is the first 8 bytes of HMAC-SHA-256(key, label ‖ k). Numbers below n are
drawn by rejection, so every order of a pack is possible and all are equally likely.

The key is the secret, or follows from it and from random numbers that seats have added once the
commitment was out: then nobody could choose the deals, whoever drew the secret included.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

SECRET_BYTES = 32
NUMBER_BYTES = 32
"""So many random bytes a seat may add to the deals."""
ENTROPY_BYTES = 8
_WORDS = 1 << 64


def new_secret() -> bytes:
    """Return a fresh match secret of 32 bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a match secret in lower-case hex, published with the match."""
    return hashlib.sha256(secret).hexdigest()


def key_of(secret: bytes, numbers: Sequence[bytes | None] = ()) -> bytes:
    """Return the key of all streams of a match: its secret, where no seat has added a number.

    Otherwise HMAC-SHA-256(secret, `numbers` ‖ for each seat that has added one, in order: its
    number in a byte ‖ the 32 bytes). `numbers` has them by seat, None for who has added none.
    """
    added = [bytes([seat]) + number for seat, number in enumerate(numbers) if number is not None]
    if not added:
        return secret
    return hmac.digest(secret, b"numbers" + b"".join(added), "sha256")


def stream(key: bytes, label: bytes) -> Iterator[int]:
    """Yield the 64-bit numbers of the stream of `key` and `label`."""
    counter = 0
    while True:
        digest = hmac.digest(key, label + counter.to_bytes(8, "big"), "sha256")
        yield int.from_bytes(digest[:8], "big")
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


def first_dealer(key: bytes, seats: int) -> int:
    """Return the seat that deals the first round of the match with this key."""
    return draw_below(stream(key, b"dealer"), seats)


def deck_of_round(key: bytes, number: int, pack: Sequence[int]) -> list[int]:
    """Return the deck of round `number` (from 0, thrown-in ones counted), in dealing order.

    `pack` is the whole pack in canonical order.
    """
    return shuffled(stream(key, b"deck" + number.to_bytes(4, "big")), pack)


def entropy_of_round(key: bytes, number: int) -> bytes:
    """Return the 8 bytes behind every chance inside round `number`."""
    word = next(stream(key, b"entropy" + number.to_bytes(4, "big")))
    return word.to_bytes(ENTROPY_BYTES, "big")
