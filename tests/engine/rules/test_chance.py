"""The kernels' chance is that of `shuffle`, number by number."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from engine.kernels.binding import bind
from engine.rules import chance, shuffle
from engine.rules.chance import draw_below

GAME = games.get("mit-list-und-tuecke")
KERNELS = GAME.kernels


def draw_all(s, sizes, drawn):
    for i in range(len(sizes)):
        drawn[i] = draw_below(s, sizes[i])


@pytest.fixture(scope="module", params=["compiled", "plain"])
def draw_from(request):
    """Draws in a round, as kernels and as Python make them."""
    if request.param == "plain":
        return draw_all
    return bind(draw_all, lambda t: t.void(t.record, *[t.array(t.int64)] * 2), GAME.dtype)


@given(secret=st.binary(min_size=32, max_size=32), first=st.integers(0, 2**32 - 2))
def test_deals_are_those_that_shuffle_defines(secret, first):
    pack = GAME.deck(6, GAME.options())
    decks, entropies = chance.deal_rounds(secret, first, 2, pack, KERNELS)
    for row, number in enumerate((first, first + 1)):
        assert decks[row].tolist() == shuffle.deck_of_round(secret, number, pack.tolist())
        assert int(entropies[row]).to_bytes(8, "big") == shuffle.entropy_of_round(secret, number)


@pytest.mark.parametrize("size", [1, 2, 16, 17, 18, 33, 84])
def test_deck_of_any_size_is_the_one_that_shuffle_defines(size):
    pack = np.arange(size, dtype=np.uint8)
    (deck,), _entropies = chance.deal_rounds(bytes(32), 0, 1, pack, KERNELS)
    assert deck.tolist() == shuffle.deck_of_round(bytes(32), 0, pack.tolist())


def test_lanes_hash_a_block_each():
    """In Python, too, where decks come from hashlib; the blocks are of 40 bytes and their end."""
    texts = [bytes(range(lane, lane + 40)) for lane in range(chance.LANES)]
    blocks = [text + b"\x80" + bytes(15) + (8 * 40).to_bytes(8, "big") for text in texts]
    digest = np.repeat(chance._START[:, None], chance.LANES, axis=1)
    w = np.zeros((64, chance.LANES), np.uint32)
    w[:16] = np.array([np.frombuffer(block, ">u4") for block in blocks]).T
    with np.errstate(over="ignore"):
        chance._compress_lanes(digest, w)
    found = [digest[:, lane].astype(">u4").tobytes() for lane in range(chance.LANES)]
    assert found == [hashlib.sha256(text).digest() for text in texts]


@given(entropy=st.integers(0, 2**64 - 1), sizes=st.lists(st.integers(2, 60), max_size=20))
def test_draws_in_a_round_are_those_of_its_stream(draw_from, entropy, sizes):
    s = GAME.state(players=4, rounds=1, dealer=0, options=GAME.options())
    s.entropy = np.uint64(entropy)
    numbers = shuffle.stream(entropy.to_bytes(8, "big"), b"round")
    wanted = [shuffle.draw_below(numbers, size) for size in sizes]
    drawn = np.zeros(len(sizes), np.int64)
    draw_from(s, np.array(sizes, np.int64), drawn)
    assert drawn.tolist() == wanted


@pytest.mark.parametrize(
    ("number", "n", "fair"),
    [
        (2**64 // 3 * 3 - 1, 3, True),
        (2**64 // 3 * 3, 3, False),
        (2**64 - 1, 2, True),
        (2**64 - 1, 33, False),
        (0, 33, True),
    ],
)
def test_number_that_would_favour_some_is_not_fair(number, n, fair):
    with np.errstate(over="ignore"):
        assert bool(chance._is_fair(np.uint64(number), np.uint64(n))) is fair
