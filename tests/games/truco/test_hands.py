"""A hand of Truco in order: by height, whatever the suit."""

from tests.games.hands import in_order


def test_manilhas_come_first_and_then_threes_and_twos():
    assert in_order("truco", "C3 C4 CA S7 SA H7 H2") == "C4 H7 SA C3 H2 CA S7"
