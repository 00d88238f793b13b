"""A whole evening, as those who are there live it: real server, workers, clock and database."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from league.models import Match, Role, Session
from tests.league.factories import MembershipFactory

from .conftest import DESK, PHONE, person
from .house import live_server, log_in, surroundings

__all__ = ["live_server", "log_in", "surroundings"]

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow, pytest.mark.xdist_group("programs")]

GUESTS = ("Cleo", "Dan", "Eva", "Fritz", "Gerd", "Hanna")
SHEETS = (("blue", 6, "green", 4), ("red", 6, "yellow", 4))
"""What the first two seats have won in each round."""


@pytest.fixture
def sven(season):
    """Who keeps the scores, and does not play."""
    MembershipFactory(club=season.club, role=Role.SCORER, player=person("Sven"))


def plan(page, sessions="2"):
    """Find nothing to do at the desk, and plan an event of some sessions."""
    page.goto("/clubs/linde/desk/")
    expect(page.get_by_text("Everything is done.")).to_be_visible()
    page.get_by_role("link", name="Stammtisch zur Linde").click()
    page.get_by_role("link", name="Winter").click()
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name").fill("Thursday")
    page.get_by_label("Planned sessions").fill(sessions)
    page.get_by_label("Players at a table").select_option("4")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_text("The event is created.")).to_be_visible()


def register_guests(page):
    page.get_by_role("link", name="Import a list").click()
    page.get_by_label("Paste the list here").fill("\n".join(GUESTS))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name=f"Import {len(GUESTS)} people").click()
    expect(page.get_by_role("link", name="Check-in")).to_be_visible()


def stand_at_the_door(page, event):
    """Let everybody in on a phone, one who is not registered too."""
    page.goto(event)
    page.get_by_role("link", name="Add a player").click()
    page.get_by_label("Player", exact=True).select_option(label="Alice")
    page.get_by_role("button", name="Register", exact=True).click()
    page.get_by_role("link", name="Check-in").click()
    page.get_by_label("Find by name").fill("Cleo")
    page.get_by_role("button", name="Check Cleo in").click()
    expect(page.get_by_role("heading", name="1 of 8 have checked in")).to_be_visible()
    page.get_by_role("button", name="Check everybody in").click()
    expect(page.get_by_role("heading", name="8 of 8 have checked in")).to_be_visible()


def draw(page, event, *, only_here=True):
    """Add a session and draw it, from those who are there or all; return its address."""
    page.goto(event)
    page.get_by_role("link", name="Next session").click()
    page.get_by_role("button", name="Add the session").click()
    if only_here:
        page.get_by_label("Only players who have checked in").check()
    page.get_by_role("button", name="Draw the registered players").click()
    expect(page.get_by_text("The draw is made.")).to_be_visible()
    return page.url


def look_at_a_price(page):
    """Choose two players by key, and leave them where they are once the price is known."""
    page.wait_for_load_state()  # keys pressed before its scripts run are lost
    grips = page.locator("#tables .grip")
    grips.nth(0).press("Enter")
    grips.nth(4).press("Enter")
    expect(page.locator("#swap")).to_contain_text("If you swap")
    page.get_by_role("button", name="Do not swap").click()


def publish(page):
    page.get_by_role("button", name="Publish the draw").click()
    expect(page.get_by_text("The draw is published.")).to_be_visible()


def enter_sheets(page, match):
    """Find the match at the desk, and enter a sheet for each of its rounds."""
    page.goto("/clubs/linde/desk/?list=missing")
    page.locator(f'a.button[href="/matches/{match.code}/result/"]').click()
    for number, (seat, stacks) in product(range(4), enumerate(SHEETS)):
        for colour, cards in zip(stacks[::2], stacks[1::2], strict=True):
            field = f"rounds.{number}.sheet.players.{seat}.{colour}"
            page.locator(f'[id="{field}"]').fill(str(cards))
    page.get_by_role("button", name="Enter the result").click()
    expect(page.get_by_text("The result is entered.")).to_be_visible()
    expect(page.locator("tfoot tr").first).to_have_text(re.compile(r"Total\s*96\s*96\s*0\s*0"))


def confirm(page):
    """Confirm, as a second person, the only result that waits for one."""
    page.goto("/clubs/linde/desk/?list=unconfirmed")
    page.get_by_role("link", name=re.compile("Review and confirm")).click()
    page.get_by_role("button", name="Yes, confirm it").click()
    said = "The result is final and counts in the standings."
    expect(page.get_by_text(said, exact=True)).to_be_visible()


def dispute(page, match):
    page.goto(f"/matches/{match.code}/")
    page.get_by_text("Is something wrong?").click()
    page.locator("#dispute-reason").fill("The first round was mine.")
    page.get_by_role("button", name="Dispute the result").click()
    expect(page.get_by_text("Disputed result:")).to_be_visible()


def correct(page, match):
    """Find the dispute at the desk, and correct the first round once it is known what changes."""
    page.goto("/clubs/linde/desk/")
    page.get_by_role("link", name=re.compile("Review the dispute")).click()
    page.get_by_text("Is something wrong?").click()
    page.get_by_role("link", name="Correct the result").click()
    page.locator('[id="rounds.0.sheet.players.0.blue"]').fill("8")
    page.get_by_label("Reason").fill("two cards were overlooked")
    page.get_by_role("button", name="Preview the changes").click()
    expect(page.get_by_role("heading", name="What this changes")).to_be_visible()
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("The result is corrected")).to_be_visible()


def close(page, session):
    page.goto(session)
    page.get_by_role("button", name="Close the session").click()
    expect(page.get_by_text("The session is closed.")).to_be_visible()


def match_of(session, table):
    return Match.objects.get(session__number=session, table_number=table)


@pytest.mark.usefixtures("sven")
def test_an_evening_from_the_empty_desk_to_the_closed_season(open_page, log_in, season, picture):
    alice = log_in(open_page(viewport=DESK), "alice")
    plan(alice)
    event = alice.url
    register_guests(alice)
    bob = log_in(open_page(viewport=PHONE), "bob")
    bob.goto(event)
    bob.get_by_role("button", name="Register", exact=True).click()
    stand_at_the_door(log_in(open_page(viewport=PHONE), "alice"), event)

    first = draw(alice, event)
    look_at_a_price(alice)
    publish(alice)
    sven = log_in(open_page(viewport=PHONE), "sven")
    one, two = (match_of(1, table) for table in (1, 2))
    enter_sheets(sven, one)
    confirm(alice)
    second = draw(alice, event)  # while table 2 still plays
    publish(alice)
    enter_sheets(sven, two)
    confirm(alice)

    own = one if one.seats.filter(player__name="Bob").exists() else two
    dispute(bob, own)
    correct(alice, own)
    for table in (1, 2):
        enter_sheets(sven, match_of(2, table))
        confirm(alice)

    alice.goto("/clubs/linde/desk/")
    expect(alice.get_by_role("heading", name="Sessions to close 2")).to_be_visible()
    for session in (first, second):
        close(alice, session)
    alice.goto("/clubs/linde/desk/")
    expect(alice.get_by_text("Everything is done.")).to_be_visible()

    bob.goto(f"/seasons/{season.code}/")
    expect(bob.locator(".standings tbody tr")).to_have_count(8)
    expect(bob.locator(".standings")).to_contain_text("Bob")
    picture(bob, "evening-standings-390")
    alice.goto(f"/seasons/{season.code}/")
    alice.get_by_role("link", name="Close the season").click()
    alice.get_by_role("button", name="Close the season").click()
    expect(alice.get_by_text("The season is closed")).to_be_visible()
    assert set(Session.objects.values_list("status", flat=True)) == {"closed"}
    assert set(Match.objects.values_list("status", flat=True)) == {"final"}
