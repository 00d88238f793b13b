"""axe finds nothing on any page, by day and by night; each is light and fits every screen."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.test import override_settings
from django.urls import reverse

from tests.league.api.conftest import NOBODY
from tests.league.api.world import make_cast
from tests.league.factories import PersonFactory

from .conftest import DESK, PHONE
from .pages import PAGES, make_world, picture_name, unlisted

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
QUICKLY = {"resultTypes": ["violations"], "preload": False}
BY_DAY = {"runOnly": {"type": "tag", "values": TAGS}, **QUICKLY}
BY_NIGHT = {"runOnly": {"type": "rule", "values": ["color-contrast", "target-size"]}, **QUICKLY}


@pytest.fixture
def cast(live_server):
    return make_cast()


@pytest.fixture
def world(cast):
    with override_settings(LADDER_OPEN=1):
        return make_world(cast)


MOST_BYTES = 200 * 1024
"""Of a page with all it needs, not packed, for somebody who comes the first time."""


@pytest.fixture
def page_of(browser, live_server, cast, log_in):
    """Return a function that opens a page of a member of the cast.

    The Content-Security-Policy, which forbids the script of axe, does not hold there.
    """
    contexts = []

    def make(who):
        context = browser.new_context(
            base_url=live_server.url,
            viewport=PHONE,
            locale="en",
            reduced_motion="reduce",
            bypass_csp=True,
            service_workers="block",
        )
        contexts.append(context)
        context.add_init_script(AXE_SCRIPT)
        page = context.new_page()
        return page if who == NOBODY else log_in(page, cast[who].username)

    yield make
    for context in contexts:
        context.close()


MOVEMENTS_OVER = """Promise.all(
    document.getAnimations()
        .filter(one => one.effect.getComputedTiming().endTime !== Infinity)
        .map(one => one.finished.catch(() => null))
)"""
"""Colours change gradually, too, after a change of day to night: no text has its colours before."""


def found_by_axe(page, options):
    """Return what axe holds against a page: rules, and the first elements that break them."""
    page.evaluate(MOVEMENTS_OVER)
    violations = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{one['id']}: {[node['target'][0] for node in one['nodes']][:3]}" for one in violations
    ]


def sizes_loaded(page):
    """Return the list to which the size of each file will be added that a page loads, none kept."""
    sizes, tools = [], page.context.new_cdp_session(page)
    tools.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    tools.send("Network.enable")
    tools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return sizes


@pytest.mark.needs("chromium")
@pytest.mark.slow
def test_axe_finds_what_is_wrong(page_of):
    page = page_of(NOBODY)
    page.set_content("<main><h1>Cards</h1><img src='/'><p style='color: #bbb'>faint</p></main>")
    assert "image-alt: ['img']" in found_by_axe(page, BY_DAY)
    assert found_by_axe(page, BY_NIGHT) == ["color-contrast: ['p']"]


@pytest.mark.needs("chromium")
@pytest.mark.slow
@pytest.mark.parametrize("who", PAGES)
def test_every_page_can_be_used_by_everybody(page_of, world, on_screens, who):
    page, found = page_of(who), {}
    loaded = sizes_loaded(page)
    for address in PAGES[who]:
        loaded.clear()
        name = picture_name(who, address)
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="light")
        answer = page.goto(address.format(**world))
        assert answer.status == (404 if address == "/nowhere/" else 200), address
        page.wait_for_load_state("networkidle")
        weight = sum(loaded)  # before it asks for news
        wrong = found_by_axe(page, BY_DAY)
        wrong += on_screens(page, name, ((PHONE, "light"), (DESK, "dark")))
        wrong += found_by_axe(page, BY_NIGHT)
        assert weight > 10_000, address
        if weight > MOST_BYTES:
            wrong.append(f"{weight} bytes")
        if wrong:
            found[name] = wrong
    assert found == {}


@pytest.mark.needs("chromium")
@pytest.mark.slow
def test_what_forms_lead_to_can_be_used_by_everybody(page_of, world, picture):
    page = page_of("alice")
    page.goto("/matches/{match}/".format(**world))
    page.get_by_text("Is something wrong?").click()
    page.get_by_label("Bob").check()
    page.locator("#forfeit-reason").fill("went home")
    page.get_by_role("button", name="Count as a forfeit").click()
    page.get_by_role("heading", name="What this changes").wait_for()
    picture(page, "matches-match-forfeit-alice-390")
    assert found_by_axe(page, BY_DAY) == []
    page.goto("/clubs/linde/venues/new/")
    page.get_by_role("button", name="Add the venue").click()
    page.get_by_role("alert").wait_for()
    picture(page, "clubs-linde-venues-new-refused-alice-390")
    assert found_by_axe(page, BY_DAY) == []


def test_every_page_is_in_the_list(client, db):
    """An address that is not, and not known to be no page, is only for what forms send."""
    client.force_login(PersonFactory(name="Alice").account)
    for name, pattern in unlisted().items():
        codes = {key: 0 if key == "number" else "x" for key in pattern.pattern.converters}
        assert client.get(reverse(f"web:{name}", kwargs=codes)).status_code == 405, name
