"""The card table: it fits every screen at every step, and is played by touch, keys and drawing."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

import games
from league.models import Account, OnlineTable
from league.services.accounts import people
from league.services.play import tables
from league.services.registration import registrations
from league.web.games.cards import pack_of
from league.web.games.tallies import tally_of
from tests.league.web.online import fresh, online_event, play, seat_people

from .conftest import OFFERED

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

GAMES = [game.slug for game in games.all()]
MOST_STEPS = 40
SCREENS = ((360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (1280, 800))
TABLES = {
    "two seats, three cards": ("briscola", 2, 1),
    "three seats, ten cards, bids": ("skat", 3, 0),
    "three seats, seventeen cards": ("democracy", 3, 1),
    "four seats, thirteen cards": ("gong-zhu", 4, 6),
    "four seats, buttons beside cards": ("truco", 4, 3),
    "ten seats": ("loo", 10, 20),
}

FAULTS = """() => {
  const found = [], inside = box => box.top >= -1 && box.left >= -1
    && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  const page = document.scrollingElement;
  if (scrollY || page.scrollHeight > innerHeight) found.push("the page scrolls down");
  if (page.scrollWidth > innerWidth) found.push("the page scrolls to the side");
  for (const name of [".table__bar", ".felt", ".ask", ".own-hand", ".ask button", ".hold", ".chip"])
    for (const one of document.querySelectorAll(`#table ${name}`)) {
      const box = one.getBoundingClientRect();
      if (box.width && !inside(box)) found.push(`${name} ${one.id} is not on the screen`);
    }
  const ask = document.querySelector(".ask");
  if (ask.scrollHeight > ask.clientHeight + 1) found.push(`cut: ${ask.innerText}`);
  for (const hold of document.querySelectorAll(".hold")) {
    const { width, height } = hold.getBoundingClientRect();
    if (height < 44 || width < 23) found.push(`${hold.textContent} is ${width} x ${height}`);
  }
  return found;
}"""
"""What does not fit at a table while one plays."""


@pytest.fixture
def against_bots(season, answers):
    """Return a function that opens a table of a game at which Bob sits with greedy bots."""

    def make(slug, seats=None):
        event, bob = online_event(season.club, slug), Account.objects.get(username="bob")
        event.bots.add(people.builtin_bot(name="greedy"))
        registrations.register_oneself(event=event, by=bob, now=timezone.now())
        bots = ["greedy"] * ((seats or games.get(slug).players[0]) - 1)
        return tables.open_table(
            event=event, by=bob, seats=len(bots) + 1, bots=bots, now=timezone.now()
        )

    return make


def visit(page, found):
    page.goto(reverse("web:table", args=[found.code]))
    return page


def version(page):
    return page.locator("#table").get_attribute("data-version")


def moved_on(page, before):
    page.wait_for_function(
        "before => document.getElementById('table').dataset.version !== before", arg=before
    )


TAPS = {
    "touch": lambda one: one.tap(),
    "keys": lambda one: one.press("Enter"),
}
TICKS = {
    "touch": lambda one: one.tap(),
    "keys": lambda one: one.locator("input").press(" "),
}


def step(page, way):
    """Do one thing that the table offers, a bid before a pass, by touch or by keys."""
    before = version(page)
    page.locator(OFFERED).first.wait_for()
    cards = page.locator("button.hold[name]")
    others = page.locator(".ask__buttons > .button:not(.pick), #deal")
    pick = page.locator(".pick").first
    if cards.count():
        TAPS[way](cards.first)
    elif pick.count():
        for number in range(max(1, int(pick.get_attribute("data-least")))):
            TICKS[way](page.locator(".tick").nth(number))
        TAPS[way](pick)
    else:
        is_pass = others.first.inner_text() == "Pass" and others.count() > 1
        TAPS[way](others.nth(int(is_pass)))
    moved_on(page, before)


@pytest.mark.parametrize("way", TAPS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_round_is_played_without_scrolling(open_page, log_in, against_bots, slug, way):
    page = log_in(open_page(has_touch=True), "bob")
    visit(page, against_bots(slug))
    for _ in range(MOST_STEPS):
        assert page.evaluate(FAULTS) == []
        if page.locator("#deal, .table__end").count():
            break
        step(page, way)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_fits_every_screen_while_one_plays(open_page, log_in, season, picture, name):
    slug, seats, steps = TABLES[name]
    found, accounts = seat_people(online_event(season.club, slug), seats)
    found = play(found, accounts, steps, seed=3)
    page = visit(log_in(open_page(), accounts[found.turn or 0].username), found)
    faults = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"card-table-{slug}-{seats}-{width}")
        if wrong := page.evaluate(FAULTS):
            faults[width, height] = wrong
    assert faults == {}


MANY = {"persons as lines": ("loo", 10), "persons as columns": ("democracy", 6)}


def play_round_of_many(found, accounts):
    """Play rounds until something is told of many; return the table."""
    while True:
        found = play(found, accounts, 1, seed=found.length)
        view = tables.look(table=found, by=None).view
        names = [account.username for account in accounts]
        tally = tally_of(view, pack_of(view["game"]), names) if view["round_over"] else None
        if tally and tally.has_many:
            return found


@pytest.mark.parametrize("name", MANY)
def test_tally_of_many_does_not_scroll_to_the_side(open_page, log_in, season, picture, name):
    slug, seats = MANY[name]
    found, accounts = seat_people(online_event(season.club, slug), seats)
    found = play_round_of_many(found, accounts)
    page = visit(log_in(open_page(), accounts[0].username), found)
    page.set_viewport_size({"width": 360, "height": 640})
    picture(page, f"tally-{slug}")
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.className)"
    expect(page.locator(".tally--many")).to_be_visible()
    expect(page.locator(".tally__lines")).to_have_count(int(name == "persons as lines"))
    assert page.locator(".tally, .tally .scroll").evaluate_all(wide) == []


GROW = """count => {
  const hand = document.querySelector(".own-hand");
  while (hand.children.length < count) hand.append(hand.lastElementChild.cloneNode(true));
}"""
"""Has cards in a hand again until there are so many."""


def faults_on_screens(page):
    """Return what does not fit, by the size of the screen."""
    faults = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        if wrong := page.evaluate(FAULTS):
            faults[width, height] = wrong
    return faults


@pytest.mark.parametrize("count", [10, 13, 17, 20, 24, 29])
def test_a_hand_of_any_length_fits_every_screen(open_page, log_in, table, count):
    found, name = table("rolling-stone", 0)
    page = visit(log_in(open_page(), name), found)
    page.evaluate(GROW, count)
    assert faults_on_screens(page) == {}


def test_cards_on_buttons_fit_every_screen(open_page, log_in, season):
    found, accounts = seat_people(online_event(season.club, "truco"), 4)
    page = open_page()
    while not page.locator(".button--cards").count():
        by = accounts[found.turn]
        legal = tables.look(table=found, by=by).legal
        action = "keep" if "keep" in legal else legal[0]
        tables.act(
            table=found,
            by=by,
            action=action,
            expected_version=found.version,
            now=timezone.now(),
        )
        found = fresh(found)
        visit(log_in(page, accounts[found.turn].username), found)
    assert faults_on_screens(page) == {}


def test_tab_reaches_the_first_card_in_three_presses(open_page, log_in, table):
    found, name = table("gong-zhu", 6)
    page = visit(log_in(open_page(), name), found)
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.locator(".own-hand button").first).to_be_focused()


def test_numbers_and_arrows_go_along_the_hand(open_page, log_in, table):
    found, name = table("mit-list-und-tuecke", 0)
    page = visit(log_in(open_page(), name), found)
    cards = page.locator(".own-hand button")
    page.keyboard.press("4")
    expect(cards.nth(3)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(cards.nth(2)).to_be_focused()
    page.keyboard.press("End")
    expect(cards.last).to_be_focused()


def test_focus_goes_on_to_the_card_in_that_place(open_page, log_in, against_bots):
    page = visit(log_in(open_page(), "bob"), against_bots("briscola"))
    cards = page.locator(".own-hand button")
    cards.nth(1).focus()
    before = version(page)
    page.keyboard.press("Enter")
    moved_on(page, before)
    expect(page.locator(".own-hand :focus")).to_have_count(1)


def test_a_button_for_many_bids_leaves_the_focus_at_the_table(open_page, log_in, against_bots):
    page = visit(log_in(open_page(), "bob"), against_bots("skat"))
    before = version(page)
    page.locator(".ask__buttons > .button").first.press("Enter")
    moved_on(page, before)
    expect(page.locator("#table :focus")).to_have_count(1)


def setting(page, label):
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(label).check()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


def test_first_of_two_taps_raises_a_card_and_escape_puts_it_back(open_page, log_in, against_bots):
    page = visit(log_in(open_page(has_touch=True), "bob"), against_bots("briscola"))
    setting(page, "with two taps")
    before, card = version(page), page.locator(".own-hand .hold").first
    card.tap()
    expect(page.locator(".hold--raised")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".hold--raised")).to_have_count(0)
    card.tap()
    assert version(page) == before
    card.tap()
    moved_on(page, before)


def test_settings_are_kept(open_page, log_in, against_bots):
    found = against_bots("skat")
    page = visit(log_in(open_page(), "bob"), found)
    hand = "cards => cards.map(card => card.id || card.querySelector('[id]').id)"
    by_suit = page.locator(".own-hand .hold").evaluate_all(hand)
    setting(page, "by rank")
    page.reload()
    by_rank = page.locator(".own-hand .hold").evaluate_all(hand)
    assert by_rank != by_suit
    assert sorted(by_rank) == sorted(by_suit)
    ranks = page.locator(".own-hand .hold").evaluate_all("all => all.map(one => +one.dataset.rank)")
    assert ranks == sorted(ranks, reverse=True)


def test_german_faces_are_drawn_at_once_and_kept(open_page, log_in, table):
    found, name = table("skat", 7)
    page = visit(log_in(open_page(), name), found)
    tick = page.locator(".own-hand .tick").first
    tick.click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("German").check()
    page.keyboard.press("Escape")  # a second time it would undo the choice of cards
    hand = page.locator(".own-hand use")
    drawn = "all => all.every(one => /#german-/.test(one.getAttribute('href')))"
    page.wait_for_function(f"() => ({drawn})([...document.querySelectorAll('.own-hand use')])")
    expect(tick.locator("input")).to_be_checked()
    page.reload()
    assert hand.evaluate_all(drawn)
    setting(page, "French")
    page.wait_for_function(f"() => !({drawn})([...document.querySelectorAll('.own-hand use')])")
    assert "faces" not in page.evaluate("document.cookie")


def test_a_card_is_drawn_to_the_middle(open_page, log_in, against_bots):
    page = visit(log_in(open_page(), "bob"), against_bots("briscola"))
    before = version(page)
    page.locator(".own-hand .hold").nth(1).hover()
    page.mouse.down()
    middle = page.locator(".felt").bounding_box()
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    page.mouse.move(x, y, steps=5)
    assert version(page) == before
    page.mouse.up()
    moved_on(page, before)


def test_letting_go_chooses_the_card_under_the_finger(open_page, log_in, against_bots):
    page = visit(log_in(open_page(), "bob"), against_bots("briscola"))
    cards = page.locator(".own-hand .hold")
    wanted, before = cards.nth(2).get_attribute("id"), version(page)
    cards.first.hover()
    page.mouse.down()
    cards.nth(2).hover()
    page.mouse.up()
    moved_on(page, before)
    expect(page.locator(f"#{wanted}")).to_have_count(0)


def test_a_card_chosen_before_ones_turn_is_played_when_it_comes(open_page, log_in, season):
    found, accounts = seat_people(online_event(season.club, "briscola"), 2)
    first, second = found.turn, 1 - found.turn
    page = visit(log_in(open_page(), accounts[second].username), found)
    card = page.locator(".own-hand .hold").first
    chosen = card.get_attribute("id")
    card.click()
    expect(page.locator(".ask__ahead")).to_be_visible()
    play(found, accounts, 1)
    expect(page.locator(f"#{chosen}")).to_have_count(0)
    assert [row.seat for row in found.actions.order_by("number")][-2:] == [first, second]


def test_a_card_chosen_ahead_that_the_rules_forbid_then_says_why(open_page, log_in, season):
    found, accounts = seat_people(online_event(season.club, "gong-zhu"), 4)
    while tables.look(table=found, by=accounts[found.turn]).view["phase"] != "play":
        tables.act(
            table=found,
            by=accounts[found.turn],
            action="pass",
            expected_version=found.version,
            now=timezone.now(),
        )
        found = fresh(found)
    following = accounts[(found.turn + 1) % 4]
    hand = tables.look(table=found, by=following).view["hand"]
    lead = next(
        card
        for card in tables.look(table=found, by=accounts[found.turn]).legal
        if any(own[0] == card[0] for own in hand)
    )
    barred = next(own for own in hand if own[0] != lead[0])
    page = visit(log_in(open_page(), following.username), found)
    page.locator(f"#card-{barred}").click()
    tables.act(
        table=found,
        by=accounts[found.turn],
        action=lead,
        expected_version=found.version,
        now=timezone.now(),
    )
    expect(page.locator(".ask__ahead")).to_contain_text("You must follow suit")
    assert OnlineTable.objects.get(pk=found.pk).length == fresh(found).length


def test_ticks_are_counted_and_sent_when_they_are_right(open_page, log_in, table):
    found, name = table("skat", 7)
    page = visit(log_in(open_page(), name), found)
    done = page.locator(".pick")
    expect(done).to_be_disabled()
    page.locator(".tick").first.click()
    expect(page.locator(".ask__count")).to_have_text("1 of 2 chosen")
    page.locator(".tick").nth(4).click()
    expect(done).to_be_enabled()
    page.keyboard.press("Escape")
    expect(page.locator(".ask__count")).to_have_text("0 of 2 chosen")


def test_lost_connection_is_told_and_mends_itself(open_page, log_in, against_bots):
    page = log_in(open_page(but=("ERR_INTERNET_DISCONNECTED", "htmx:sendError")), "bob")
    visit(page, against_bots("briscola"))
    page.context.set_offline(True)
    expect(page.locator("#away")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#away")).to_be_hidden()


def test_who_steps_away_is_played_for_and_comes_back(open_page, log_in, table):
    found, name = table("gong-zhu", 6)
    page = visit(log_in(open_page(), name), found)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let the AI play for me").click()
    expect(page.locator(".ask")).to_contain_text("The AI plays for you.")
    page.get_by_role("button", name="I am back").click()
    expect(page.locator(".ask")).not_to_contain_text("The AI plays for you.")


def test_each_event_is_said_once(open_page, log_in, table):
    found, name = table("gong-zhu", 6)
    page = visit(log_in(open_page(), name), found)
    before = version(page)
    page.locator("button.hold[name]").first.click()
    moved_on(page, before)
    expect(page.locator("#said")).to_have_text(page.locator(".table__lines li").last.inner_text())
