"""A chart of how strong the built-in bots are, as an SVG for `docs/strength.md`.

A row for each game and number of players, a column for each step from one bot to the next. The bars
of a row are in points of a deal, on a scale of that row; what was not measured says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .svg import drawing, text

STEPS: Final = (
    ("greedy", "random"),
    ("learned", "greedy"),
    ("hard", "greedy"),
    ("expert", "hard"),
)

WIDTH, NAME, PLAYERS, CELL = 1030, 160, 52, 200
ABOVE, ROW, BELOW = 58, 22, 34
NUMBER: Final = 100
"""Room for the number in a cell; what is left is for its bar."""
LONGEST: Final = CELL - NUMBER - 24

STYLE: Final = """
  .band { fill: #f1f3f5; }
  .bar { fill: #2f7d5b; } .bar.less { fill: #b3472e; }
  .whisker { stroke: #1f2328; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    .band { fill: #161b22; }
    .bar { fill: #4fae86; } .bar.less { fill: #e07a5f; } .whisker { stroke: #e6edf3; }
  }
"""


@dataclass(frozen=True)
class Row:
    """A game at a number of players, and what was measured of each step, None for nothing."""

    game: str
    players: int
    steps: Sequence[Mapping[str, Any] | None]

    @property
    def largest(self) -> float:
        """The end of the longest whisker."""
        ends = [abs(found["mean"]) + found["margin"] for found in self.steps if found]
        return max(ends, default=1.0)


def chart(rows: Sequence[Row]) -> str:
    """Return the drawing."""
    height = ABOVE + ROW * len(rows) + BELOW
    measured = sum(found is not None for row in rows for found in row.steps)
    title = f"Points of a deal by which a bot beats another: {measured} comparisons measured"
    parts = [*_heads()]
    for number, row in enumerate(rows):
        is_first = number == 0 or rows[number - 1].game != row.game
        parts += _row(row, ABOVE + ROW * number, is_banded=number % 2 == 0, is_first=is_first)
    foot = "Each row has a scale of its own. The thin line is the 95 % interval."
    return drawing(title, WIDTH, height, STYLE, [*parts, text(12, height - 12, foot, "soft")])


def _heads() -> Iterator[str]:
    yield text(12, 24, "Points of a deal, better is longer", "head")
    yield text(12, 46, "game", "soft")
    yield text(NAME, 46, "players", "soft")
    for column, (one, other) in enumerate(STEPS):
        yield text(_left(column), 46, f"{one} over {other}", "head")


def _row(row: Row, y: int, *, is_banded: bool, is_first: bool) -> Iterator[str]:
    if is_banded:
        yield f'<rect class="band" y="{y}" width="{WIDTH}" height="{ROW}"/>'
    if is_first:
        yield text(12, y + 15, row.game, "head")
    yield text(NAME + 20, y + 15, str(row.players))
    for column, found in enumerate(row.steps):
        if found is None:
            yield text(_left(column), y + 15, "not measured yet", "soft")
        else:
            yield from _cell(found, LONGEST / row.largest, _left(column), y)


def _cell(found: Mapping[str, Any], scale: float, x: int, y: int) -> Iterator[str]:
    mean, margin = found["mean"], found["margin"]
    yield text(x, y + 15, f"{mean:+.2f} ± {margin:.2f}")
    length, reach = abs(mean) * scale, margin * scale
    kind, start = ("bar" if mean >= 0 else "bar less"), x + NUMBER + 8
    yield f'<rect class="{kind}" x="{start}" y="{y + 6}" width="{length:.1f}" height="10"/>'
    ends = (max(start, start + length - reach), start + length + reach)
    yield f'<path class="whisker" d="M{ends[0]:.1f} {y + 11}H{ends[1]:.1f}"/>'


def _left(column: int) -> int:
    return NAME + PLAYERS + 14 + CELL * column
