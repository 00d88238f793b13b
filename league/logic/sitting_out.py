"""Tables of one player more than the game has: in each round the dealer sits out, as in Skat.

The seats that play are numbered in the order of the table, without the dealer: at a table of four
where seat 1 deals, seats 0, 2 and 3 of the table are seats 0, 1 and 2 of the game.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

Item = TypeVar("Item")

GAMES: Final = frozenset({"skat"})
"""The games of which clubs play such tables."""


def table_sizes(game: str, players: Sequence[int]) -> tuple[int, ...]:
    """Return how many may sit at a table of a game that is for these numbers of players."""
    return (*players, max(players) + 1) if game in GAMES else tuple(players)


def has_sitter(game: str, players: Sequence[int], table: int) -> bool:
    """Tell whether somebody sits out at a table of so many."""
    return game in GAMES and table == max(players) + 1


def playing(dealer: int, table: int) -> list[int]:
    """Return the seats of a table that play when `dealer` deals, in their order."""
    return [seat for seat in range(table) if seat != dealer]


def without_dealer(items: Sequence[Item], dealer: int) -> list[Item]:
    """Return what belongs to the seats that play."""
    return [item for seat, item in enumerate(items) if seat != dealer]


def spread(scores: Sequence[int], dealer: int) -> list[int]:
    """Return the scores of the seats that play as those of the table; the dealer has 0."""
    return [*scores[:dealer], 0, *scores[dealer:]]
