"""Take the pictures of README and guides from a demo that runs: `python -m tests.pictures`.

`make demo` fills and serves one. The way to a page is the one a visitor takes, from the front page.
`--site` names another address than the usual one; names of pictures take these only.
The other pictures of the guides are of tests' own evenings, taken by hand.
"""

import argparse
import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import django
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PHONE, DESK = (390, 760), (1180, 760)
COLOURS = 128
STEPS = range(20, 40)
PATIENCE_MS = 8000


class Picture(NamedTuple):
    """A picture: how large, the way to it, and who is logged in.

    The way may end at what is to stand at the top; else that is the head of the page.
    """

    size: tuple[int, int]
    go: Callable[[Page], Locator | None]
    who: str = ""


def evening(page: Page) -> None:
    """Go to the session of tonight that is going on."""
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


def door(page: Page) -> Locator:
    """Go to the list at the door of tonight's evening."""
    evening(page)
    page.locator(".crumbs a").last.click()
    page.get_by_role("link", name="Check-in").click()
    return page.get_by_role("heading", level=1)


def screen(page: Page) -> None:
    """Go to the projector's view of tonight's evening."""
    evening(page)
    page.get_by_role("link", name="Show on a screen").click()


def check(page: Page) -> Locator:
    """Go to the check of one's newest version."""
    page.goto("/bots/mine/")
    page.locator("a[href^='/versions/']").first.click()
    return page.locator("#check")


PICTURES = {
    "evening": Picture(PHONE, evening),
    "viewer": Picture(DESK, viewer),
    "guide-door": Picture((390, 590), door, "alice"),
    "guide-screen": Picture((960, 430), screen, "alice"),
    "guide-check": Picture((700, 200), check, "carol"),
}


def take(site: str, *names: str) -> None:
    """Take pictures into docs/images, in few colours so that they are small."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in names or PICTURES:
            with Image.open(BytesIO(shot(browser, site, PICTURES[name]))) as image:
                few = image.convert("RGB").quantize(COLOURS)
            few.save(IMAGES / f"{name}.png", optimize=True)
        browser.close()


def shot(browser: Browser, site: str, picture: Picture) -> bytes:
    """Return what the browser shows at the end of the way, as PNG."""
    width, height = picture.size
    page = browser.new_page(base_url=site, viewport={"width": width, "height": height}, locale="en")
    page.set_default_timeout(PATIENCE_MS)
    if picture.who:
        log_in(page, picture.who)
    page.goto("/")
    top = picture.go(page)
    page.wait_for_load_state("networkidle")
    if top is not None:
        top.evaluate("it => window.scrollTo(0, it.getBoundingClientRect().top + scrollY - 12)")
    return page.screenshot()


def log_in(page: Page, name: str) -> None:
    """Log in as somebody of the demo."""
    from league.management.demo.members import password_of

    page.goto("/login/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(password_of(name))
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda address: "/login/" not in address)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    django.setup()
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("--site", default="http://127.0.0.1:8000")
    parser.add_argument("names", nargs="*", help="of pictures")
    asked = parser.parse_args()
    take(asked.site, *asked.names)
