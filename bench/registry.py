"""Random playouts of every game of the registry, one core."""

from collections.abc import Iterator
from pathlib import Path

import games

from .measure import Row, format_speed, interleave, say
from .playouts import MATCHES, ours, rounds

PART = "Random playouts of every game, whole rounds, one core"
RUNS = 7


def rows(_var: Path) -> Iterator[Row]:
    """Yield the rounds per second of each game at its smallest table, and the moves in them."""
    say("playouts of every game")
    tables = {game: game.players[0] for game in games.all()}
    works = {game.slug: rounds(game, players, MATCHES) for game, players in tables.items()}
    speeds = interleave(works, runs=RUNS)
    for game, players in tables.items():
        speed = speeds.best(game.slug)
        moves = ours(game, players, MATCHES)() / MATCHES
        yield Row(
            part=PART,
            what=f"{game.name}, {players} players",
            speed=speed,
            unit="playouts/s",
            note=f"{format_speed(speed * moves)} moves/s",
        )
