"""What visitors are sent from what is kept: the same as would be made for them, on every page."""

import random

import pytest
from django.test import Client
from django.test.client import ClientHandler
from django.urls import resolve
from django.utils import timezone

from league.config import kept
from tests.browser.pages import PAGES
from tests.league.api.conftest import NOBODY
from tests.league.api.matrix import CAST
from tests.league.api.matrix import EVERYBODY as ALL
from tests.league.api.matrix import READING as RESOURCES
from tests.league.writings import as_if_committed

from .forms_matrix import CHANGING
from .matrix import READING
from .outcomes import EVERYBODY
from .test_rights import filled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_answers")]

LISTED = [*PAGES[NOBODY], *(path for path, who in READING if who == EVERYBODY)]
OPEN = [path for path in dict.fromkeys(LISTED) if path != "/nowhere/"]
OPEN += [f"/api/v1/{path}" for path, who in RESOURCES if who == ALL]
"""What anybody may look at; names in braces are those of the world."""
FORMS = 60
"""So many are sent, by three people each."""


@pytest.fixture
def site(kept_answers):
    """One process of the site; browsers made anew share what it keeps."""
    handler = ClientHandler(enforce_csrf_checks=False)
    handler.load_middleware()
    return handler


def browser_at(site):
    browser = Client()
    browser.handler = site
    return browser


def route_of(path):
    return resolve(path.partition("?")[0]).view_name


def paths_of(world):
    """Return the addresses of what is kept."""
    paths = {}
    for path in OPEN:
        try:
            paths.setdefault(path.format(**world))
        except KeyError:
            continue  # what only the API's world has
    return [path for path in paths if route_of(path) in kept.FOR_EVERYBODY]


def is_kept(answer):
    return answer.headers.get("Cache-Control") == kept.FOR_CACHES


def seen(answer):
    """Return what somebody sees of an answer; a refusal has an id of its own."""
    told = answer.content if answer.status_code == 200 else b""
    return answer.status_code, told, answer.headers.get("ETag")


def test_every_page_of_the_list_is_kept(world):
    answers = {path: Client().get(path) for path in paths_of(world)}
    looked_at = {route_of(path) for path, answer in answers.items() if is_kept(answer)}
    assert looked_at >= {f"web:{page}" for page in kept.PAGES} | kept.MOVING
    assert not any(answer.cookies for answer in answers.values())


@pytest.mark.further
def test_no_page_that_holds_until_something_is_stored_looks_at_the_clock(world, monkeypatch):
    now, asked = timezone.now, []
    monkeypatch.setattr(timezone, "now", lambda: asked.append(1) or now())
    for path in paths_of(world):
        asked.clear()
        answer = Client(REMOTE_ADDR="127.0.0.1").get(path)
        if is_kept(answer) and route_of(path) in kept.STEADY:
            assert not asked, path


@pytest.mark.further
def test_whatever_is_done_visitors_see_what_is_so(site, world, cast, settings, monkeypatch):
    """Send forms of the site in any order, those of others too; compare some pages after each."""
    settings.LADDER_OPEN = 1
    stopped = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: stopped)
    chance, paths = random.Random(27), paths_of(world)
    browsers = {who: browser_at(site) for who in CAST}
    for who in set(CAST) - {NOBODY}:
        browsers[who].force_login(cast[who])
    changed = held = 0
    for address, form, _wanted in chance.sample(CHANGING, FORMS):
        as_if_committed()
        looked_at = chance.sample(paths, 8)
        before = {path: seen(browser_at(site).get(path)) for path in looked_at}
        for who in ("alice", "bob", "carol"):
            browsers[who].post(address.format(**world), filled(form, world))
        for path in looked_at:
            fresh = seen(Client().get(path))
            assert seen(browser_at(site).get(path)) == fresh, (address, path)
            changed += before[path] != fresh
            held += before[path] == fresh
    assert changed > FORMS / 20
    assert held > FORMS


@pytest.mark.further
@pytest.mark.parametrize("who", [who for who in CAST if who != NOBODY])
def test_nobody_who_is_logged_in_gets_what_is_kept(site, world, cast, who):
    browser = browser_at(site)
    browser.force_login(cast[who])
    for path in ("/", "/clubs/linde/", "/matches/{match}/", "/events/{event}/"):
        address = path.format(**world)
        for_visitors = browser_at(site).get(address)
        answer = browser.get(address)
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert b"Log out" in answer.content
        assert b"Log out" not in for_visitors.content
        assert seen(browser_at(site).get(address)) == seen(for_visitors)
