"""Without a mouse: every action is reached by Tab and shown to be, and focus is never lost."""

import pytest
from playwright.sync_api import expect

from league.models import Event
from tests.league.factories import NOW, PlayerFactory, RegistrationFactory
from tests.league.web.online import online_event, play, seat_people

from .conftest import DESK

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

LEAST_CONTRAST = 3
"""Of the outline to what it is drawn on: WCAG 2.2, 1.4.11."""
WALK = """() => {
  const can = "a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex]";
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const stops = [...document.querySelectorAll(can)].filter(
    (one) => one.tabIndex >= 0 && one.type !== "hidden" && one.checkVisibility()
  );
  const reached = new Set();
  const faint = new Map();
  const channel = (c) => (c / 255 <= 0.04045 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const lightness = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(channel);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    while (one && /, 0\\)$/.test(getComputedStyle(one).backgroundColor)) one = one.parentElement;
    return one ? getComputedStyle(one).backgroundColor : "rgb(255, 255, 255)";
  };
  const contrast = (one) => {
    const style = getComputedStyle(one);
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return 0;
    if (style.opacity === "0") return 0;
    const [a, b] = [style.outlineColor, ground(one.parentElement)].map(lightness);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  // Ticks, tiles and cards are drawn by their labels, or in them, which show the focus for them.
  const cards = (one) => one.closest(".hold")?.querySelectorAll(".card") ?? [];
  const drawn = (one) => [...(one.labels ?? []), ...cards(one)];
  const shown = (one) => Math.max(contrast(one), ...drawn(one).map(contrast));
  const nameOf = (one) => (one.id && "#" + one.id) || one.outerHTML.slice(0, 90);
  const like = (one) => (one.type === "radio" ? one.form?.elements[one.name] : null);
  document.addEventListener("focusin", ({ target }) => {
    reached.add(target);
    for (const other of like(target)?.values?.() ?? []) reached.add(other);
    faint.set(nameOf(target), shown(target));
  });
  window.focusEach = () => stops.forEach((one) => one.focus());
  window.missed = () => stops.filter((one) => !reached.has(one)).map(nameOf);
  window.faint = (least) => [...faint].filter(([, seen]) => seen < least).map(([name]) => name);
  const inner = document.querySelectorAll("[type^=date], [type=time]").length;
  return stops.length + 8 * inner + 1;
}"""


def reveal(page):
    """Have all come that comes once somebody gets there."""
    late = page.locator("[hx-trigger=revealed]")
    while count := late.count():
        page.evaluate("() => document.querySelector('[hx-trigger=revealed]')?.scrollIntoView()")
        expect(late).not_to_have_count(count)


@pytest.fixture
def walk():
    """Go through a page by Tab; return what was not reached, and what did not show it.

    By day by Tab; by night, as where it leads is known, from stop to stop.
    """

    def go(page):
        page.emulate_media(color_scheme="light")
        presses = page.evaluate(WALK)
        assert presses > 1
        for _ in range(presses):
            page.keyboard.press("Tab")
        missed = page.evaluate("missed()")
        by_day = page.evaluate("least => faint(least)", LEAST_CONTRAST)
        page.emulate_media(color_scheme="dark")
        page.evaluate("focusEach()")
        by_night = page.evaluate("least => faint(least)", LEAST_CONTRAST)
        return set(missed), {*by_day, *by_night}

    return go


@pytest.fixture
def addresses(session, match, final):
    """A page of every kind for Alice."""
    event = session.event
    guests = [PlayerFactory(name=name) for name in ("Gerd", "Hanna")]
    for guest in guests:
        RegistrationFactory(event=event, player=guest)
    return {
        "home": "/",
        "login": "/login/",
        "desk": "/clubs/linde/desk/",
        "club": "/clubs/linde/",
        "wizard": "/clubs/linde/seasons/new/",
        "plan": f"/seasons/{event.season.code}/events/new/",
        "season": f"/seasons/{event.season.code}/",
        "event": f"/events/{event.code}/",
        "door": f"/events/{event.code}/door/",
        "session": f"/sessions/{session.code}/",
        "screen": f"/sessions/{session.code}/screen/?hold=1",
        "match": f"/matches/{match.code}/",
        "sheets": f"/matches/{match.code}/result/",
        "scores": f"/matches/{match.code}/result/?as=scores",
        "viewer": f"/matches/{final.code}/record/?round=2&step=20",
        "me": "/me/",
        "protocol": "/bots/protocol/",
        "fair-deals": "/fair-deals/",
    }


def test_what_shows_no_focus_and_what_keeps_it_are_found(open_page, walk):
    page = open_page()
    page.set_content(
        "<a href='/' id='faint' style='outline: 3px solid #eee'>faint</a>"
        "<button id='trap' onkeydown='event.preventDefault()'>trap</button>"
        "<button id='behind'>behind</button>"
    )
    assert walk(page) == ({"#behind"}, {"#faint", "#trap", "#behind"})


def test_every_action_is_reached_by_tab_and_shown(as_alice, addresses, walk):
    page = as_alice(reduced_motion="reduce")
    found = {}
    for name, address in addresses.items():
        page.goto(address)
        reveal(page)
        missed, faint = walk(page)
        if missed or faint:
            found[name] = {"missed": missed, "faint": faint}
    assert found == {}


def test_cards_at_a_table_are_reached_by_tab_and_shown(open_page, log_in, season, walk):
    table, accounts = seat_people(online_event(season.club, "gong-zhu"), 4)
    table = play(table, accounts, 6, seed=3)
    page = log_in(open_page(reduced_motion="reduce"), accounts[table.turn].username)
    page.goto(f"/tables/{table.code}/")
    assert walk(page) == (set(), set())


def test_the_first_key_skips_to_the_content(open_page, live_server):
    page = open_page(viewport=DESK)
    page.goto("/games/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("main").get_by_role("link").first).to_be_focused()


def test_what_is_unfolded_by_key_folds_again_and_keeps_the_focus(as_alice, match):
    page = as_alice()
    page.goto(f"/matches/{match.code}/")
    summary = page.get_by_text("Is something wrong?")
    summary.focus()
    page.keyboard.press("Enter")
    button = page.get_by_role("button", name="Declare the match void")
    expect(button).to_be_visible()
    page.keyboard.press("Enter")
    expect(button).to_be_hidden()
    expect(summary).to_be_focused()


def test_ticking_somebody_off_at_the_door_leaves_the_focus_in_the_row(as_alice, session):
    for name in ("Gerd", "Hanna", "Ida"):
        RegistrationFactory(event=session.event, player=PlayerFactory(name=name))
    page = as_alice()
    page.goto(f"/events/{session.event.code}/door/")
    page.get_by_role("button", name="Check Hanna in").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo check-in of Hanna")).to_be_focused()


def test_ticking_who_has_paid_leaves_the_focus_in_the_row(as_alice, session):
    Event.objects.filter(pk=session.event_id).update(entry_fee=1000)
    for name in ("Gerd", "Hanna", "Ida"):
        RegistrationFactory(event=session.event, player=PlayerFactory(name=name))
    page = as_alice()
    page.goto(f"/events/{session.event.code}/books/")
    page.get_by_role("button", name="Hanna has paid in cash").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo the payment of Hanna")).to_be_focused()


def test_standings_that_renew_themselves_keep_the_focus(as_alice, session, match):
    standings = session.event.season.standings
    for points, seat in enumerate(match.seats.select_related("player"), start=1):
        standings.create(player=seat.player, points=points, gross=points, matches=1)
    match.jobs.create(kind="play_match", version=match.version, created_at=NOW)
    page = as_alice()
    page.goto(f"/seasons/{session.event.season.code}/")
    link = page.locator("#standings").get_by_role("link", name="Dora")
    link.focus()
    standings.filter(player__name="Dora").update(points=99)
    page.evaluate("htmx.ajax('GET', location.href, {target: '#standings', swap: 'outerHTML'})")
    expect(page.get_by_role("row", name="Dora")).to_contain_text("99")
    expect(link).to_be_focused()


def test_what_is_open_at_a_table_stays_open_when_it_renews_itself(open_page, season):
    table, accounts = seat_people(online_event(season.club, "gong-zhu"), 4)
    table = play(table, accounts, 3, seed=3)
    page = open_page()
    page.goto(f"/tables/{table.code}/")
    page.get_by_role("button", name="What happened in this round").click()
    lines = page.locator("#log ol")
    lines.focus()
    before = page.locator("#table").get_attribute("data-version")
    play(table, accounts, 1, seed=4)
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    expect(lines).to_be_visible()
    expect(lines).to_be_focused()
