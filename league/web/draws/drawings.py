"""The drawing of a bracket: where its tables and lines are, in units that are as long as pixels.

Columns go from the first round to the final. With `has_wings` the halves of a large tree face each
other and the final is in the middle, as paper and walls have room for. Pages and paper draw it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from unicodedata import east_asian_width

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.models import Player
from league.services.draws.bracket_looks import Look

from .brackets import ShownHeat, ShownSeat, rounds_in_words, small_final_in_words

WIDTH, NARROW, GAP, SLIT, LINE, HEAD = 200, 158, 44, 14, 18, 18
"""Widths of a table and between two columns, each also with wings; heights of a seat and of the
line above them."""
BETWEEN, ABOVE, EDGE, FOOT = 12, 26, 8, 6
"""Room between tables, for the name of a round, at the edge, and below the last seat."""
SCORE, MOST_PLACES, MOST_IN_COLUMN = 4, 8, 6
"""Letters that a score takes from a name, places listed, tables of a column without wings."""


@dataclass(frozen=True)
class Line:
    """A seat: what is written at the left, in the middle and at the right; `y` is its base."""

    y: int
    seed: str
    text: str
    score: str
    is_ahead: bool
    is_open: bool
    is_own: bool


@dataclass(frozen=True)
class Box:
    """A table or a bye with its seats."""

    x: int
    y: int
    height: int
    name: str
    is_bye: bool
    is_own: bool
    lines: tuple[Line, ...]

    @property
    def middle(self) -> int:
        """Where lines begin and end."""
        return self.y + self.height // 2


@dataclass(frozen=True)
class Link:
    """A line from a table to one of the next round, as places of its bends."""

    points: tuple[tuple[int, int], ...]
    is_own: bool = False

    @property
    def text(self) -> str:
        """The points as SVG writes them."""
        return " ".join(f"{x},{y}" for x, y in self.points)


@dataclass(frozen=True)
class Label:
    """A text above a column or below the final; `y` is its base."""

    x: int
    y: int
    text: str
    is_title: bool = True


@dataclass
class Drawing:
    """All there is to draw, and how large it is."""

    width: int = 0
    height: int = 0
    box_width: int = WIDTH
    boxes: list[Box] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


def drawing_of(look: Look, *, own: Player | None = None, has_wings: bool = False) -> Drawing:
    """Return the drawing of a bracket, in which the path of `own` is marked."""
    if not look.rounds:
        return Drawing()
    return _Draughtsman(look, own, has_wings=has_wings).drawing


@dataclass(frozen=True)
class _Wing:
    """Tables of one round on one side: its name, where it stands and which of the look it shows."""

    x: int
    number: int
    rows: range


class _Draughtsman:
    """Places the tables column by column, each in the middle of those its players come from."""

    def __init__(self, look: Look, own: Player | None, *, has_wings: bool) -> None:
        self.look, self.own = look, own
        self.rounds = rounds_in_words(look)
        self.drawing = Drawing()
        self.placed: dict[tuple[int, int], Box] = {}
        halves = has_wings and look.is_tree and len(look.rounds[0]) > MOST_IN_COLUMN
        step = WIDTH + GAP
        if halves:
            self.drawing.box_width = NARROW
            step = NARROW + SLIT
        self.letters = (self.drawing.box_width - 32) // 7
        for wing in _wings([len(some) for some in look.rounds], step, halves=halves):
            self._add(wing)
        self._add_below_final()
        self._link_all()
        self._measure()

    def _add(self, wing: _Wing) -> None:
        """Place the tables of a wing."""
        shown = self.rounds[wing.number]
        self.drawing.labels.append(Label(wing.x, ABOVE - 10, shown.name))
        heights = [_height(shown.heats[row]) for row in wing.rows]
        wanted = [self._wanted(wing.number, row) for row in wing.rows]
        for row, y, height in zip(wing.rows, _tops(wanted, heights), heights, strict=True):
            self._place((wing.number, row), shown.heats[row], wing.x, y, height)

    def _wanted(self, number: int, row: int) -> int | None:
        """Return where the middle of a table should be, None where nothing says so."""
        before = self.look.rounds[number][row].before
        found = [self.placed[number - 1, at].middle for at in before]
        return sum(found) // len(found) if found else None

    def _place(self, key: tuple[int, int], heat: ShownHeat, x: int, y: int, height: int) -> Box:
        lines = tuple(self._lines(heat, y))
        is_own = any(line.is_own for line in lines)
        box = Box(x, y, height, heat.name, heat.is_bye, is_own, lines)
        self.placed[key] = box
        self.drawing.boxes.append(box)
        return box

    def _lines(self, heat: ShownHeat, y: int) -> Iterator[Line]:
        for number, shown in enumerate(heat.seats):
            seat = shown.seat
            yield Line(
                y=y + HEAD + number * LINE + 12,
                seed=str(seat.seed or "") if seat.player else "",
                text=_fitted(_said(shown), self.letters - (0 if seat.score is None else SCORE)),
                score=_score(shown, len(heat.seats)),
                is_ahead=seat.goes_on,
                is_open=seat.player is None,
                is_own=self.own is not None and self.own in {seat.player, seat.instead_of},
            )

    def _add_below_final(self) -> None:
        """Place the table for the third place and the places below the final."""
        last = len(self.rounds) - 1
        final = self.placed[last, 0]
        y = final.y + final.height + 2 * BETWEEN
        third = small_final_in_words(self.look)
        if third:
            box = self._place((last, 1), third, final.x, y, _height(third))
            y += box.height + 2 * BETWEEN
        self.drawing.labels.extend(self._places(final.x, y))

    def _places(self, x: int, y: int) -> Iterator[Label]:
        """Yield the best places that are known already."""
        named = [(one.place, player) for one in self.look.ranks for player in one.players]
        if not named:
            return
        yield Label(x, y + LINE, pgettext("in a cup", "Places"))
        for number, (place, player) in enumerate(named[:MOST_PLACES], start=2):
            text = _fitted(f"{place}. {player.shown_name}", self.letters)
            yield Label(x, y + number * LINE, text, is_title=False)

    def _link_all(self) -> None:
        """Join each table with those that players come to it from."""
        for number, some in enumerate(self.look.rounds):
            for row, heat in enumerate(some):
                box = self.placed[number, row]
                starts = [self.placed[number - 1, at] for at in heat.before]
                self.drawing.links += [
                    _link(one, box, self.drawing.box_width, is_bent=self.look.is_tree)
                    for one in starts
                ]
        self.drawing.links.sort(key=lambda link: link.is_own)

    def _measure(self) -> None:
        boxes, labels = self.drawing.boxes, self.drawing.labels
        self.drawing.width = max(box.x for box in boxes) + self.drawing.box_width + EDGE
        lows = [*(box.y + box.height for box in boxes), *(label.y for label in labels)]
        self.drawing.height = max(lows) + EDGE


def _wings(counts: Sequence[int], step: int, *, halves: bool) -> Iterator[_Wing]:
    """Yield the columns of a drawing, those from which others are placed first."""
    last = len(counts) - 1
    for number, count in enumerate(counts):
        if not halves or number == last:
            yield _Wing(EDGE + number * step, number, range(count))
            continue
        upper = (count + 1) // 2
        yield _Wing(EDGE + number * step, number, range(upper))
        x = EDGE + (2 * last - number) * step
        yield _Wing(x, number, range(upper, count))


def _height(heat: ShownHeat) -> int:
    return HEAD + len(heat.seats) * LINE + FOOT


def _tops(wanted: Sequence[int | None], heights: Sequence[int]) -> list[int]:
    """Return the upper edges of tables below one another, as near as can be to their middles.

    Those that would overlap are moved as a block, so that its middle stays where it should be.
    """
    blocks: list[tuple[float, list[int]]] = []
    for middle, height in zip(wanted, heights, strict=True):
        below = blocks[-1][0] + _extent(blocks[-1][1]) + BETWEEN if blocks else float(ABOVE)
        top = below if middle is None else middle - height / 2
        blocks.append((top, [height]))
        while len(blocks) > 1 and _overlap(blocks[-2], blocks[-1]):
            blocks[-2:] = [_joined(*blocks[-2:])]
    tops = []
    for start, some in blocks:
        y = max(start, ABOVE)
        for height in some:
            tops.append(round(y))
            y += height + BETWEEN
    return tops


def _extent(heights: Collection[int]) -> int:
    return sum(heights) + BETWEEN * (len(heights) - 1)


def _overlap(upper: tuple[float, list[int]], lower: tuple[float, list[int]]) -> bool:
    return upper[0] + _extent(upper[1]) + BETWEEN > lower[0]


def _joined(
    upper: tuple[float, list[int]], lower: tuple[float, list[int]]
) -> tuple[float, list[int]]:
    """Return two blocks as one, whose middle is between where each wants its tables to be."""
    shift = _extent(upper[1]) + BETWEEN
    one, other = len(upper[1]), len(lower[1])
    start = (upper[0] * one + (lower[0] - shift) * other) / (one + other)
    return start, [*upper[1], *lower[1]]


def _link(start: Box, end: Box, width: int, *, is_bent: bool) -> Link:
    """Return the line between two tables, whichever is at the left; own where both are.

    Lines that cross are straight, so that one can tell them apart.
    """
    is_own = start.is_own and end.is_own
    leaves, arrives = (start.x + width, end.x) if start.x < end.x else (start.x, end.x + width)
    bend = (leaves + arrives) // 2
    bends = ((bend, start.middle), (bend, end.middle)) if is_bent else ()
    return Link(((leaves, start.middle), *bends, (arrives, end.middle)), is_own)


def _said(shown: ShownSeat) -> str:
    """Return who has a seat, or who may come to it, and for whom a substitute plays."""
    seat = shown.seat
    if seat.player is None:
        return shown.comes
    if seat.instead_of is None or seat.instead_of == seat.player:
        return seat.player.shown_name
    names = {"player": seat.player.shown_name, "other": seat.instead_of.shown_name}
    return _("%(player)s for %(other)s") % names


def _score(shown: ShownSeat, seats: int) -> str:
    """Return what a seat has scored, with its place where more than two sit there."""
    seat = shown.seat
    if seat.gave_up:
        return _("forfeit")
    if seat.score is None:
        return ""
    return str(seat.score) if seats <= 2 or seat.place is None else f"{seat.score} ({seat.place}.)"


def _fitted(text: str, room: int) -> str:
    """Return as much of a text as has room, in which wide letters count twice."""
    kept = ""
    for letter in text:
        room -= 2 if east_asian_width(letter) in {"W", "F"} else 1
        if room < 0:
            return f"{kept[:-1].rstrip()}…"
        kept += letter
    return kept
