"""Help in a browser: it opens by keys and without scripts, fits, and outlives a new table."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.db.models import F
from django.urls import reverse
from playwright.sync_api import expect

import games
from league.models import OnlineTable
from tests.league.web.online import online_event, play, seat_people

from .test_accessibility import BY_DAY, BY_NIGHT, found_by_axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

SMALL, FLAT = {"width": 360, "height": 640}, {"width": 640, "height": 360}
SCREENS = ((SMALL, "light"), (FLAT, "dark"))
LANGUAGES = ("en", "de", "nl")
TABLES = {"skat": 1, "gong-zhu": 0, "truco": 2, "cinch": 4, "loo": 0, "mulatschag": 1}
"""Games, and how many actions are played before somebody asks for help."""


@pytest.fixture
def table(season):
    """Return a table of a game after some actions, and the name of who is to act."""

    def make(slug, steps):
        found, accounts = seat_people(online_event(season.club, slug), games.get(slug).players[-1])
        found = play(found, accounts, steps, seed=3)
        return found, accounts[found.turn].username

    return make


def open_help(page, found):
    page.goto(reverse("web:table", args=[found.code]))
    page.locator(".table__tools [popovertarget=help]").press("Enter")
    help_ = page.locator("#help")
    expect(help_).to_be_visible()
    return help_


@pytest.fixture
def page_in(open_page, log_in, live_server):
    """Return a function that opens a small page of a player in a language, in which axe may run."""

    def make(name, language):
        page = log_in(open_page(viewport=SMALL, bypass_csp=True), name)
        page.add_init_script(AXE_SCRIPT)
        chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}
        page.context.add_cookies([chosen])
        return page

    return make


SETTLED = "() => Promise.all(document.getAnimations().map(one => one.finished)).then(() => null)"
"""Waits until colours have changed."""


@pytest.mark.parametrize("slug", TABLES)
def test_help_fits_a_phone_by_day_and_by_night(page_in, table, picture, slug):
    found, name = table(slug, TABLES[slug])
    for language in LANGUAGES:
        page = page_in(name, language)
        help_ = open_help(page, found)
        assert page.locator("html").get_attribute("lang") == language
        for screen, scheme in SCREENS:
            page.set_viewport_size(screen)
            page.emulate_media(color_scheme=scheme)
            page.evaluate(SETTLED)
            picture(page, f"help-{slug}-{language}-{screen['width']}-{scheme}")
            assert help_.evaluate("box => box.scrollWidth <= box.clientWidth")
        assert found_by_axe(page, BY_DAY) + found_by_axe(page, BY_NIGHT) == []


def test_help_stays_open_where_it_was_read_while_the_table_goes_on(open_page, log_in, table):
    found, name = table("skat", 1)
    page = log_in(open_page(viewport=FLAT), name)
    help_ = open_help(page, found)
    help_.evaluate("box => { box.scrollTop = 60; }")
    page.locator("#help-rules").evaluate("link => link.focus({preventScroll: true})")
    OnlineTable.objects.filter(pk=found.pk).update(version=F("version") + 1)
    newest = str(OnlineTable.objects.get(pk=found.pk).version)
    expect(page.locator("#table")).to_have_attribute("data-version", newest)
    expect(help_).to_be_visible()
    expect(page.locator("#help-rules")).to_be_focused()
    assert help_.evaluate("box => box.scrollTop") == 60
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()


def test_help_opens_without_scripts(open_page, log_in, table):
    found, name = table("truco", 0)
    page = log_in(open_page(java_script_enabled=False), name)
    page.goto(reverse("web:table", args=[found.code]))
    expect(page.get_by_text("These three cards are your hand.")).to_be_hidden()
    page.locator(".tool[popovertarget=help]").click()
    expect(page.get_by_text("These three cards are your hand.")).to_be_visible()


def test_rules_open_beside_the_table(open_page, log_in, table):
    found, name = table("truco", 0)
    page = log_in(open_page(), name)
    open_help(page, found)
    with page.expect_popup() as opened:
        page.locator("#help-rules").click()
    expect(opened.value.get_by_role("heading", name="Truco", level=1)).to_be_visible()
    expect(page.locator("#help")).to_be_visible()
