"""Random playouts of Mit List und Tücke: ours, the same algorithm in C, and ours from Python."""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import games
from engine.play import simulate
from engine.play.table import Table
from engine.rules.game import Game

from . import c_port
from .measure import Row, Work, interleave, say

PART = "Random playouts of Mit List und Tücke, one core"
LIMIT = 0.8
SLUG = "mit-list-und-tuecke"
MATCHES = 10_000
RUNS = 7


def ours(game: Game, players: int, matches: int = MATCHES) -> Work:
    """Return the work of playing random matches of one round inside the engine."""
    return lambda: simulate.playouts(game, players=players, matches=matches, seed=1)[0]


def rounds(game: Game, players: int, matches: int = MATCHES) -> Work:
    """Return the same work; its units are rounds, each from the deal to the score."""
    return lambda: len(simulate.playouts(game, players=players, matches=matches, seed=1)[1])


def by_text(game: Game, players: int, matches: int) -> Work:
    """Return the work of playing them through the Python surface, a text for each move."""
    return _from_python(game, players, matches, Table.legal, Table.play)


def by_number(game: Game, players: int, matches: int) -> Work:
    """Return the same work by the numbers of actions."""
    return _from_python(game, players, matches, Table.legal_actions, Table.play_number)


def _from_python(
    game: Game,
    players: int,
    matches: int,
    legal: Callable[[Table], Sequence[Any]],
    play: Callable[[Table, Any], None],
) -> Work:
    def work() -> int:
        chance = random.Random(1)
        moves = 0
        for match in range(matches):
            table = Table(game, players, secret=match.to_bytes(32, "big"))
            table.deal()
            while not table.round_over:
                play(table, chance.choice(legal(table)))
                moves += 1
        return moves

    return work


def in_c(port: c_port.Playouts, players: int, matches: int = MATCHES) -> Work:
    """Return the work of playing them in C."""
    return lambda: port(players, matches, 1)[0]


def rows(var: Path) -> Iterator[Row]:
    """Yield the measurements; the C port is compiled into `var`."""
    game = games.get(SLUG)
    port = None
    try:
        port = c_port.load_port(c_port.compile_port(var))
    except c_port.NoCompiler as error:
        yield Row(part=PART, what="in C", note=f"not available: {error}")
    for players in game.players:
        say(f"playouts at tables of {players}")
        yield from _beside_c(game, port, players) if port else _alone(game, players)
    say("the same from Python, move by move")
    speeds = interleave({"text": by_text(game, 4, 10)}, runs=3)
    yield Row(
        part=PART, what="4 players, table.play(text)", speed=speeds.best("text"), unit="moves/s"
    )


def _beside_c(game: Game, port: c_port.Playouts, players: int) -> Iterator[Row]:
    speeds = interleave({"ours": ours(game, players), "C": in_c(port, players)}, runs=RUNS)
    yield Row(
        part=PART,
        what=f"{players} players",
        speed=speeds.best("ours"),
        unit="moves/s",
        ratio=speeds.ratio("ours", "C"),
        beside="C",
        limit=LIMIT,
    )
    yield Row(part=PART, what=f"{players} players in C", speed=speeds.best("C"), unit="moves/s")


def _alone(game: Game, players: int) -> Iterator[Row]:
    speeds = interleave({"ours": ours(game, players)}, runs=RUNS)
    yield Row(part=PART, what=f"{players} players", speed=speeds.best("ours"), unit="moves/s")
