"""A second factor from the first tap to the last: on, log in by app, by recovery code, off."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.utils import timezone
from playwright.sync_api import expect

from tests.league.phones import code_of

from .conftest import PASSWORD
from .test_accessibility import BY_DAY, found_by_axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def looked_at(on_screens):
    """Return a function that pictures a page, and holds that axe finds nothing on it."""

    def look(page, name):
        page.evaluate(AXE_SCRIPT)
        assert on_screens(page, name) == []
        assert found_by_axe(page, BY_DAY) == []

    return look


def log_in(page):
    """Give the password; the code is asked for after it."""
    page.goto("/login/")
    page.get_by_label("Username").fill("bob")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()


def log_out(page):
    page.get_by_role("button", name="Log out bob").click()
    page.get_by_role("link", name="Log in").wait_for()


def give_code(page, label, code):
    page.get_by_label(label).fill(code)
    page.get_by_role("main").get_by_role("button", name="Log in").click()


def set_up(page, looked_at):
    """Turn it on as the page says; return the secret and the recovery codes."""
    page.goto("/me/")
    page.get_by_role("link", name="Second factor").click()
    looked_at(page, "second-factor-off")
    page.get_by_role("button", name="Set it up").click()
    page.get_by_role("img", name="QR code").wait_for()
    looked_at(page, "second-factor-new")
    secret = page.locator(".key").inner_text().replace(" ", "")
    page.get_by_label("The code that the app shows now").fill(code_of(secret, timezone.now()))
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Turn it on").click()
    expect(page.get_by_text("Print them or write them down now")).to_be_visible()
    looked_at(page, "second-factor-codes")
    return secret, page.locator(".codes code").all_inner_texts()


@pytest.mark.usefixtures("session")
def test_second_factor_from_beginning_to_end(open_page, looked_at):
    page = open_page(bypass_csp=True, reduced_motion="reduce")
    log_in(page)
    page.wait_for_url("**/")
    secret, codes = set_up(page, looked_at)
    page.get_by_role("link", name="I have written them down").click()
    looked_at(page, "second-factor-on")

    log_out(page)
    log_in(page)
    looked_at(page, "second-step")
    give_code(page, "Code from your app", "000000")
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong")
    give_code(page, "Code from your app", code_of(secret, timezone.now(), steps=1))
    expect(page.get_by_role("button", name="Log out bob")).to_be_visible()

    log_out(page)
    log_in(page)
    page.get_by_role("link", name="Use a recovery code instead").click()
    looked_at(page, "second-step-recovery")
    give_code(page, "Recovery code", codes[3])
    expect(page.get_by_role("button", name="Log out bob")).to_be_visible()

    page.goto("/me/second-factor/")
    expect(page.get_by_text("You have 9 recovery codes left.")).to_be_visible()
    page.get_by_role("form", name="Turn it off").get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Turn it off").click()
    expect(page.get_by_text("your password is enough again")).to_be_visible()


def test_policy_lets_the_qr_code_be_seen(open_page, session):
    page = open_page()
    log_in(page)
    page.wait_for_url("**/")
    page.goto("/me/second-factor/")
    page.get_by_role("button", name="Set it up").click()
    box = page.get_by_role("img", name="QR code").bounding_box()
    assert min(box["width"], box["height"]) > 150
