"""The viewer plays a record by itself, and stops when somebody or something comes in between."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import DESK, PHONE

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

COUNT_REQUESTS = """
  window.most = 0; window.now = 0;
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    window.most = Math.max(window.most, ++window.now);
    xhr.addEventListener("loadend", () => window.now--);
  });
"""
LOOK_ELSEWHERE = """
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
"""
SLOW = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}


def slow_down(page):
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)


@pytest.fixture
def address(final):
    return f"/matches/{final.code}/record/"


@pytest.fixture
def viewer(open_page, address):
    """Return a function that opens the viewer, which plays at a fast pace."""

    def look(asks="", **options):
        page = open_page(**options)
        page.add_init_script("localStorage.setItem('stammtisch.pace', 'fast')")
        page.goto(address + asks)
        return page

    return look


def step(page, text):
    return expect(page.locator("#slider-form label")).to_have_text(re.compile(f"{text} of"))


def is_playing(page, *, held=True):
    pressed = str(held).lower()
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", pressed)


def test_play_steps_on_until_it_is_pressed_again(viewer, picture):
    page = viewer(viewport=DESK)
    page.get_by_role("button", name="Play").click()
    step(page, "Step [3-9]")
    expect(page.get_by_role("button", name="Play")).to_be_focused()
    picture(page, "viewer-playing-1280")
    page.get_by_role("button", name="Play").click()
    is_playing(page, held=False)
    page.wait_for_timeout(1500)  # a step that was asked for before may still come
    shown = page.locator("#slider-form label").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator("#slider-form label").inner_text() == shown


def test_nothing_is_said_of_steps_that_come_by_themselves(viewer):
    page = viewer("?play=yes")
    step(page, "Step [2-9]")
    expect(page.locator("#said")).to_have_text("The record plays by itself.")


@pytest.mark.parametrize("key", ["Space", "k"])
def test_a_key_plays_and_pauses(viewer, key):
    page = viewer()
    page.keyboard.press(key)
    step(page, "Step [2-9]")
    page.keyboard.press(key)
    is_playing(page, held=False)


def test_a_step_by_hand_stops_it_and_is_said(viewer):
    page = viewer("?round=2&step=5&play=yes")
    is_playing(page)
    page.keyboard.press("Home")
    step(page, "Step 0")
    is_playing(page, held=False)
    expect(page.locator("#said")).to_have_text("The cards are dealt.")


def test_it_goes_on_to_the_next_round(viewer):
    page = viewer("?round=1&step=9999&play=yes")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Round 2"))
    step(page, "Step [1-9]")


def test_it_stops_at_the_end_of_the_match(viewer):
    page = viewer("?round=9999&step=9999")
    last = page.locator("#words").inner_text()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#words")).not_to_have_text(last)
    page.keyboard.press("k")
    is_playing(page)
    is_playing(page, held=False)
    expect(page.locator("#said")).to_have_text(last)


def test_it_begins_again_once_it_is_over(viewer):
    page = viewer("?round=9999&step=9999")
    page.keyboard.press("k")
    step(page, "Step [0-3]")


def test_it_stops_where_nobody_looks(viewer):
    page = viewer("?play=yes")
    page.evaluate(LOOK_ELSEWHERE)
    is_playing(page, held=False)
    expect(page.locator("#said")).to_have_text("Paused.")


def test_it_stops_where_the_server_does_not_answer(viewer):
    page = viewer(but=("htmx:", "ERR_FAILED"))
    page.route("**/record/?*", lambda route: route.abort())
    page.keyboard.press("k")
    expect(page.locator("#said")).to_have_text(re.compile("does not answer"))
    is_playing(page, held=False)


def test_a_step_waits_for_the_one_before(viewer):
    page = viewer()
    page.evaluate(COUNT_REQUESTS)
    slow_down(page)
    page.keyboard.press("k")
    step(page, "Step [2-9]")
    assert page.evaluate("window.most") == 1


def test_a_step_by_hand_overtakes_one_that_has_not_come(viewer):
    page = viewer("?round=2&step=5")
    slow_down(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    step(page, "Step 0")


def test_a_key_that_is_held_down_steps_on(viewer):
    page = viewer("?round=2&step=5")
    page.evaluate(COUNT_REQUESTS)
    slow_down(page)
    page.keyboard.press("ArrowRight")
    for _ in range(12):
        page.wait_for_timeout(150)
        page.keyboard.press("ArrowRight")
    step(page, "Step [6-9]")
    assert page.evaluate("window.most") == 1


def test_nothing_starts_for_who_wants_less_motion(viewer):
    page = viewer("?play=yes", reduced_motion="reduce")
    page.wait_for_timeout(1500)
    is_playing(page, held=False)
    step(page, "Step 0")


def test_the_pace_is_kept_by_the_browser(open_page, address):
    page = open_page(viewport=PHONE)
    page.goto(address)
    page.get_by_label("Pace").select_option("slow")
    page.locator("#next").click()
    step(page, "Step 1")
    expect(page.get_by_label("Pace")).to_have_value("slow")
    page.reload()
    expect(page.get_by_label("Pace")).to_have_value("slow")


def test_all_buttons_are_as_large_as_a_finger(viewer, picture):
    page = viewer(viewport=PHONE)
    boxes = [one.bounding_box() for one in page.locator(".steps .button").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    picture(page, "viewer-play-390")


def test_nobody_is_offered_to_play_without_scripts(open_page, address):
    page = open_page(java_script_enabled=False)
    page.goto(address)
    expect(page.locator("#play")).to_be_hidden()
    expect(page.locator("#pace")).to_be_hidden()


def test_the_page_of_a_match_leads_to_its_record_being_played(open_page, final):
    page = open_page()
    page.goto(f"/matches/{final.code}/")
    page.get_by_role("link", name="Watch").click()
    is_playing(page)
