"""What goes wrong while one plays: two tabs, the back button, a lost answer, no scripts."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.models import OnlineTable, TableAction
from tests.league.web.online import online_event, play, seat_people

from .test_card_table import moved_on, version, visit

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

NEWS = re.compile(r"\?after=")
SOON_MS = 1000
MOST_PRESSES = 400


@pytest.fixture
def gong_zhu(season):
    """A table of Gong Zhu in the middle of a trick, and the name of who is to play a card."""
    found, accounts = seat_people(online_event(season.club, "gong-zhu"), 4)
    found = play(found, accounts, 7, seed=3)
    return found, accounts[found.turn]


def played(found):
    return TableAction.objects.filter(table=found, seat__isnull=False).count()


def test_a_second_tab_shows_what_was_played_in_the_first(open_page, log_in, gong_zhu):
    found, account = gong_zhu
    first = visit(log_in(open_page(), account.username), found)
    second = visit(first.context.new_page(), found)
    before = version(first)
    first.locator("button.hold[name]").first.click()
    moved_on(first, before)
    expect(second.locator("#table")).to_have_attribute("data-version", version(first))


def test_a_card_played_from_a_tab_that_is_behind_is_refused(open_page, log_in, gong_zhu):
    found, account = gong_zhu
    first = visit(log_in(open_page(but=("status of 409", "ERR_FAILED")), account.username), found)
    second = first.context.new_page()
    second.route(NEWS, lambda route: route.abort())  # it hears of nothing
    visit(second, found)
    before, count = version(first), played(found)
    first.locator("button.hold[name]").first.click()
    moved_on(first, before)
    second.locator("button.hold[name]").first.click()
    expect(second.locator(".ask__wrong")).to_be_visible()
    assert version(second) == version(first)
    assert played(found) == count + 1


def test_back_shows_the_table_as_it_is_by_now(open_page, log_in, gong_zhu):
    found, account = gong_zhu
    page = visit(log_in(open_page(), account.username), found)
    page.goto(reverse("web:games"))
    other = visit(page.context.new_page(), found)
    before = version(other)
    other.locator("button.hold[name]").first.click()
    moved_on(other, before)
    page.go_back()
    expect(page.locator("#table")).to_have_attribute(
        "data-version", version(other), timeout=SOON_MS
    )


def test_an_answer_that_is_lost_plays_a_card_once(open_page, log_in, gong_zhu):
    found, account = gong_zhu
    page = visit(log_in(open_page(but=("ERR_FAILED", "htmx:sendError")), account.username), found)
    before, count = version(page), played(found)
    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    page.route("**" + reverse("web:table", args=[found.code]), lose)
    page.locator("button.hold[name]").first.click()
    moved_on(page, before)
    assert len(lost) == 1
    assert played(found) == count + 1


def test_a_match_is_played_without_scripts(open_page, log_in, season, answers):
    event = online_event(season.club, "briscola")
    page = log_in(open_page(java_script_enabled=False), "bob")
    page.goto(reverse("web:event", args=[event.code]))
    page.get_by_role("button", name="Register", exact=True).click()
    page.goto(reverse("web:tables", args=[event.code]))
    page.get_by_role("button", name="Play against AI players").click()
    for _ in range(MOST_PRESSES):
        if page.locator(".table--over").count():
            break
        page.locator("button.hold[name], #deal, #first-deal").first.click()
    expect(page.locator("#table-end")).to_contain_text("The match is over")
    assert OnlineTable.objects.get(event=event).status == "over"
