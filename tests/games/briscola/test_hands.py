"""A hand of Briscola in order: the three ranks below the ace."""

from tests.games.hands import in_order


def test_three_stands_below_the_ace_and_trumps_come_first():
    assert in_order("briscola", "C3 CK CA S2 D7", trump="S") == "S2 D7 CA C3 CK"
