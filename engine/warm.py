"""Compile a game's kernels ahead of need, or load them from the cache."""

from . import packed, simulate, validation
from .game import Game


def warm_game(game: Game) -> None:
    """Make deals, the rule functions, playouts and the replay of a game ready in this process."""
    players = game.players[0]
    table = game.table(players)
    table.deal()
    validation.replay(game, [packed.unpack(table.blob())])
    simulate.playouts(game, players=players, matches=1, seed=0)
