"""The course of a season on paper: a line for each player, told apart without colours, too.

Each line has a dash and marks of its own, and the name of its player at its end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from league.services.seasons.courses import Course
from league.templatetags.scores import points
from league.web.base.charts import MOST_NUMBERED, Axis
from league.web.events.ornaments import GREEN, INK, RED, SOFT, Colour
from league.web.events.paper import THIN, Paper

TENTHS: Final = 10
"""An axis counts in whole tenths of a mm."""
NAMES, BESIDE = 46.0, 13.0
"""Room for the names at the right, and for the points at the left."""
LINE = 4.6
"""How far names are apart."""
MOST_MARKED = 24
"""Along longer lines only some of the sessions are marked."""
BLUE: Final[Colour] = (30, 70, 140)
PURPLE: Final[Colour] = (110, 40, 120)
LIGHT: Final = 215

Mark = Callable[[Paper, float, float], None]
Place = tuple[float, float]


@dataclass(frozen=True)
class Frame:
    """Where a chart is printed; lengths are in mm."""

    x: float
    y: float
    width: float
    height: float


def print_course(paper: Paper, course: Sequence[Course], frame: Frame) -> None:
    """Print the points of players after each session; courses are equally long."""
    last = len(course[0].points) - 1
    values = [float(point) for one in course for point in one.points]
    low, high = frame.y + frame.height - 6, frame.y + 6
    left, right = frame.x + BESIDE, frame.x + frame.width - NAMES
    up = Axis.over(values, start=round(low * TENTHS), end=round(high * TENTHS))
    ticks = tuple(range(1, last + 1, 1 + last // MOST_NUMBERED))
    across = Axis(0, last, start=round(left * TENTHS), end=round(right * TENTHS), ticks=ticks)
    _print_axes(paper, across, up, frame)
    lines = [_places(one, across, up) for one in course]
    for number, line in reversed(list(enumerate(lines))):
        _print_line(paper, number, line)
    _print_names(paper, course, lines, frame)


def _places(course: Course, across: Axis, up: Axis) -> list[Place]:
    return [
        (across.at(number) / TENTHS, up.at(float(value)) / TENTHS)
        for number, value in enumerate(course.points)
    ]


def _print_axes(paper: Paper, across: Axis, up: Axis, frame: Frame) -> None:
    paper.set_line_width(THIN)
    paper.set_draw_color(LIGHT)
    paper.set_text_color(*SOFT)
    paper.letters(8)
    paper.put(frame.x, frame.y - 1, 60, _("Points"))
    left, right = across.start / TENTHS, across.end / TENTHS
    for tick, at in up.marks:
        y = at / TENTHS
        paper.line(left, y, right, y)
        paper.put(frame.x, y - 1.8, BESIDE - 2, str(tick), align="R")
    below = up.start / TENTHS
    for tick, at in across.marks:
        x = at / TENTHS
        paper.line(x, below, x, below + 1)
        paper.put(x - 5, below + 1.5, 10, str(tick), align="C")
    paper.put(right + 4, below + 1.5, NAMES - 4, _("Session"))


def _print_line(paper: Paper, number: int, line: Sequence[Place]) -> None:
    colour, (dash, gap), _mark = LOOKS[number % len(LOOKS)]
    paper.set_draw_color(*colour)
    paper.set_line_width(0.7 if number == 0 else 0.45)
    paper.set_dash_pattern(dash=dash, gap=gap)
    paper.polyline(line)
    paper.set_dash_pattern()
    paper.set_line_width(0.35)
    every = 1 + (len(line) - 1) // MOST_MARKED
    for place in line[::-1][:-1:every]:
        _print_mark(paper, number, *place)
    paper.set_draw_color(0)
    paper.set_line_width(THIN)


def _print_mark(paper: Paper, number: int, x: float, y: float) -> None:
    colour, _dash, mark = LOOKS[number % len(LOOKS)]
    paper.set_draw_color(*colour)
    paper.set_fill_color(*colour)
    mark(paper, x, y)


def _print_names(
    paper: Paper, course: Sequence[Course], lines: Sequence[Sequence[Place]], frame: Frame
) -> None:
    """Print names at the ends of lines, pushed apart where these end close to each other."""
    ends = [line[-1] for line in lines]
    room = (frame.y, frame.y + frame.height - 4)
    for number, y in spread([y for _x, y in ends], *room).items():
        x, own = ends[number]
        colour = LOOKS[number % len(LOOKS)][0]
        paper.set_draw_color(*colour)
        paper.set_line_width(THIN)
        paper.line(x + 1.2, own, x + 4.5, y)
        _print_mark(paper, number, x + 6, y)
        paper.set_text_color(*INK)
        paper.letters(8.5, is_bold=number == 0)
        said = points(course[number].points[-1])
        beside = paper.get_string_width(said) + 2
        paper.squeeze(x + 8, y - 1.9, NAMES - 8 - beside, course[number].player.shown_name)
        paper.put(x + NAMES - beside, y - 1.9, beside, said, align="R")


def spread(wanted: Sequence[float], top: float, bottom: float) -> dict[int, float]:
    """Return heights at least LINE apart and as close to those wanted as these allow, by number.

    From top to bottom; who wants the same stays in the order given.
    """
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    found: dict[int, float] = {}
    least = top
    for number in order:
        found[number] = max(wanted[number], least)
        least = found[number] + LINE
    most = bottom
    for number in reversed(order):
        found[number] = min(found[number], most)
        most = found[number] - LINE
    return found


def _disc(paper: Paper, x: float, y: float) -> None:
    paper.circle(x, y, 1.0, style="F")


def _ring(paper: Paper, x: float, y: float) -> None:
    paper.set_fill_color(255)
    paper.circle(x, y, 1.0, style="DF")


def _square(paper: Paper, x: float, y: float) -> None:
    paper.rect(x - 0.9, y - 0.9, 1.8, 1.8, "F")


def _frame(paper: Paper, x: float, y: float) -> None:
    paper.set_fill_color(255)
    paper.rect(x - 0.9, y - 0.9, 1.8, 1.8, "DF")


def _up(paper: Paper, x: float, y: float) -> None:
    paper.polygon([(x - 1.1, y + 0.9), (x + 1.1, y + 0.9), (x, y - 1.1)], style="F")


def _down(paper: Paper, x: float, y: float) -> None:
    paper.polygon([(x - 1.1, y - 0.9), (x + 1.1, y - 0.9), (x, y + 1.1)], style="F")


def _diamond(paper: Paper, x: float, y: float) -> None:
    paper.set_fill_color(255)
    paper.polygon([(x - 1.2, y), (x, y - 1.2), (x + 1.2, y), (x, y + 1.2)], style="DF")


def _cross(paper: Paper, x: float, y: float) -> None:
    paper.line(x - 0.9, y - 0.9, x + 0.9, y + 0.9)
    paper.line(x - 0.9, y + 0.9, x + 0.9, y - 0.9)


LOOKS: Final[Sequence[tuple[Colour, tuple[float, float], Mark]]] = (
    (INK, (0, 0), _disc),
    (GREEN, (3, 1), _square),
    (RED, (1, 1), _up),
    (BLUE, (0, 0), _ring),
    (PURPLE, (4, 2), _down),
    (SOFT, (0.5, 1.2), _frame),
    (GREEN, (0, 0), _diamond),
    (RED, (6, 1.5), _cross),
)
"""The looks of lines: a colour, a dash with its gap, and a mark."""
