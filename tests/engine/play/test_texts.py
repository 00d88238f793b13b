"""The texts of actions that a table keeps are those of every position."""

from types import SimpleNamespace

import numpy as np
import pytest

import games
from engine.conformance.random_play import table_by_chance
from engine.play.texts import ActionTexts
from engine.rules.state import HAND, PLACES, WON, Header, Reading, cards_at, copy_states

GAMES = [pytest.param(game, game.players[0], id=game.slug) for game in games.all()]
STATES = np.zeros(1, games.get("skat").dtype)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_legal_actions_have_the_text_that_their_position_gives_them(game, players):
    for seed in range(3):
        table, chance = table_by_chance(game, players, seed)
        table.deal()
        while not table.round_over:
            texts, numbers = table.legal(), table.legal_actions()
            assert texts == [game.format_action(table.state, number) for number in numbers]
            table.play(chance.choice(texts))


def test_a_text_that_needs_no_position_is_made_once():
    made = []
    game = SimpleNamespace(format_action=lambda s, action: made.append(action) or str(action))
    texts = ActionTexts(game)
    asked = [texts.of(STATES, [3, 4]), texts.of(STATES, [4, 3]), texts.of(STATES, [4, 5])]
    assert (asked, made) == ([["3", "4"], ["4", "3"], ["4", "5"]], [3, 4, 5])


def test_a_text_that_needs_its_position_is_made_for_each():
    game = SimpleNamespace(format_action=lambda s, action: f"{action} of {s.seats}")
    texts, other = ActionTexts(game), STATES.copy()
    other["seats"] = 4
    assert texts.of(STATES, [3]) == ["3 of 0"]
    assert texts.of(other, [3]) == ["3 of 4"]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_is_read_of_a_state_is_what_its_fields_hold(game, players):
    table, _ = table_by_chance(game, players, 1)
    table.deal()
    states = copy_states(table.state)
    state, read = states[0], Reading(states)
    for name in state.dtype.names:
        assert np.array_equal(getattr(read, name), state[name]), name
    for place in range(PLACES):
        assert cards_at(read, place) == cards_at(state, place)
    assert read.header == Header._make(int(state[name]) for name in Header._fields)
    assert tuple(state.dtype.names[: len(Header._fields)]) == Header._fields


def test_a_reading_follows_its_state_but_for_the_piles():
    table, _ = table_by_chance(games.get("skat"), 3, 1)
    table.deal()
    states = copy_states(table.state)
    read = Reading(states)
    hand, turn = cards_at(read, HAND), read.turn
    states["place"][0, hand[0]], states["turn"][0], states["scores"][0, 1] = WON, turn + 1, 7
    assert (read.turn, read.scores[1], read.place[hand[0]]) == (turn + 1, 7, WON)
    assert cards_at(read, HAND) == hand
    read.look_again()
    assert cards_at(read, HAND) == hand[1:]


def test_a_field_that_is_none_is_refused_as_an_attribute():
    table, _ = table_by_chance(games.get("skat"), 3, 1)
    with pytest.raises(AttributeError, match="no field 'trumps'"):
        _ = Reading(copy_states(table.state)).trumps
