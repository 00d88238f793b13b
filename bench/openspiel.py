"""OpenSpiel's Skat beside our playouts: driven inside C++, and from Python.

Uniformly random players in both. OpenSpiel deals one card by each action of chance, and its own
benchmarks count these as steps. Our moves are compared with the moves of its players, and with
all its steps though we do not count dealing. Our Skat is compared game by game, from the deal to
the score, though it has the full auction and hand games, while in OpenSpiel's the first who does
not pass is the declarer.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import games

from .measure import Row, Work, interleave, say
from .playouts import SLUG, by_number, by_text, ours, rounds

try:
    import pyspiel
except ImportError:
    pyspiel = None

PART = "Beside OpenSpiel's Skat, one core"
LIMIT = 5.0
LIMIT_OF_GAMES = 10.0
LIMIT_FROM_PYTHON = 1.0
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
    if not all(state.is_terminal() for state in states):
        raise RuntimeError("a game was not played to its end")
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
    skat = pyspiel.load_game("skat")
    yield from _beside_inside(skat)
    yield from _beside_python(skat)


def _beside_inside(skat: Any) -> Iterator[Row]:
    say("playouts beside OpenSpiel inside C++")
    moves, steps = count(play_inside(skat, GAMES))
    if count(play_inside(skat, GAMES)) != (moves, steps):
        raise RuntimeError("the same seeds gave other games, so nobody knows what is timed")
    speeds = interleave(
        {
            "ours": ours(games.get(SLUG), 4),
            "moves": inside(skat, GAMES, moves),
            "our Skat": rounds(games.get("skat"), 3),
        },
        runs=RUNS,
    )
    best, ratio = speeds.best("moves"), speeds.ratio("ours", "moves")
    for beside, share in (("its steps in C++", steps / moves), ("its moves in C++", 1.0)):
        yield Row(
            part=PART,
            what="4 players",
            speed=speeds.best("ours"),
            unit="moves/s",
            ratio=ratio / share,
            beside=beside,
            limit=LIMIT,
        )
    share = GAMES / moves
    yield Row(
        part=PART,
        what="our Skat, the full auction",
        speed=speeds.best("our Skat"),
        unit="games/s",
        ratio=speeds.ratio("our Skat", "moves") / share,
        beside="its games in C++",
        limit=LIMIT_OF_GAMES,
    )
    for what, unit, units in (
        ("Skat in C++, dealing counted", "steps/s", steps),
        ("Skat in C++, players only", "moves/s", moves),
        ("Skat in C++, whole games", "games/s", GAMES),
    ):
        yield Row(part=PART, what=what, speed=best * units / moves, unit=unit)


def _beside_python(skat: Any) -> Iterator[Row]:
    say("from Python, move by move")
    cards, game = games.get(SLUG), games.get("skat")
    works = {
        "4 players, table.play(text)": by_text(cards, 4, 40),
        "4 players, table.play_number(number)": by_number(cards, 4, 40),
        "our Skat, table.play(text)": by_text(game, 3, 80),
        "our Skat, table.play_number(number)": by_number(game, 3, 80),
    }
    speeds = interleave(works | {"skat": from_python(skat, 100)}, runs=RUNS)
    for what in works:
        yield Row(
            part=PART,
            what=what,
            speed=speeds.best(what),
            unit="moves/s",
            ratio=speeds.ratio(what, "skat"),
            beside="its moves from Python",
            limit=LIMIT_FROM_PYTHON,
        )
    yield Row(part=PART, what="Skat from Python", speed=speeds.best("skat"), unit="moves/s")
