"""The state of a match before anything has happened."""

import games

GAME = games.get("truco")


def test_it_is_nobodys_turn_before_the_first_deal():
    state = GAME.state(players=2, rounds=3, dealer=1, options=GAME.parse_options(None))
    assert (state.turn, state.round_index, state.next_dealer) == (-1, -1, 1)
    assert state.phase == state.over_phase
