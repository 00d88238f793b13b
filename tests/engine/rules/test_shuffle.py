import hashlib
import hmac
from itertools import islice

import pytest

from engine.rules import shuffle

SECRET = bytes(range(32))


def test_stream_is_the_notation_s_hmac():
    second = hmac.digest(SECRET, b"deck" + bytes(4) + (1).to_bytes(8, "big"), "sha256")
    numbers = shuffle.stream(SECRET, b"deck" + bytes(4))
    assert list(islice(numbers, 2))[1] == int.from_bytes(second[:8], "big")


def test_draw_rejects_numbers_that_would_favour_some():
    fair = 2**64 // 3 * 3
    assert shuffle.draw_below(iter([fair, fair + 1, 7]), 3) == 1


def test_draw_takes_the_largest_fair_number():
    assert shuffle.draw_below(iter([2**64 // 3 * 3 - 1]), 3) == 2


def test_shuffle_is_fisher_yates_from_the_last_index():
    # i = 2 swaps with 0, then i = 1 with 1
    assert shuffle.shuffled(iter([0, 1]), ["a", "b", "c"]) == ["c", "b", "a"]


def test_commitment_is_the_hash_of_the_secret():
    assert shuffle.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_entropy_is_the_first_number_of_its_stream():
    number = next(shuffle.stream(SECRET, b"entropy" + (2).to_bytes(4, "big")))
    assert shuffle.entropy_of_round(SECRET, 2) == number.to_bytes(8, "big")


def test_first_dealer_comes_from_the_secret():
    assert shuffle.first_dealer(SECRET, 5) == next(shuffle.stream(SECRET, b"dealer")) % 5


def test_every_place_of_a_card_is_equally_likely():
    """Chi-square over where card 0 ends: 6 places, 3,000 decks, 99.99 % quantile of 5 degrees."""
    places = [shuffle.deck_of_round(SECRET, r, range(6)).index(0) for r in range(3000)]
    counts = [places.count(place) for place in range(6)]
    assert sum((count - 500) ** 2 / 500 for count in counts) < 25.7


def test_rounds_have_decks_of_their_own():
    assert shuffle.deck_of_round(SECRET, 0, range(56)) != shuffle.deck_of_round(
        SECRET, 1, range(56)
    )


@pytest.mark.parametrize("size", [1, 2, 84])
def test_deck_holds_every_card_once(size):
    assert sorted(shuffle.deck_of_round(SECRET, 0, range(size))) == list(range(size))


def test_without_numbers_the_secret_is_the_key():
    assert shuffle.key_of(SECRET) == shuffle.key_of(SECRET, [None, None]) == SECRET


def test_the_key_follows_from_secret_seats_and_numbers():
    first, third = b"\x01" * 32, b"\x03" * 32
    said = b"numbers" + b"\x00" + first + b"\x02" + third
    assert shuffle.key_of(SECRET, [first, None, third]) == hmac.digest(SECRET, said, "sha256")


def test_each_number_and_its_seat_change_the_key():
    one, two = b"\x01" * 32, b"\x02" * 32
    added = [[one, two], [two, one], [one, None], [None, one], [one, one], [None, None]]
    assert len({shuffle.key_of(SECRET, numbers) for numbers in added}) == len(added)
