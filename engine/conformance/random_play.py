"""Random matches for laws: the same again from the same seed, with what is rare more often."""

import random

from engine.play.table import Table
from engine.rules.game import Game

FIRST = 0.3
"""Share of the choices that fall on the first action of a kind."""

NATIVE = 0.3
"""Share of the matches that are played to the game's own end."""


def table_by_chance(game: Game, players: int, seed: int) -> tuple[Table, random.Random]:
    """Return a table of a random match that is not dealt yet, and the chance that plays it."""
    chance = random.Random(f"{game.slug} {players} {seed}")  # noqa: S311 - a test, not a deal
    native = chance.random() < NATIVE
    return Table(game, players, secret=chance.randbytes(32), native=native), chance


def choose(legal: list[str], chance: random.Random) -> str:
    """Choose any legal action, but rare ones more often than by their number.

    Among many bids a pass, or the lowest, would hardly ever come: and what follows it neither.
    """
    kinds = sorted({text.split(" ")[0] for text in legal})
    kind = chance.choice(kinds)
    members = [text for text in legal if text.split(" ")[0] == kind]
    return members[0] if chance.random() < FIRST else chance.choice(members)
