"""A ladder in the browser: it fits phone and desk, polls itself, and its forms work."""

import functools
import random

import pytest
from playwright.sync_api import expect

from league.models import Role, Season
from tests.league.factories import BotFactory, MembershipFactory, PersonFactory
from tests.league.ladders import finish, later, make_ladder, make_version, open_tables, rate_player

from .conftest import DESK, PASSWORD, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("random", "greedy", "easy", "medium", "hard", "Fuchs 3", "Karlchen 12")


@pytest.fixture
def ladder(season):
    """A ladder of seven bots that have played some tables, better ones more often winning."""
    found = make_ladder(season.club, bots=0, name="Bots of the Linde")
    for name in NAMES:
        rate_player(found, BotFactory(builtin=name if name.islower() else f"b{name}", name=name))
    luck = random.Random(7)
    strength = {row.player_id: 10 * n for n, row in enumerate(found.ratings.order_by("pk"))}

    @functools.cache
    def score_in(player, _duplicate):
        return int(luck.gauss(strength[player], 25))

    def score(player, match):
        return score_in(player, match.duplicate_id)

    for minute in range(6):
        opened = open_tables(found, now=later(minute))
        finish(opened[1:] if minute == 5 else opened, score, now=later(minute))
    return found


@pytest.fixture
def pages(ladder):
    best = ladder.ratings.order_by("-ordinal").first()
    rated = ladder.duplicates.filter(status="rated").last()
    return {
        "ladder": f"/seasons/{ladder.code}/",
        "ladder-player": f"/seasons/{ladder.code}/players/{best.player.code}/",
        "head-to-head": f"/seasons/{ladder.code}/head-to-head/",
        "duplicate": f"/duplicates/{rated.code}/",
        "ladder-match": f"/matches/{rated.matches.first().code}/",
        "new-ladder": "/clubs/linde/ladders/new/",
        "club-with-ladder": "/clubs/linde/",
    }


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "light"), (PHONE, "dark"), (DESK, "light")]
)
def test_every_page_fits_its_screen(  # noqa: PLR0917
    open_page, log_in, pages, picture, viewport, scheme
):
    page = log_in(open_page(viewport=viewport, color_scheme=scheme), "alice")
    too_wide = []
    for name, address in pages.items():
        assert page.goto(address).ok
        picture(page, f"{name}-{viewport['width']}-{scheme}")
        if page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
            too_wide.append(name)
    assert too_wide == []


def test_ladder_is_complete_on_paper(open_page, pages, picture):
    page = open_page(viewport=DESK)
    page.emulate_media(media="print")
    page.goto(pages["ladder"])
    picture(page, "ladder-print")
    expect(page.locator(".interval__bar").first).to_be_visible()
    expect(page.get_by_role("heading", name="Bots", exact=True)).to_be_hidden()


def test_leaderboard_follows_what_is_rated(open_page, ladder, pages):
    page = open_page(viewport=PHONE)
    page.goto(pages["ladder"])
    before = page.locator("#ladder tbody .num").all_inner_texts()
    finish(ladder.duplicates.filter(status="open"), lambda player, match: player)
    page.wait_for_function(
        "old => [...document.querySelectorAll('#ladder tbody .num')]"
        ".map(cell => cell.innerText).join() !== old",
        arg=",".join(before),
    )


def test_a_ladder_is_made_started_entered_and_closed(open_page, log_in, season):
    carol = PersonFactory(name="Carol")
    carol.account.set_password(PASSWORD)
    carol.account.save()
    MembershipFactory(club=season.club, player=carol, role=Role.MEMBER)
    make_version(carol.account, name="Fuchs", games=["truco"])

    alice = log_in(open_page(viewport=PHONE), "alice")
    alice.goto("/clubs/linde/")
    alice.get_by_role("link", name="New ladder").click()
    alice.get_by_role("button", name="Make the ladder").click()
    expect(alice.get_by_text("This field is required.")).to_be_visible()
    alice.get_by_label("Name").fill("Truco bots")
    alice.get_by_label("Game and table").select_option("truco:4")
    alice.get_by_role("button", name="Make the ladder").click()
    alice.get_by_role("button", name="Start the ladder").click()
    expect(alice.get_by_text("The ladder has started")).to_be_visible()

    author = log_in(open_page(viewport=PHONE), "carol")
    author.goto(alice.url)
    author.get_by_label("Version").select_option(label="Fuchs 1")
    author.get_by_role("button", name="Enter it").click()
    expect(author.locator("#ladder").get_by_role("link", name="Fuchs 1")).to_be_visible()

    alice.reload()
    alice.get_by_role("button", name="Close the ladder").click()
    expect(alice.get_by_text("The ladder is closed; what is being played")).to_be_visible()
    assert Season.objects.get(name="Truco bots").status == "closed"
