"""The shipped catalogue of movements whose tables differ by one place: sessions a search found.

One line of `mixed.json` is one entry: players, size of a full table, the seed, and all sessions.
`python -m league.logic.draws.movements mixed` finds it again.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from .movement import Session

FILE = resources.files(__package__) / "mixed.json"


@dataclass(frozen=True, slots=True)
class Mixed:
    """Sessions at tables of `table_size` and of one place less, everybody seated."""

    players: int
    table_size: int
    seed: int
    sessions: tuple[Session, ...]

    @property
    def name(self) -> str:
        """Return players and size of tables as text."""
        return f"{self.players}x{self.table_size}"

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return {
            "players": self.players,
            "table_size": self.table_size,
            "seed": self.seed,
            "sessions": self.sessions,
        }

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> "Mixed":
        """Return the entry of JSON-able values."""
        sessions = (tuple(map(tuple, session)) for session in row["sessions"])
        return cls(row["players"], row["table_size"], row["seed"], tuple(sessions))


@cache
def entries() -> dict[tuple[int, int], Mixed]:
    """Return all entries by players and size of full tables."""
    rows = [Mixed.from_json(row) for row in json.loads(FILE.read_text())]
    return {(row.players, row.table_size): row for row in rows}


def as_text(rows: Iterable[Mixed]) -> str:
    """Return the file of these entries, one in a line, in a fixed order."""
    ordered = sorted(rows, key=lambda row: (row.table_size, row.players))
    lines = [json.dumps(row.as_json(), separators=(",", ":")) for row in ordered]
    return "[\n" + ",\n".join(lines) + "\n]\n"
