"""Who has won by how much, and which round decided it."""

from league.logic.swings import Decided, decided

APART = (0, 1, 2)


def test_the_first_is_ahead_of_the_next_best():
    found = decided([50, 10, 30], [[20, 10, 20], [30, 0, 10]], sides=APART, higher_wins=True)
    assert found == Decided((0,), (2,), 20, 1, 20)


def test_in_some_games_the_lowest_is_ahead():
    found = decided([5, 9, 7], [[5, 0, 0], [0, 9, 7]], sides=APART, higher_wins=False)
    assert found == Decided((0,), (2,), 2, 1, 7)


def test_partners_win_together():
    found = decided([8, 2, 8, 2], [[8, 2, 8, 2]], sides=(0, 1, 0, 1), higher_wins=True)
    assert (found.winners, found.others, found.lead) == ((0, 2), (1, 3), 6)


def test_equals_share_the_first_place():
    found = decided([8, 8, 2], [[8, 8, 2]], sides=APART, higher_wins=True)
    assert (found.winners, found.is_shared, found.number) == ((0, 1), True, None)


def test_a_round_turns_a_match_if_the_others_led_without_it():
    turned = decided([10, 9], [[0, 9], [10, 0]], sides=(0, 1), higher_wins=True)
    ahead = decided([20, 1], [[10, 1], [10, 0]], sides=(0, 1), higher_wins=True)
    assert (turned.has_turned, ahead.has_turned) == (True, False)


def test_a_match_of_no_rounds_has_no_round_that_decided():
    assert decided([3, 1], [], sides=(0, 1), higher_wins=True) == Decided((0,), (1,), 2)
