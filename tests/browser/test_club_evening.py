"""A club evening on phones, from the empty site to the closed season, through pages alone.

Sixteen people of whom four have accounts; real server, workers, clock and database.
"""

import re

import pytest
from playwright.sync_api import expect

from .conftest import PASSWORD, PHONE
from .house import live_server, log_in, surroundings

__all__ = ["live_server", "log_in", "surroundings"]

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow, pytest.mark.xdist_group("programs")]

LISTED = ("Anke", "Bernd", "Dirk Ebert", "Elif", "Fatma", "Georg", "Ines", "Jan", "Kim", "Lars")
GUESTS = ("Marta", "Nuno", "Olga")
OPEN = "open evening: whoever is there is seated as soon as enough wait"
TABLE = re.compile(r"^Table \d+$")
LATE, LEAVING = "Olga", "Jan"
SCORES = ((12, 9, 30, 4, 7, 2), (8, 14, 0, 21, 3, 5), (16, 3, 11, 9, 5, 1), (2, 28, 6, 13, 1, 8))


class Person:
    """Somebody with a phone."""

    def __init__(self, page):
        self.page = page

    def open_account(self, name, *, next_page="/"):
        """Open an account, and come back to where one wanted to go."""
        page = self.page
        page.goto(f"/join/?next={next_page}")
        page.get_by_label("Username").fill(name.lower())
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("The name you play under").fill(name)
        page.get_by_role("button", name="Join", exact=True).click()

    def press(self, name, **options):
        """Press a button of this name."""
        self.page.get_by_role("button", name=name, **options).click()

    def follow(self, name, **options):
        """Follow the first link of this name."""
        self.page.get_by_role("link", name=name, **options).first.click()

    def go(self, address):
        self.page.goto(address)

    def sees(self, text):
        """Wait until a text is there."""
        expect(self.page.get_by_text(text).first).to_be_visible()


@pytest.fixture
def someone(open_page):
    """Return a function that opens an account for a person on a phone of their own."""

    def make(name, **options):
        person = Person(open_page(viewport=PHONE))
        person.open_account(name, **options)
        return person

    return make


def found_a_club(karla):
    """Create a club and a season from the front page; return their addresses."""
    karla.go("/")
    karla.follow("Run a club")
    karla.page.get_by_label("Name of the club").fill("Rote Laterne")
    karla.press("Create")
    karla.page.get_by_label("Name", exact=True).fill("Autumn")
    karla.page.get_by_text("Mit List und Tücke", exact=True).click()
    karla.press("Create and start")
    karla.sees("Now create its first event")
    season = karla.page.url
    karla.follow("Rote Laterne")
    return karla.page.url, season


def plan_an_event(karla, season, name, **choices):
    """Create an event; `choices` by the labels of their fields. Return its address."""
    karla.go(season)
    karla.follow("New event")
    karla.page.get_by_label("Name").fill(name)
    for label, value in choices.items():
        karla.page.get_by_label(label.replace("_", " ")).select_option(label=value)
    karla.press("Create the event")
    karla.sees("The event is created.")
    return karla.page.url


def join_the_club(person, club):
    person.go(club)
    person.press("Agree to play here")


def fill_the_house(karla, event, people):
    """Register those of a list, guests one by one, and who has an account by themselves."""
    for person in people:
        person.go(event)
        person.press("Register", exact=True)
        person.sees("You are registered.")
    karla.go(event)
    karla.follow("Import a list")
    karla.page.get_by_label("Paste the list here").fill("\n".join(LISTED))
    karla.press("Preview")
    karla.press(f"Import {len(LISTED)} people")
    for guest in GUESTS[:-1]:
        karla.go(event)
        karla.page.get_by_label("Name of the guest").fill(guest)
        karla.press("Register this guest")


def draw_a_session(karla, event, *, of_all=False):
    """Draw the next session from those who are there, and publish it; return its address."""
    karla.go(event)
    karla.follow("Next session")
    karla.press("Add the session")
    karla.page.get_by_label("Only players who have checked in").set_checked(not of_all)
    karla.press("Draw the registered players")
    karla.sees("The draw is made.")
    session = karla.page.url
    karla.press("Publish the draw")
    karla.sees("The draw is published.")
    return session


def tables_of(person, session):
    """Return the addresses of the tables of a session."""
    person.go(session)
    links = person.page.locator("#tables h3 a")
    return [link.get_attribute("href") for link in links.all()]


def table_of(person, session, name):
    """Return the address of the table at which somebody sits."""
    person.go(session)
    table = person.page.locator("#tables li.panel").filter(has_text=name)
    return table.locator("h3 a").get_attribute("href")


def enter(person, match):
    """Enter the scores of a table."""
    person.go(match)
    person.follow("Enter the result")
    person.follow("Scores only")
    for field in person.page.locator('input[id^="rounds."]').all():
        number, seat = map(int, re.findall(r"\d+", field.get_attribute("id")))
        field.fill(str(SCORES[number % len(SCORES)][seat]))
    person.press("Enter the result")
    person.sees("The result is entered.")


def confirm(person, match):
    person.go(match)
    person.follow("Review and confirm")
    person.press("Yes, confirm it")
    said = person.page.get_by_text("The result is final and counts in the standings.", exact=True)
    expect(said).to_be_visible()  # the form says nearly the same


def correct(person, match, *, first):
    """Let the first seat have another score in the first round."""
    person.go(match)
    person.page.get_by_text("Is something wrong?").click()
    person.follow("Correct the result")
    person.page.locator('[id="rounds.0.0"]').fill(first)
    person.page.get_by_label("Reason").fill("misread on the sheet")
    person.press("Preview the changes")
    person.sees("What this changes")
    person.press("Correct the result")
    person.sees("The result is corrected")


def dispute(person, match):
    person.go(match)
    person.page.get_by_text("Is something wrong?").click()
    person.page.locator("#dispute-reason").fill("The first round was mine.")
    person.press("Dispute the result")
    person.sees("Disputed result:")


def seat_a_latecomer(karla, event, session):
    """Let in somebody who comes when the draw is published, and seat them at a table of three."""
    karla.go(event)
    karla.page.get_by_label("Name of the guest").fill(LATE)
    karla.press("Register this guest")
    karla.press(f"Check {LATE} in")
    karla.go(session)
    karla.follow(re.compile("Seat a latecomer"))
    karla.page.get_by_role("button", name=f"Seat {LATE} at").first.click()
    karla.sees(f"{LATE} now sits at")


def let_go(karla, event, name):
    """Let somebody leave from the next session on."""
    karla.go(event)
    karla.follow(re.compile(rf"More\W+{name}"))
    karla.press("Withdraw from the event")


def make_a_scorer(karla, club, username):
    karla.go(f"{club}members/new/")
    karla.page.get_by_label("Username").fill(username)
    karla.page.get_by_label("Role").select_option(label="scorer")
    karla.press("Add")


def play_a_cup(karla, sven, season, people):
    """Let eight play for a cup; the first seat of each table wins."""
    cup = plan_an_event(karla, season, "Cup", How_tables_are_drawn="knock-out")
    for person in people:
        person.go(cup)
        person.press("Register", exact=True)
    for name in LISTED[:6]:
        karla.go(cup)
        karla.follow("Add a player")
        karla.page.get_by_label("Player", exact=True).select_option(label=name)
        karla.press("Register", exact=True)
    for _round in range(2):
        for match in tables_of(sven, draw_a_session(karla, cup, of_all=True)):
            enter(sven, match)
            confirm(karla, match)
    people[0].go(cup)
    expect(people[0].page.locator(".bracket__ranks li").first).to_contain_text("1.")


def found_teams(karla, club):
    """Make four teams of two out of guests; return their names."""
    names = []
    for first, second in zip(LISTED[:8:2], LISTED[1:8:2], strict=True):
        karla.go(f"{club}teams/new/")
        names.append(f"{first} & {second}")
        karla.page.get_by_label("Name", exact=True).fill(names[-1])
        for place, name in enumerate((first, second), start=1):
            karla.page.get_by_label(name, exact=True).fill(str(place))
        karla.press("Save the team")
    return names


def play_a_league_day(karla, sven, club):
    """Let four teams play one league day of two sessions."""
    names = found_teams(karla, club)
    karla.go(f"{club}leagues/new/")
    karla.page.get_by_label("Name", exact=True).fill("Team league")
    karla.page.get_by_label("First season").select_option(label="Autumn")
    karla.page.get_by_label("Players per team in a line-up").fill("2")
    karla.page.get_by_role("textbox", name="Division 1").fill("First")
    karla.press("Create the league")
    karla.follow("First")
    division = karla.page.url
    karla.follow("Add players or teams")
    for name in names:
        karla.page.get_by_label(name, exact=True).check()
    karla.press("Add")
    karla.follow("Create a league day")
    karla.page.get_by_label("Name", exact=True).fill("First day")
    karla.page.get_by_label("Sessions").fill("1")
    karla.press("Draw the sessions")
    karla.sees("The league day is drawn.")
    karla.follow("Session 1")
    session = karla.page.url
    karla.press("Publish the draw")
    for match in tables_of(sven, session):
        enter(sven, match)
        confirm(karla, match)
    karla.go(division)
    expect(karla.page.locator("main tbody tr")).to_have_count(4)


def hold_an_open_evening(karla, bob, sven, season):
    """Seat eight as they come, and again once they have played; then let the last tables finish."""
    event = plan_an_event(karla, season, "Friday", How_tables_are_drawn=OPEN)
    for name in LISTED[:8]:
        karla.go(event)
        karla.follow("Add a player")
        karla.page.get_by_label("Player", exact=True).select_option(label=name)
        karla.press("Register", exact=True)
    bob.go(event)
    bob.press("Register", exact=True)
    karla.go(f"{event}evening/")
    karla.press("Open the evening")
    bob.go(f"{event}evening/")
    bob.press("I am here")
    bob.sees("You wait for a table, number 1 in line.")
    for _player in range(7):
        karla.page.get_by_role("button", name="Check in").first.click()
    expect(karla.page.get_by_role("link", name=TABLE)).to_have_count(2)
    bob.sees("Your table: 1")
    play_all_tables(karla, sven, event)
    karla.go(f"{event}evening/")
    expect(karla.page.get_by_role("link", name=TABLE)).to_have_count(2)  # who was there plays on
    karla.press("Seat nobody any more")
    play_all_tables(karla, sven, event)
    karla.go(f"{event}evening/")
    karla.press("End the evening")
    karla.sees("This evening has ended.")
    bob.go(f"{event}ranking/")
    bob.sees("Per match")


def play_all_tables(karla, sven, event):
    for match in open_tables(sven, event):
        enter(sven, match)
        confirm(karla, match)


def open_tables(person, event):
    """Return the addresses of the tables in play."""
    person.go(f"{event}evening/")
    links = person.page.get_by_role("link", name=TABLE)
    return [link.get_attribute("href") for link in links.all()]


def close_the_season(karla, season):
    karla.go(season)
    karla.follow("Close the season")
    karla.sees("Final table")
    karla.press("Close the season")
    karla.sees("The season is closed")


def test_an_evening_of_sixteen_with_all_that_happens(someone, picture):
    karla = someone("Karla")
    club, season = found_a_club(karla)
    bob, cleo, sven = (someone(name, next_page="/") for name in ("Bob", "Cleo", "Sven"))
    for person in (bob, cleo, sven):
        join_the_club(person, club)
    make_a_scorer(karla, club, "sven")
    evening = plan_an_event(karla, season, "Thursday", Players_at_a_table="4")
    fill_the_house(karla, evening, (bob, cleo, karla))
    karla.go(evening)
    karla.follow("Check-in")
    karla.press("Check everybody in")
    karla.sees("15 of 15 have checked in")
    first = draw_a_session(karla, evening)
    seat_a_latecomer(karla, evening, first)
    for match in tables_of(sven, first):
        enter(sven, match)
        confirm(karla, match)
    own = table_of(bob, first, "Bob")
    dispute(bob, own)
    correct(karla, own, first="13")
    correct(karla, next(match for match in tables_of(karla, first) if match != own), first="14")
    let_go(karla, evening, LEAVING)
    second = draw_a_session(karla, evening)
    for match in tables_of(sven, second):
        enter(sven, match)
        confirm(karla, match)
    bob.go(evening)
    bob.follow("Ranking of this event")
    bob.sees("Olga")
    picture(bob.page, "club-evening-ranking-390")
    for session in (first, second):
        karla.go(session)
        karla.press("Close the session")
        karla.sees("The session is closed.")
    karla.go(f"{club}desk/")
    karla.sees("Everything is done.")
    play_a_cup(karla, sven, season, (bob, cleo))
    play_a_league_day(karla, sven, club)
    hold_an_open_evening(karla, bob, sven, season)
    close_the_season(karla, season)
