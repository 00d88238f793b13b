"""Browsers add numbers to the deals of online tables, and check later that they were used."""

import json
from datetime import timedelta

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Account, OnlineTable, TableSeat
from league.services.accounts import people
from league.services.play import table_answers, tables
from tests.league.factories import MembershipFactory, RegistrationFactory
from tests.league.web.online import fresh, online_event, play

from .conftest import person
from .test_accessibility import BY_DAY, found_by_axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

KEPT = """() => Object.entries(localStorage)
  .filter(([place]) => place.startsWith("stammtisch.number."))
  .map(([place, text]) => [place, JSON.parse(text).number])"""
SPOIL = """name => {
  const place = Object.keys(localStorage).find((place) => place.startsWith("stammtisch.number."));
  const added = JSON.parse(localStorage.getItem(place));
  localStorage.setItem(place, JSON.stringify({ ...added, [name]: "00" }));
}"""
USED = "The number that this browser added is used."


@pytest.fixture
def event(season):
    """An online event of Briscola for two, for which Bob and Dora are registered."""
    found = online_event(season.club, "briscola")
    found.bots.add(people.builtin_bot(name="greedy"))
    MembershipFactory(club=season.club, player=person("Dora"))
    for name in ("bob", "dora"):
        RegistrationFactory(event=found, player=Account.objects.get(username=name).player)
    return found


@pytest.fixture
def opened(open_page, log_in, event):
    """Return a function that opens a table for two as Bob, on a page of options."""

    def do(company, **options):
        page = log_in(open_page(**options), "bob")
        page.goto(reverse("web:tables", args=[event.code]))
        page.locator("#seats").evaluate("seats => { seats.value = '2'; }")
        page.get_by_role("button", name=company).click()
        expect(page.locator("#table")).to_be_visible()
        return page

    return do


def added():
    """Return what is stored of each seat of the one table, in hexadecimal digits."""
    rows = TableSeat.objects.order_by("number").values_list("added", flat=True)
    return [number and bytes(number).hex() for number in rows]


def kept(page):
    """Return the one number that the browser of a page keeps."""
    [[_place, number]] = page.evaluate(KEPT)
    return number


def finish(*names):
    """Play the match of these people to its end, where bots answer, and return its code."""
    accounts = [Account.objects.get(username=name) for name in names]
    table = fresh(OnlineTable.objects.get())
    while table.status == OnlineTable.Status.PLAYING:
        if table.awaits == OnlineTable.Awaits.BOT:
            table_answers.answer_tables(ids=[table.pk])
        else:
            play(table, accounts, 1)
        table = fresh(table)
    return table.match.code


def verdict(page, record=None):
    """Check a record, or the one that is open, and return what is said and what was found wrong."""
    if record is not None:
        page.get_by_label("Or paste the record here").fill(json.dumps(record))
        page.locator("#verdict").evaluate("said => { said.textContent = ''; }")
        page.get_by_role("button", name="Check the deals").click()
    expect(page.locator("#verdict")).not_to_be_empty()
    said = page.locator("#verdict").inner_text()
    return said, page.locator(".finding--bad").all_inner_texts()


def test_two_people_add_numbers_and_find_them_used(open_page, log_in, opened):
    bobs = opened("Wait for other people")
    doras = log_in(open_page(), "dora")
    doras.goto(reverse("web:table", args=[OnlineTable.objects.get().code]))
    doras.get_by_role("button", name="Sit down").click()
    for page in (bobs, doras):
        expect(page.locator(".own-hand")).to_be_visible()
    assert added() == [kept(bobs), kept(doras)]
    code = finish("bob", "dora")
    bobs.reload()
    bobs.locator("details", has=bobs.locator("[data-kept-for]")).locator("summary").click()
    expect(bobs.locator("[data-kept-for]")).to_be_visible()
    expect(bobs.locator("[data-kept-for]")).to_have_text(USED)
    bobs.goto(f"/fair-deals/?match={code}")
    said, wrong = verdict(bobs)
    assert (said[:25], wrong) == ("Nobody chose these cards:", [])
    assert USED in bobs.locator(".finding--good").all_inner_texts()
    record = json.loads(bobs.get_by_label("Or paste the record here").input_value())
    forged = record | {"numbers": [record["numbers"][0], "7a" * 32]}
    said, wrong = verdict(bobs, forged)
    assert said == "This record does not agree with its secret."
    assert len(wrong) >= 2
    assert verdict(bobs, record | {"numbers": []})[0].startswith("This is not a record")


def test_who_plays_alone_adds_a_number_and_gets_cards_at_once(opened):
    page = opened("Play against AI players")
    expect(page.locator(".own-hand")).to_be_visible()
    assert added() == [kept(page), None]
    page.reload()
    expect(page.locator(".own-hand")).to_be_visible()
    assert added() == [kept(page), None]


def test_a_number_that_is_left_out_is_noticed(opened):
    page = opened("Play against AI players")
    expect(page.locator(".own-hand")).to_be_visible()
    code = finish("bob")
    page.evaluate(SPOIL, "number")
    page.reload()
    expect(page.locator("[data-kept-for]")).to_contain_text("is not used: it came too late")
    page.goto(f"/fair-deals/?match={code}")
    said, wrong = verdict(page)
    assert "but not from the number that this browser added" in said
    assert len(wrong) == 1


def test_without_scripts_cards_are_dealt_at_once(opened):
    page = opened("Play against AI players", java_script_enabled=False)
    expect(page.locator(".own-hand")).to_be_visible()
    assert added() == [None, None]


def test_another_commitment_than_the_browser_saw_is_noticed(opened):
    page = opened("Play against AI players")
    expect(page.locator(".own-hand")).to_be_visible()
    code = finish("bob")
    page.evaluate(SPOIL, "commitment")
    page.goto(f"/fair-deals/?match={code}")
    said, wrong = verdict(page)
    assert said == "This record does not agree with its secret."
    assert wrong == ["This browser saw another fingerprint before it added its number."]


@pytest.fixture
def with_axe(browser, live_server):
    """Return a page that axe can look at."""
    context = browser.new_context(base_url=live_server.url, locale="en", bypass_csp=True)
    context.add_init_script(AXE_SCRIPT)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("who", [None, "dora"])
def test_page_that_waits_for_numbers_fits_everybody(with_axe, event, log_in, on_screens, who):
    bob, dora = (Account.objects.get(username=name) for name in ("bob", "dora"))
    later = timezone.now() + timedelta(hours=1)  # so that no slow machine misses the wait
    table = tables.open_table(event=event, by=bob, seats=2, now=later)
    tables.join(table=table, by=dora, now=later)
    page = log_in(with_axe, who) if who else with_axe
    page.goto(reverse("web:table", args=[table.code]))
    if who:
        expect(page.locator("[data-number-for]")).to_have_count(0)
    expect(page.get_by_role("heading", name="The cards are about to be dealt")).to_be_visible()
    assert on_screens(page, f"table-waits-for-numbers-{who}") == []
    assert found_by_axe(page, BY_DAY) == []
