"""A real browser in front of a real server: the system's Chromium, driven by Playwright."""

import asyncio
import os
import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings as django_settings
from django.test import Client
from playwright.sync_api import Locator, Page, expect, sync_playwright

import games
from league.models import Account, Match, Role
from league.queue import task_name
from league.services.play import table_answers
from tests.faults.network import cables_left_alone
from tests.league.conftest import same_deals, texts
from tests.league.factories import (
    ClubFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)
from tests.league.web.online import online_event, play, seat_people

from .pages import played_by_bots

__all__ = ["same_deals", "texts"]

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
PASSWORD = "tricky cards"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}

SCREENS = ((PHONE, "light"), (PHONE, "dark"), (DESK, "light"))

OFFERED = "button.hold[name], .tick, .ask__buttons .button, #deal, .table__end"
"""What one can do at a table, in the order in which it is tried."""

PATIENCE_MS = 30_000
"""How long something may take to be there: a busy machine is slow, and no test is about that."""

expect.set_options(timeout=PATIENCE_MS)


def whole_page_after(action):
    """Return an action of a locator after which the page is there whole.

    A click returns when the first bytes of the next page are there, and what is asked without
    waiting (`all()`, `count()`) would see as much of it as has been read.
    """

    def act(locator, *args, **kwargs):
        action(locator, *args, **kwargs)
        locator.page.wait_for_load_state("domcontentloaded")

    return act


FUNCTION = re.compile(r"\s*(async )?(\w+|\(.*?\)) *=>")


def functions_only(wait):
    """Return `Page.wait_for_function` that takes functions only.

    An expression is evaluated anew each time it is tried, and all but the first time the page's
    policy refuses that; so such a wait fails where the page is not as fast as the test.
    """

    def checked(page, expression, **options):
        if not FUNCTION.match(expression):
            raise ValueError(f"wait for a function, such as () => …, and not for {expression}")
        return wait(page, expression, **options)

    return checked


@pytest.fixture(scope="module")
def browser():
    """The browser.

    Playwright runs an event loop in this thread, beside which Django's database must be allowed.
    """
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        for action in ("click", "tap", "press"):
            patch.setattr(Locator, action, whole_page_after(getattr(Locator, action)))
        patch.setattr(Page, "wait_for_function", functions_only(Page.wait_for_function))
        launched = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield launched
        launched.close()


@pytest.fixture(autouse=True)
def surroundings(monkeypatch, settings):
    """Wake up no worker, and do not spend most of the time on hashing passwords."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    monkeypatch.setattr("league.queue.current_app.send_task", lambda *args, **kwargs: None)


@pytest.fixture
def of_the_story():
    """What variables a story in a house has set beside those of all houses."""
    return {}


@pytest.fixture
def answers(monkeypatch):
    """Have bots answer at once, where a worker would get the message."""

    def send_task(name, args=(), **options):
        if name == task_name("answer_tables"):
            table_answers.answer_tables(ids=args[0])

    monkeypatch.setattr("league.queue.current_app.send_task", send_task)


LEFT = ("htmx:sendAbort", "htmx:afterRequest")
"""What htmx says of a request whose page is left; of one that fails, it says more than these."""
BLOCKED = "Service Worker registration blocked by Playwright"


def complaint(said, *, but):
    """Return what the console holds against the page, but not what contains some words."""
    is_expected = any(words in said.text for words in (*LEFT, BLOCKED, *but))
    return [said.text] if said.type in {"error", "warning"} and not is_expected else []


def unanswered(browser):
    """Return what waits for a test to answer a request."""
    waiting = (task.get_coro() for task in asyncio.all_tasks(browser._loop))
    return [each for each in waiting if each.__qualname__ == "Page._on_route"]


@pytest.fixture
def undisturbed():
    """Let no other test end the requests of this one's browser."""
    with cables_left_alone():
        yield


@pytest.fixture
def open_page(undisturbed, browser, live_server):
    """Return a page in a browser of its own; at the end nobody's console may have complained.

    Nor may a request wait that a test has stopped on its way (`page.route`): Python would log an
    error of it whenever it collects the garbage, in the middle of some other test.

    Nothing is kept for the time without network, unless a test is about that: what the worker asks
    for, no test could stop.

    `but` is in complaints that are expected: a form may be refused with 422. Tables are drawn at
    once, unless a test is about their `pace`.

    The first answer of a process imports views and reads templates, seconds on a busy machine;
    that is over before a browser asks.
    """
    contexts, complaints = [], []
    urlopen(f"{live_server.url}/login/", timeout=60).close()

    def make(
        *, viewport=PHONE, but=("status of 422",), pace="once", service_workers="block", **options
    ):
        kept = [{"name": "stammtisch.pace", "value": pace}]
        context = browser.new_context(
            base_url=live_server.url,
            viewport=viewport,
            locale="en",
            service_workers=service_workers,
            storage_state={"origins": [{"origin": live_server.url, "localStorage": kept}]},
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda said: complaints.extend(complaint(said, but=but)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []
    assert unanswered(browser) == []


@pytest.fixture
def wait_for():
    """Let a page go on until what a test has begun holds something, as long as patience lasts."""

    def wait(page, held):
        for _ in range(PATIENCE_MS // 20):
            if held:
                return
            page.wait_for_timeout(20)
        pytest.fail("nothing came")

    return wait


@pytest.fixture
def log_in(live_server):
    """Log in without the form, through which `house.log_in` goes."""

    def do(page, name):
        client = Client()
        client.force_login(Account.objects.get(username=name))
        value = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
        return page

    return do


@pytest.fixture
def as_alice(open_page, log_in):
    """Return a function that opens a page of Alice's, who organises."""
    return lambda **options: log_in(open_page(**options), "alice")


def person(name):
    """Return a player who can log in by the form, too."""
    player = PersonFactory(name=name)
    player.account.set_password(PASSWORD)
    player.account.save()
    return player


@pytest.fixture
def carol(live_server):
    """The account of an author."""
    return person("Carol").account


@pytest.fixture
def season(live_server):
    """A running season of a club where Alice organises and Bob is a member."""
    club = ClubFactory(slug="linde", name="Stammtisch zur Linde", about="Thursdays at eight.")
    for name, role in (("Alice", Role.ORGANISER), ("Bob", Role.MEMBER)):
        MembershipFactory(club=club, player=person(name), role=role)
    return SeasonFactory(club=club, name="Winter")


@pytest.fixture
def session(season):
    """A published session; Bob's table waits for its result."""
    found = SessionFactory(event=EventFactory(season=season, name="November"), number=1)
    bob = season.club.memberships.get(player__name="Bob").player
    others = [PlayerFactory(name=name) for name in ("Dora", "Emil", "Frida")]
    MatchFactory(session=found, table_number=1, players=[bob, *others])
    return found


@pytest.fixture
def match(session) -> Match:
    return session.matches.get(table_number=1)


@pytest.fixture
def final(session) -> Match:
    """Table 2 of the session, played by bots, replayed and counted."""
    return played_by_bots(session, 2)


@pytest.fixture(scope="session")
def picture():
    """Take a picture of a whole page into var/screenshots, if PICTURES asks for them."""
    folder = Path(django_settings.VAR_DIR) / "screenshots"
    is_wanted = "PICTURES" in os.environ
    folder.mkdir(parents=True, exist_ok=True)

    def take(page, name):
        if is_wanted:
            page.screenshot(path=folder / f"{name}.png", full_page=True)

    return take


@pytest.fixture
def on_screens(picture):
    """Return a function that pictures a page on screens, and returns those it is too wide for."""

    def show(page, name, screens=SCREENS):
        found = []
        for size, scheme in screens:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            picture(page, f"{name}-{size['width']}-{scheme}")
            if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
                found.append(f"{name} on {size['width']} pixels")
        return found

    return show


@pytest.fixture
def too_wide(on_screens):
    """Return a function that visits pages and returns those that are too wide for a screen."""

    def visit(page, addresses, *, is_unfolded=False):
        found = []
        for name, address in addresses.items():
            assert page.goto(address).ok
            for summary in page.locator("summary").all() if is_unfolded else ():
                summary.click()
            found += on_screens(page, name)
        return found

    return visit


@pytest.fixture
def table(season):
    """Return a table of a game after some actions, and the name of who is to act."""

    def make(slug, steps):
        found, accounts = seat_people(online_event(season.club, slug), games.get(slug).players[-1])
        found = play(found, accounts, steps, seed=3)
        return found, accounts[found.turn or 0].username

    return make
