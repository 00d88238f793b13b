"""Kernels that play many moves in one call: random playouts, and built-in bots at a table.

Both are generic: they take a game's rule functions as arguments and are compiled once per game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels.marks import inlined, rule
from engine.kernels.primitives import random_below, seed_random
from engine.rules.concealment import conceal
from engine.rules.game import Game, Kernels, Options
from engine.rules.state import State

Choose = Callable[[State, Any, int], int]
"""A policy: (concealed state, legal actions, their number) -> one of them."""


@rule
def choose_random(s: State, legal: Any, n: int) -> Any:
    """Choose any legal action, all equally likely."""
    return legal[random_below(s, n)]


def _playouts(
    states: Any,
    deck: Any,
    actions: Any,
    totals: Any,
    begin: Any,
    deal: Any,
    legal: Any,
    apply: Any,
    end_round: Any,
) -> int:
    """Play a random match from states[0] for each row of `totals`; return the moves made."""
    moves = 0
    first = states[0]
    s = states[1]
    for match in range(len(totals)):
        states[1] = first
        seed_random(s, first.rng, match << 32)
        while s.over == 0:
            for i in range(len(deck) - 1, 0, -1):
                j = random_below(s, i + 1)
                deck[i], deck[j] = deck[j], deck[i]
            begin(s)
            s.entropy = s.rng
            deal(s, deck)
            while s.phase != s.over_phase:
                apply(s, actions[random_below(s, legal(s, actions))])
                moves += 1
            end_round(s)
        for seat in range(s.seats):
            totals[match, seat] = s.totals[seat]
    return moves


@inlined
def decide(
    states: Any,
    which: int,
    room: int,
    actions: Any,
    n: int,
    policy: int,
    seed: Any,
    played: int,
    choose_first: Any,
    choose_second: Any,
) -> Any:
    """Return which of `n` legal actions a policy plays in states[which].

    It sees states[room], the state with all concealed that the seat to act does not know. What it
    leaves to chance depends on the seed and the number of actions `played` only.
    """
    action = np.int64(actions[0])
    if n > 1:
        s, mind = states[which], states[room]
        states[room] = s
        conceal(mind, s.turn)
        seed_random(mind, seed, played)
        action = choose_first(mind, actions, n) if policy == 0 else choose_second(mind, actions, n)
    return action


def _drive(
    states: Any,
    actions: Any,
    log: Any,
    logged: int,
    policies: Any,
    seeds: Any,
    legal: Any,
    apply: Any,
    choose_first: Any,
    choose_second: Any,
) -> int:
    """Play on in states[0] while the seat to act has a policy; return the length of the log.

    `policies` holds for each seat 0 or 1, the policy that plays it, or -1 for none; see `decide`.
    """
    s = states[0]
    while s.phase != s.over_phase and policies[s.turn] >= 0:
        n = legal(s, actions)
        action = decide(
            states,
            0,
            1,
            actions,
            n,
            policies[s.turn],
            seeds[s.turn],
            logged,
            choose_first,
            choose_second,
        )
        log[logged] = action
        logged += 1
        apply(s, action)
    return logged


def _bound_playouts(k: Kernels) -> Callable[..., int]:
    return k.bound(
        _playouts,
        lambda t: t.int64(
            t.states,
            t.bytes,
            t.actions,
            t.array(t.int64, 2),
            t.function(t.change),
            t.function(t.deal),
            t.function(t.legal),
            t.function(t.apply),
            t.function(t.change),
        ),
    )


def playouts(
    game: Game,
    *,
    players: int,
    matches: int,
    seed: int,
    rounds: int = 1,
    options: Options | None = None,
) -> tuple[int, npt.NDArray[np.int64]]:
    """Play random matches of `rounds` rounds (0: to the game's own end) from a seed.

    Returns the number of moves made, and the totals, shape (matches, players).
    """
    options = options or game.options()
    states = np.zeros(2, game.dtype)
    states[0] = game.state(players=players, rounds=rounds, dealer=0, options=options)
    states[0].rng = np.uint64(seed)
    totals = np.zeros((matches, players), np.int64)
    k = game.kernels
    moves = _bound_playouts(k)(
        states,
        game.deck(players, options),
        np.zeros(game.max_legal, np.int32),
        totals,
        k.begin_round,
        k.deal,
        k.legal,
        k.apply,
        k.end_round,
    )
    return moves, totals


class Driver:
    """Two policies bound to a game: plays their seats from one decision of others to the next."""

    def __init__(self, game: Game, first: Choose, second: Choose) -> None:
        self.game = game
        self._policies = first, second

    def policies(self, k: Kernels) -> tuple[Choose, Choose]:
        """Return the policies for the kernels of the game."""
        first, second = self._policies
        return k.bound(first, lambda t: t.choose), k.bound(second, lambda t: t.choose)

    def _drive(self, k: Kernels) -> Callable[..., int]:
        return k.bound(
            _drive,
            lambda t: t.int64(
                t.states,
                t.actions,
                t.actions,
                t.int64,
                t.array(t.int8),
                t.array(t.uint64),
                t.function(t.legal),
                t.function(t.apply),
                t.function(t.choose),
                t.function(t.choose),
            ),
        )

    def choose(self, which: int, mind: State, actions: Any, n: int) -> int:
        """Return the choice of the first (0) or second (1) policy in a concealed state."""
        return int(self.policies(self.game.kernels)[which](mind, actions, n))

    def drive(
        self, states: Any, actions: Any, log: Any, logged: int, policies: Any, seeds: Any
    ) -> int:
        """Play on in states[0] while the seat to act has a policy; return the length of the log.

        `states` has two records, `policies` (int8) is 0 or 1 for each seat that a policy plays
        and -1 for the others, `seeds` (uint64) has one for each seat. Played actions are
        written to `log` from index `logged` on.
        """
        k = self.game.kernels
        return int(
            self._drive(k)(
                states,
                actions,
                log,
                logged,
                policies,
                seeds,
                k.legal,
                k.apply,
                *self.policies(k),
            )
        )
