"""How the scores of a round came about, as a table to read: what counts, by player or side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst

import games
from engine.rules.tally import Line, Part
from league.web.games.cards import Pack
from league.web.games.facts import side_names
from league.web.games.games import say, words_of
from league.web.games.phrases import listed, terms

FEW = 4
"""So many names stand beside each other on a phone."""


@dataclass(frozen=True)
class Row:
    """A line in words, with a value for each column; `adds` tells whether it is a part of scores.

    A row of words alone has no values.
    """

    words: str
    values: Sequence[str]
    adds: bool


@dataclass(frozen=True)
class Tally:
    """The rows of a round under the names of the players or sides, and their scores."""

    names: Sequence[str]
    rows: Sequence[Row]
    scores: Sequence[str]

    @property
    def has_many(self) -> bool:
        """Whether there are more names than fit beside each other."""
        return len(self.names) > FEW

    @property
    def is_by_name(self) -> bool:
        """Whether each name has a line: there are many, and little is said of them."""
        return self.has_many and len(self.names) > 2 * len(self.counted)

    @property
    def counted(self) -> list[Row]:
        """The rows with values."""
        return [row for row in self.rows if row.values]

    @property
    def told(self) -> list[Row]:
        """The rows of words alone."""
        return [row for row in self.rows if not row.values]

    @property
    def lines(self) -> list[tuple[str, list[str], str]]:
        """Each name with the values of the counted rows and its score."""
        values = [[row.values[at] for row in self.counted] for at in range(len(self.names))]
        return list(zip(self.names, values, self.scores, strict=True))


def tally_of(view: Mapping[str, Any], pack: Pack, names: Sequence[str]) -> Tally | None:
    """Return how the scores of a round that is over came about, None if the game does not tell.

    Partners share a column; a player of whom nothing is said has none.
    """
    lines = games.get(view["game"]).lines(view)
    if not lines:
        return None
    sides: list[int] = view["sides"]
    first = [sides.index(side) for side in sorted(set(sides))]
    told = [seat for seat in first if _is_told(lines, seat, view)]
    heads = side_names(sides, names)
    return Tally(
        names=[heads[sides[seat]] for seat in told],
        rows=[_row(line, told, view["game"], pack) for line in lines],
        scores=[_signed(view["round_scores"][seat]) for seat in told],
    )


def _is_told(lines: Sequence[Line], seat: int, view: Mapping[str, Any]) -> bool:
    values = (line.values[seat] for line in lines if line.values)
    return bool(view["round_scores"][seat]) or any(value is not None for value in values)


def _row(line: Line, told: Sequence[int], game: str, pack: Pack) -> Row:
    words = str(capfirst(", ".join(_say(part, game, pack) for part in line.parts)))
    values = [line.values[seat] for seat in told] if line.values else []
    written = _signed if line.adds else str
    return Row(words, ["" if value is None else written(value) for value in values], line.adds)


def _say(part: Part, game: str, pack: Pack) -> str:
    fills = dict(part.fills)
    if "suit" in fills:
        fills["suit"] = pack.suits[fills["suit"]].name
    if "cards" in fills:
        fills["cards"] = listed([card.name for card in pack.cards(fills["cards"])])
    if "rest" in fills:
        fills["rest"] = terms(game, fills["rest"].split(), pack)
    return say(game, words_of(game).tally[part.key]) % fills


def _signed(value: int) -> str:
    """Return a score as people write it, with its sign."""
    return f"+{value}" if value > 0 else str(value).replace("-", "−")
