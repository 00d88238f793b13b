"""How the scores of a round came about, line by line, for people to follow.

A game tells it from the view of whoever asks (`Game.tally`), so that nobody learns more by it, and
with the functions that score the round, so that no rule is written twice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

View = Mapping[str, Any]
"""A view of a table, as `Table.view` returns it."""


@dataclass(frozen=True)
class Part:
    """A piece of a line: what is found under its key in `Words.tally`, and what that fills in.

    `cards` fills in the texts of cards, `suit` the letter of a suit, `rest` words that the game
    has terms for; anything else is a number.
    """

    key: str
    fills: Mapping[str, Any]


@dataclass(frozen=True)
class Line:
    """A line: its words, and a value for each seat, None where it says nothing of the seat.

    Lines that `add` make up the scores, the others lead to them.
    """

    parts: Sequence[Part]
    values: Sequence[int | None] = ()
    adds: bool = False


def says(key: str, **fills: Any) -> Part:
    """Return a part of a line."""
    return Part(key, fills)


def leads(*parts: Part, values: Sequence[int | None] = ()) -> Line:
    """Return a line that does not add to the scores: by seat, or of words only."""
    return Line(parts, values)


def adds(*parts: Part, values: Sequence[int | None]) -> Line:
    """Return a line that adds its values to the scores."""
    return Line(parts, values, adds=True)


def alone(seat: int, value: int, players: int) -> list[int | None]:
    """Return the values of a line that is about one seat."""
    return [value if other == seat else None for other in range(players)]


def totals(lines: Sequence[Line], players: int) -> list[int]:
    """Return what the lines add up to for each seat."""
    added = [line.values for line in lines if line.adds]
    return [sum(values[seat] or 0 for values in added) for seat in range(players)]
