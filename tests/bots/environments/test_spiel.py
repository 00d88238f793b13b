"""Games as OpenSpiel takes them: its own tests of games, its algorithms and its playthroughs."""

import random

import numpy as np
import pytest

import games
from bots.environments.vector import VectorEnvironment, seen_by
from engine.play.table import Table
from engine.rules.errors import EngineError

pytestmark = [
    pytest.mark.needs("openspiel"),
    pytest.mark.only("compiled", "plain rules take minutes for so many positions"),
]
QUICK = {"briscola", "truco"}
every_game = pytest.mark.parametrize(
    "slug",
    [
        pytest.param(
            game.slug, marks=() if game.slug in QUICK else (pytest.mark.further, pytest.mark.slow)
        )
        for game in games.all()
    ],
)


@pytest.fixture(scope="module")
def pyspiel():
    from bots.environments import spiel

    found = spiel.pyspiel
    assert len(spiel.register()) == len(games.all()) == len(spiel.register())
    return found


@pytest.fixture
def load(pyspiel):
    def loaded(slug, **options):
        name = f"stammtisch_{slug.replace('-', '_')}"
        return pyspiel.load_game(name, options)

    return loaded


def play(state, *, seed):
    """Deal and play by chance to the end of the round."""
    chance = random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            cards, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(cards, odds)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    return state


@every_game
def test_openspiel_finds_nothing_wrong(pyspiel, load, slug):
    pyspiel.random_sim_test(load(slug), num_sims=2, serialize=False, verbose=False)


@every_game
def test_seats_win_what_the_engine_says(load, slug):
    rules = games.get(slug)
    for players in rules.players:
        state = play(load(slug, players=players).new_initial_state(), seed=3)
        table = state.held.table
        sign = 1 if rules.higher_wins else -1
        assert state.returns() == [sign * score for score in table.round_scores or [0] * players]
        assert table.players == players


@pytest.mark.parametrize("players", [0, 5, 9])
def test_tables_that_there_are_not_are_refused(load, players):
    with pytest.raises(EngineError):
        load("briscola", players=players)


def test_all_decks_are_as_likely(load):
    state = load("briscola").new_initial_state()
    for left in range(40, 0, -1):
        outcomes = state.chance_outcomes()
        assert len(outcomes) == left
        assert {odds for _card, odds in outcomes} == {1 / left}
        state.apply_action(outcomes[0][0])
    assert state.current_player() >= 0


def test_a_clone_goes_its_own_way(load):
    state = load("briscola").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert len(clone.held.played) == 1
    assert state.held.played == []
    assert len(state.legal_actions()) == 3


def test_a_stored_round_is_the_same_round(pyspiel, load):
    game = load("briscola")
    state = play(game.new_initial_state(), seed=4)
    stored = pyspiel.serialize_game_and_state(game, state)
    _game, again = pyspiel.deserialize_game_and_state(stored)
    assert again.history() == state.history()
    assert again.returns() == state.returns()


def test_a_seat_observes_what_it_sees(load):
    game = load("briscola")
    state = game.new_initial_state()
    assert not np.any(state.observation_tensor(0))
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    for seat in (0, 1):
        tensor = np.array(state.observation_tensor(seat))
        assert tensor.sum() == game.observed.width
        assert game.observed.columns(seen_by(state.held.table, seat)).tolist() == (
            np.flatnonzero(tensor).tolist()
        )
    hands = state.held.table.view(0)["hand"]
    assert all(card in state.information_state_string(0) for card in hands)
    assert not any(f'"{card}"' in state.observation_string(1) for card in hands)


def test_tables_of_the_engine_are_observed_as_many_at_once_are():
    environment = VectorEnvironment(games.get("briscola"), 1, players=2, seed=3, deals=False)
    s = environment.states[0]
    deck = environment.game.pack.format_cards(environment.decks[0].tolist())
    table = Table(environment.game, 2, dealer=int(s.dealer))
    table.deal(deck=deck, entropy=int(s.entropy).to_bytes(8, "big"))
    while not environment.now.done[0]:
        for seat in (0, 1):
            assert seen_by(table, seat).tolist() == environment.observe([seat])[0].tolist()
        action = int(environment.sample()[0])
        environment.step([action])
        table.play_number(action)


def test_an_algorithm_of_openspiel_plays(load):
    from open_spiel.python.algorithms import mcts

    game = load("briscola")
    bot = mcts.MCTSBot(
        game,
        uct_c=2,
        max_simulations=5,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(1),
    )
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()


def test_openspiel_replays_its_playthrough(load, tmp_path):
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    load("briscola")
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough("stammtisch_briscola", None, seed=1))
    stored, again = generate_playthrough.replay(str(file))
    assert "IsTerminal() = True" in stored
    assert again == stored
