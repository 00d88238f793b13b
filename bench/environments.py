"""The environment of many tables: random legal actions at 4,096 tables of every game, one core.

Beside it what the engine does without telling anybody anything: random playouts.
"""

from collections.abc import Iterator
from pathlib import Path

import games
from bots.environments.vector import VectorEnvironment
from engine.rules.game import Game

from .measure import Row, Work, format_speed, interleave, say
from .playouts import ours

PART = "Environment of 4,096 tables, random legal actions, one core"
TABLES = 4096
STEPS = 30
MATCHES = 10_000
RUNS = 5
WANTED = 2_000_000
"""Steps per second, all told."""


def stepping(game: Game, *, tables: int = TABLES, steps: int = STEPS, **told: bool) -> Work:
    """Return the work of drawing and playing an action at each table, so many times."""
    environment = VectorEnvironment(game, tables, **told)

    def work() -> int:
        for _ in range(steps):
            environment.step(environment.sample())
        return tables * steps

    return work


def rows(_var: Path) -> Iterator[Row]:
    """Yield the steps per second of each game at its smallest table, and what makes them slower."""
    for game in games.all():
        say(f"the environment of {game.name}")
        works = {
            "all": stepping(game),
            "no notes": stepping(game, notes=False),
            "bare": stepping(game, notes=False, observations=False, masks=False),
            "playouts": ours(game, game.players[0], MATCHES),
        }
        speeds = interleave(works, runs=RUNS)
        quicker = [format_speed(speeds.best(name)) for name in ("no notes", "bare", "playouts")]
        yield Row(
            part=PART,
            what=f"{game.name}, {game.players[0]} players",
            speed=speeds.best("all"),
            unit="steps/s",
            ratio=speeds.best("all") / WANTED,
            beside="2 M steps/s",
            limit=1.0,
            note="{} without notes, {} if nothing is told; playouts {}".format(*quicker),
        )
