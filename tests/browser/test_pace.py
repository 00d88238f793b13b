"""What happens at an online table is drawn step by step, and a press hurries."""

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Account, OnlineTable
from league.services.play import tables
from league.services.registration import registrations
from tests.league.web.online import fresh, online_event, seat_people

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

WATCH = """
  window.drawn = []; window.flights = 0; window.sounds = 0;
  const note = (how, node) => {
    if (node.nodeType !== 1 || !node.matches(".spot__card, .spot__said")) return;
    const card = node.querySelector(".card");
    const what = card?.ariaLabel ?? node.textContent.trim();
    drawn.push({ how, what, isCard: card !== null, at: performance.now() });
  };
  new MutationObserver((changes) => {
    if (!document.querySelector(".table--drawing")) return;
    for (const { addedNodes, removedNodes } of changes) {
      addedNodes.forEach((node) => note("put", node));
      removedNodes.forEach((node) => note("gone", node));
    }
  }).observe(document, { subtree: true, childList: true });
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    flights += 1;
    return animate.apply(this, how);
  };
  for (const { prototype } of [AudioBufferSourceNode, OscillatorNode]) {
    const { start } = prototype;
    prototype.start = function (...when) {
      sounds += 1;
      return start.apply(this, when);
    };
  }
"""
"""Notes what is put on the felt and taken away while steps are drawn, and what flies and sounds."""

HIDE = """is_hidden => {
  Object.defineProperty(document, "hidden", { value: is_hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def at_table(open_page, log_in):
    """Return a function that opens a table as somebody, and watches what is drawn there."""

    def look(table, name, *, pace="normal", **options):
        page = log_in(open_page(pace=pace, **options), name)
        page.add_init_script(WATCH)
        page.goto(reverse("web:table", args=[table.code]))
        return page

    return look


@pytest.fixture
def people_at(season):
    """Return a function that seats people at a table of a game."""
    return lambda slug, seats: seat_people(online_event(season.club, slug), seats)


@pytest.fixture
def against_bots(season, answers):
    """Return a function that opens a table of Bob's, at which bots take the other seats."""

    def make(slug, bots):
        bob = Account.objects.get(username="bob")
        event = online_event(season.club, slug)
        registrations.register_oneself(event=event, by=bob, now=timezone.now())
        opened = tables.open_table(
            event=event, by=bob, seats=bots + 1, bots=["greedy"] * bots, now=timezone.now()
        )
        return fresh(opened)

    return make


def act(table, accounts, *actions):
    """Have those who are to act do something, the first legal thing where it is None."""
    for action in actions:
        by = accounts[table.turn]
        wanted = action or tables.look(table=table, by=by).legal[0]
        tables.act(
            table=table, by=by, action=wanted, expected_version=table.version, now=timezone.now()
        )
        table = fresh(table)
    return table


def drawn(page, how="put"):
    return [one for one in page.evaluate("drawn") if one["how"] == how]


def is_drawing(page, *, now=True):
    expect(page.locator(".table--drawing")).to_have_count(int(now))


def until_drawn(page):
    is_drawing(page)
    is_drawing(page, now=False)
    page.wait_for_timeout(300)  # what is pressed before was meant to hurry


def play_card(page):
    page.locator(".own-hand button[name=action]").first.click()


def test_exchange_of_truco_is_seen_step_by_step(at_table, people_at):
    found, accounts = people_at("truco", 4)
    found = act(found, accounts, "keep")
    page = at_table(found, accounts[(found.turn + 3) % 4].username)
    act(found, accounts, "truco", "raise", "accept")
    until_drawn(page)
    said = [one for one in drawn(page) if one["what"] in {"Truco!", "Raise", "Accept"}]
    assert [one["what"] for one in said] == ["Truco!", "Raise", "Accept"]
    assert said[1]["at"] - said[0]["at"] > 600
    assert said[2]["at"] - said[1]["at"] > 600


def test_cards_chosen_in_secret_are_turned_up_at_once(at_table, people_at):
    found, accounts = people_at("democracy", 3)
    found = act(found, accounts, None)
    page = at_table(found, accounts[0].username)
    act(found, accounts, None, None)
    is_taken = "one => one.how === 'gone' && one.isCard && one.what !== 'a card face down'"
    page.wait_for_function(f"() => drawn.some({is_taken})")
    down = [one["at"] for one in drawn(page) if one["what"] == "a card face down"]
    turned = [one["at"] for one in drawn(page) if one["isCard"] and one["at"] > down[1]]
    assert len(down) == len(turned) == 2
    assert turned[0] - down[1] > 600
    assert turned[1] - turned[0] < 50


def test_trick_that_ai_seats_complete_stays_before_it_goes(at_table, against_bots):
    found = against_bots("gong-zhu", 3)
    page = at_table(found, "bob")
    page.get_by_role("button", name="Expose nothing").click()
    until_drawn(page)
    play_card(page)
    until_drawn(page)
    gone = next(one["at"] for one in drawn(page, "gone") if one["isCard"])
    assert gone - max(one["at"] for one in drawn(page) if one["at"] < gone) > 1500
    assert page.locator(".spot__card").count() == len(
        tables.look(table=fresh(found), by=None).view["table"]
    )


@pytest.mark.parametrize("press", ["pointer", "key"])
def test_press_hurries_and_plays_nothing(at_table, against_bots, press):
    found = against_bots("gong-zhu", 3)
    page = at_table(found, "bob", pace="slow")
    page.get_by_role("button", name="Expose nothing").click()
    is_drawing(page)
    length = fresh(found).length
    card = page.locator(".own-hand button").first
    box = card.bounding_box()
    if press == "pointer":
        page.mouse.click(box["x"] + 5, box["y"] + 20)
        page.mouse.click(box["x"] + 5, box["y"] + 20)
    else:
        card.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    expect(page.locator(".table--drawing")).to_have_count(0, timeout=1000)
    page.wait_for_timeout(500)
    assert fresh(found).length == length
    play_card(page)
    is_drawing(page)
    assert fresh(found).length > length


def test_card_chosen_before_is_played_once_all_is_drawn(at_table, people_at):
    found, accounts = people_at("briscola", 2)
    page = at_table(found, accounts[1 - found.turn].username)
    page.locator(".hold[data-ahead]").first.click()
    found = act(found, accounts, None)
    seen = str(found.length + 1)
    expect(page.locator("#steps")).to_have_attribute("data-seen", seen)
    assert fresh(found).length == found.length + 1


def test_tools_and_links_work_while_something_is_drawn(at_table, against_bots):
    page = at_table(against_bots("gong-zhu", 3), "bob", pace="slow")
    page.get_by_role("button", name="Expose nothing").click()
    is_drawing(page)
    choose(page, "Pace", "At once")
    expect(page.locator(".table--drawing")).to_have_count(0, timeout=1000)


def test_at_once_nothing_is_drawn(at_table, people_at):
    found, accounts = people_at("briscola", 2)
    page = at_table(found, accounts[found.turn].username, pace="once")
    version = page.locator("#table").get_attribute("data-version")
    play_card(page)
    expect(page.locator("#table")).not_to_have_attribute("data-version", version)
    assert (drawn(page), page.evaluate("flights")) == ([], 0)


def test_less_motion_has_steps_but_no_flights(at_table, against_bots):
    found = against_bots("gong-zhu", 3)
    page = at_table(found, "bob", reduced_motion="reduce")
    page.get_by_role("button", name="Expose nothing").click()
    until_drawn(page)
    first, second, *_ = drawn(page)
    assert second["at"] - first["at"] > 500
    assert page.evaluate("flights") == 0


def test_whoever_comes_back_sees_the_newest_state(at_table, people_at):
    found, accounts = people_at("briscola", 2)
    page = at_table(found, accounts[1 - found.turn].username)
    page.evaluate(HIDE, True)
    found = act(found, accounts, None)
    page.evaluate(HIDE, False)
    expect(page.locator("#table")).to_have_attribute("data-version", str(found.version))
    assert drawn(page) == []
    play_card(page)
    is_drawing(page)


def test_drawing_jumps_to_its_end_where_nobody_looks(at_table, against_bots):
    found = against_bots("gong-zhu", 3)
    page = at_table(found, "bob", pace="slow")
    page.get_by_role("button", name="Expose nothing").click()
    is_drawing(page)
    page.evaluate(HIDE, True)
    expect(page.locator(".table--drawing")).to_have_count(0, timeout=1000)


def test_card_flies_at_the_tables_of_both_players(at_table, people_at):
    found, accounts = people_at("briscola", 2)
    player, other = (accounts[one].username for one in (found.turn, 1 - found.turn))
    first, second = at_table(found, player), at_table(found, other)
    label = first.locator(".own-hand .hold").first.get_attribute("aria-label")
    play_card(first)
    for page in (first, second):
        page.wait_for_function("() => drawn.length")  # it may be over before one looks
        is_drawing(page, now=False)
        assert [f"Play the {one['what']}" for one in drawn(page)] == [label]
        assert page.evaluate("flights") == 1


def test_news_that_come_while_something_is_drawn_are_drawn_after_it(at_table, people_at):
    found, accounts = people_at("briscola", 2)
    page = at_table(found, accounts[1 - found.turn].username, pace="slow")
    found = act(found, accounts, None)
    is_drawing(page)
    OnlineTable.objects.filter(pk=found.pk).update(version=F("version") + 1)
    newest = str(OnlineTable.objects.get(pk=found.pk).version)
    expect(page.locator("#table")).to_have_attribute("data-version", newest)
    assert len(drawn(page)) == 1


def test_next_deal_is_drawn_before_what_is_said_then(at_table, people_at):
    found, accounts = people_at("truco", 4)
    found = act(found, accounts, "keep", "truco", "run")
    page = at_table(found, accounts[0].username, pace="slow")
    tables.deal(table=found, by=accounts[1], now=timezone.now())
    is_drawing(page)
    act(fresh(found), accounts, "keep")
    expect(page.locator(".spot__said").get_by_text("Keep the packet")).to_be_visible()
    assert [one["what"] for one in drawn(page)] == ["I deal.", "Keep the packet"]
    assert page.evaluate("flights") > 3


def test_own_clock_runs_while_something_is_drawn(at_table, against_bots):
    found = against_bots("gong-zhu", 3)
    page = at_table(found, "bob", pace="slow")
    page.get_by_role("button", name="Expose nothing").click()
    is_drawing(page)
    clock = page.locator(".ask .clock__s")
    left = int(clock.inner_text())
    is_drawing(page)
    page.wait_for_timeout(2100)
    assert int(clock.inner_text()) in {left - 2, left - 3}


def test_sounds_are_off_until_they_are_wanted(at_table, people_at):
    found, accounts = people_at("briscola", 2)
    page = at_table(found, accounts[found.turn].username)
    play_card(page)
    until_drawn(page)
    assert page.evaluate("sounds") == 0
    found = act(fresh(found), accounts, None)
    choose(page, "Sounds", "On")
    page.wait_for_function("() => sounds > 0")
    heard = page.evaluate("sounds")
    act(found, accounts, None)
    page.wait_for_function("heard => sounds > heard", arg=heard)


def choose(page, setting, name):
    open_settings(page)
    setting_of(page, setting, name).check()
    page.keyboard.press("Escape")


def setting_of(page, setting, name):
    return page.get_by_role("group", name=setting).get_by_role("radio", name=name, exact=True)


def open_settings(page):
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()


def test_pace_is_kept_by_the_browser(at_table, people_at):
    found, accounts = people_at("briscola", 2)
    page = at_table(found, accounts[0].username)
    choose(page, "Pace", "Slow")
    page.reload()
    open_settings(page)
    expect(setting_of(page, "Pace", "Slow")).to_be_checked()
