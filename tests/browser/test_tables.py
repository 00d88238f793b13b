"""Online tables in a browser: every game's table fits the page, and a match is played by clicks."""

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

import games
from league.models import Account, OnlineTable, Season
from league.services.accounts import people
from league.services.play import tables
from league.services.registration import registrations
from tests.league.web.online import online_event

from .conftest import OFFERED

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

GAMES = [game.slug for game in games.all()]
LANGUAGES = {"de": "Deutsch", "nl": "Nederlands"}
STEPS = {
    "cinch": (0, 5, 12),
    "fipsen": (0, 6, 12),
    "gong-zhu": (0, 6),
    "loo": (0, 12, 20),
    "mit-list-und-tuecke": (2, 4),
    "mulatschag": (0, 6, 12),
    "skat": (0, 4, 8),
    "truco": (0, 3, 6),
}


LINES = "names => names.map(name => name.getClientRects().length)"
"""On how many lines names stand."""

COLLECT_MISLEADING_CARDS = """() => {
  window.misleading = [];
  document.addEventListener("htmx:afterSwap", () => window.misleading.push(
    ...[...document.querySelectorAll("button.hold[aria-disabled]")].map(card => card.id)));
}"""
"""Cards that look as if they could be played, however shortly after a change, and cannot be."""


@pytest.mark.parametrize("slug", GAMES)
def test_table_of_a_game_fits_every_screen(open_page, log_in, table, on_screens, slug):
    page = open_page()
    for steps in STEPS.get(slug, (1, 4)):
        found, name = table(slug, steps)
        log_in(page, name).goto(reverse("web:table", args=[found.code]))
        assert on_screens(page, f"table-{slug}-{steps}") == []


@pytest.mark.parametrize("width", [320, 390])
def test_names_at_a_small_table_stand_on_one_line(open_page, log_in, season, width):
    bob = Account.objects.get(username="bob")
    event = online_event(season.club, "mit-list-und-tuecke")
    registrations.register_oneself(event=event, by=bob, now=timezone.now())
    bots = ["medium"] * 3
    found = tables.open_table(event=event, by=bob, seats=4, bots=bots, now=timezone.now())
    page = log_in(open_page(viewport={"width": width, "height": 700}), "bob")
    page.goto(reverse("web:table", args=[found.code]))
    names = page.locator(".spot__who")
    assert names.evaluate_all(LINES) == [1] * 4
    scroll = page.locator(".table__scores .scroll")
    assert scroll.evaluate("box => ['auto', 'scroll'].includes(getComputedStyle(box).overflowX)")


def test_tables_of_an_event_fit_every_screen(open_page, log_in, event, on_screens):
    page = log_in(open_page(), "bob")
    page.goto(reverse("web:event", args=[event.code]))
    page.get_by_role("button", name="Register", exact=True).click()
    page.goto(reverse("web:tables", args=[event.code]))
    page.get_by_text("Seats, AI players and time per action").click()
    assert on_screens(page, "tables") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_in_other_languages_fits_every_screen(open_page, log_in, table, on_screens, language):
    found, player = table("mulatschag", 6)
    page = log_in(open_page(), player)
    page.goto("/")
    page.get_by_role("button", name=LANGUAGES[language]).click()
    page.goto(reverse("web:table", args=[found.code]))
    assert page.locator("html").get_attribute("lang") == language
    assert on_screens(page, f"table-mulatschag-{language}") == []


@pytest.fixture
def event(season):
    """An online event of Skat at which greedy bots take seats."""
    found = online_event(season.club, "skat")
    found.bots.add(people.builtin_bot(name="greedy"))
    return found


def sit_down(page, event):
    """Register, and open a table against AI seats."""
    page.goto(reverse("web:event", args=[event.code]))
    page.get_by_role("button", name="Register", exact=True).click()
    page.get_by_role("link", name="Play at an online table").click()
    page.get_by_role("button", name="Play against AI players").click()
    expect(page.locator("#table")).to_be_visible()


def act(page, *, bids=False):
    """Pass, or do the first thing that the table offers; False at the end of the match."""
    offered = page.locator(OFFERED).first
    offered.wait_for()
    if page.locator(".table__end").count():
        return False
    version = page.locator("#table").get_attribute("data-version")
    ticks = page.locator(".tick input")
    for number in range(2 if ticks.count() else 0):
        ticks.nth(number).check()
    passes = page.get_by_role("button", name="Pass", exact=True)
    done = page.locator(".pick:enabled")
    (passes if passes.count() and not bids else done if done.count() else offered).first.click()
    page.wait_for_function(
        "version => document.getElementById('table').dataset.version !== version", arg=version
    )
    return True


def test_player_registers_plays_a_match_of_three_rounds_and_rises(
    open_page, log_in, answers, event, picture
):
    page = log_in(open_page(), "bob")
    sit_down(page, event)
    page.evaluate(COLLECT_MISLEADING_CARDS)
    for _ in range(200):
        if not act(page):
            break
    assert page.evaluate("misleading") == []
    expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
    picture(page, "table-over-390")
    page.get_by_text("Proof that these deals are fair").click()
    expect(page.get_by_text("equals the commitment")).to_be_visible()
    assert page.locator(".table__scores tbody tr").count() >= 3
    page.get_by_role("link", name="Standings").click()
    expect(page.locator(".standings")).to_contain_text("Bob")


def test_card_that_cannot_be_played_explains_itself_to_keys_and_taps(open_page, log_in, table):
    found, name = table("gong-zhu", 6)
    page = log_in(open_page(), name)
    page.goto(reverse("web:table", args=[found.code]))
    barred = page.locator(".hold--not").first
    expect(barred.locator(".why")).to_be_hidden()
    barred.locator("button").click(force=True)  # Playwright waits for it to be enabled
    expect(barred.locator(".why")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".own-hand button").nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(".own-hand button").last).to_be_focused()


PLAYED_BY = {
    "taps": lambda card: card.tap(),
    "keys": lambda card: card.press("Enter"),
}


@pytest.mark.parametrize("way", PLAYED_BY)
def test_page_stays_where_it_is_while_one_plays(open_page, log_in, answers, season, way):
    event = online_event(season.club, "briscola")
    event.bots.add(people.builtin_bot(name="greedy"))
    page = log_in(open_page(has_touch=True), "bob")
    sit_down(page, event)
    for _ in range(3):
        version = page.locator("#table").get_attribute("data-version")
        PLAYED_BY[way](page.locator("button.hold[name]").first)
        page.wait_for_function(
            "version => document.getElementById('table').dataset.version !== version", arg=version
        )
        page.wait_for_timeout(100)  # a browser scrolls in the frame that follows
        assert page.evaluate("scrollY") == 0


def test_table_moves_on_by_itself_without_live_news(open_page, log_in, table):
    found, name = table("gong-zhu", 6)
    page = log_in(open_page(), name)
    page.goto(reverse("web:table", args=[found.code]))
    onlooker = open_page()
    onlooker.goto(reverse("web:table", args=[found.code]))
    before = onlooker.locator("#table").get_attribute("data-version")
    page.locator("button.hold[name]").first.click()
    expect(onlooker.locator("#table")).not_to_have_attribute("data-version", before)


@pytest.mark.parametrize("press", ["mouse", "keyboard"])
def test_button_that_is_pressed_is_not_renewed(open_page, log_in, table, press, wait_for):
    found, name = table("gong-zhu", 6)
    own = found.seats.filter(player__account__username=name)
    own.update(stood_in=True)
    page, held = log_in(open_page(), name), []
    page.route("**/tables/*/?after=*", lambda route: held.append(route), times=1)  # noqa: PLW0108
    page.goto(reverse("web:table", args=[found.code]))
    OnlineTable.objects.filter(pk=found.pk).update(version=F("version") + 1)
    page.wait_for_function("() => isAsking")
    back = page.get_by_role("button", name="I am back")
    back.focus()
    back.hover()
    down, up = {
        "mouse": (page.mouse.down, page.mouse.up),
        "keyboard": (lambda: page.keyboard.down(" "), lambda: page.keyboard.up(" ")),
    }[press]
    down()
    wait_for(page, held)
    with page.expect_response("**/tables/*/?after=*"):
        held.pop().continue_()
    up()
    expect(back).to_have_count(0)
    assert not own.get().stood_in


def test_table_moves_on_once_a_button_is_let_go_of(open_page, log_in, table):
    found, name = table("gong-zhu", 6)
    page = log_in(open_page(), name)
    page.goto(reverse("web:table", args=[found.code]))
    page.locator("[popovertarget=log]").hover()
    page.mouse.down()
    OnlineTable.objects.filter(pk=found.pk).update(version=F("version") + 1)
    page.wait_for_function("() => isBehind")
    page.mouse.up()
    newest = str(OnlineTable.objects.get(pk=found.pk).version)
    expect(page.locator("#table")).to_have_attribute("data-version", newest)
    expect(page.locator("#log")).to_be_visible()


def test_page_of_a_table_that_is_gone_says_so(open_page, table):
    found, _name = table("gong-zhu", 3)
    page = open_page(but=("status of 404", "Code 404"))
    page.goto(reverse("web:table", args=[found.code]))
    Season.objects.filter(pk=found.event.season_id).update(status=Season.Status.DRAFT)
    expect(page.get_by_role("heading", name="We cannot find this page")).to_be_visible()
