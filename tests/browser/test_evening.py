"""Moments of an evening, in the browser; a whole one is `test_whole_evening`."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

import games

from .conftest import DESK, PHONE

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

SCORES = [[12, 9, 30, 4], [8, 14, 0, 21], [16, 3, 11, 9], [2, 28, 6, 13]]


def test_visitor_finds_the_way_from_the_club_to_a_trick(open_page, final):
    page = open_page()
    page.goto("/")
    page.get_by_role("link", name="Stammtisch zur Linde").first.click()
    page.get_by_role("link", name="Winter").click()
    page.get_by_role("link", name="Session 1").click()
    page.get_by_role("link", name="Table 2").click()
    page.get_by_role("link", name="Step through the tricks").click()
    page.get_by_role("link", name="Forward").click()
    expect(page.locator("#slider-form label")).to_have_text(re.compile("Step 1 of"))
    expect(page.locator("#words")).to_have_text(re.compile("leads"))
    expect(page).to_have_url(re.compile(r"\?round=1&step=1$"))


def enter_scores(page, match):
    page.goto(f"/matches/{match.code}/")
    page.get_by_role("link", name="Enter the result").click()
    page.get_by_role("link", name="Scores only").click()
    for number, scores in enumerate(SCORES):
        for seat, score in enumerate(scores):
            page.locator(f'[id="rounds.{number}.{seat}"]').fill(str(score))
    page.get_by_role("button", name="Enter the result").click()


def test_result_entered_by_one_and_confirmed_by_another_counts(open_page, log_in, match):
    bob = log_in(open_page(), "bob")
    enter_scores(bob, match)
    expect(bob.get_by_text("The result is entered.")).to_be_visible()

    alice = log_in(open_page(), "alice")
    alice.goto(f"/matches/{match.code}/")
    alice.get_by_role("link", name="Review and confirm").click()
    alice.get_by_role("button", name="Yes, confirm it").click()
    said = "The result is final and counts in the standings."
    expect(alice.get_by_text(said, exact=True)).to_be_visible()

    alice.goto(f"/seasons/{match.season.code}/")
    leader = alice.locator(".standings tbody tr").first
    expect(leader).to_have_text(re.compile(r"1\s+Dora\s+54\s+1\s+1"))


@pytest.fixture
def redeals(monkeypatch):
    """Let deals be thrown in, whatever the game."""
    get = games.get
    monkeypatch.setattr(games, "get", lambda slug: replace(get(slug), redeals=True))


@pytest.mark.usefixtures("redeals")
def test_deal_is_thrown_in_without_javascript(open_page, log_in, match, picture):
    page = log_in(open_page(java_script_enabled=False), "bob")
    page.goto(f"/matches/{match.code}/result/")
    page.locator('[id="rounds.1.sheet.players.0.blue"]').fill("6")
    page.locator('[id="rounds.1"]').get_by_role("button", name="This deal was thrown in").click()
    expect(page.locator('[id="rounds.1"]')).to_contain_text("the same dealer deals again")
    expect(page.locator('[id="rounds.1"]')).to_be_in_viewport()
    expect(page.locator('[id="rounds.2.sheet.players.0.blue"]')).to_have_value("6")
    expect(page.locator("main fieldset.panel")).to_have_count(5)
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        picture(page, f"redeal-{size['width']}")


@pytest.mark.usefixtures("redeals")
def test_enter_key_sends_the_form_and_throws_no_deal_in(open_page, log_in, match):
    page = log_in(open_page(), "bob")
    page.goto(f"/matches/{match.code}/result/")
    page.locator('[id="rounds.0.sheet.players.0.blue"]').fill("many")
    with page.expect_response(lambda answer: answer.status == 422):
        page.locator('[id="rounds.0.sheet.players.0.blue"]').press("Enter")
    expect(page.locator("main fieldset.panel")).to_have_count(4)


def test_bad_sheet_says_what_is_wrong_beside_the_field(open_page, log_in, match):
    page = log_in(open_page(), "bob")
    page.goto(f"/matches/{match.code}/result/?as=scores")
    page.locator('[id="rounds.0.0"]').fill("many")
    with page.expect_response(lambda answer: answer.status == 422):
        page.get_by_role("button", name="Enter the result").click()
    expect(page.locator('[id="rounds.0.0-error"]')).to_have_text("Enter a whole number.")
    expect(page.locator('[id="rounds.0.0"]')).to_have_value("many")
