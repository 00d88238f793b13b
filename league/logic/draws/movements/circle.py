"""Round robins of two: one player stays, the others move on around a circle."""

from .movement import Kind, Movement, Session, Table


def round_robin(players: int) -> Movement:
    """Return a movement in which everybody meets everybody once, at home and away in turn.

    An odd number sits out once each. Source: C. J. Colbourn and J. H. Dinitz, Handbook of
    Combinatorial Designs, VI.51.
    """
    places = players - 1 + players % 2
    sessions = tuple(_session(places, number, players) for number in range(places))
    return Movement(f"round robin of {players}", Kind.ROUND_ROBIN, players, (2,), sessions)


def _session(places: int, number: int, players: int) -> Session:
    """Return who meets: those as far before the place of the number as behind it."""
    tables: list[Table] = []
    if places < players:
        tables.append((places, number) if number % 2 else (number, places))
    for far in range(1, places // 2 + 1):
        behind, before = (number + far) % places, (number - far) % places
        tables.append((behind, before) if far % 2 else (before, behind))
    return tuple(tables)
