"""Pages written in Markdown, such as the rules of a game; HTML in them stays text."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCS = Path(settings.BASE_DIR) / "docs"
ALIGNED = {"text-align:right": "num", "text-align:center": "middle"}
"""Classes instead of the styles of table cells, which the Content-Security-Policy forbids."""


@cache
def protocol() -> SafeString:
    """Return the page on the protocol of bots as HTML below the page's own heading."""
    links = {
        "../games/README.md": reverse("web:games"),
        "facts.md": reverse("web:games"),
        "experiments.md": reverse("web:experiments"),
        "remote-bots.md": reverse("web:remote-protocol"),
        "bot-protocol.schema.json": reverse("web:schema"),
    }
    return html_of(DOCS / "bot-protocol.md", links=links)


@cache
def remote_protocol() -> SafeString:
    """Return the page on remote bots as HTML below the page's own heading."""
    anchors = ("", "#several-matches-at-once", "#the-protocol-version-2")
    links = {f"bot-protocol.md{anchor}": reverse("web:protocol") for anchor in anchors}
    return html_of(DOCS / "remote-bots.md", links=links)


def html_of(file: Path, *, links: Mapping[str, str]) -> SafeString:
    """Return a page as HTML; `links` has the addresses of the files that it links to."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_empty_heads(markdown.parse(file.read_text(encoding="utf-8")))
    tokens = _without_status(_without_title(list(_with_frames(tokens))))
    for token in tokens:
        _restyle(token)
        for inner in token.children or ():
            if inner.type == "link_open":
                target = str(inner.attrs["href"])
                inner.attrSet("href", links.get(target, target))
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    # Safe: the source is ours, and HTML in it is printed as text.
    return mark_safe(html)  # noqa: S308


def _without_title(tokens: list[Token]) -> list[Token]:
    """Leave out the title, which the page has already."""
    is_titled = tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1"
    return tokens[3:] if is_titled else tokens


def _without_status(tokens: list[Token]) -> list[Token]:
    """Leave out the paragraph on modules and tests, which is for developers."""
    status = {at for at, token in enumerate(tokens) if token.content.startswith("**Status:**")}
    return [one for at, one in enumerate(tokens) if not status & {at - 1, at, at + 1}]


def _without_empty_heads(tokens: list[Token]) -> list[Token]:
    """Let cells that head nothing be no headings, and leave out rows of nothing else."""
    kept: list[Token] = []
    for at, token in enumerate(tokens):
        if token.type == "th_open" and not tokens[at + 1].content:
            token.tag = tokens[at + 2].tag = "td"
        kept.append(token)
        if token.type == "thead_close":
            start = max(n for n, one in enumerate(kept) if one.type == "thead_open")
            if not any(one.tag == "th" for one in kept[start:]):
                del kept[start:]
    return kept


def _with_frames(tokens: list[Token]) -> Iterator[Token]:
    """Put each table into a frame that scrolls, by key as well, named by the heading above."""
    heading = ""
    for token, following in zip_longest(tokens, tokens[1:]):
        if token.type == "heading_open":
            heading = "".join(inner.content for inner in following.children or ())
        if token.type == "table_open":
            frame = Token("frame_open", "div", 1)
            frame.attrs |= {"class": "scroll", "tabindex": 0, "role": "group"}
            frame.attrs["aria-label"] = heading
            yield frame
        yield token
        if token.type == "table_close":
            yield Token("frame_close", "div", -1)


def _restyle(token: Token) -> None:
    style = token.attrs.pop("style", None)
    if style in ALIGNED:
        token.attrSet("class", ALIGNED[str(style)])
