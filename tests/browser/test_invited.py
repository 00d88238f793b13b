"""A table for friends: its link, and a guest who sits down by it, plays, and stays."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from league.models import Account, OnlineTable
from league.services.play import table_play
from league.services.play.table_looks import loaded
from tests.league.web.online import online_event

from .test_accessibility import BY_DAY, found_by_axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def event(season):
    event = online_event(season.club, "briscola")
    type(event).objects.filter(pk=event.pk).update(takes_guests=True)
    bob = Account.objects.get(username="bob")
    event.registrations.create(player=bob.player, registered_at=season.created_at)
    return event


def test_a_friend_sits_down_by_the_link(open_page, log_in, event, on_screens):
    page = log_in(open_page(permissions=["clipboard-read", "clipboard-write"]), "bob")
    page.goto(f"/events/{event.code}/tables/")
    page.get_by_role("button", name="Invite people by a link").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert on_screens(page, "table-invite") == []
    link = page.evaluate("navigator.clipboard.readText()")

    friend = open_page()
    asked = []
    friend.on("request", lambda request: asked.append(request.url + str(request.headers)))
    friend.goto(link)
    assert "#" not in friend.url
    expect(friend.get_by_label("Link of the table")).to_be_hidden()
    friend.get_by_label("The name you play under").fill("Gerd")
    assert on_screens(friend, "table-invited") == []
    friend.evaluate(AXE_SCRIPT)
    assert found_by_axe(friend, BY_DAY) == []
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.locator("#table")).to_contain_text("Gerd")
    assert not any(link.partition("#")[2] in said for said in asked)

    expect(page.locator("#table")).to_contain_text("Gerd")
    page.get_by_role("button", name="Fill free seats with AI players").click()
    expect(friend.locator(".own-hand")).to_be_visible()
    expect(page.get_by_role("heading", name="Invite by link")).to_be_hidden()

    table = loaded(OnlineTable.objects.all()).get()
    OnlineTable.objects.filter(pk=table.pk).update(
        version=table.version + 1, **table_play.at_rest("over", now=table.created_at)
    )
    friend.get_by_role("link", name="Keep my results").click()
    assert on_screens(friend, "table-keep") == []
    friend.get_by_label("Username").fill("gerd")
    friend.get_by_label("Password").fill("tricky cards")
    friend.get_by_role("button", name="Open the account").click()
    expect(friend.get_by_text("you are logged in")).to_be_visible()
