"""The rules pages of the games: the Markdown of `docs/rules`, in which HTML stays text."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path(settings.BASE_DIR) / "docs" / "rules"
ALIGNED = {"text-align:right": "num", "text-align:center": "middle"}
"""Classes instead of the styles of table cells, which the Content-Security-Policy forbids."""


@cache
def rules_of(slug: str) -> SafeString | None:
    """Return the rules page of a game as HTML below the page's own heading, None without one."""
    file = FOLDER / f"{slug}.md"
    if not file.is_file():
        return None
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_title(markdown.parse(file.read_text(encoding="utf-8")))
    for token in tokens:
        _restyle(token)
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    # Safe: the source is ours, and HTML in it is printed as text.
    return mark_safe(html)  # noqa: S308


def _without_title(tokens: list[Token]) -> list[Token]:
    """Leave out the title, which the page has already."""
    is_titled = tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1"
    return tokens[3:] if is_titled else tokens


def _restyle(token: Token) -> None:
    style = token.attrs.pop("style", None)
    if style in ALIGNED:
        token.attrSet("class", ALIGNED[str(style)])
