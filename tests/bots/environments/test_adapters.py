"""Tables as the tools of PettingZoo and Gymnasium take them, held by their own tests."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

import games
from bots.environments import zoo
from bots.environments.seat import SeatEnvironment
from bots.environments.zoo import SeatsEnvironment
from engine.rules.errors import EngineError, IllegalAction

QUICK = {"briscola", "truco"}
every_game = pytest.mark.parametrize(
    "game",
    [
        pytest.param(
            game,
            id=game.slug,
            marks=() if game.slug in QUICK else (pytest.mark.further, pytest.mark.slow),
        )
        for game in games.all()
    ],
)
pytestmark = [
    pytest.mark.sweep(len(games.all())),
    pytest.mark.only("compiled", "plain rules take minutes for so many tables"),
]
BRISCOLA = games.get("briscola")
EXPECTED = "probably should be gymnasium.spaces.box|not a NumPy array|all zeros"
"""What PettingZoo warns of in its own card games, too: a mask beside an observation."""


@pytest.fixture(autouse=True)
def no_other_warnings():
    """Fail where one of the tools warns of anything else."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", f".*({EXPECTED})")
        yield


def play(environment, *, seed):
    """Play a match by chance; return what each agent has won, and how many actions there were."""
    chance = np.random.default_rng(seed)
    environment.reset(seed=seed)
    won, actions = dict.fromkeys(environment.possible_agents, 0.0), 0
    for agent in environment.agent_iter():
        seen, reward, is_over, _is_cut, _info = environment.last()
        won[agent] += reward
        if is_over:
            environment.step(None)
            continue
        actions += 1
        environment.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return won, actions


@every_game
def test_pettingzoo_finds_nothing_wrong(game):
    environment = SeatsEnvironment(game)
    api_test(environment, num_cycles=300)
    seed_test(lambda: SeatsEnvironment(game), num_cycles=50)


@pytest.mark.further
def test_pettingzoo_measures_a_table(capsys):
    performance_benchmark(SeatsEnvironment(BRISCOLA))
    assert "Finished performance benchmark" in capsys.readouterr().out


@every_game
@pytest.mark.parametrize("rounds", [1, 2])
def test_agents_win_what_seats_win(game, rounds):
    environment = SeatsEnvironment(game, players=game.players[-1], rounds=rounds)
    won, actions = play(environment, seed=5)
    totals = environment.table.states[0]["totals"][: game.players[-1]]
    sign = 1 if game.higher_wins else -1
    assert list(won.values()) == [sign * total for total in totals]
    assert actions > 0
    assert environment.agents == []


def test_same_seed_deals_the_same_match_and_none_another():
    environment = SeatsEnvironment(BRISCOLA, players=2)
    seen = []
    for seed in (7, None, None, 7):
        environment.reset(seed=seed)
        seen.append(environment.observe("seat_0")["observation"].tobytes())
    assert seen[0] == seen[3]
    assert len(set(seen)) == 3
    other = SeatsEnvironment(BRISCOLA, players=2)
    other.reset()
    assert other.observe("seat_0")["observation"].tobytes() not in seen


def test_only_who_is_to_act_has_legal_actions():
    environment = SeatsEnvironment(BRISCOLA, players=4)
    environment.reset(seed=1)
    counts = {
        agent: environment.observe(agent)["action_mask"].sum() for agent in environment.agents
    }
    assert counts.pop(environment.agent_selection) == 3
    assert set(counts.values()) == {0}


def test_state_has_what_a_seat_does_not_see():
    environment = SeatsEnvironment(BRISCOLA, players=2)
    environment.reset(seed=1)
    state = environment.state()
    assert not np.array_equal(state, environment.observe("seat_0")["observation"])
    assert environment.state_space.contains(state)


def test_the_parallel_form_plays_the_same_match():
    environment = zoo.parallel(BRISCOLA, players=2)
    seen, _infos = environment.reset(seed=5)
    won = dict.fromkeys(environment.possible_agents, 0.0)
    while environment.agents:
        actions = {
            agent: int(np.flatnonzero(told["action_mask"])[0])
            for agent, told in seen.items()
            if told["action_mask"].any()
        }
        assert len(actions) == 1
        seen, rewards, *_others = environment.step(actions)
        won = {agent: won[agent] + reward for agent, reward in rewards.items()}
    assert sum(won.values()) == 120


def test_an_illegal_action_changes_nothing():
    environment = SeatsEnvironment(BRISCOLA, players=2)
    environment.reset(seed=1)
    before = environment.last()[0]
    for action in (None, int(np.flatnonzero(before["action_mask"] == 0)[0])):
        with pytest.raises(IllegalAction):
            environment.step(action)
    after = environment.last()[0]
    assert all(np.array_equal(before[part], after[part]) for part in before)


class AnyAction(gymnasium.ActionWrapper):
    """Takes any number, as Gymnasium's checker sends them, for one of the legal actions."""

    def action(self, action):
        legal = np.flatnonzero(self.unwrapped.table.now.mask[0])
        return int(legal[action % len(legal)])


@every_game
def test_gymnasium_finds_nothing_wrong(game):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*different from the unwrapped version")
        warnings.filterwarnings("ignore", ".*not.*spec|.*render", category=UserWarning)
        check_env(AnyAction(SeatEnvironment(game)))


def test_a_seat_wins_what_its_seat_wins_and_is_another_from_match_to_match():
    environment = SeatEnvironment(BRISCOLA, players=4, rounds=2)
    seats = set()
    for seed in range(20):
        seen, info = environment.reset(seed=seed)
        seats.add(info["seat"])
        won, is_over = 0.0, False
        while not is_over:
            action = int(np.flatnonzero(seen["action_mask"])[0])
            seen, reward, is_over, _is_cut, info = environment.step(action)
            won += reward
        assert won == environment.table.states[0]["totals"][info["seat"]]
        assert not seen["action_mask"].any()
    assert seats == {0, 1, 2, 3}


def test_a_chosen_seat_stays():
    environment = SeatEnvironment(BRISCOLA, players=4, seat=2, others="random")
    assert {environment.reset()[1]["seat"] for _ in range(5)} == {2}


@pytest.mark.parametrize("asked", [{"seat": 4}, {"players": 9}, {"others": "hard"}])
def test_what_there_is_not_is_refused(asked):
    with pytest.raises(EngineError):
        SeatEnvironment(BRISCOLA, **{"players": 4, **asked})
