"""Movements from a few base tables, developed around a circle.

Players sit on circles of `modulus` places, called layers, and a few of them in the middle: player
x of layer i is the number i · modulus + x, and those in the middle come last. One session is
given; the next is made by moving every player on the circles one place on. Nobody meets twice if
among all base tables every difference between two layers occurs at most once.

A base session may itself have a symmetry, so that it can be written down shorter: `turn` takes
player x of layer i to x · factor of layer i + layers, and the middle on by `middle`.
Source: C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs, VI.51 and II.7.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from .movement import Session, Table


@dataclass(frozen=True, slots=True)
class Turn:
    """A symmetry of base sessions; as it stands it leaves everybody in place."""

    factor: int = 1
    layers: int = 0
    middle: int = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """Where players sit: `layers` circles of `modulus` places and `middle` places inside."""

    modulus: int
    layers: int
    middle: int = 0
    turn: Turn = Turn()

    @property
    def players(self) -> int:
        """How many there are."""
        return self.modulus * self.layers + self.middle

    def shift(self, player: int, by: int = 1) -> int:
        """Return who sits `by` places on; the middle stays."""
        layer, place = divmod(player, self.modulus)
        if layer >= self.layers:
            return player
        return layer * self.modulus + (place + by) % self.modulus

    def turned(self, player: int) -> int:
        """Return whom the symmetry of the base sessions takes a player to."""
        layer, place = divmod(player, self.modulus)
        if layer >= self.layers:
            first = self.modulus * self.layers
            return first + (player - first + self.turn.middle) % self.middle
        layer = (layer + self.turn.layers) % self.layers
        return layer * self.modulus + place * self.turn.factor % self.modulus

    def turns(self, table: Table) -> list[Table]:
        """Return a table and the others its symmetry makes of it, every set of players once."""
        found = {frozenset(table): table}
        while True:
            table = tuple(self.turned(player) for player in table)
            if frozenset(table) in found:
                return list(found.values())
            found[frozenset(table)] = table

    def shifted(self, session: Iterable[Table], by: int) -> Session:
        """Return a session in which everybody has moved on."""
        return tuple(tuple(self.shift(player, by) for player in table) for table in session)


@dataclass(frozen=True, slots=True)
class Starter:
    """Base sessions, which give `modulus` sessions each, and classes, which give one each."""

    circle: Circle
    bases: tuple[Session, ...]
    classes: tuple[Session, ...] = ()

    def develop(self) -> tuple[Session, ...]:
        """Return all sessions, those of the first base first."""
        circle = self.circle
        bases = [[one for table in base for one in circle.turns(table)] for base in self.bases]
        sessions = [circle.shifted(base, by) for base in bases for by in range(circle.modulus)]
        for tables in self.classes:
            for images in zip(*(circle.turns(table) for table in tables), strict=True):
                shifted = [circle.shifted(images, by) for by in range(circle.modulus)]
                sessions.append(tuple(table for session in shifted for table in session))
        return tuple(sessions)


@dataclass(frozen=True, slots=True)
class Shape:
    """What to look for: base sessions of tables of a size, and what of them is given."""

    circle: Circle
    table_size: int
    bases: int = 1
    given: tuple[Session, ...] = ()
    """Tables of each base that stand already, one of those that the symmetry makes of each."""
    classes: tuple[Session, ...] = ()
    whist: bool = False
    """Whether to count partners, once, and opponents, twice, instead of those who meet."""
