"""A remote bot: its author makes it and a token, somebody asks it to a table, and it answers."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Account, OnlineTable, RemoteBot
from league.services.accounts import people
from league.services.play import challenges, tables
from tests.league.factories import RegistrationFactory
from tests.league.services.play import remote
from tests.league.web.online import fresh, online_event

from .test_accessibility import BY_DAY, found_by_axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def table(season):
    """A table of Skat that Bob has opened and that waits for two others."""
    event = remote.let_in(online_event(season.club, "skat"))
    bob = Account.objects.get(username="bob")
    RegistrationFactory(event=event, player=bob.player)
    return tables.open_table(event=event, by=bob, now=timezone.now())


def test_author_makes_a_bot_and_a_token_for_it(open_page, log_in, carol, on_screens):
    page = log_in(open_page(permissions=["clipboard-read", "clipboard-write"]), "carol")
    page.goto("/bots/mine/")
    page.get_by_role("link", name="New remote bot").click()
    page.get_by_label("Name").fill("Fern")
    page.get_by_label("Skat").check()
    page.get_by_role("button", name="Create the bot").click()
    page.get_by_label("Description").fill("laptop")
    page.get_by_role("button", name="Create the token").click()
    page.get_by_role("button", name="Copy the command").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    command = page.evaluate("navigator.clipboard.readText()")
    plain = command.removeprefix("STAMMTISCH_TOKEN=").partition(" ")[0]
    token = people.account_of_token(plain=plain, now=timezone.now())
    assert token.account == RemoteBot.objects.get(name="Fern").account
    assert on_screens(page, "remote-bot-token") == []
    page.evaluate(AXE_SCRIPT)
    assert found_by_axe(page, BY_DAY) == []


def test_opener_asks_bots_and_sees_what_they_answer(open_page, log_in, carol, table, on_screens):
    now = timezone.now()
    fern, shy = (remote.make(carol, now, name=name) for name in ("Fern", "Shy"))
    page = log_in(open_page(), "bob")
    page.goto(f"/tables/{table.code}/")
    for bot in (fern, shy):
        page.locator("li", has_text=bot.name).get_by_role("button").click()
        expect(page.locator("li", has_text=bot.name)).to_contain_text("not answered yet")
    challenges.decline(table=fresh(table), by=shy.account, now=timezone.now())
    tables.join(table=fresh(table), by=fern.account, now=timezone.now())
    expect(page.get_by_text("declined", exact=True)).to_be_visible()
    expect(page.get_by_text("accepted", exact=True)).to_be_visible()
    assert on_screens(page, "table-bots-asked") == []
    page.get_by_role("button", name="Fill free seats with AI players").click()
    expect(page.get_by_role("heading", name="Ask a bot")).to_be_hidden()
    assert OnlineTable.objects.get(pk=table.pk).status == OnlineTable.Status.PLAYING
