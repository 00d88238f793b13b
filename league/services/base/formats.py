"""How many sit at the tables of a game, where the dealer of a larger table sits out."""

from typing import Final

from engine.rules.game import Game
from league.logic import sitting_out

USUAL_SIZE: Final = 4
PAIR: Final = 2


def sizes(game: Game) -> tuple[int, ...]:
    """Return how many may sit at a table of `game`, ascending."""
    return sitting_out.table_sizes(game)


def seats_pairs(game: Game) -> bool:
    """Return whether two can meet alone at a table of `game`."""
    return PAIR in sizes(game)


def has_sitter_out(game: Game, players: int) -> bool:
    """Return whether the dealer sits out at a table of so many."""
    return sitting_out.has_sitter(game, players)


def usual_size(game: Game) -> int:
    """Return how many sit at a table where nobody chose a size: four, if the game allows it."""
    allowed = sizes(game)
    return USUAL_SIZE if USUAL_SIZE in allowed else allowed[len(allowed) // 2]


def sides_of(game: Game, size: int) -> tuple[int, ...]:
    """Return the side of each seat at a table of this size, nothing where all play alone."""
    sides = tuple(game.sides(size)) if size in game.players else ()
    return sides if len(set(sides)) < len(sides) else ()
