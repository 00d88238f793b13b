"""The screen in the hall and the page of a session go on by themselves, whatever happens."""

import re

import pytest
from playwright.sync_api import expect

from league.models import Event, Session
from tests.league.factories import MatchFactory, PlayerFactory, SessionFactory

from .conftest import DESK, PHONE

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

AWAY = ("htmx:", "503", "ERR_FAILED")


@pytest.fixture
def hall(open_page, session):
    """The screen of a session, open in the hall."""
    page = open_page(viewport=DESK, but=AWAY)
    page.goto(f"/sessions/{session.code}/screen/")
    return page


@pytest.fixture
def seat_ludwig(session):
    """Return a function that opens another table."""
    return lambda: MatchFactory(
        session=session, table_number=5, players=[PlayerFactory(name="Ludwig"), PlayerFactory()]
    )


def is_away(page, *, held=True):
    said = page.locator("#away")
    if held:
        expect(said).to_be_visible()
        expect(said).to_have_text(re.compile(r"Not connected since \d\d:\d\d"))
    else:
        expect(said).to_be_hidden()


def test_a_screen_shows_the_session_that_is_published_meanwhile(hall, session):
    second = SessionFactory(event=session.event, number=2, status="draft")
    MatchFactory(session=second, table_number=1, players=[PlayerFactory(name="Ludwig")])
    Session.objects.filter(pk=second.pk).update(status="published")
    expect(hall.get_by_text("Ludwig")).to_be_visible()
    expect(hall).to_have_title(re.compile("Session 2"))
    expect(hall).to_have_url(re.compile(second.code))


def test_a_screen_says_that_the_server_is_away_and_goes_on_after_it(hall, seat_ludwig, picture):
    hall.route("**/screen/?*", lambda route: route.abort())
    is_away(hall)
    expect(hall.get_by_text("Dora")).to_be_visible()
    picture(hall, "screen-away-1280")
    hall.set_viewport_size(PHONE)
    picture(hall, "screen-away-390")
    seat_ludwig()
    hall.unroute("**/screen/?*")
    expect(hall.get_by_text("Ludwig")).to_be_visible()
    is_away(hall, held=False)


@pytest.mark.parametrize(
    "answer",
    [{"status": 503, "body": "busy"}, {"body": "<html><h1>Log in</h1></html>"}],
    ids=["5xx", "login page"],
)
def test_a_screen_outlasts_an_answer_that_is_none(hall, seat_ludwig, answer):
    hall.route("**/screen/?*", lambda route: route.fulfill(content_type="text/html", **answer))
    is_away(hall)
    expect(hall.get_by_text("Dora")).to_be_visible()
    seat_ludwig()
    hall.unroute("**/screen/?*")
    expect(hall.get_by_text("Ludwig")).to_be_visible()
    is_away(hall, held=False)


def test_minutes_that_are_half_typed_stay(as_alice, session, seat_ludwig):
    page = as_alice(viewport=DESK)
    page.goto(f"/sessions/{session.code}/screen/")
    page.get_by_text("Set the timer").click()
    page.get_by_label("Minutes").fill("7")
    seat_ludwig()
    expect(page.get_by_text("Ludwig")).to_be_visible()
    expect(page.get_by_label("Minutes")).to_have_value("7")
    expect(page.get_by_label("Minutes")).to_be_focused()


def test_the_page_of_a_session_renews_itself_under_its_reader(open_page, session, picture):
    for number in range(10, 30):
        MatchFactory(session=session, table_number=number, players=[PlayerFactory()])
    page = open_page(viewport=PHONE)
    page.clock.install()
    page.goto(f"/sessions/{session.code}/")
    link = page.get_by_role("link", name="Draw (CSV)")
    link.focus()
    before = link.bounding_box()["y"]
    SessionFactory(event=session.event, number=2)
    Event.objects.update(name="Autumn cup")
    page.clock.fast_forward(21_000)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Autumn cup"))
    expect(page.get_by_role("link", name="Session 2 is published")).to_be_attached()
    expect(link).to_be_focused()
    assert abs(link.bounding_box()["y"] - before) < 5
    picture(page, "session-newer-390")


def test_the_page_of_an_event_says_that_something_is_new(as_alice, session, picture):
    page = as_alice(viewport=PHONE)
    page.clock.install()
    page.goto(f"/events/{session.event.code}/")
    page.locator("[name=find]").fill("half ty")
    SessionFactory(event=session.event, number=2)
    page.clock.fast_forward(31_000)
    expect(page.get_by_text("Something is new on this page.")).to_be_visible()
    expect(page.locator("[name=find]")).to_have_value("half ty")
    picture(page, "event-news-390")
    page.get_by_role("link", name="Show it").click()
    expect(page.get_by_role("link", name="Session 2")).to_be_visible()


def test_the_page_of_a_draw_that_is_taken_back_says_so(open_page, session):
    page = open_page(viewport=PHONE, but=("htmx:", "404"))
    page.clock.install()
    page.goto(f"/sessions/{session.code}/")
    Session.objects.update(status="draft")
    page.clock.fast_forward(21_000)
    expect(page.get_by_text("Dora")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
