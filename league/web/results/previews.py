"""The picture that a link to a match shows where it is shared: who came first, with the scores.

It is a PNG of the size that messengers ask for, as they draw no SVG.
"""

from collections.abc import Sequence
from io import BytesIO

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from league.models import Match
from league.web.events.paper import FONTS
from league.web.games.games import game_name
from league.web.results import matches
from league.web.results.matches import SeatRow

WIDTH, HEIGHT, BORDER, MARGIN = 1200, 630, 24, 72
PAPER, WOOD, INK, SOFT, GOLD = "#f6f0e4", "#6b4226", "#2a2019", "#63554a", "#1f5b45"
TOP, LOW = 190, 560
"""Between these lines the ranking stands."""
LARGEST, TITLE, SMALL = 56, 60, 30
MOST_ROWS = 6
KEPT_S = 300


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Send the ranking of a final match as a picture."""
    match = matches.find_match(request, code)
    result = matches.result_of(match)
    if match.status != Match.Status.FINAL or result is None:
        raise Http404(_("This match has no final result yet."))
    drawn = draw(match, _ranked(matches.seat_rows(match, result)))
    headers = {"Cache-Control": f"private, max-age={KEPT_S}"}
    return HttpResponse(drawn, content_type="image/png", headers=headers)


def draw(match: Match, ranked: Sequence[SeatRow]) -> bytes:
    """Return a PNG with the ranking of a match, the best first."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle([0, 0, WIDTH - 1, HEIGHT - 1], outline=WOOD, width=BORDER)
    where = match.session.event.name if match.session else match.season.name
    _write(pen, MARGIN, 64, game_name(match.season.game), TITLE, color=INK, is_bold=True)
    _write(pen, MARGIN, 138, _on(match, where), SMALL, color=SOFT)
    step = (LOW - TOP) / max(len(ranked[:MOST_ROWS]), 3)
    size = min(LARGEST, int(step * 0.62))
    for number, row in enumerate(ranked[:MOST_ROWS]):
        y = TOP + number * step + (step - size) / 2
        is_first = row.place == 1
        color = GOLD if is_first else INK
        score = _font(size, is_bold=True)
        right = WIDTH - MARGIN - pen.textlength(str(row.score), font=score)
        pen.text((right, y), str(row.score), fill=color, font=score)
        room = right - MARGIN - size
        said = f"{row.place}. {row.name}"
        _write(pen, MARGIN, y, said, size, color=color, is_bold=is_first, room=room)
    _write(pen, MARGIN, LOW + 6, "Stammtisch", SMALL, color=WOOD, is_bold=True)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


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
    font = _font(size, is_bold=is_bold)
    if pen.textlength(text, font=font) > room:
        while text and pen.textlength(f"{text}…", font=font) > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    pen.text((x, y), text, fill=color, font=font)


def _font(size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansCondensed-Bold.ttf" if is_bold else "DejaVuSansCondensed.ttf"
    return ImageFont.truetype(FONTS / name, size)


def _ranked(rows: Sequence[SeatRow]) -> list[SeatRow]:
    return sorted(rows, key=lambda row: (row.place or 0, row.seat.number))


def _on(match: Match, where: str) -> str:
    if match.finished_at is None:
        return where
    return f"{where} · {date_format(localtime(match.finished_at), 'DATE_FORMAT')}"
