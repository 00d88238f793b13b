"""The bot that has learned: it does what its net thinks is worth most."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from engine.inference.belief import gather, lay_out
from engine.kernels.binding import COMPILED, Awaited
from engine.kernels.cache import Unit
from engine.kernels.marks import inlined, rule
from engine.play.simulate import Choose
from engine.rules.errors import NotCompiled
from engine.rules.game import Game, Kernels
from engine.rules.state import State

from .encoder import OTHER, SAME, encode, record_of
from .net import Net, add_columns, change_columns, load, value_of

FILE = "net.npz"
"""The net of a game, in its folder."""

BEFORE, WORLD, AFTER = range(3)
"""Records of a judgement: what the seat knows, a deal that it thinks possible, and that deal after
a choice. What the deal has where the seat knows nothing is never told."""


@inlined
def judge(
    states: Any,
    bytes_: Any,
    actions: Any,
    n: int,
    encoding: Any,
    layers: Any,
    work: Any,
    values: Any,
    apply: Any,
    choose: Any,
) -> None:
    """Write what each of `n` legal actions is worth to the seat to act in states[BEFORE].

    `work` holds slots (int16, two rows), sums of the first layer (float32, two rows), `hidden`,
    and rows for cards and places (uint8, three).
    """
    mind, world, after = states[BEFORE], states[WORLD], states[AFTER]
    slots, sums, hidden, lying = work
    me = int(mind.turn)
    own = slots.shape[1] - 1
    usual = np.int64(choose(mind, actions, n))
    unseen = gather(mind, lying[0], lying[1], lying[2])
    states[WORLD] = mind
    lay_out(world, lying[0], lying[1], unseen, lying[2])
    encode(mind, bytes_[BEFORE], mind, me, encoding, slots[0])
    slots[0, own] = OTHER
    for j in range(sums.shape[1]):
        sums[0, j] = layers[1][j]
    add_columns(sums[0], layers[0], slots[0])
    for i in range(n):
        states[AFTER] = states[WORLD]
        apply(after, np.int64(actions[i]))
        encode(after, bytes_[AFTER], mind, me, encoding, slots[1])
        is_usual = actions[i] == usual
        slots[1, own] = SAME if is_usual else OTHER
        for j in range(sums.shape[1]):
            sums[1, j] = sums[0, j]
        change_columns(sums[1], layers[0], slots[0], slots[1])
        values[i] = value_of(sums[1], layers, hidden)
        if is_usual:
            values[i] += layers[5][1]


@rule
def best_of(values: Any, n: int) -> int:
    """Return the index of the largest value, the first of equals."""
    top = 0
    for i in range(1, n):
        if values[i] > values[top]:
            top = i
    return top


def judge_once(
    states: Any,
    bytes_: Any,
    actions: Any,
    n: int,
    encoding: Any,
    layers: Any,
    work: Any,
    values: Any,
    apply: Any,
    choose: Any,
) -> int:
    """Judge a position and return the index of the best action."""
    judge(states, bytes_, actions, n, encoding, layers, work, values, apply, choose)
    return best_of(values, n)


class Room:
    """Buffers for judging positions of a game with a net; one thread at a time."""

    def __init__(self, game: Game, net: Net, records: int = 3) -> None:
        self.states = np.zeros(records, game.dtype)
        self.bytes = self.states.view(np.uint8).reshape(records, -1)
        self.values = np.zeros(game.room, np.float32)
        self.work = (
            np.zeros((2, net.encoding.slots), np.int16),
            np.zeros((2, net.first), np.float32),
            np.zeros(len(net.layers[3]), np.float32),
            np.zeros((3, len(self.states[0].place)), np.uint8),
        )


def encoding_type(t: Any) -> Any:
    """Return the compiler's type of `Encoding.arrays`."""
    return t.tuple(t.bytes, t.array(t.int32, 2), t.array(t.int16))


def layers_type(t: Any) -> Any:
    """Return the compiler's type of `Net.layers`."""
    row, table = t.array(t.float32), t.array(t.float32, 2)
    return t.tuple(table, row, table, row, row, row)


def work_type(t: Any) -> Any:
    """Return the compiler's type of `Room.work`."""
    return t.tuple(
        t.array(t.int16, 2), t.array(t.float32, 2), t.array(t.float32), t.array(t.uint8, 2)
    )


class Judge:
    """Plays a game by its net; one that has none is played by the rule of thumb."""

    def __init__(self, game: Game, policy: Choose) -> None:
        self.game = game
        self._policy = policy
        self._awaited = Awaited(self.unit)

    @cached_property
    def net(self) -> Net | None:
        """The net in the folder of the game, read when it is asked.

        None if there is none, or one for a record that the game had before.
        """
        path = self.game.folder / FILE
        net = load(path) if path.exists() else None
        return net if net is not None and net.record == record_of(self.game) else None

    @property
    def unit(self) -> Unit:
        """The kernel of this game's record, as one unit that is compiled after the rules."""
        return Unit(f"{self.game.slug}.net.{record_of(self.game)}", __file__)

    def demand(self) -> Kernels:
        """Return the game's kernels, compiled if anything is.

        Raises NotCompiled in a process that compiles nothing, until somebody else has.
        """
        k = self.game.kernels
        if COMPILED and not (self._awaited.is_there() and k.is_compiled):
            raise NotCompiled(self.game.name)
        return k

    def kernel(self, k: Kernels) -> Callable[..., int]:
        """Return `judge_once` for the kernels of the game."""
        return k.bound(
            judge_once,
            lambda t: t.int64(
                t.states,
                t.array(t.uint8, 2),
                t.actions,
                t.int64,
                encoding_type(t),
                layers_type(t),
                work_type(t),
                t.array(t.float32),
                t.function(t.apply),
                t.function(t.choose),
            ),
        )

    def prepare(self) -> None:
        """Compile what is missing."""
        if self.net is not None:
            self.kernel(self.demand())

    def choose(self, mind: State, actions: Any) -> int:
        """Return the best of the legal actions (int32) in a concealed state, by its own chance.

        Raises NotCompiled.
        """
        k = self.demand()
        policy = k.bound(self._policy, lambda t: t.choose)
        if self.net is None:
            return int(policy(mind, actions, len(actions)))
        room = Room(self.game, self.net)
        room.states[BEFORE] = mind
        best = self.kernel(k)(
            room.states,
            room.bytes,
            actions,
            len(actions),
            self.net.encoding.arrays,
            self.net.layers,
            room.work,
            room.values,
            k.apply,
            policy,
        )
        return int(actions[best])
