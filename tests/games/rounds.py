"""Random rounds of any game, played by the kernels."""

from bots import builtin
from bots.playing import runner
from engine.play.table import Table

ROUNDS = 1000
"""Random rounds on which the sheet of a game is compared with its engine, whoever plays."""


def seeds(game):
    """Return the seeds of a game's random rounds at each of its numbers of players."""
    return range(-(-ROUNDS // len(game.players)))


def random_round(game, players, seed):
    """Return a table at the end of its first round, played at random from a seed."""
    secret = seed.to_bytes(32, "big")
    table = Table(game, players, secret=secret)
    table.deal()
    runner.advance(table, [builtin.get("random")] * players, seed=secret)
    return table
