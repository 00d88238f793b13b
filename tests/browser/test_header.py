"""The header: one line on a phone, with all there is behind *Menu*, and everything at a desk."""

import re

import pytest
from playwright.sync_api import expect

from league.services.accounts import notices
from tests.league.factories import NOW

from .conftest import DESK

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

MENU = {"en": "Menu", "de": "Menü", "nl": "Menu"}
LINE = 64


@pytest.fixture
def noticed(season):
    """Let Alice have unread notices."""
    alice = season.club.memberships.get(player__name="Alice").player.account
    for number in range(12):
        notices.tell_accounts(account_ids=[alice.pk], text=f"Notice {number}", now=NOW)


def speak(page, language):
    page.locator(f'button[name="language"][value="{language}"]').click()
    page.wait_for_load_state()


@pytest.mark.usefixtures("noticed")
@pytest.mark.parametrize("width", [360, 390])
def test_the_header_takes_one_line_on_a_phone(as_alice, picture, width):
    page = as_alice(viewport={"width": width, "height": 844})
    page.goto("/")
    for language, menu in MENU.items():
        speak(page, language)
        assert page.locator("header.top").bounding_box()["height"] <= LINE, language
        assert page.evaluate("document.documentElement.scrollWidth") <= width, language
        picture(page, f"header-{width}-{language}")
        page.get_by_role("button", name=menu, exact=True).click()
        for link in page.locator("#menu a").all():
            assert link.bounding_box()["height"] >= 44
        expect(page.locator("#menu form button")).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(page.locator("#menu")).to_be_hidden()


def test_a_visitor_finds_the_games_behind_the_menu(open_page, season):
    page = open_page()
    page.goto("/")
    page.get_by_role("button", name="Menu", exact=True).press("Enter")
    page.get_by_role("link", name="Games", exact=True).click()
    expect(page).to_have_url(re.compile("/games/$"))


@pytest.mark.usefixtures("noticed")
def test_everything_is_in_the_line_at_a_desk(as_alice):
    page = as_alice(viewport=DESK)
    page.goto("/")
    for name in ("Clubs", "Games", "Bots", "Fair deals", "My page"):
        expect(page.locator("header").get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Log out alice")).to_be_visible()
    expect(page.get_by_role("button", name="Menu", exact=True)).to_be_hidden()
    assert page.locator("header.top").bounding_box()["height"] <= LINE
