"""What adorns paper that is to be hung up: a frame, the four suits, lines of text in its middle."""

from typing import Final

from .paper import Paper

Colour = tuple[int, int, int]
INK: Final[Colour] = (42, 32, 25)
SOFT: Final[Colour] = (99, 85, 74)
GREEN: Final[Colour] = (31, 91, 69)
GOLD: Final[Colour] = (184, 134, 11)
RED: Final[Colour] = (155, 33, 21)
CREAM: Final[Colour] = (255, 253, 248)
SUITS: Final = (("♠", GREEN), ("♥", RED), ("♣", GREEN), ("♦", RED))
EDGE, INNER, CORNER = 10.0, 14.0, 26.0
SMALLEST = 14.0
"""A line that is too long is printed smaller, but not smaller than this if nothing else is said."""
BESIDE = 41.0
"""A line in the middle leaves so much room free on each side, with the frame."""


def print_frame(paper: Paper) -> None:
    """Print the border: two lines, and a suit in each corner."""
    paper.set_fill_color(*CREAM)
    paper.rect(0, 0, paper.w, paper.h, "F")
    paper.set_draw_color(*GREEN)
    paper.set_line_width(1.6)
    paper.rect(EDGE, EDGE, paper.w - 2 * EDGE, paper.h - 2 * EDGE)
    paper.set_draw_color(*GOLD)
    paper.set_line_width(0.4)
    paper.rect(INNER, INNER, paper.w - 2 * INNER, paper.h - 2 * INNER)
    corners = [(x, y) for y in (CORNER, paper.h - CORNER) for x in (CORNER, paper.w - CORNER)]
    for (suit, colour), (x, y) in zip(SUITS, corners, strict=True):
        _print_suit(paper, suit, colour, x, y, size=30)


def print_ornament(paper: Paper, y: float) -> None:
    """Print the four suits between two lines."""
    middle = paper.w / 2
    paper.set_draw_color(*GOLD)
    for side in (-1, 1):
        paper.line(middle + side * 24, y, middle + side * 70, y)
    for number, (suit, colour) in enumerate(SUITS):
        _print_suit(paper, suit, colour, middle + (number - 1.5) * 11, y, size=18)


def print_middle(
    paper: Paper,
    text: str,
    y: float,
    *,
    size: float,
    colour: Colour,
    is_bold: bool = False,
    beside: float = BESIDE,
    smallest: float = SMALLEST,
) -> None:
    """Print a line in the middle, smaller where it is too long."""
    width = paper.w - 2 * beside
    paper.set_text_color(*colour)
    paper.letters(size, is_bold=is_bold)
    room = paper.font_size
    while size > smallest and paper.get_string_width(text) > width:
        size -= 1
        paper.letters(size, is_bold=is_bold)
    # A line that has shrunk stays in the middle of the room of a large one.
    lower = (room - paper.font_size) * 0.6
    paper.put(beside, y + lower, width, text, align="C")


def _print_suit(
    paper: Paper, suit: str, colour: Colour, x: float, y: float, *, size: float
) -> None:
    paper.letters(size)
    paper.set_text_color(*colour)
    paper.text(x - paper.get_string_width(suit) / 2, y + paper.font_size * 0.36, suit)
