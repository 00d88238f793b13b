"""What a link to a page shows where it is shared, by the names of Open Graph."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import get_language

from league.models import Season
from league.web.games.games import game_name

LONGEST = 200


@dataclass(frozen=True)
class Preview:
    """A title, a sentence, and the whole addresses of the page and of a picture."""

    title: str
    text: str
    page: str
    picture: str
    kind: str = "website"


def preview_of_season(request: HttpRequest, season: Season) -> Preview:
    """Return what a link to a season or a ladder shows."""
    title = f"{season.club}: {season}"
    return preview_of(request, ("season", season.code), title=title, text=game_name(season.game))


def preview_of(
    request: HttpRequest,
    page: tuple[str, str],
    *,
    title: str,
    text: str,
    picture: tuple[str, str] | None = None,
    kind: str = "website",
) -> Preview:
    """Return the preview of a page, which has the picture of another one if it has none.

    Both are told by what they are and of whom, as in `("club", "linde")`.
    """
    name, key = picture or page
    shown = f"{reverse(f'web:{name}-picture', args=[key])}?language={get_language()}"
    return Preview(
        title=title,
        text=Truncator(" ".join(text.split())).chars(LONGEST),
        page=request.build_absolute_uri(reverse(f"web:{page[0]}", args=page[1:])),
        picture=request.build_absolute_uri(shown),
        kind=kind,
    )
