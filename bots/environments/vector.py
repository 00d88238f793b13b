"""Many tables of a game that are played together: NumPy arrays in and out, one call for a step."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bots import builtin
from engine.play.simulate import choose_random
from engine.play.table import Table
from engine.rules.cards import RANKS
from engine.rules.errors import EngineError, IllegalAction
from engine.rules.game import Game, Options

from .observation import Observed, observed
from .tables import DONE, NOBODY, TOO_LARGE, bound_look, bound_step

SURVEY = 128, 400
"""So many tables, and steps at each, are played to find how large the numbers of actions are."""


class Step(NamedTuple):
    """What whoever acts is told, a row for each table; the arrays change with the next step.

    `observation` (int16) is that of the seat to act, `mask` (bool) has a yes for the number of each
    legal action, `seat` (int64) is to act, `reward` (float32) has what each seat has won by the
    last action, and `done` (bool) tells whether that ended a match: the rest of the row is then of
    the next one.
    """

    observation: npt.NDArray[np.int16]
    mask: npt.NDArray[np.bool_]
    seat: npt.NDArray[np.int64]
    reward: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]


class VectorEnvironment:
    """So many tables of a game, each with chance of its own that follows from the seed.

    A match has `rounds` rounds, or with None the game's own length. `others` names a built-in bot
    that follows a policy, `random` or `greedy`: it plays all seats but `own`, another one from
    table to table. Without `masks` or `observations` those arrays have no columns; without `notes`
    observations do not say who cannot hold a card, as everybody could tell by what was played. Each
    is faster. With `deals` false, matches that are over are not followed by others. Raises
    EngineError for what a match cannot have.
    """

    def __init__(
        self,
        game: Game,
        tables: int,
        *,
        seed: int = 0,
        players: int | None = None,
        rounds: int | None = 1,
        options: Options | None = None,
        others: str = "",
        masks: bool = True,
        observations: bool = True,
        notes: bool = True,
        deals: bool = True,
    ) -> None:
        self.game, self.tables = game, tables
        self.players = game.players[0] if players is None else players
        self.options = options or game.options()
        if tables < 1 or self.players not in game.players:
            raise EngineError(f"there is no table of {self.players} players, or none at all")
        self.observed: Observed = observed(game, self.players)
        self._choose = _policy(game, others)
        self._sign = 1 if game.higher_wins else -1
        self._deals, self._notes = deals, notes
        length = game.rounds(self.players, native=True) if rounds is None else rounds
        self._first = np.zeros(1, game.dtype)
        self._first[0] = game.state(
            players=self.players, rounds=length, dealer=0, options=self.options
        )
        seats = np.arange(tables) % self.players
        self.own: npt.NDArray[np.int64] = seats if others else np.full(tables, NOBODY)
        self.states: npt.NDArray[Any] = np.zeros(tables, game.dtype)
        self._pack = game.deck(self.players, self.options)
        self.decks: npt.NDArray[np.uint8] = np.zeros((tables, len(self._pack)), np.uint8)
        self._told = np.zeros((tables, self.players), np.int64)
        self._desk = _desk(game)
        self.legal: npt.NDArray[np.int32] = np.zeros((tables, game.room), np.int32)
        self.counts: npt.NDArray[np.int64] = np.zeros(tables, np.int64)
        self._step = Step(
            np.zeros((tables, self.observed.width if observations else 0), np.int16),
            np.zeros((tables, actions_below(game, self.options) if masks else 0), np.bool_),
            np.zeros(tables, np.int64),
            np.zeros((tables, self.players), np.float32),
            np.zeros(tables, np.bool_),
        )
        self._nothing = np.zeros(tables, np.int64)
        self._chance = np.random.default_rng(seed)
        self.reset(seed)

    @property
    def now(self) -> Step:
        """What was told last."""
        return self._step

    def reset(self, seed: int | None = None) -> Step:
        """Begin other matches at all tables: those that follow from the seed, or the next ones."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.states[:] = self._first[0]
        self.states["over"] = 1
        self.states["rng"] = self._chance.integers(1 << 64, size=self.tables, dtype=np.uint64)
        self.decks[:] = self._pack
        self._step.seat[:] = NOBODY
        self._play(self._nothing, deals=True)
        self._step.done[:] = False
        return self._step

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play an action, by the game's own numbers, at each table.

        Raises IllegalAction, which names a table, if one is not legal: nothing is changed then.
        RuntimeError if an action is legal now whose number is larger than the masks have room for.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.tables,):
            raise EngineError(
                f"there are {self.tables} tables, and actions of shape {chosen.shape}"
            )
        self._play(chosen, deals=self._deals)
        return self._step

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for each table; 0 where nobody is to act."""
        chosen = (self._chance.random(self.tables) * self.counts).astype(np.int64)
        return self.legal[np.arange(self.tables), chosen].astype(np.int64)

    def observe(self, seats: npt.ArrayLike) -> npt.NDArray[np.int16]:
        """Return what a seat sees at each table, whether it is to act or not, in a new array.

        Raises EngineError for a seat that there is not.
        """
        return self._look(seats, is_open=False)

    def state(self, seats: npt.ArrayLike | None = None) -> npt.NDArray[np.int16]:
        """Return observations with all cards open, of the seats to act: for critics, not players.

        What lies in the stock is known then, but not in which order.
        """
        return self._look(self._step.seat if seats is None else seats, is_open=True)

    def _look(self, seats: npt.ArrayLike, *, is_open: bool) -> npt.NDArray[np.int16]:
        asked = np.maximum(np.broadcast_to(np.asarray(seats, np.int64), self.tables), 0)
        if asked.max() >= self.players:
            raise EngineError(f"there is no seat {asked.max()} at tables of {self.players}")
        seen = np.zeros((self.tables, self.observed.width), np.int16)
        bound_look(self.game.kernels)(
            self.states, self._desk, asked, is_open, self.observed.arrays, seen
        )
        return seen

    def _play(self, actions: npt.NDArray[np.int64], *, deals: bool) -> None:
        k, told = self.game.kernels, self._step
        found = bound_step(k)(
            self._first,
            (self.states, self.decks, self._told, self.own),
            self._desk,
            actions,
            k.telling,
            self.observed.arrays,
            self._sign,
            deals,
            self._notes,
            (
                self.legal,
                self.counts,
                told.seat,
                told.mask,
                told.observation,
                told.reward,
                told.done,
            ),
            k.begin_round,
            k.deal,
            k.legal,
            k.apply,
            k.end_round,
            k.bound(self._choose, lambda t: t.choose),
        )
        if found == TOO_LARGE:
            raise RuntimeError(f"an action of {self.game.slug} has a larger number than was met")
        if found != DONE:
            raise IllegalAction(f"action {actions[found]} is not legal at table {found}")


def seen_by(table: Table, seat: int) -> npt.NDArray[np.int16]:
    """Return the observation of a seat at a table of the engine."""
    seen = observed(table.game, table.players)
    out = np.zeros((1, seen.width), np.int16)
    mind = np.array([table.belief(seat)], table.game.dtype)
    bound_look(table.game.kernels)(
        mind, _desk(table.game), np.array([seat]), False, seen.arrays, out
    )
    row: npt.NDArray[np.int16] = out[0]
    return row


def _desk(game: Game) -> tuple[Any, ...]:
    """Return the records at which tables are played, and buffers for actions and for a hand."""
    records = np.zeros(2, game.dtype)
    words, bytes_ = (records.view(of).reshape(2, -1) for of in (np.int64, np.uint8))
    suits = records["hand"].shape[2]
    room = np.zeros(max(game.room, suits * RANKS), np.int32), np.zeros(suits + 1, np.int64)
    return records, words, bytes_, room


def _policy(game: Game, others: str) -> Any:
    """Return what chooses for a built-in bot; raises EngineError if it has no policy."""
    if not others:
        return choose_random
    policy = builtin.get(others).policy
    if policy < 0:
        raise EngineError(f"{others} follows no policy: choose random or greedy")
    return (choose_random, builtin.rule_of_thumb(game))[policy]


@cache
def actions_below(game: Game, options: Options) -> int:
    """Return a power of two above the numbers of all actions, found by playing at every size."""
    tables, steps = SURVEY
    largest = 0
    for players in game.players:
        played = VectorEnvironment(
            game, tables, players=players, options=options, masks=False, observations=False
        )
        for _ in range(steps):
            largest = max(largest, int(played.legal.max()))
            played.step(played.sample())
    return 1 << largest.bit_length()
