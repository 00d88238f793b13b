"""Whether the rules of a game can be compiled, and then play as they do in Python."""

from typing import Any

import numpy as np

from engine.conformance.laws import Violation
from engine.conformance.random_play import choose, table_by_chance
from engine.play.table import Table
from engine.rules.game import Game, Kernels
from engine.rules.steps import NOTHING

LONGEST = 400
"""Of what the compiler says as many letters are told, the last."""


def compiled_rules_play_the_same(game: Game, *, players: int, seed: int) -> None:
    """The rules can be compiled, and compiled they play a match to the same state, byte by byte."""
    table, chance = table_by_chance(game, players, seed)
    kernels = Kernels(game, is_compiled=True)
    rounds = game.rounds(players, native=table.native)
    states = np.zeros(1, game.dtype)
    states[0] = game.state(players=players, rounds=rounds, dealer=0, options=table.options)
    while not table.over:
        table.deal()
        while not table.round_over:
            table.play(choose(table.legal(), chance))
        _play_round(game, kernels, states, table)
        if states[0].tobytes() != table.state.tobytes():
            changed = _changed(states[0], table.state)
            raise Violation(f"{game.slug}: compiled rules leave other {changed} than in Python")
    _compile_greedy(game, kernels)


def _play_round(game: Game, kernels: Kernels, states: Any, table: Table) -> None:
    """Play the last round of a table by compiled rules; raises Violation if they do not compile."""
    done, out = table.rounds[-1], np.zeros(game.room, np.int32)
    entropy = np.uint64(int.from_bytes(done.entropy, "big"))
    open_round, step = (_compiled(kernels, name) for name in ("open_round", "step"))
    open_round(states, out, done.deck, done.dealer, entropy)
    for action in done.actions:
        step(states, out, action, True)
    step(states, out, NOTHING, False)


def _compiled(kernels: Kernels, name: str) -> Any:
    try:
        return getattr(kernels, name)
    except Exception as error:  # whatever the compiler raises
        said = " ".join(str(error).split())[-LONGEST:]
        raise Violation(f"the rules do not compile: {said}") from error


def _compile_greedy(game: Game, kernels: Kernels) -> None:
    greedy = game.greedy
    if greedy is None:
        return
    try:
        kernels.bound(greedy, lambda types: types.choose)
    except Exception as error:  # whatever the compiler raises
        said = " ".join(str(error).split())[-LONGEST:]
        raise Violation(f"the rule of thumb does not compile: {said}") from error


def _changed(one: Any, other: Any) -> list[str]:
    return [name for name in one.dtype.names if one[name].tobytes() != other[name].tobytes()]
