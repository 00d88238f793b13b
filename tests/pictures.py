"""Take the pictures of the README from a demo that runs: `python -m tests.pictures`.

`make demo` fills and serves one. The way to a page is the one a visitor takes, from the front page.
`--site` names another address than the usual one.
"""

import argparse
import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PHONE, DESK = {"width": 390, "height": 760}, {"width": 1180, "height": 760}
COLOURS = 128
STEPS = range(20, 40)


def evening(page: Page) -> None:
    """Go to the first evening of tonight."""
    page.locator("#tonight + ul a").first.click()


def viewer(page: Page) -> None:
    """Go to the ladder of the first club, to a match of its best bot, to a trick of three cards."""
    page.locator("#clubs + ul a").first.click()
    page.locator("a.tile", has_text="Ladder").first.click()
    page.locator(".standings a").first.click()
    links = page.locator(".rotations a[href$='/record/']")
    for address in [link.get_attribute("href") for link in links.all()]:
        for step in STEPS:
            page.goto(f"{address}?round=2&step={step}")
            if page.locator(".spot__card").count() == 3:
                return
    raise SystemExit("The best bot has no record with a trick of three cards.")


PICTURES: dict[str, tuple[dict[str, int], Callable[[Page], None]]] = {
    "evening": (PHONE, evening),
    "viewer": (DESK, viewer),
}


def take(site: str) -> None:
    """Take each picture into docs/images, in few colours so that it is small."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (size, go) in PICTURES.items():
            page = browser.new_page(base_url=site, viewport=size, locale="en")
            page.goto("/")
            go(page)
            page.wait_for_load_state("networkidle")
            with Image.open(BytesIO(page.screenshot())) as shot:
                few = shot.convert("RGB").quantize(COLOURS)
            few.save(IMAGES / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("--site", default="http://127.0.0.1:8000")
    take(parser.parse_args().site)
