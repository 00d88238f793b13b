"""A hand of Skat in order: jacks and trumps first, the ten above the king, but not at null."""

import pytest

from tests.games.hands import in_order

HAND = "C7 CT CJ SK SJ SA H8 HQ HT D9"


@pytest.mark.parametrize(
    ("contract", "order"),
    [
        (None, "CJ SJ CT C7 HT HQ H8 SA SK D9"),
        ("grand", "CJ SJ CT C7 HT HQ H8 SA SK D9"),
        ("ramsch", "CJ SJ CT C7 HT HQ H8 SA SK D9"),
        ("clubs", "CJ SJ CT C7 HT HQ H8 SA SK D9"),
        ("hearts", "CJ SJ HT HQ H8 SA SK D9 CT C7"),
        ("diamonds", "CJ SJ D9 CT C7 HT HQ H8 SA SK"),
        ("null", "CJ CT C7 HQ HT H8 SA SK SJ D9"),
    ],
)
def test_hand_is_sorted_for_the_game_that_is_played(contract, order):
    assert in_order("skat", HAND, contract=contract) == order
