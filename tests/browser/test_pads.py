"""The score pad on a phone: few taps for a deal, one screen, kept while the server is away."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

import games
from league.models import ScorePad
from tests.league.factories import (
    EventFactory,
    MatchFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("chromium"),
    pytest.mark.django_db(transaction=True),
]

NAMES = ("Bob", "Dora", "Emil", "Frida", "Gerd", "Hanna")
STORE = "Store the deal"


@pytest.fixture
def table(season):
    """Return a function that seats Bob and others at a table of a game."""

    def make(slug, players, **more):
        own = SeasonFactory(club=season.club, game=slug, **more)
        session = SessionFactory(event=EventFactory(season=own, name="November"), number=1)
        bob = season.club.memberships.get(player__name="Bob").player
        others = [PlayerFactory(name=name) for name in NAMES[1:players]]
        return MatchFactory(session=session, table_number=1, players=[bob, *others])

    return make


@pytest.fixture
def pad(open_page, log_in, table):
    """Return a function that opens the pad of a table on Bob's phone."""

    def make(slug, players, *, but=("status of 422",), **more):
        match = table(slug, players, **more)
        page = log_in(open_page(but=but), "bob")
        page.goto(f"/matches/{match.code}/pad/")
        return page, match

    return make


@contextmanager
def answered(page):
    """Wait until the pad has answered to what is done: each answer brings a key of its own."""
    key = page.locator("#deal [name=key]")
    before = key.input_value()
    yield
    expect(key).not_to_have_value(before)


def tap(page, path, value):
    """Tap a choice as a finger does."""
    choice = page.locator(f'[id="{path}-{value}"], [id="{path}"][value="{value}"]')
    with answered(page):
        choice.locator("xpath=..").click()


def fill(page, path, value):
    """Type a number: a tap for the field, and one for each digit."""
    with answered(page):
        page.locator(f'[id="{path}"]').press_sequentially(str(value))


def store(page):
    page.get_by_role("button", name=STORE).click()
    page.locator(".deals li").first.wait_for()


ORDINARY = {
    # game: players, what is tapped, what is typed, scores
    "skat": (
        3,
        [("declarer", 0), ("contract", "clubs"), ("matadors", 1), ("won", "yes")],
        [],
        [24, 0, 0],
    ),
    "truco": (4, [("winner", "seats 0 and 2")], [], [1, 0, 1, 0]),
    "cinch": (4, [("declarers", 0), ("bid", 7), ("points.0", 9)], [], [4, 0, 4, 0]),
    "linger-longer": (4, [("last", 1)], [], [0, 1, 0, 0]),
    "fipsen": (
        4,
        [("declarer", 1), ("bid", "3"), ("trump", "clubs"), ("made", "yes")],
        [],
        [0, 3, 0, 0],
    ),
    "loo": (
        5,
        [("stayed", 0), ("stayed", 2), ("players.0.tricks", 3)],
        [],
        [-2, 0, 2, 0, 0],
    ),
    "mulatschag": (
        4,
        [
            ("holder", 1),
            ("bid", 2),
            ("trump", "leaves"),
            ("players.0.tricks", 1),
            ("players.2.tricks", 1),
        ],
        [],
        None,
    ),
    "briscola": (2, [], [("points.0", 70)], [70, 50]),
    "rolling-stone": (
        4,
        [("out", 0)],
        [("cards.1", 3), ("cards.2", 5), ("cards.3", 4)],
        [60, 0, 0, 0],
    ),
    "democracy": (
        3,
        [],
        [
            ("players.0.clubs", 15),
            ("players.0.spades", 10),
            ("players.1.spades", 15),
            ("players.1.hearts", 25),
            ("players.0.diamonds", 5),
        ],
        [1, 2, 1],
    ),
    "mit-list-und-tuecke": (
        4,
        [],
        [
            ("players.0.blue", 6),
            ("players.0.green", 4),
            ("players.1.red", 6),
            ("players.1.yellow", 4),
            ("players.2.blue", 4),
            ("players.2.green", 2),
            ("players.3.red", 2),
        ],
        [24, 24, 8, 0],
    ),
    "gong-zhu": (
        4,
        [
            ("SQ", 0),
            ("DJ", 1),
            ("CT", 2),
            ("most_hearts", 3),
            ("players.0.hearts", "H2"),
            ("players.0.hearts", "H3"),
            ("players.0.hearts", "H4"),
            ("players.0.hearts", "H5"),
        ],
        [],
        [-110, 100, 50, -190],
    ),
}
MOST_TAPS = {
    "skat": 5,
    "truco": 2,
    "cinch": 4,
    "linger-longer": 2,
    "fipsen": 5,
    "loo": 4,
    "mulatschag": 6,
    "briscola": 4,
    "rolling-stone": 8,
    "democracy": 15,
    "mit-list-und-tuecke": 15,
    "gong-zhu": 9,
}
"""Taps of an ordinary deal with its *Store*: a number takes one, and one for each digit."""


def test_every_game_has_its_taps_counted():
    assert set(ORDINARY) == set(MOST_TAPS) == {game.slug for game in games.all()}


@pytest.mark.parametrize("slug", ORDINARY)
def test_ordinary_deal_takes_few_taps_on_one_screen(pad, slug, picture):
    players, taps, typed, scores = ORDINARY[slug]
    page, match = pad(slug, players)
    for path, value in taps:
        tap(page, path, value)
    for path, value in typed:
        fill(page, path, value)
    page.wait_for_timeout(400)
    picture(page, f"pad-{slug}")
    place = page.get_by_role("button", name=STORE).bounding_box()
    height = place["y"] + place["height"] + page.evaluate("scrollY")
    store(page)
    number = len(taps) + sum(1 + len(str(value)) for _path, value in typed) + 1
    assert number <= MOST_TAPS[slug]
    assert height <= 844
    row = ScorePad.objects.get(match=match)
    found = games.get(slug).sheet.model_validate(row.rounds[0]["sheet"]).scores()
    assert scores is None or found == scores


def write_skat(page, declarer):
    for path, value in (
        ("declarer", declarer),
        ("contract", "clubs"),
        ("matadors", 1),
        ("won", "yes"),
    ):
        tap(page, path, value)


@pytest.mark.parametrize("slug", ["skat", "loo", "gong-zhu"])
def test_buttons_are_big_enough_for_a_finger(pad, slug):
    page, _match = pad(slug, ORDINARY[slug][0])
    sizes = page.locator(".pad__choice:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert sizes
    assert min(min(size) for size in sizes) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_digit_typed_the_moment_an_answer_arrives_is_answered_too(pad):
    page, _match = pad("briscola", 2)
    page.evaluate(
        """() => document.addEventListener("htmx:afterSwap", () => setTimeout(() => {
          const points = document.getElementById("points.0");
          points.value = "70";
          points.dispatchEvent(new Event("input", { bubbles: true }));
        }), { once: true })"""
    )
    page.locator('[id="points.0"]').press_sequentially("7")
    expect(page.locator("#deal output")).to_contain_text("50")


def test_deal_is_kept_while_the_server_is_away_and_sent_once(pad):
    page, match = pad("skat", 3, but=("ERR_INTERNET_DISCONNECTED",))
    write_skat(page, 0)
    page.context.set_offline(True)
    page.get_by_role("button", name=STORE).click()
    expect(page.get_by_text("This deal is kept in this browser")).to_be_visible()
    assert not ScorePad.objects.exists()
    page.context.set_offline(False)
    expect(page.get_by_text("Deal 2 of 3")).to_be_visible()
    row = ScorePad.objects.get(match=match)
    assert (row.version, len(row.rounds), len(row.keys)) == (1, 1, 1)


def test_deal_that_is_kept_outlives_the_page(pad):
    page, match = pad("skat", 3, but=("ERR_FAILED",))
    write_skat(page, 0)
    page.route(
        "**/pad/",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )
    page.get_by_role("button", name=STORE).click()
    expect(page.get_by_text("This deal is kept in this browser")).to_be_visible()
    page.unroute_all()
    page.reload()
    expect(page.get_by_text("Deal 2 of 3")).to_be_visible()
    assert len(ScorePad.objects.get(match=match).rounds) == 1


def test_deal_outlives_a_session_that_has_ended(pad, log_in, settings):
    page, match = pad("skat", 3)
    write_skat(page, 0)
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name=STORE).click()
    page.wait_for_url("**/login/**")
    assert not ScorePad.objects.exists()
    log_in(page, "bob")
    page.goto(f"/matches/{match.code}/pad/")
    expect(page.get_by_text("Deal 2 of 3")).to_be_visible()
    assert len(ScorePad.objects.get(match=match).rounds) == 1


def test_two_phones_see_the_sheet_grow_and_the_second_writer_is_told(
    pad, open_page, log_in, picture
):
    page, match = pad("skat", 3)
    other = log_in(open_page(but=("status of 409",)), "alice")
    other.goto(f"/matches/{match.code}/pad/")
    write_skat(other, 1)
    write_skat(page, 0)
    store(page)
    expect(other.locator(".deals li")).to_contain_text("Declarer Bob")
    other.get_by_role("button", name=STORE).click()
    expect(other.get_by_text("Somebody else has just written on this pad")).to_be_visible()
    assert len(ScorePad.objects.get(match=match).rounds) == 1


def test_whole_match_is_written_handed_in_and_confirmed(pad, open_page, log_in, picture):
    page, match = pad("skat", 3)
    for number in range(3):
        write_skat(page, number)
        page.get_by_role("button", name=STORE).click()
        expect(page.locator(".deals li")).to_have_count(number + 1)
    picture(page, "pad-hand-in")
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_text("The result is entered.")).to_be_visible()
    alice = log_in(open_page(), "alice")
    alice.goto(f"/matches/{match.code}/confirm/")
    expect(alice.get_by_text("Declarer Bob · Contract clubs · Matadors with 1")).to_be_visible()
    picture(alice, "pad-confirm")
    alice.get_by_role("button", name="Yes, confirm it").click()
    said = "The result is final and counts in the standings."
    expect(alice.get_by_text(said, exact=True)).to_be_visible()


def test_pad_works_without_scripts(pad, browser, live_server, log_in, table):
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    match = table("skat", 3)
    page = log_in(context.new_page(), "bob")
    page.goto(f"/matches/{match.code}/pad/")
    for path, value in (("declarer", 0), ("contract", "clubs"), ("matadors", 1), ("won", "yes")):
        page.locator(f'[id="{path}-{value}"]').check()
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".pad__worth")).to_contain_text("Bob 24")
    page.get_by_role("button", name=STORE).click()
    expect(page.get_by_text("Deal 2 of 3")).to_be_visible()
    context.close()
