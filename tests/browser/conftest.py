"""A real browser in front of a real server: the system's Chromium, driven by Playwright."""

import os
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from playwright.sync_api import sync_playwright

from league.management.commands.compiletexts import compile_texts
from league.models import Match, Record, Role
from league.services import play, results
from tests.league.factories import (
    NOW,
    BotFactory,
    ClubFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
PASSWORD = "tricky cards"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def browser():
    """The browser; without Chromium these tests are skipped, but never in CI.

    Playwright runs an event loop in this thread, beside which Django's database must be allowed.
    """
    if not CHROMIUM.exists() and "CI" not in os.environ:
        pytest.skip(f"there is no {CHROMIUM}; install Chromium or set CHROMIUM")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        launched = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session", autouse=True)
def texts():
    """Compile the translations."""
    for folder in django_settings.LOCALE_PATHS:
        compile_texts(Path(folder))


@pytest.fixture(autouse=True)
def surroundings(monkeypatch, settings):
    """Wake up no worker, and do not spend most of the time on hashing passwords."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    monkeypatch.setattr("league.queue.current_app.send_task", lambda *args, **kwargs: None)


def complaint(said):
    """Return what the console holds against the page; a form refused with 422 is no fault."""
    if said.type not in {"error", "warning"} or "status of 422" in said.text:
        return []
    return [said.text]


@pytest.fixture
def open_page(browser, live_server):
    """Return a page in a browser of its own; at the end nobody's console may have complained."""
    contexts, complaints = [], []

    def make(*, viewport=PHONE, **options):
        context = browser.new_context(
            base_url=live_server.url, viewport=viewport, locale="en", **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda said: complaints.extend(complaint(said)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def log_in():
    """Log in through the form."""

    def do(page, name):
        page.goto("/login/")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Log in").click()
        page.wait_for_url("**/")
        return page

    return do


@pytest.fixture
def season(live_server):
    """A running season of a club where Alice organises and Bob is a member."""
    club = ClubFactory(slug="linde", name="Stammtisch zur Linde", about="Thursdays at eight.")
    for name, role in (("Alice", Role.ORGANISER), ("Bob", Role.MEMBER)):
        player = PersonFactory(name=name)
        player.account.set_password(PASSWORD)
        player.account.save()
        MembershipFactory(club=club, player=player, role=role)
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
    bots = [BotFactory(builtin=name, name=name.capitalize()) for name in ("random", "greedy")]
    match = MatchFactory(session=session, table_number=2, players=bots * 2, secret=bytes(32))
    results.store_played(plays=[play.play(match)], now=NOW)
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk], now=NOW)
    match.refresh_from_db()
    return match


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
