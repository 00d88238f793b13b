"""Who may open which page and send which form: every address against the whole cast."""

from contextlib import contextmanager

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse

from league.web.urls import urlpatterns
from tests.league.api.conftest import NOBODY
from tests.league.api.matrix import CAST

from .addresses import methods_of
from .forms_matrix import CHANGING
from .matrix import READING
from .outcomes import LOGIN

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def logged_in(once, cast):
    """The cookies of each member of the cast, which are all but nobody's those of a session."""
    browsers = {who: Client() for who in CAST}
    for who in set(CAST) - {NOBODY}:
        once(lambda who=who: browsers[who].force_login(cast[who]))
    return {who: browser.cookies for who, browser in browsers.items()}


@pytest.fixture
def browser_of(logged_in):
    """Return what makes the browser of a member of the cast; what it forgets, others do not."""

    def make(who):
        browser = Client()
        browser.cookies.update(logged_in[who])
        return browser

    return make


@contextmanager
def rolled_back():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def outcomes(browser_of):
    """Return what tells how a page answers each member of the cast; all find it unchanged."""

    def ask(act):
        found = {}
        for who in CAST:
            with rolled_back():
                found[who] = outcome_of(act(browser_of(who)))
        return found

    return ask


def outcome_of(answer):
    if answer.streaming:
        answer.getvalue()  # to its end, where its file is closed
    is_led_away = answer.headers.get("Location", "").startswith(reverse("web:login"))
    return LOGIN if is_led_away else answer.status_code


def named(row):
    address, *_, wanted = row
    said = f"{address} {row[1].get('act', '')}".strip() if len(row) > 2 else address
    return pytest.param(*row[:-1], dict(zip(CAST, wanted, strict=True)), id=said)


def filled(form, world):
    return {name: value.format(**world) for name, value in form.items()}


@pytest.mark.sweep(12)
@pytest.mark.parametrize(("address", "wanted"), [named(row) for row in READING])
def test_reading(outcomes, world, address, wanted):
    assert outcomes(lambda browser: browser.get(address.format(**world))) == wanted


@pytest.mark.sweep(12)
@pytest.mark.parametrize(("address", "form", "wanted"), [named(row) for row in CHANGING])
def test_changing(outcomes, world, address, form, wanted):
    def send(browser):
        return browser.post(address.format(**world), filled(form, world))

    assert outcomes(send) == wanted


def name_of(address):
    """Return the name that an address of the matrix has in the URL configuration."""
    path = address.partition("?")[0].translate(str.maketrans("_", "-", "{}"))
    return resolve(path).view_name.removeprefix("web:")


def test_every_address_of_the_pages_is_in_the_matrix():
    tried = {(name_of(address), "GET") for address, _ in READING}
    tried |= {(name_of(address), "POST") for address, *_ in CHANGING}
    served = {(one.name, method) for one in urlpatterns for method in methods_of(one)}
    assert tried == served


def addresses_of_the_admin():
    """Return an address for each named page of the admin but its login."""
    patterns = list(admin.site.urls[0])
    patterns += [inner for one in patterns for inner in getattr(one, "url_patterns", [])]
    named = {one.name: one.pattern for one in patterns if getattr(one, "name", None)}
    del named["login"]
    return {
        name: reverse(f"admin:{name}", kwargs=dict.fromkeys(pattern.regex.groupindex, "league"))
        for name, pattern in named.items()
    }


def test_admin_is_for_staff_only(outcomes):
    wanted = {who: 200 if who == "staff" else 302 for who in CAST}
    assert outcomes(lambda browser: browser.get("/admin/")) == wanted


@pytest.mark.further
def test_every_page_of_the_admin_leads_even_an_owner_to_its_login(browser_of):
    browser, found = browser_of("owner"), addresses_of_the_admin()
    assert len(found) > 5 * len(admin.site._registry)
    for name, address in found.items():
        answer = browser.get(address)
        assert answer.headers.get("Location", "").startswith("/admin/"), name
