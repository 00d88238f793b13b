"""What the charts of the documentation share: a drawing, and text in it.

A drawing has a background of its own, so that it can be read on a light page and on a dark one.
"""

from collections.abc import Iterable
from html import escape
from typing import Final

STYLE: Final = """
  .paper { fill: #ffffff; } text { fill: #1f2328; }
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; }
  .head { font-weight: 600; } .soft { fill: #59636e; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; } text { fill: #e6edf3; } .soft { fill: #9198a1; }
  }
"""


def drawing(title: str, width: int, height: int, style: str, parts: Iterable[str]) -> str:
    """Return a drawing of so many pixels; `style` says of its parts what `STYLE` does not."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}{style}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def text(x: float, y: float, said: str, kind: str = "", anchor: str = "") -> str:
    """Return a text that begins at a place, or where `anchor` says has its middle or end there."""
    named = f' class="{kind}"' if kind else ""
    held = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:g}"{named}{held}>{escape(said)}</text>'
