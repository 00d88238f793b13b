"""Draw the icons of the installed site from its mark: `python -m tests.icons`.

Phones take no SVG for their home screen, so each size they ask for is a PNG in `static/img`. A
maskable one may be cut to any shape: its ground reaches the edges, the mark keeps to the middle.
"""

import os
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

IMAGES = Path(__file__).parents[1] / "static" / "img"
MARK = IMAGES / "mark.svg"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
GROUND = "#6b4226"
"""The rim of the mark, so that it goes on to the edges."""
SIZES = {"icon-192": 192, "icon-512": 512}
FILLED = {"icon-180": (180, 0.86), "icon-maskable-192": (192, 0.8), "icon-maskable-512": (512, 0.8)}
"""Size of each icon with a ground, and how much of it the mark takes up."""


def main() -> None:
    """Draw all icons."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, size in SIZES.items():
            draw(browser, name, size, share=1.0, ground="transparent")
        for name, (size, share) in FILLED.items():
            draw(browser, name, size, share=share, ground=GROUND)
        browser.close()


def draw(browser: Browser, name: str, size: int, *, share: float, ground: str) -> None:
    """Draw the mark in the middle of a square."""
    page = browser.new_page(viewport={"width": size, "height": size})
    mark = f"<div style='width:{size * share}px;line-height:0'>{MARK.read_text()}</div>"
    look = f"margin:0;display:grid;place-items:center;height:100vh;background:{ground}"
    page.set_content(f"<body style='{look}'>{mark}")
    page.screenshot(path=IMAGES / f"{name}.png", omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
