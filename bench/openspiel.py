"""OpenSpiel's Skat beside our playouts: driven inside C++, and from Python.

Uniformly random players in both. OpenSpiel deals one card by each action of chance, and its own
benchmarks count these as steps. Our moves are compared with the moves of its players, and with
all its steps though we do not count dealing: the harder comparison carries the limit.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import games

from .measure import Row, Work, interleave, say
from .playouts import SLUG, by_text, ours

try:
    import pyspiel
except ImportError:
    pyspiel = None

PART = "Beside OpenSpiel's Skat, one core"
LIMIT = 5.0
GAMES = 2000
RUNS = 7


def play_inside(skat: Any, matches: int) -> list[Any]:
    """Play random games inside C++, the same ones in every call; return their final states."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(3)]
    states = [skat.new_initial_state() for _ in range(matches)]
    for number, state in enumerate(states):
        pyspiel.evaluate_bots(state, bots, number)
    return states


def count(states: list[Any]) -> tuple[int, int]:
    """Return the moves of players in these games, and the steps: those of chance too."""
    history = [action.player >= 0 for state in states for action in state.full_history()]
    return sum(history), len(history)


def inside(skat: Any, matches: int, units: int) -> Work:
    """Return the work of playing games inside C++, known to take so many units."""

    def work() -> int:
        play_inside(skat, matches)
        return units

    return work


def from_python(skat: Any, matches: int) -> Work:
    """Return the work of playing games from Python; its units are the moves of players."""

    def work() -> int:
        chance = random.Random(1)
        moves = 0
        for _ in range(matches):
            state = skat.new_initial_state()
            while not state.is_terminal():
                moves += not state.is_chance_node()
                state.apply_action(chance.choice(state.legal_actions()))
        return moves

    return work


def rows(_var: Path) -> Iterator[Row]:
    """Yield the measurements, or say that there is no OpenSpiel."""
    if pyspiel is None:
        yield Row(
            part=PART,
            what="OpenSpiel",
            note="not available: requirements/bench.txt is not installed",
        )
        return
    skat, game = pyspiel.load_game("skat"), games.get(SLUG)
    say("playouts beside OpenSpiel inside C++")
    moves, steps = count(play_inside(skat, GAMES))
    if count(play_inside(skat, GAMES)) != (moves, steps):
        raise RuntimeError("the same seeds gave other games, so nobody knows what is timed")
    speeds = interleave(
        {"ours": ours(game, 4), "moves": inside(skat, GAMES, moves)},
        runs=RUNS,
    )
    ratio, share = speeds.ratio("ours", "moves"), steps / moves
    best = speeds.best("moves")
    yield Row(
        part=PART,
        what="4 players",
        speed=speeds.best("ours"),
        unit="moves/s",
        ratio=ratio / share,
        beside="its steps in C++",
        limit=LIMIT,
    )
    yield Row(
        part=PART,
        what="4 players",
        speed=speeds.best("ours"),
        unit="moves/s",
        ratio=ratio,
        beside="its moves in C++",
        limit=LIMIT,
    )
    yield Row(part=PART, what="Skat in C++, dealing counted", speed=best * share, unit="steps/s")
    yield Row(part=PART, what="Skat in C++, players only", speed=best, unit="moves/s")
    say("from Python, move by move")
    speeds = interleave({"ours": by_text(game, 4, 10), "skat": from_python(skat, 100)}, runs=5)
    yield Row(
        part=PART,
        what="4 players, table.play(text)",
        speed=speeds.best("ours"),
        unit="moves/s",
        ratio=speeds.ratio("ours", "skat"),
        beside="its moves from Python",
    )
    yield Row(part=PART, what="Skat from Python", speed=speeds.best("skat"), unit="moves/s")
