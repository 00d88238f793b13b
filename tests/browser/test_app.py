"""The site as an app of a phone: installed, read without network, and empty after logging out."""

import json
import re
import threading

import pytest
from django.test import Client
from playwright.sync_api import expect

from league.models import Account, Result
from league.services.base import rights

from .conftest import PATIENCE_MS
from .test_evening import SCORES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("chromium"),
    pytest.mark.django_db(transaction=True),
]

AWAY = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "htmx:sendError", "status of 409", "Failed to")
NAMES = "async () => (await caches.keys()).filter((name) => name.startsWith('stammtisch-pages-'))"
KEPT = """async () => {
  const urls = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("stammtisch-pages-")) continue;
    for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
  }
  return urls.sort();
}"""
WAITING = "async () => (await unsent.all()).length"


@pytest.fixture
def open_app(open_page):
    """Return a function that opens a page whose worker is at work."""

    def make(**options):
        page = open_page(but=AWAY, service_workers="allow", **options)
        page.goto("/fair-deals/")
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        return page

    return make


@pytest.fixture
def phone(open_app, log_in, season):
    """Bob's phone."""
    return log_in(open_app(), "bob")


def cut(page):
    page.context.set_offline(True)


def connect(page):
    page.context.set_offline(False)


def wait_until_kept(page, path):
    """Wait until a page that was opened is kept, which is after it is shown."""
    page.wait_for_function(f"() => ({KEPT})().then((paths) => paths.includes({json.dumps(path)}))")


def visit(page, *paths):
    for path in paths:
        assert page.goto(path).ok
        wait_until_kept(page, path)


def test_site_can_be_installed(open_app):
    page = open_app()
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["name"] == "Stammtisch"
    against = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The browsers of these tests are private ones, which install nothing.
    assert [error["errorId"] for error in against] == ["in-incognito"]


def test_pages_of_a_club_are_read_without_network(phone, match, picture):
    paths = ["/clubs/linde/", f"/sessions/{match.session.code}/", f"/matches/{match.code}/"]
    visit(phone, *paths)
    cut(phone)
    for path in paths:
        phone.goto(path)
        expect(phone.locator("#as-of")).to_contain_text(
            re.compile(r"No network: as of \d\d:\d\d\.")
        )
        picture(phone, f"app-kept-{path.split('/')[1]}")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Table 1")


def test_page_is_asked_for_anew_once_there_is_network(phone, match, season):
    visit(phone, "/clubs/linde/")
    cut(phone)
    phone.goto("/clubs/linde/")
    season.club.about = "Fridays at nine."
    season.club.save()
    connect(phone)
    expect(phone.get_by_text("Fridays at nine.")).to_be_visible()
    expect(phone.locator("#as-of")).to_be_hidden()


def test_kept_page_is_shown_while_the_network_is_slow(phone, monkeypatch):
    visit(phone, "/clubs/linde/")
    is_fast, find = threading.Event(), rights.readable_clubs

    def find_slowly(account):
        is_fast.wait(PATIENCE_MS / 1000)
        return find(account)

    monkeypatch.setattr(rights, "readable_clubs", find_slowly)
    phone.goto("/clubs/linde/")
    expect(phone.locator("#as-of")).to_be_visible()
    is_fast.set()
    expect(phone.locator("#as-of")).to_be_hidden()


NO_NETWORK = {"en": "No network", "de": "Kein Netz", "nl": "Geen netwerk"}


@pytest.mark.parametrize("language", NO_NETWORK)
def test_other_pages_say_that_they_are_not_kept(phone, season, live_server, language, picture):
    cookie = {"name": "django_language", "value": language, "url": live_server.url}
    phone.context.add_cookies([cookie])
    visit(phone, "/clubs/linde/")
    cut(phone)
    phone.goto("/me/")
    expect(phone.get_by_role("heading", level=1)).to_have_text(NO_NETWORK[language])
    expect(phone.locator("#kept-pages a")).to_have_text([season.club.name])
    picture(phone, f"app-offline-{language}")


def test_what_is_kept_stays_while_one_reads_that_something_is_not(phone):
    visit(phone, "/clubs/linde/")
    cut(phone)
    phone.goto("/me/")
    expect(phone.locator("#kept-pages a")).to_have_count(1)
    phone.goto("/clubs/linde/")
    expect(phone.locator("#as-of")).to_be_visible()


def test_accounts_and_tables_with_their_cards_are_not_kept(phone, table):
    dealt, _name = table("skat", 5)
    visit(phone, "/clubs/linde/")
    for path in ("/me/", "/me/mail/", "/notices/", f"/tables/{dealt.code}/"):
        assert phone.goto(path).ok
    visit(phone, "/")
    assert phone.evaluate(KEPT) == ["/", "/clubs/linde/"]


def test_visitors_keep_no_page(open_app, season):
    page = open_app()
    page.goto("/clubs/linde/")
    page.goto("/")
    assert page.evaluate(KEPT) == []


def test_nothing_is_left_after_logging_out(phone, season):
    visit(phone, "/clubs/linde/")
    phone.evaluate("unsent.put({ key: 'one', page: '/matches/none/pad/', reader: 'x', body: '' })")
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Log out").click()
    expect(phone.get_by_role("link", name="Log in")).to_be_visible()
    phone.wait_for_function(f"() => ({NAMES})().then((names) => names.length === 0)")
    assert phone.evaluate(WAITING) == 0
    cut(phone)
    phone.goto("/clubs/linde/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No network")
    expect(phone.locator("body")).not_to_contain_text(season.club.name)


def test_nothing_is_left_after_logging_out_without_a_worker(open_page, log_in, season):
    page = log_in(open_page(but=AWAY), "bob")
    page.goto("/clubs/linde/")
    page.evaluate("unsent.put({ key: 'one', page: '/matches/none/pad/', reader: 'x', body: '' })")
    page.evaluate("document.querySelector('form[action=\"/logout/\"]').submit()")  # no script sees
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.wait_for_function(f"() => ({WAITING})().then((waiting) => waiting === 0)")


def test_nothing_is_left_once_a_login_has_ended_elsewhere(phone, settings):
    visit(phone, "/clubs/linde/")
    phone.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    phone.goto("/games/")
    phone.wait_for_function(f"() => ({NAMES})().then((names) => names.length === 0)")


def test_next_person_finds_nothing_of_the_last(phone, log_in, match):
    visit(phone, f"/matches/{match.code}/")
    phone.evaluate("unsent.put({ key: 'one', page: '/matches/none/pad/', reader: 'x', body: '' })")
    log_in(phone, "alice")
    visit(phone, "/clubs/linde/")
    assert phone.evaluate(KEPT) == ["/clubs/linde/"]
    assert phone.evaluate(WAITING) == 0


@pytest.fixture
def form(match):
    """The address of the form for the result of Bob's table."""
    return f"/matches/{match.code}/result/?as=scores"


class Rows:
    """The rows of a model, as something that holds them as soon as there are some."""

    def __init__(self, model):
        self.model = model

    def __bool__(self):
        return self.model.objects.exists()


CELLS = {
    f"rounds.{number}.{seat}": str(score)
    for number, scores in enumerate(SCORES)
    for seat, score in enumerate(scores)
}
KEPT_RESULT = "This result is kept in this browser"


def enter(page):
    for cell, score in CELLS.items():
        page.locator(f'[id="{cell}"]').fill(score)
    page.get_by_role("main").get_by_role("button", name="Enter the result").click()


def enter_elsewhere(match, form):
    """Have Alice enter another result for the table."""
    client = Client()
    client.force_login(Account.objects.get(username="alice"))
    other = dict.fromkeys(CELLS, "0") | {"rounds.0.0": "100"}
    assert client.post(form, other | {"version": match.version, "count": 4}).status_code == 302


def wait_until_sent(page):
    page.wait_for_function(f"() => ({WAITING})().then((waiting) => waiting === 0)")


def test_result_entered_without_network_is_sent_once_there_is(phone, form, picture):
    phone.goto(form)
    cut(phone)
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    picture(phone, "app-result-kept")
    assert not Result.objects.exists()
    connect(phone)
    expect(phone.get_by_text("The result is entered.")).to_be_visible()
    assert Result.objects.count() == 1


def test_result_is_entered_on_a_page_that_was_kept(phone, form):
    visit(phone, form)
    cut(phone)
    phone.goto(form)
    expect(phone.locator("#as-of")).to_be_visible()
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    connect(phone)
    expect(phone.get_by_text("The result is entered.")).to_be_visible()
    assert Result.objects.count() == 1


def test_what_waits_is_named_and_sent_from_any_page(phone, form, picture):
    visit(phone, "/clubs/linde/")
    phone.goto(form)
    cut(phone)
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    phone.goto("/clubs/linde/")
    expect(phone.locator("#unsent a")).to_have_text("Result of table 1")
    picture(phone, "app-unsent")
    connect(phone)
    wait_until_sent(phone)
    expect(phone.locator("#unsent")).to_be_hidden()
    assert Result.objects.count() == 1


def test_what_was_entered_is_still_in_the_form_that_waits(phone, form):
    visit(phone, form)
    cut(phone)
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    phone.goto(form)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    shown = {cell: phone.locator(f'[id="{cell}"]').input_value() for cell in CELLS}
    assert shown == CELLS


def test_what_waits_can_be_given_up(phone, form):
    visit(phone, form)
    cut(phone)
    enter(phone)
    phone.get_by_role("button", name="Do not send it").click()
    expect(phone.get_by_text(KEPT_RESULT)).to_be_hidden()
    connect(phone)
    expect(phone.locator("#as-of")).to_be_hidden()
    assert not Result.objects.exists()


def test_result_that_somebody_entered_meanwhile_stays_and_is_shown(phone, match, form, picture):
    phone.goto(form)
    cut(phone)
    enter(phone)
    enter_elsewhere(match, form)
    connect(phone)
    expect(phone.get_by_role("heading", name="Current result")).to_be_visible()
    expect(phone.locator('[id="rounds.0.0"]')).to_have_value(CELLS["rounds.0.0"])
    picture(phone, "app-result-refused")
    assert Result.objects.get().entered_by.username == "alice"
    assert phone.evaluate(WAITING) == 0


def test_refusal_behind_another_page_leads_to_what_is_there(phone, match, form, picture):
    visit(phone, "/clubs/linde/")
    phone.goto(form)
    cut(phone)
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    phone.goto("/clubs/linde/")
    enter_elsewhere(match, form)
    connect(phone)
    expect(phone.get_by_text("Not stored yet.")).to_be_visible()
    picture(phone, "app-refused-elsewhere")
    phone.locator("#unsent").get_by_role("link", name="Result of table 1").click()
    expect(phone.get_by_role("heading", name="Current result")).to_be_visible()
    expect(phone.locator('[id="rounds.0.0"]')).to_have_value(CELLS["rounds.0.0"])
    assert Result.objects.get().entered_by.username == "alice"


def test_result_whose_answer_is_lost_is_stored_once(open_page, log_in, form):
    page = log_in(open_page(but=AWAY), "bob")
    page.goto(form)
    lost = []

    def lose(route):
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/result/*", lose)
    enter(page)
    expect(page.get_by_text("The result is entered.")).to_be_visible()
    assert lost == [201]
    assert Result.objects.count() == 1
    page.unroute_all()


def test_deal_is_stored_on_a_pad_that_was_kept(phone, match):
    pad = f"/matches/{match.code}/pad/"
    visit(phone, pad)
    cut(phone)
    phone.goto(pad)
    expect(phone.locator("#as-of")).to_be_visible()
    phone.get_by_role("button", name="Store the deal").click()
    expect(phone.get_by_text("This deal is kept in this browser")).to_be_visible()
    connect(phone)
    expect(phone.get_by_text("Something is still missing")).to_be_visible()
    assert phone.evaluate(WAITING) == 0


def registration_of(page, browser, wait_for):
    """Return what the browser calls the worker of the site."""
    found = []

    def hear(told):
        found.extend(told["registrations"])

    browser.on("ServiceWorker.workerRegistrationUpdated", hear)
    browser.send("ServiceWorker.enable")
    wait_for(page, found)
    return found[0]["registrationId"]


def test_worker_sends_what_waits_when_no_page_is_open(phone, form, live_server, wait_for):
    phone.goto(form)
    cut(phone)
    enter(phone)
    expect(phone.get_by_text(KEPT_RESULT)).to_be_visible()
    other = phone.context.new_page()
    browser = other.context.new_cdp_session(other)
    number = registration_of(other, browser, wait_for)
    phone.close()
    connect(other)
    wanted = {"registrationId": number, "tag": "unsent", "lastChance": False}
    browser.send("ServiceWorker.dispatchSyncEvent", wanted | {"origin": live_server.url})
    wait_for(other, Rows(Result))
    assert Result.objects.get().entered_by.username == "bob"
