"""Stepping through a record with the mouse, the keyboard, the slider, and without scripts."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def address(final):
    return f"/matches/{final.code}/record/"


def step_of(page):
    return page.locator("#slider-form label")


def test_arrow_keys_step(open_page, address):
    page = open_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    for _ in range(3):
        before = step_of(page).inner_text()
        page.keyboard.press("ArrowRight")
        expect(step_of(page)).not_to_have_text(before)
    page.keyboard.press("ArrowLeft")
    expect(step_of(page)).to_have_text(re.compile("Step 2 of"))


def test_end_key_goes_to_the_last_step(open_page, address):
    page = open_page()
    page.goto(address)
    page.keyboard.press("End")
    expect(page.get_by_text("Round over")).to_be_visible()


def test_slider_goes_to_its_step(open_page, address):
    page = open_page()
    page.goto(address)
    page.locator("#slider").fill("20")
    expect(step_of(page)).to_have_text(re.compile("Step 20 of"))
    expect(page).to_have_url(re.compile("step=20"))


def test_focus_stays_on_the_button_pressed(open_page, address):
    page = open_page()
    page.goto(address)
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    expect(step_of(page)).to_have_text(re.compile("Step 1 of"))
    expect(page.locator("#next")).to_be_focused()


def test_step_is_announced(open_page, address):
    page = open_page()
    page.goto(address)
    page.locator("#next").click()
    expect(page.locator("#said")).to_have_text(re.compile("leads"))


def test_deep_link_shows_its_step_again(open_page, address):
    page = open_page()
    page.goto(f"{address}?round=2&step=17")
    words = page.locator("#words").inner_text()
    page.reload()
    assert page.locator("#words").inner_text() == words


def test_viewer_works_without_scripts(open_page, address):
    page = open_page(java_script_enabled=False)
    page.goto(address)
    page.locator("#next").click()
    page.locator("#next").click()
    expect(step_of(page)).to_have_text(re.compile("Step 2 of"))
    page.locator("#go").click()
    expect(page).to_have_url(re.compile("step=2"))
