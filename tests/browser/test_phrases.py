"""What people say to each other at an online table, in two browsers."""

import pytest
from playwright.sync_api import expect

from tests.league.web.online import online_event, play, seat_people

from .test_card_table import visit

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

PATIENCE_MS = 20_000


@pytest.fixture
def two(open_page, log_in, season):
    """Return the pages of two people at one table."""
    found, accounts = seat_people(online_event(season.club, "gong-zhu"), 4)
    found = play(found, accounts, 4, seed=3)
    return [
        visit(log_in(open_page(but=("status of 409",)), one.username), found)
        for one in accounts[:2]
    ]


def say(page, name):
    page.locator(".table__tools").get_by_role("button", name="Say something").click()
    page.locator("#phrases").get_by_role("button", name=name).click()


def bubble(page):
    return page.locator(".spot__phrase")


def test_a_phrase_is_seen_and_read_out_by_the_other_and_goes_away(two):
    speaker, other = two
    say(speaker, "Well played!")
    expect(speaker.locator("#phrases")).to_be_hidden()
    expect(bubble(other)).to_have_text("Well played!")
    expect(other.locator("#heard")).to_contain_text(": Well played!")
    assert other.locator("#heard").evaluate("one => one.checkVisibility()")
    assert speaker.locator("#heard").inner_text() == ""
    expect(bubble(other)).to_have_count(0, timeout=PATIENCE_MS)
    expect(bubble(speaker)).to_have_count(0, timeout=PATIENCE_MS)


def test_who_mutes_the_others_neither_sees_nor_hears_them(two):
    speaker, other = two
    other.locator(".table__tools").get_by_role("button", name="Say something").click()
    other.get_by_label("Mute").check()
    other.keyboard.press("Escape")
    say(speaker, "raises a glass")
    other.wait_for_function(
        "() => document.querySelector('.spot__phrase') !== null", timeout=PATIENCE_MS
    )
    expect(bubble(other)).to_be_hidden()
    assert other.locator("#heard").inner_text() == ""
    other.reload()
    assert other.evaluate("document.documentElement.dataset.phrases") == "off"
    expect(other.locator("#phrases [value=off]")).to_be_checked()


def test_who_says_too_much_is_told_to_wait(two):
    speaker, _ = two
    say(speaker, "Hello!")
    expect(bubble(speaker)).to_have_text("Hello!")
    say(speaker, "Hello!")
    expect(speaker.locator(".ask__wrong")).to_contain_text("Wait a few seconds")


def test_bubbles_lie_on_the_screen(two, picture):
    speaker, other = two
    say(speaker, "One moment, please.")
    say(other, "thumbs up")
    expect(bubble(other)).to_have_count(2)
    picture(other, "table-phrases")
    boxes = other.evaluate(
        "[...document.querySelectorAll('.spot__phrase')].map(one => one.getBoundingClientRect())"
    )
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    other.locator(".table__tools").get_by_role("button", name="Say something").click()
    picture(other, "table-phrases-panel")
