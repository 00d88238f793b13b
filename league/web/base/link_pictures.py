"""Pictures that links show where they are shared: a title, and lines with a number each.

They are PNGs of the size that messengers ask for, as they draw no SVG.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from league.web.events.paper import FONTS

WIDTH, HEIGHT, BORDER, MARGIN = 1200, 630, 24, 72
PAPER, WOOD, INK, SOFT, GOLD = "#f6f0e4", "#6b4226", "#2a2019", "#63554a", "#1f5b45"
TOP, LOW = 190, 560
"""Between these lines the rows stand."""
LARGEST, TITLE, SMALL = 56, 60, 30
MOST_ROWS: Final = 6


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a picture: what it says, what stands at its end, and whether it is the first."""

    text: str
    end: str = ""
    is_first: bool = False


def draw(title: str, below: str, lines: Sequence[Line]) -> bytes:
    """Return a PNG with a title, a smaller line below it, and the first of the lines."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle([0, 0, WIDTH - 1, HEIGHT - 1], outline=WOOD, width=BORDER)
    _write(pen, MARGIN, 64, title, TITLE, color=INK, is_bold=True)
    _write(pen, MARGIN, 138, below, SMALL, color=SOFT)
    step = (LOW - TOP) / max(len(lines[:MOST_ROWS]), 3)
    for number, line in enumerate(lines[:MOST_ROWS]):
        _write_line(pen, TOP + number * step, step, line)
    _write(pen, MARGIN, LOW + 6, "Stammtisch", SMALL, color=WOOD, is_bold=True)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _write_line(pen: ImageDraw.ImageDraw, top: float, step: float, line: Line) -> None:
    size = min(LARGEST, int(step * 0.62))
    y = top + (step - size) / 2
    color = GOLD if line.is_first else INK
    font = _font(size, is_bold=True)
    right = WIDTH - MARGIN - pen.textlength(line.end, font=font)
    pen.text((right, y), line.end, fill=color, font=font)
    room = right - MARGIN - (size if line.end else 0)
    _write(pen, MARGIN, y, line.text, size, color=color, is_bold=line.is_first, room=room)


def _write(
    pen: ImageDraw.ImageDraw,
    x: float,
    y: float,
    text: str,
    size: int,
    *,
    color: str,
    is_bold: bool = False,
    room: float = WIDTH - 2 * MARGIN,
) -> None:
    """Write a line, shortened to the room there is."""
    font, text = _font(size, is_bold=is_bold), " ".join(text.split())
    if pen.textlength(text, font=font) > room:
        while text and pen.textlength(f"{text}…", font=font) > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    pen.text((x, y), text, fill=color, font=font)


def _font(size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansCondensed-Bold.ttf" if is_bold else "DejaVuSansCondensed.ttf"
    return ImageFont.truetype(FONTS / name, size)
