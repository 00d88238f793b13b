"""A table as PettingZoo's tools take it: one agent for each seat, which act one after the other.

Needs the extra `env`: `pip install ".[env]"`.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from engine.rules.game import Game, Options

from .seen import Seen, numbers_space, seen_space
from .vector import VectorEnvironment

WORD: Final = np.uint64


class SeatsEnvironment(AECEnv[str, Seen, int | None]):  # type: ignore[misc]
    """A match of a game; its agents are `seat_0`, `seat_1` and so on.

    An agent observes what its seat sees, and which actions are legal if it is to act. Actions are
    the game's own numbers. `rounds`, `players` and `options` are those of `VectorEnvironment`.
    Raises EngineError for what a match cannot have, IllegalAction for an action that is not legal;
    nothing is changed then.
    """

    def __init__(
        self,
        game: Game,
        *,
        players: int | None = None,
        rounds: int | None = 1,
        options: Options | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": game.slug, "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.table = VectorEnvironment(
            game, 1, players=players, rounds=rounds, options=options, deals=False, seed=_by_chance()
        )
        self.possible_agents = [f"seat_{number}" for number in range(self.table.players)]
        self._seats = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._seen = {agent: seen_space(self.table) for agent in self.possible_agents}
        actions = self.table.now.mask.shape[1]
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = numbers_space(self.table)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the match that follows from a seed, or another one."""
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is to act; None once the match is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.infos = {one: {} for one in self.agents}
        now = self.table.step([-1 if action is None else action])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {one: float(now.reward[0, self._seats[one]]) for one in self.agents}
        if now.done[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._to_act()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """Return what a seat sees, and which actions are legal: none unless it is to act."""
        seat, now = self._seats[agent], self.table.now
        mask = now.mask[0].astype(np.int8)
        if seat != now.seat[0]:
            mask[:] = 0
        return {"observation": self.table.observe([seat])[0], "action_mask": mask}

    def state(self) -> npt.NDArray[np.int16]:
        """Return what seat 0 would see if all cards were open: for critics, not players."""
        cards: npt.NDArray[np.int16] = self.table.state([0])[0]
        return cards

    def render(self) -> None:
        """Show nothing: the site draws tables."""

    def close(self) -> None:
        """Give nothing back, for nothing was taken."""

    def _to_act(self) -> str:
        return self.possible_agents[int(self.table.now.seat[0])]


def parallel(game: Game, **options: Any) -> Any:
    """Return a `SeatsEnvironment` in PettingZoo's parallel form; only one agent's action counts."""
    return turn_based_aec_to_parallel(SeatsEnvironment(game, **options))


def _by_chance() -> int:
    """Return a seed that nobody has chosen."""
    return int(np.random.SeedSequence().generate_state(1, WORD)[0])
