"""The rules engine: it plays, records, replays and simulates trick-taking games.

It knows no game by name; `games` brings the rules. See `docs/architecture.md`.
"""

from . import errors, record, shuffle
from .game import Game
from .match import Table

__all__ = ["Game", "Table", "errors", "record", "shuffle"]
