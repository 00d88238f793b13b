"""Take all pictures of README and guides from a demo that runs: `python -m tests.pictures`.

`make demo` fills and serves one; bots sit down at Bob's online table once the rules are compiled.
The way to a page is the one a visitor takes, from the front page.
`--site` names another address than the usual one; names of pictures take these only.
The data folder, `STAMMTISCH_VAR`, is the demo's, whose key its passwords are made of.
Two ways change the demo: tonight's next session is drawn anew, and Bob plays at an online table.
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
COLOURS = 256
STEPS = range(20, 40)
EVENT = "Online tables"
"""The event of the demo in which Bob is registered for online tables."""
MOVE_S = "300"
"""How long Bob may think, so that nobody plays for him while his picture is taken."""
PATIENCE_MS = 8000
MARGIN = 12


class Picture(NamedTuple):
    """A picture: how large at most, the way to it, who is logged in, and what it ends below.

    The way may end at what is to stand at the top; else that is the head of the page.
    """

    size: tuple[int, int]
    go: Callable[[Page], Locator | None]
    who: str = ""
    last: str = ""


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


def draft(page: Page) -> Locator:
    """Draw tonight's next session, and ask the price of a swap by which Bob meets Carol again."""
    evening(page)
    page.locator(".crumbs a").last.click()
    page.locator("li", has=page.locator(".status--draft")).get_by_role("link").click()
    page.get_by_label("Only players who have checked in").check()
    page.get_by_role("button", name="Draw again").click()
    page.get_by_role("button", name="Move Bob").click()
    hers = page.locator("#tables .panel", has_text="Carol")
    hers.locator(".grip:not([aria-label^='Move Carol'])").first.click()
    page.locator("#swap button").first.wait_for()
    return page.locator("#swap")


def screen(page: Page) -> None:
    """Go to the projector's view of tonight's evening."""
    evening(page)
    page.get_by_role("link", name="Show on a screen").click()


def next_table(page: Page) -> Locator:
    """Go to one's next table on one's own page."""
    page.get_by_role("link", name="My page").click()
    return page.locator("#to-come")


def rating(page: Page) -> Locator:
    """Go to one's rating in the game that one has played most."""
    page.get_by_role("link", name="My page").click()
    page.get_by_role("link", name="Rating", exact=True).click()
    return page.get_by_role("heading", level=1)


OFFERED = "button.hold[name], .pick, .ask__buttons .button, #deal, #come-back, .table__end"


def table(page: Page) -> Locator:
    """Play against AI players until two cards or three lie before a full hand."""
    sit_down(page)
    offered = page.locator(OFFERED).first
    shown = (".spot__card", ".own-hand button")
    offered.wait_for()
    while not page.locator(".table__end").count():
        lying, held = (page.locator(one).count() for one in shown)
        if lying in {2, 3} and held > 10:
            return page.get_by_role("heading", level=1)
        for tick in page.locator(".tick input").all()[:2]:
            tick.check()
        version = page.locator("#table").get_attribute("data-version")
        offered.click()
        page.locator(f"#table:not([data-version='{version}'])").wait_for()
        offered.wait_for()
    raise SystemExit("Bob's match is over. Take guide-table again, and he plays another one.")


def sit_down(page: Page) -> None:
    """Go to one's online table, a new one against AI players unless one is being played at."""
    own = page.locator("#my-tables + ul a")
    if own.count():
        own.first.click()
        return
    page.get_by_role("link", name="Play now").click()
    event = page.locator("#offers + ul li", has_text=EVENT)
    event.locator("a[href$='/tables/']").first.click()
    page.get_by_text("Seats, AI players and time per action").click()
    page.get_by_label("Seconds per action").select_option(MOVE_S)
    page.get_by_role("button", name="Play against AI players").click()


def check(page: Page) -> Locator:
    """Go to the check of one's newest version."""
    page.goto("/bots/mine/")
    page.locator("a[href^='/versions/']").first.click()
    return page.locator("#check")


def experiment(page: Page) -> Locator:
    """Go to one's newest experiment."""
    page.goto("/bots/mine/")
    page.get_by_role("link", name="Experiments").click()
    page.locator("a[href^='/experiments/']", has_text="against").first.click()
    return page.locator("#experiment")


PICTURES = {
    "evening": Picture(PHONE, evening),
    "viewer": Picture(DESK, viewer),
    "guide-door": Picture((390, 574), door, "alice"),
    "guide-draft": Picture((980, 640), draft, "alice", "#tables .panel"),
    "guide-screen": Picture((960, 412), screen, "alice"),
    "guide-my-page": Picture((390, 760), next_table, "dora", "#running + .grid .panel"),
    "guide-rating": Picture((560, 640), rating, "bob", "#rating .panel"),
    "guide-table": Picture((390, 760), table, "bob", ".own-hand"),
    "guide-check": Picture((700, 200), check, "carol"),
    "guide-experiment": Picture((780, 840), experiment, "carol", "#experiment .panel"),
}


def take(site: str, *names: str) -> None:
    """Take pictures into docs/images, in few colours so that they are small."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in names or PICTURES:
            with Image.open(BytesIO(shot(browser, site, PICTURES[name]))) as image:
                # Coverage keeps colours of which there is little, the means those of large areas.
                few = image.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3)
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
    page.mouse.move(0, 0)
    if top is not None:
        page.evaluate("scrollTo(0, 0)")
        top.evaluate(f"it => scrollTo(0, it.getBoundingClientRect().top - {MARGIN})")
    if picture.last:
        box = page.locator(picture.last).first.bounding_box()
        height = min(height, box["y"] + box["height"] + MARGIN)
    return page.screenshot(clip={"x": 0, "y": 0, "width": width, "height": height})


def log_in(page: Page, name: str) -> None:
    """Log in as somebody of the demo."""
    from league.management.demo.members import password_of

    page.goto("/login/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(password_of(name))
    with page.expect_navigation():
        page.get_by_role("button", name="Log in").click()
    refused = page.locator("form [role=alert]")
    if refused.count():
        said = refused.first.inner_text()
        raise SystemExit(f"{name} cannot log in: {said} Is STAMMTISCH_VAR that of the demo?")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    django.setup()
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("--site", default="http://127.0.0.1:8000")
    parser.add_argument("names", nargs="*", help="of pictures")
    asked = parser.parse_args()
    take(asked.site, *asked.names)
