"""The shipped catalogue: base tables that a search has found, and how it found them.

One line of `catalogue.json` is one entry: what was looked for, the seed, and what was found.
`python -m league.logic.draws.movements search` finds it again.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from .movement import Kind, Session
from .starters import Circle, Shape, Starter, Turn

FILE = resources.files(__package__) / "catalogue.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """What was looked for, and the base tables found, those given first."""

    kind: Kind
    shape: Shape
    seed: int
    bases: tuple[Session, ...]
    boards: tuple[int, ...] = ()
    """In a Howell, the board at each table of the base."""

    @property
    def key(self) -> tuple[Kind, int, int]:
        """Return what it is found by: kind, players and size of tables."""
        return self.kind, self.shape.circle.players, self.shape.table_size

    @property
    def name(self) -> str:
        """Return kind, players and size of tables as text."""
        return "{}-{}x{}".format(*self.key)

    @property
    def starter(self) -> Starter:
        """Return what its sessions are developed from."""
        return Starter(self.shape.circle, self.bases, self.shape.classes)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values; what is as by default is left out."""
        circle, turn = self.shape.circle, self.shape.circle.turn
        return {
            "kind": self.kind,
            "players": circle.players,
            "table_size": self.shape.table_size,
            "circle": [circle.modulus, circle.layers, circle.middle],
            "turn": [turn.factor, turn.layers, turn.middle],
            "given": self.shape.given,
            "classes": self.shape.classes,
            "seed": self.seed,
            "bases": self.bases,
            "boards": self.boards,
        }

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> "Entry":
        """Return the entry of JSON-able values."""
        kind = Kind(row["kind"])
        modulus, layers, middle = row["circle"]
        shape = Shape(
            circle=Circle(modulus, layers, middle, Turn(*row["turn"])),
            table_size=row["table_size"],
            bases=len(row["bases"]),
            given=_sessions(row["given"]),
            classes=_sessions(row["classes"]),
            whist=kind == Kind.WHIST,
        )
        return cls(kind, shape, row["seed"], _sessions(row["bases"]), tuple(row["boards"]))


@cache
def entries() -> dict[tuple[Kind, int, int], Entry]:
    """Return all entries by kind, players and size of tables."""
    rows = [Entry.from_json(row) for row in json.loads(FILE.read_text())]
    return {entry.key: entry for entry in rows}


def starter_of(kind: Kind, players: int, table_size: int) -> Starter | None:
    """Return what the catalogue has, or None."""
    entry = entries().get((kind, players, table_size))
    return entry.starter if entry else None


def as_text(rows: Iterable[Entry]) -> str:
    """Return the file of these entries, one in a line, in a fixed order."""
    lines = [json.dumps(entry.as_json()) for entry in sorted(rows, key=lambda entry: entry.key)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _sessions(rows: list[list[list[int]]]) -> tuple[Session, ...]:
    return tuple(tuple(tuple(table) for table in session) for session in rows)
