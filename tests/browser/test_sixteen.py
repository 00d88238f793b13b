"""Sixteen people, who are reached where they are: by mail, on their phones, without network.

The house is real, and so is the server that takes its mails.
"""

import re
import time

import pytest
from playwright.sync_api import expect

from league.models import Account, Event, Mail, Match, Result
from league.services.events import rankings
from league.services.results import results
from tests.league import mail_server, push_service
from tests.league.factories import NOW

from .conftest import DESK, PASSWORD, PATIENCE_MS, PHONE
from .house import live_server, log_in, surroundings
from .subscribing import let_subscribe
from .test_app import AWAY, KEPT_RESULT, connect, cut, enter
from .test_whole_evening import close, draw, plan, publish

__all__ = ["live_server", "log_in", "surroundings"]

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow, pytest.mark.xdist_group("programs")]

PEOPLE = (
    *("Anna", "Bert", "Cleo", "Dirk", "Emil", "Frida", "Gerd", "Hanna"),
    *("Ida", "Jan", "Karl", "Lena", "Max", "Nora", "Otto", "Paula"),
)


@pytest.fixture
def post():
    """The server that takes the mails."""
    with mail_server.serving() as server:
        yield server


@pytest.fixture
def pushes():
    """The push service of all browsers."""
    with push_service.serving() as service:
        yield service


@pytest.fixture
def of_the_story(post):
    return {
        "WEBHOOK_ALLOW_HTTP": "yes",
        "WEBHOOK_ALLOW_PRIVATE": "yes",
        "EMAIL_URL": f"smtp://127.0.0.1:{post.port}?tls=no",
        "MAIL_FROM": "Stammtisch <stammtisch@example.org>",
    }


def address(name):
    return f"{name.lower()}@example.org"


def mail_to(post, name, subject):
    """Return the text of the first mail to somebody with this subject, as soon as it is there."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < deadline:
        for addresses, mail in list(post.received):
            if addresses == [address(name)] and re.search(subject, mail["Subject"]):
                return mail.get_body(("plain",)).get_content()
        time.sleep(0.1)
    raise AssertionError([(to, mail["Subject"]) for to, mail in post.received])


def link_in(text):
    """Return the first address that a mail leads to."""
    return re.search(r"http://\S+", text)[0]


def invite(page):
    """Import the list of all sixteen, each with an address."""
    page.goto("/clubs/linde/members/")
    page.get_by_role("link", name="Import a list").click()
    lines = [f"{name};{address(name)}" for name in PEOPLE]
    page.get_by_label("Paste the list here").fill("\n".join(lines))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name=f"Import {len(PEOPLE)} people").click()
    expect(page.get_by_text(f"{len(PEOPLE)} invitations are on their way.")).to_be_visible()


def come(page, post, event, name):
    """Open an account by the link in a mail, and register for the evening."""
    page.goto(link_in(mail_to(post, name, "invites you")))
    page.get_by_label("Username").fill(name.lower())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Open the account").click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    page.goto(event)
    page.get_by_role("button", name="Register", exact=True).click()
    expect(page.get_by_text("You are registered.")).to_be_visible()


def turn_on(page):
    """Have a phone show what its owner is told."""
    page.goto("/me/mail/")
    page.evaluate("navigator.serviceWorker.ready")
    page.get_by_role("button", name="Notify this device").click()
    expect(page.get_by_text("This device shows your notifications.")).to_be_visible()


def told(browser, title):
    """Return what a phone was told under a title, as soon as it is there."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < deadline:
        for message in list(browser.told):
            if re.search(title, message["title"]):
                return message
        time.sleep(0.1)
    raise AssertionError(browser.told)


def names_at(match):
    return list(match.seats.order_by("number").values_list("player__name", flat=True))


def enter_without_network(page, match):
    """Write the result down at a table that no network reaches, and go where there is some."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(f"/matches/{match.code}/result/?as=scores")
    cut(page)
    enter(page)
    expect(page.get_by_text(KEPT_RESULT)).to_be_visible()
    assert not Result.objects.exists()
    connect(page)
    expect(page.get_by_text("The result is entered.")).to_be_visible()


def play_elsewhere(match):
    """Have the first two of another table enter and confirm its result."""
    first, second = (Account.objects.get(player__name=name) for name in names_at(match)[:2])
    scores = results.Scores(rounds=[[10, 20, 30, 0]] * 4)
    results.enter(match=match, submission=scores, by=first, expected_version=None, now=NOW)
    stored = Match.objects.get(pk=match.pk)
    results.confirm(match=stored, by=second, expected_version=stored.version, now=NOW)


def test_sixteen_people_are_invited_and_read_how_the_evening_ended(  # noqa: PLR0917
    open_page, log_in, season, post, pushes, picture
):
    alice = log_in(open_page(viewport=DESK), "alice")
    plan(alice, sessions="1")
    event = alice.url
    invite(alice)
    phones = {name: open_page(viewport=PHONE, but=AWAY, service_workers="allow") for name in PEOPLE}
    browsers = {name: pushes.browser(name.lower()) for name in PEOPLE}
    for name, phone in phones.items():
        let_subscribe(phone, browsers[name].subscription)
        come(phone, post, event, name)
        turn_on(phone)

    session = draw(alice, event, only_here=False)
    publish(alice)
    tables = list(Match.objects.order_by("table_number"))
    assert sorted(name for match in tables for name in names_at(match)) == sorted(PEOPLE)
    for match in tables:
        for name in names_at(match):
            push = told(browsers[name], "your table in session 1")
            assert re.search(rf"Table\W+{match.table_number}\b", push["text"]), push
            assert push["address"] == f"/matches/{match.code}/"

    first, *others = tables
    writer, reader, *_rest = names_at(first)
    enter_without_network(phones[writer], first)
    assert Result.objects.get(match=first).entered_by.player.name == writer
    assert told(browsers[reader], "A result waits for you")["address"].endswith("/confirm/")
    phones[reader].goto(link_in(mail_to(post, reader, "A result waits for you")))
    phones[reader].get_by_role("button", name="Yes, confirm it").click()
    said = "The result is final and counts in the standings."
    expect(phones[reader].get_by_text(said, exact=True)).to_be_visible()
    for match in others:
        play_elsewhere(match)

    close(alice, session)
    ranking = rankings.ranking(Event.objects.get())
    best = ranking[0]
    for row in ranking:
        report = mail_to(post, row.player.name, "how it ended")
        assert re.search(rf"Place\W+{row.rank} / 16\b", report), report
        assert f"{best.player.name} · {best.points.normalize():f}" in report, report
    phones[writer].goto(link_in(mail_to(post, writer, "how it ended")))
    expect(phones[writer].locator("tbody tr")).to_have_count(16)
    picture(phones[writer], "sixteen-ranking")
    assert not Mail.objects.filter(status=Mail.Status.GIVEN_UP).exists()
    mails = [(*addresses, mail["Subject"]) for addresses, mail in post.received]
    assert len(mails) == len(set(mails))
    titles = [(name, one["title"]) for name in PEOPLE for one in browsers[name].told]
    assert len(titles) == len(set(titles))
