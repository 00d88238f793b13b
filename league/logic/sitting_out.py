"""Tables of one player more than the game has: in each round the dealer sits out, as in Skat.

Seats are those of the table everywhere. Only sheets that were stored long ago count the seats that
play, in the order of the table: where seat 1 deals at a table of four, their seats 0, 1 and 2 are
seats 0, 2 and 3 of the table. They name no dealer, and `at_table` reads them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from engine.rules.game import Game

Item = TypeVar("Item")


def table_sizes(game: Game) -> tuple[int, ...]:
    """Return how many may sit at a table of a game, ascending."""
    return (*game.players, max(game.players) + 1) if game.larger_tables else game.players


def has_sitter(game: Game, table: int) -> bool:
    """Tell whether somebody sits out at a table of so many."""
    return game.larger_tables and table == max(game.players) + 1


def playing(dealer: int, table: int) -> list[int]:
    """Return the seats of a table that play when `dealer` deals, in their order."""
    return [seat for seat in range(table) if seat != dealer]


def without_dealer(items: Sequence[Item], dealer: int) -> list[Item]:
    """Return what belongs to the seats that play."""
    return [item for seat, item in enumerate(items) if seat != dealer]


def at_table(sheet: Mapping[str, Any], game: Game, dealer: int, table: int) -> dict[str, Any]:
    """Return the sheet of a round at a table of so many, its seats those of the table.

    They are already where nobody sits out, and in a sheet that names its dealer.
    """
    if not has_sitter(game, table) or sheet.get("dealer") is not None:
        return dict(sheet)
    return game.sheet.at_table(sheet, dealer, table)
