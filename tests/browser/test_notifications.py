"""A device that is notified: it subscribes, shows what it is told, and opens what that is about."""

import json

import pytest
from playwright.sync_api import expect

from league.models import Device
from league.services.push import sealing

from .subscribing import SUBSCRIPTION, let_subscribe

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("chromium"),
    pytest.mark.django_db(transaction=True),
]

NOTE_SHOWN = """() => {
  self.shown = [];
  const show = self.registration.showNotification.bind(self.registration);
  self.registration.showNotification = async (title, options) => {
    await show(title, options);
    self.shown.push({ title, ...options });
  };
}"""
CLICK = """async () => {
  const opened = [], waits = [];
  let isClosed = false;
  self.clients.openWindow = async (url) => { opened.push(url); };
  const notification = { ...self.shown[0], close: () => { isClosed = true; } };
  const waitUntil = (promise) => waits.push(promise);
  self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
  await Promise.all(waits);
  return { opened, isClosed };
}"""
"""Only a person can click a notification, and let a worker open a page by that."""
NONE_INSTALLED = """() => {
  navigator.serviceWorker.getRegistration = async () => undefined;
  Object.defineProperty(navigator.serviceWorker, "ready", { get: () => new Promise(() => {}) });
}"""
TOLD = {
    "title": "A result waits for you: November",
    "text": "Table: 1",
    "address": "/fair-deals/",
    "tag": "one",
    "language": "en",
}


@pytest.fixture
def phone(open_page, log_in, season, live_server):
    """Bob's phone, which may show notifications."""
    page = open_page(service_workers="allow")
    let_subscribe(page)
    log_in(page, "bob").goto("/me/mail/")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page


@pytest.fixture
def worker(phone):
    """The worker of the phone, which notes what it has shown."""
    [found] = phone.context.service_workers
    found.evaluate(NOTE_SHOWN)
    return found


@pytest.fixture
def deliver(phone, worker, wait_for, live_server):
    """Return a function that hands the worker a message, as a push service does."""
    browser = phone.context.new_cdp_session(phone)
    found = []

    def note(said):
        found.extend(one["registrationId"] for one in said["registrations"])

    browser.on("ServiceWorker.workerRegistrationUpdated", note)
    browser.send("ServiceWorker.enable")

    def hand_over(message):
        wait_for(phone, found)
        told = {"origin": live_server.url, "registrationId": found[0], "data": message}
        browser.send("ServiceWorker.deliverPushMessage", told)
        for _ in range(100):
            if shown := worker.evaluate("self.shown"):
                return shown
            phone.wait_for_timeout(50)
        return []

    return hand_over


def notify(page):
    page.get_by_role("button", name="Notify this device").click()
    expect(page.get_by_text("This device shows your notifications now.")).to_be_visible()


def test_button_has_this_device_notified(phone, picture):
    picture(phone, "notifications-off")
    notify(phone)
    device = Device.objects.get()
    assert (device.endpoint, device.login.account.username) == (SUBSCRIPTION["endpoint"], "bob")
    assert phone.evaluate("localStorage.asked") == sealing.public_key()
    expect(phone.get_by_role("button", name="Notify this device")).to_be_hidden()
    expect(phone.get_by_text("This device shows your notifications.", exact=True)).to_be_visible()
    picture(phone, "notifications-on")


def test_device_that_is_removed_subscribes_to_nothing(phone):
    notify(phone)
    phone.get_by_role("button", name="Remove").click()
    expect(phone.get_by_text("That device shows nothing any more.")).to_be_visible()
    assert not Device.objects.exists()
    assert phone.evaluate("localStorage.asked") is None
    expect(phone.get_by_role("button", name="Notify this device")).to_be_visible()


def test_button_is_back_after_the_key_of_the_site_has_changed(phone):
    notify(phone)
    former = Device.objects.get()
    phone.evaluate("localStorage.asked = 'B' + 'A'.repeat(86)")
    phone.reload()
    notify(phone)
    assert Device.objects.get() == former
    assert phone.evaluate("localStorage.asked") == sealing.public_key()


def test_device_is_removed_where_no_worker_is_installed(phone):
    notify(phone)
    phone.evaluate(NONE_INSTALLED)
    phone.get_by_role("button", name="Remove").click()
    expect(phone.get_by_text("That device shows nothing any more.")).to_be_visible()
    assert not Device.objects.exists()


def test_push_service_that_does_not_answer_is_not_waited_for(phone):
    notify(phone)
    phone.evaluate("() => { PushManager.prototype.getSubscription = () => new Promise(() => {}); }")
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Log out").click()
    expect(phone.get_by_role("link", name="Log in")).to_be_visible()


def test_button_comes_back_where_no_worker_gets_ready(phone):
    phone.clock.install()
    phone.evaluate(NONE_INSTALLED)
    phone.get_by_role("button", name="Notify this device").click()
    phone.clock.fast_forward("00:30")
    expect(phone.get_by_text("The push service of this browser did not answer.")).to_be_visible()
    expect(phone.get_by_role("button", name="Notify this device")).to_be_enabled()


def test_who_logs_out_leaves_no_subscription(phone):
    notify(phone)
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Log out").click()
    expect(phone.get_by_role("link", name="Log in")).to_be_visible()
    assert not Device.objects.exists()
    assert phone.evaluate("localStorage.asked ?? null") is None


def test_button_says_that_notifications_are_forbidden(open_page, log_in, season):
    page = open_page(service_workers="allow")
    page.add_init_script(
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
    )
    log_in(page, "bob").goto("/me/mail/")
    expect(
        page.get_by_text("This browser may not show notifications of this site.")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Notify this device")).to_be_hidden()


def test_worker_shows_what_it_is_told(deliver):
    [shown] = deliver(json.dumps(TOLD))
    assert (shown["title"], shown["body"]) == (TOLD["title"], TOLD["text"])
    assert (shown["tag"], shown["lang"], shown["data"]) == ("one", "en", "/fair-deals/")


def test_worker_shows_what_it_cannot_read(deliver):
    assert [one["title"] for one in deliver("{")] == ["Stammtisch"]


@pytest.mark.parametrize(
    ("address", "opened"),
    [("/fair-deals/", ["/fair-deals/"]), ("https://elsewhere.example/", [])],
)
def test_click_opens_the_page(worker, deliver, live_server, address, opened):
    deliver(json.dumps(TOLD | {"address": address}))
    wanted = [f"{live_server.url}{path}" for path in opened]
    assert worker.evaluate(CLICK) == {"opened": wanted, "isClosed": True}
