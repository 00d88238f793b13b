"""Howell movements: a round robin of pairs in which everybody also plays every board once.

Session j adds j to the base tables and to their boards, modulo the number of players less one.
Then everybody meets everybody if the players of the base tables differ by every number once, and
plays every board once if players less boards are every number once.
Source: C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs, VI.50 (Room squares).
"""

from .catalogue import entries
from .movement import Kind, Movement
from .seating import balanced

TABLE = 2


def howell(players: int) -> Movement | None:
    """Return the Howell of an even number of players from 8, or None if there is none here.

    There is none of 4 or 6 in as many sessions as boards; who is one too many wants a bye.
    """
    entry = entries().get((Kind.HOWELL, players, TABLE))
    if entry is None:
        return None
    boards = tuple(
        tuple((board + number) % (players - 1) for board in entry.boards)
        for number in range(players - 1)
    )
    sessions = balanced(entry.starter.develop())
    return Movement(f"Howell of {players}", Kind.HOWELL, players, (TABLE,), sessions, boards)
