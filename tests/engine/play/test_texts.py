"""The texts of actions that a table keeps are those of every position."""

import pytest

import games
from engine.conformance.random_play import table_by_chance
from engine.play.texts import texts_of
from engine.rules.state import cards_at, copy_state, reading

GAMES = [pytest.param(game, game.players[0], id=game.slug) for game in games.all()]


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
    game = games.get("briscola")
    texts, made = texts_of(game), []
    form = texts._form
    texts._form = lambda s, action: made.append(action) or form(s, action)
    try:
        table, chance = table_by_chance(game, 2, 1)
        for _ in range(2):
            table.deal()
            while not table.round_over:
                table.play(chance.choice(table.legal()))
    finally:
        texts._form = form
    assert len(made) == len(set(made)) <= 40


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_is_read_of_a_state_is_what_its_fields_hold(game, players):
    table, _ = table_by_chance(game, players, 1)
    table.deal()
    state = copy_state(table.state)
    read = reading(state)
    for name in state.dtype.names:
        assert getattr(read, name) == pytest.approx(state[name]), name
    for place in range(44):
        assert cards_at(read, place) == cards_at(state, place)


def test_a_field_that_is_none_is_refused_as_an_attribute():
    table, _ = table_by_chance(games.get("skat"), 3, 1)
    with pytest.raises(AttributeError, match="no field 'trumps'"):
        _ = reading(table.state).trumps
