"""A hand of Cinch in order: the left pedro stands among the trumps."""

import pytest

from tests.games.hands import in_order

HAND = "C5 CA SA S2 H4 H5 H6 D5 D9"


@pytest.mark.parametrize(
    ("trump", "order"),
    [
        (None, "CA C5 H6 H5 H4 SA S2 D9 D5"),
        ("H", "H6 H5 D5 H4 SA S2 D9 CA C5"),
        ("S", "SA C5 S2 D9 D5 CA H6 H5 H4"),
    ],
)
def test_left_pedro_is_a_trump_once_there_is_one(trump, order):
    assert in_order("cinch", HAND, trump=trump) == order
