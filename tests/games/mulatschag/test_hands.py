"""A hand of Mulatschag in order: the Weli is a trump, and never a bell."""

import pytest

from tests.games.hands import in_order


@pytest.mark.parametrize(
    ("trump", "order"),
    [
        (None, "W ES HK HU ST"),
        ("H", "W HK HU ST ES"),
        ("S", "W ST ES HK HU"),
        ("E", "ES W HK HU ST"),
    ],
)
def test_weli_stands_below_the_sau_of_trumps(trump, order):
    assert in_order("mulatschag", "ES HU HK ST W", trump=trump) == order
