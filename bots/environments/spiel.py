"""One round of each game as OpenSpiel's algorithms and tools take it.

`register()` makes games known to OpenSpiel as `stammtisch_` and their slug, with dashes as
underscores: `pyspiel.load_game("stammtisch_skat")`. Needs OpenSpiel: `pip install open_spiel`.
"""

import hashlib
import json
from collections import Counter
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

import games
from engine.play.table import Table
from engine.rules.errors import EngineError
from engine.rules.game import Game, Options

from .observation import Observed, observed
from .vector import actions_below, seen_by

PREFIX: Final = "stammtisch_"
MOST: Final = 100_000.0
"""No seat wins or loses so much in a round; games name no bounds of their own."""


def register(*more: Game) -> list[str]:
    """Make all games known to OpenSpiel, and more that are not installed; return their names.

    The parameter `players` is the size of the table. A game that is known already stays.
    """
    known = set(pyspiel.registered_names())
    names = []
    for game in (*games.all(), *more):
        name = PREFIX + game.slug.replace("-", "_")
        if name not in known:
            pyspiel.register_game(_type_of(game, name), _maker(game, name))
        names.append(name)
    return names


class RoundGame(pyspiel.Game):  # type: ignore[misc]
    """One round at a table, with the options that the game has unless told otherwise.

    Cards are dealt one by one, each by a chance node, in the order of the engine's decks.
    """

    def __init__(self, game: Game, name: str, params: dict[str, Any]) -> None:
        self.rules = game
        self.seats = int(params.get("players", game.players[0]))
        if self.seats not in game.players:
            raise EngineError(f"{game.name} has no table of {self.seats} players")
        self.options: Options = game.options()
        self.pack: list[int] = game.deck(self.seats, self.options).tolist()
        self.observed: Observed = observed(game, self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions_below(game, self.options),
            max_chance_outcomes=max(self.pack) + 1,
            num_players=self.seats,
            min_utility=-MOST,
            max_utility=MOST,
            max_game_length=game.max_actions,
        )
        super().__init__(_type_of(game, name), info, params)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Return how a stored game is made again, by a process that has called `register`."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "RoundState":
        """Return a round whose cards are not dealt yet."""
        return RoundState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "RoundObserver":
        """Return what observes a round as a seat sees it."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return RoundObserver(self, kind)


class Held:
    """A round that is played; its copies play it once more when somebody looks at them."""

    def __init__(self, game: RoundGame, dealt: list[int], played: list[int]) -> None:
        self.game, self.dealt, self.played = game, dealt, played

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return Held(self.game, self.dealt.copy(), self.played.copy())

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Held, (self.game, self.dealt, self.played)

    @property
    def is_dealt(self) -> bool:
        """Whether all cards are dealt."""
        return len(self.dealt) == len(self.game.pack)

    @cached_property
    def table(self) -> Table:
        """The table, once all cards are dealt. What else is left to chance follows from them."""
        rules = self.game.rules
        table = Table(rules, self.game.seats, options=self.game.options, dealer=0)
        chance = hashlib.sha256(bytes(self.dealt)).digest()[:8]
        table.deal(deck=rules.pack.format_cards(self.dealt), entropy=chance)
        table.play_actions(self.played)
        return table

    def play(self, action: int) -> None:
        """Deal a card, or play a legal action."""
        if not self.is_dealt:
            self.dealt.append(action)
            return
        self.table.play_number(action)
        self.played.append(action)


class RoundState(pyspiel.State):  # type: ignore[misc]
    """A position of a round."""

    def __init__(self, game: RoundGame) -> None:
        super().__init__(game)
        self.held = Held(game, [], [])

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        if not self.held.is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.held.table.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return which cards may be dealt next, and how likely each is."""
        left = Counter(self.held.game.pack) - Counter(self.held.dealt)
        return [(card, count / left.total()) for card, count in sorted(left.items())]

    def is_terminal(self) -> bool:
        """Return whether the round is over."""
        return self.held.is_dealt and self.held.table.round_over

    def returns(self) -> list[float]:
        """Return what each seat has won, once the round is over; more is better."""
        scores = self.held.table.round_scores if self.is_terminal() else None
        sign = 1.0 if self.held.game.rules.higher_wins else -1.0
        return [sign * score for score in scores or [0] * self.held.game.seats]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.held.table.legal_actions())

    def _apply_action(self, action: int) -> None:
        self.held.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.held.game.rules.pack.format_cards([action])}"
        return self.held.table.text_of(action)

    def __str__(self) -> str:
        if not self.held.is_dealt:
            return self.held.game.rules.pack.format_cards(self.held.dealt)
        return json.dumps(self.held.table.open_view(), sort_keys=True)


class RoundObserver:
    """What a seat sees: as text all that it was told, as numbers a 1 in the column of each slot."""

    def __init__(self, game: RoundGame, kind: Any) -> None:
        self._observed, self._recalls = game.observed, kind.perfect_recall
        self.tensor: npt.NDArray[np.float32] = np.zeros(int(game.observed.sizes.sum()), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RoundState, player: int) -> None:
        """Write what a seat sees into `tensor`; nothing before all cards are dealt."""
        self.tensor.fill(0)
        if state.held.is_dealt:
            seen = seen_by(state.held.table, player)
            self.tensor[self._observed.columns(seen)] = 1

    def string_from(self, state: RoundState, player: int) -> str:
        """Return what a seat sees, and with perfect recall what was played, as it was told."""
        if not state.held.is_dealt:
            return f"seat {player}, {len(state.held.dealt)} cards dealt"
        table = state.held.table
        told = [table.told(player)] if self._recalls else []
        return json.dumps([player, table.view(player), *told], sort_keys=True)


def _type_of(game: Game, name: str) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.players[0]},
    )


def _maker(game: Game, name: str) -> type[RoundGame]:
    """Return a class of the game, as OpenSpiel makes its games of parameters alone."""

    class Made(RoundGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, name, params or {})

    return Made
