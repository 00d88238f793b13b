"""One seat of a table as a Gymnasium environment; a built-in bot plays the others.

Needs the extra `env`: `pip install ".[env]"`.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from engine.rules.errors import EngineError
from engine.rules.game import Game, Options

from .seen import Seen, seen_space
from .vector import VectorEnvironment


class SeatEnvironment(gymnasium.Env[Any, Any]):
    """A match of a game, played from one seat, by default another one from match to match.

    `others` plays all other seats: `greedy` or `random`. The reward is what the seat has won since
    it acted last. `rounds`, `players` and `options` are those of `VectorEnvironment`. Raises
    EngineError for what a match cannot have, IllegalAction for an action that is not legal; nothing
    is changed then.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        game: Game,
        *,
        others: str = "greedy",
        seat: int | None = None,
        players: int | None = None,
        rounds: int | None = 1,
        options: Options | None = None,
    ) -> None:
        self.table = VectorEnvironment(
            game, 1, players=players, rounds=rounds, options=options, others=others, deals=False
        )
        if seat is not None and not 0 <= seat < self.table.players:
            raise EngineError(f"there is no seat {seat} at tables of {self.table.players}")
        self._seat = seat
        self.observation_space = seen_space(self.table)
        self.action_space = spaces.Discrete(self.table.now.mask.shape[1])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the match that follows from a seed, or another one; return what the seat sees."""
        super().reset(seed=seed)
        chosen = self.np_random.integers(self.table.players) if self._seat is None else self._seat
        self.table.own[0] = chosen
        self.table.reset(int(self.np_random.integers(1 << 63)))
        return self._seen(), {"seat": int(chosen)}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action; return what the seat sees when it is to act again, or at the end."""
        now = self.table.step([action])
        own = int(self.table.own[0])
        return self._seen(), float(now.reward[0, own]), bool(now.done[0]), False, {"seat": own}

    def _seen(self) -> Seen:
        now = self.table.now
        mask = now.mask[0].astype(np.int8)
        return {"observation": self.table.observe(self.table.own)[0], "action_mask": mask}
