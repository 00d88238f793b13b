"""A movement: the tables of all sessions of an event, made in advance."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

Table = tuple[int, ...]
"""Players in the order of seats. In a whist seats 0 and 2 are partners, and seats 1 and 3."""

Session = tuple[Table, ...]


class Kind(StrEnum):
    """What a movement promises beyond nobody sitting at two tables at once."""

    GOLFER = "golfer"
    """Nobody meets anybody twice."""
    KIRKMAN = "kirkman"
    """Everybody meets everybody exactly once, and nobody ever sits out."""
    WHIST = "whist"
    """Everybody is everybody's partner once and opponent twice."""
    ROUND_ROBIN = "round-robin"
    """Tables of two; everybody meets everybody once. Seat 0 is at home."""
    HOWELL = "howell"
    """A round robin in which everybody also plays every board once."""


@dataclass(frozen=True, slots=True)
class Movement:
    """The tables of all sessions. Players are numbers from 0; a lot says who has which."""

    name: str
    kind: Kind
    players: int
    sizes: tuple[int, ...]
    """The sizes that tables may have, the full size first."""
    sessions: tuple[Session, ...]
    boards: tuple[tuple[int, ...], ...] = ()
    """In a Howell, for every session the boards at each of its tables."""

    @property
    def table_size(self) -> int:
        """How many sit at a full table."""
        return self.sizes[0]

    def byes(self, session: int) -> tuple[int, ...]:
        """Return who sits out a session."""
        seated = {player for table in self.sessions[session] for player in table}
        return tuple(player for player in range(self.players) if player not in seated)

    def short(self, session: int) -> tuple[int, ...]:
        """Return who sits at a table that is not full."""
        tables = self.sessions[session]
        return tuple(p for table in tables if len(table) < self.table_size for p in table)


def pairs_of(tables: Iterable[Table]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that meet, the lower number first, as often as they do."""
    for table in tables:
        yield from combinations(sorted(table), 2)
