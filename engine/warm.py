"""Compile a game's kernels ahead of need, or load them from the cache."""

from . import packed, simulate
from .game import Game


def warm_game(game: Game) -> None:
    """Make the rule functions, the playouts and the replay of a game ready in this process."""
    players = game.players[0]
    simulate.playouts(game, players=players, matches=1, seed=0)
    packed.replay(game, [packed.unpack(game.table(players, dealer=0).blob())])
